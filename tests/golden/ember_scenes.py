"""Snapshot scenes of Ember: every action, every kind of set, every ability, and every end of a game.

Typed scenes begin from a position; each answer that chance gives is the first that can come.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion, Question
from twingkit.ember.box.pool import load_pool
from twingkit.ember.rules import uses
from twingkit.ember.rules.acts import Conjure
from twingkit.ember.rules.cards import ARCHMAGE
from twingkit.ember.rules.questions import ConjureStep
from twingkit.ember.rules.table import EmberTable, OwnedCreature, Player
from twingkit.ember.starts import position_game

SETS = {
    "N2": "A6 E6", "N3": "A6 E6 F6", "N4": "A6 E6 F6 *", "E3": "A2 A6 A9", "E4": "A2 A6 A9 A12",
    "E5": "A2 A6 A9 A12 A13", "R2": "A2 E3", "R3": "A2 E3 F4", "R4": "A2 E3 F4 W5", "R5": "A2 E3 F4 W5 A6",
    "S2": "A2 A3", "S3": "A2 A3 A4", "S4": "A2 A3 A4 *", "R2+R2": "A2 E3 F8 W9", "S2+N2": "A2 A3 E6 F6",
    "N2+N2": "A6 E6 A9 F9", "E3+N2": "A2 A6 A9 E4 F4", "R3+N2": "A2 E3 F4 A9 E9", "S2+S2": "A2 A3 E6 E7",
    "E2+N3": "A2 A9 A6 E6 F6", "S3+E2": "A2 A3 A4 E6 E9", "S3+R2": "A2 A3 A4 E6 F7",
    "R2+N3": "A2 E3 A6 E6 F6", "S3+N2": "A2 A3 A4 E6 F6", "S2+N3": "A2 A3 A6 E6 F6",
    "N3+N2": "A6 E6 F6 A9 E9", "S3+S2": "A2 A3 A4 E6 E7",
}  # fmt: skip
"""A hand that pays each cost of the assumed pool."""

TARGETS = {
    "imp": "p2", "pixie": "p2", "kobold": "p2", "harpy": "p2", "titan": "p2", "leviathan": "p2",
    "sphinx": "p2", "boggart": "pixie", "cockatrice": "siren", "minotaur": "siren", "banshee": "pixie siren",
    "basilisk": "siren", "behemoth": "siren", "dryad": "sprite", "unicorn": "sprite", "phoenix": "sprite",
    "roc": "F13",
}  # fmt: skip
"""The targets of each creature here."""

ONGOING = {"wyrmling": "draw A1 pile", "hydra": "draw A1", "golem": "stay", "gargoyle": "stay"}
"""The first answers at which an Ongoing ability acts; otherwise a draw."""

HIGH = "has phoenix leviathan sprite"
ENDS = {
    "call-right": (f"p1 hand A1 {HIGH} pixie; p2 hand E1; to move p1 draw", "box", "call"),
    "call-wrong": (f"p1 hand A1 {HIGH} wisp; p2 hand E1; to move p1 draw", "box", "call stay"),
    "call-failed": ("p1 hand A1 A3 has pegasus gorgon djinn wisp; p2 hand * E8 has sprite; to move p1 draw",
                    "judge=count", "call archmage stay"),
    "call-tied": ("p1 hand A9 has golem cerberus; p2 hand E9 has dragon gorgon; to move p1 draw",
                  "length=20", "call"),
    "lock-siren": ("p1 hand A6 E6 F1; p2 hand E1 has siren; p3 hand W2 W3; to move p1 conjure",
                   "lock=player", "conjure use"),
    "pile-hydra": ("p1 hand A2 E4 F6 W8 A10 has wyrmling hydra; p2 hand E1; pile W1 F9; to move p1 draw",
                   "box", "draw_A2_pile from_pile"),
    "end-points": ("p1 hand A2 E3 has phoenix gorgon dryad sprite; p2 hand E1; to move p1 conjure",
                   "end=threshold", "conjure"),
    "end-pool": ("p1 hand A2 E3 F9; p2 hand E1; pool wisp; to move p1 conjure", "box", "conjure done"),
}  # fmt: skip
"""The ends of games, and other moments of a variant or of several creatures: the position, the variant, and
what is done first, words joined by `_`; then all pass."""


def _line(name: str) -> str:
    """Return a position in which the first player uses a creature."""
    own = [name, *(other for other in ("wisp", "sprite:down") if other != name)]
    others = [other for other in ("pixie", "siren") if other != name]
    pool = [other for other in ("phoenix", "dragon") if other != name]
    return (
        f"ember: p1 hand A1 E4 F7 W10 * has {' '.join(own)}; p2 hand A5 E8 F11 W12 has {' '.join(others)}; "
        f"pool {' '.join(pool)}; pile W2 F13; to move p1 draw"
    )


def _played(game: Game, *words: str) -> Game:
    """Return the first answers that begin with these words, in order; then everybody passes until the turn
    ends."""
    for word in words:
        while game.question is not None:
            answers = [game.question.format_answer(answer) for answer in game.question.options()]
            fitting = [answer for answer in answers if answer.startswith(word)]
            quiet = [answer for answer in answers if answer in ("pass", "stay", "done")]
            chance = isinstance(game.question, ChanceQuestion)
            if fitting and not chance:
                game.answer(fitting[0])
                break
            game.answer((quiet or answers)[0])
    return _ended(game)


def _ended(game: Game) -> Game:
    turn = game.table.turn
    while game.question is not None and game.table.turn == turn:
        answers = [game.question.format_answer(answer) for answer in game.question.options()]
        quiet = [answer for answer in answers if answer in ("pass", "stay", "done")]
        game.answer((quiet or answers)[0])
    return game


def scripted_scenes() -> Iterator[tuple[str, str]]:
    """Yield every scene by its name, as a record."""
    for cost, hand in SETS.items():
        name = next(
            one.id for one in load_pool().values() if set(str(one.cost).split("+")) == set(cost.split("+"))
        )
        line = f"ember: p1 hand {hand}; p2 hand W1; pool {name}; to move p1 conjure"
        yield f"set-{cost.lower().replace('+', '-')}", _played(position_game(line), "conjure").record
    for creature in load_pool().values():
        name = creature.id
        if creature.ability_kind == "flip":
            use = " ".join(["use", name, *filter(None, [TARGETS.get(name, "")])])
            yield f"use-{name}", _played(position_game(_line(name)), use).record
        elif creature.ability_kind == "answer":
            line = f"p1 hand A1 E2 has imp; p2 hand A5 E8 has {name}; to move p1 draw"
            yield (
                f"answer-{name}",
                _played(position_game(f"ember: {line}"), "use imp", f"answer {name}").record,
            )
        else:
            own = "wisp" if name == "wisp" else f"wisp {name}"
            line = f"p1 hand A1 E4 F7 W10 A12 has {own}; p2 hand A5 * has harpy siren; pile W2"
            game = position_game(f"ember: {line}; to move p1 draw")
            yield f"ongoing-{name}", _played(game, ONGOING.get(name, "draw"), "use").record
    step = "ember: p1 hand A1 E4 F7 W10 A12; p2 hand A5; pile W2; to move p1 draw"
    for word in ("draw A1", "refresh", "stay"):
        yield f"step-{word.split()[0]}", _played(position_game(step), word).record
    arch = "ember: p1 hand * has wisp:down; p2 hand A5 has siren griffin; to move p1 draw"
    for word in ("flip", "revive"):
        yield f"archmage-{word}", _played(position_game(arch), f"archmage {word}", "answer").record
    deck = "ember: p1 hand A2 E3 F4 W5 A6; p2 hand E1; deck A9 E9; pile W1; to move p1 conjure"
    yield "deck-renewed", _played(position_game(deck), "conjure djinn").record
    for name, (line, variant, words) in ENDS.items():
        acts = [word.replace("_", " ") for word in words.split()]
        yield f"{name}", _played(position_game(f"ember: {line}", variant=variant), *acts).record


def searched_scenes() -> Iterator[tuple[str, str]]:
    """Yield nothing: no scene needs a search."""
    return iter(())


def scene_names() -> set[str]:
    """Return the names of all scenes."""
    return {name for name, _ in scripted_scenes()}


def contains_scene(name: str, game: Game) -> bool:
    """Return whether a scene has what its name promises: a ruling of the named rule, or the end."""
    kind, _, what = name.partition("-")
    cited = [ruling.rule for ruling in game.rulings]
    answers = [entry.answer for entry in game.transcript]
    if kind == "set":
        return "EM-CONJ-2" in cited
    if kind in ("use", "answer", "archmage"):
        rules = {"use": "EM-ABIL-2", "answer": "EM-ABIL-3", "archmage": "EM-ARCH-2"}
        return rules[kind] in cited and any(answer.startswith(f"{kind} {what}") for answer in answers)
    if kind in ("call", "end"):
        return game.over or what == "wrong" or "EM-CALL-4" in cited
    if kind in ("lock", "pile"):
        return {"lock": "EM-CONJ-3", "pile": "EM-TURN-5"}[kind] in cited
    return bool(cited)


def tried(table: EmberTable, seat: int) -> Iterator[uses.AbilityUse]:
    """Yield every use that somebody might try, allowed or not."""
    player = table.players[seat]
    for owned in player.owned:
        if owned.is_face_up and owned.creature.ability_kind == "flip":
            for targets in aims(table, player, owned):
                yield uses.AbilityUse(seat, owned.id, owned.creature.effects, targets)
    if ARCHMAGE in player.hand:
        for other in table.seats_from(seat):
            for owned in table.players[other].owned:
                yield uses.AbilityUse(
                    seat, "", uses.ARCHMAGE_ABILITIES["flip" if owned.is_face_up else "revive"], (owned.id,)
                )


def aims(table: EmberTable, player: Player, owned: OwnedCreature) -> Iterator[tuple[str, ...]]:
    """Yield everything that a creature might be used on."""
    effect = owned.creature.effects[0]
    if effect.target_kind == "player":
        yield from ((other.name,) for other in table.opponents(player.seat))
    elif effect.target_kind == "card":
        yield from ((card,) for card in sorted(set(table.pile)))
    elif effect.target_kind == "own":
        names = [other.id for other in player.owned if not other.is_face_up]
        for size in range(1, effect.amount + 1):
            yield from combinations(names, size)
    elif effect.target_kind == "other":
        for other in table.opponents(player.seat):
            names = [
                victim.id
                for victim in other.owned
                if table.creature_rank(victim) < table.creature_rank(owned)
            ]
            for size in range(1, effect.count + 1):
                yield from combinations(names, size)
    else:
        yield ()


def illegal_answer_notes(question: Question) -> Iterator[str]:
    """Yield the answers worth listing as not allowed: uses that a rule forbids, creatures that are not paid
    for."""
    if isinstance(question, ChanceQuestion):
        return
    asked = getattr(question, "kind", "")
    if asked in ("draw", "respond", "last"):
        table = question.table  # type: ignore[attr-defined]
        for use in tried(table, question.player):
            denial = uses.broken_use_rule(table, use)
            if denial is not None:
                yield f"{use.act} [{denial[0]}]"
    elif isinstance(question, ConjureStep) and question.refusal(Conjure("dragon")) is not None:
        refusal = question.refusal(Conjure("dragon"))
        yield f"conjure dragon [{refusal.rule if refusal else ''}]"
