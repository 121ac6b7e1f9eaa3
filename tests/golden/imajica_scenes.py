"""Snapshot scenes of Imajica: every rule that acts at a table or refuses, and every playable card.

The scenes of rules are their examples in the rulebook. Each card that is played is played once from a table
on which it can do something; whatever else is asked is answered as quietly as possible.
"""

from __future__ import annotations

from collections.abc import Iterator

from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion, Question
from twingkit.imajica.box.cards import PLAYED_KINDS, load_cards
from twingkit.imajica.examples import ImajicaRuleExample, examples, give_passive_answer
from twingkit.imajica.starts import position_game

LINES = {
    "dictate": "p1 active irish:pivoted hand {card} destiny 4*lamp-boy state slew=gideon,huzzah-aping; "
    "p2 active dowd lamp-boy state kite-fields:pivoted=sartori; to move p1 autarch",
    "action": "p1 active irish gentle:pivoted hand {card} ovo gideon destiny 4*lamp-boy; "
    "p2 active dowd+emotion-grief@p1 state kite-fields=huzzah-aping; circle reed-cradle/mud-road@p2; "
    "to move p1 ally",
    "combat": "p1 active irish hand {card}; p2 active dowd lamp-boy; to move p1 ally",
    "influence": "p1 active irish hand {card} destiny 3*gideon; p2 active lamp-boy; circle slew; "
    "to move p1 ally",
    "flash": "p1 active irish:pivoted reserve gideon ovo judith hand {card}; p2 active lamp-boy dowd reserve "
    "toll-guard; circle reed-cradle/mud-road@p2; to move p1 ally",
}
"""A table for each kind of card, with the card in the first player's hand."""

BEFORE = {
    "combat": ("challenge lamp-boy with irish", "pass"),
    "influence": ("seize slew with irish", "contest lamp-boy"),
}
"""The answers of both players before a maneuver can be played."""

WAITING = {
    "refusal": ("p1 hand refusal; p2 active dowd hand ritual; to move p2 ally", "play ritual"),
    "silence": (
        "p1 active irish hand silence; p2 active dowd hand lightning; to move p2 ally",
        "play lightning",
    ),
    "empty-throne": (
        "p1 hand empty-throne; p2 hand census destiny 4*dowd; to move p2 autarch",
        "play census",
    ),
    "breath-returned": (
        "p1 active irish hand breath-returned; p2 active dowd hand hapexamendios-hand; to move p2 ally",
        "play hapexamendios-hand",
    ),
}
"""Cards that respond to another: the table, and what is announced before."""


def scripted_scenes() -> Iterator[tuple[str, str]]:
    """Yield every scene by its name, as a record."""
    for shown in _examples():
        yield f"rule-{shown.rule.lower()}", shown.game_after().record
    for card in load_cards().values():
        if card.kind in PLAYED_KINDS:
            yield f"card-{card.id}", _played(card.id, card.kind).record


def _examples() -> list[ImajicaRuleExample]:
    """Return the examples that are shown at a table and change it."""
    return [
        one
        for one in examples()
        if one.setup_lines and one.setup_lines[0].startswith("imajica:") and not one.is_refused
    ]


def _played(card: str, kind: str) -> Game:
    """Return the game in which a card is played, to the end of its effects."""
    line, before = WAITING.get(card, (LINES[kind].format(card=card), ""))
    game = position_game(f"imajica: {line}", rolls="ask")
    for begin in (*BEFORE.get(kind, ()), *filter(None, [before])):
        _on(game, begin)
    _on(game, f"play {card}")
    turn = (game.table.phase, game.table.current)
    while game.question is not None and turn == (game.table.phase, game.table.current):
        if game.question.kind in ("ally", "autarch"):
            break
        _quietly(game)
    return game


def _on(game: Game, begin: str) -> None:
    """Play on quietly until an answer with this beginning is allowed, and give the first one."""
    for _ in range(40):
        assert game.question is not None
        fitting = [
            one for one in map(game.question.format_answer, game.question.options()) if one.startswith(begin)
        ]
        if fitting and not isinstance(game.question, ChanceQuestion):
            game.answer(fitting[0])
            return
        _quietly(game)
    raise ValueError(f"{begin!r} could not be played")


def _quietly(game: Game) -> None:
    """Answer quietly; chance brings its first option."""
    if isinstance(game.question, ChanceQuestion):
        game.answer(next(iter(game.question.options())))
    else:
        give_passive_answer(game)


def searched_scenes() -> Iterator[tuple[str, str]]:
    """Yield nothing: no scene needs a search."""
    return iter(())


def scene_names() -> set[str]:
    """Return the names of all scenes."""
    return {f"rule-{one.rule.lower()}" for one in _examples()} | {
        f"card-{card.id}" for card in load_cards().values() if card.kind in PLAYED_KINDS
    }


def contains_scene(name: str, game: Game) -> bool:
    """Return whether a scene has what its name promises: the rule was cited, or the card was played."""
    kind, _, what = name.partition("-")
    entries = game.transcript
    if kind == "card":
        return any(entry.answer.startswith(f"play {what}") for entry in entries)
    about = next(one.shown_rule for one in examples() if one.rule == what.upper())
    return any(ruling.rule == about for entry in entries for ruling in entry.rulings)


def illegal_answer_notes(question: Question) -> Iterator[str]:
    """Yield the answers worth listing as not allowed: characters that cannot be called, Sites that cannot be
    laid."""
    words = {"ally": "call", "autarch": "lay"}
    if question.kind not in words:
        return
    table = question.table  # type: ignore[attr-defined]
    for name in dict.fromkeys(table.players[question.player].hand):
        if table.cards[name].kind == {"ally": "character", "autarch": "site"}[question.kind]:
            refusal = question.refusal(question.parse_answer(f"{words[question.kind]} {name}"))
            if refusal is not None:
                yield f"{words[question.kind]} {name} [{refusal.rule}]"
