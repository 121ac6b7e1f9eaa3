"""Snapshot scenes of Imperial Twing: the list of scenes, and how they are found in random games.

A scene is one turn: a typed position and the answers of the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from twingkit import Game, Refusal, twing
from twingkit.core.questions import Question
from twingkit.core.rulebook import Ruling
from twingkit.twing.notation.position import Position
from twingkit.twing.rules.lay_questions import LayCards
from twingkit.twing.rules.responses import Respond

SEEDS = range(160)


@attrs.frozen
class Turn:
    """One turn of a random game: its answers as lines, and its rulings."""

    answers: tuple[str, ...]
    rulings: tuple[Ruling, ...]
    over: bool

    def says(self, rule: str, case: str, **facts: object) -> bool:
        """Return whether a rule acted."""
        return any(
            ruling.rule == rule
            and ruling.case == case
            and all(ruling.facts.get(name) == value for name, value in facts.items())
            for ruling in self.rulings
        )

    def answered(self, start: str) -> bool:
        """Return whether an answer begins like this."""
        return any(line.partition(": ")[2].startswith(start) for line in self.answers)


def _answer(start: str) -> Callable[[Turn], bool]:
    return lambda turn: turn.answered(start)


def _rule(rule: str, case: str, **facts: object) -> Callable[[Turn], bool]:
    return lambda turn: turn.says(rule, case, **facts)


def _end(wanted: Callable[[Turn], bool]) -> Callable[[Turn], bool]:
    return lambda turn: turn.over and wanted(turn)


WANTED: dict[str, Callable[[Turn], bool]] = {
    "action-attack": _answer("attack "),
    "action-duel-won": _rule("TW-DUEL-3", "taken"),
    "action-duel-lost": _rule("TW-DUEL-3", "lost"),
    "action-duel-undecided": _rule("TW-DUEL-3", "undecided"),
    "action-buy": _answer("buy "),
    "action-capture": _answer("capture "),
    "action-ritual": lambda turn: turn.answered("ritual") and not turn.answered("ritual miromon"),
    "action-ritual-miromon": _answer("ritual miromon"),
    "action-endgame": lambda turn: turn.answered("endgame") and not turn.over and turn.answered("take "),
    "action-endgame-against-two": lambda turn: (
        any(ruling.rule == "TW-END-3" and len(ruling.facts.get("cards", ())) == 2 for ruling in turn.rulings)
        and turn.says("TW-END-5", "taken")
        and turn.says("TW-END-5", "held")
    ),
    "action-endgame-again": _rule("TW-END-1", "again"),
    "action-pass": lambda turn: turn.answered("pass") and turn.says("TW-TURN-3", "passed"),
    "action-retire": lambda turn: turn.says("TW-LEAVE-1", "objects") and not turn.over,
    "retired-target": _rule("TW-LEAVE-1", "lost"),
    "support-won": _rule("TW-BAT-22", "won"),
    "support-lost": _rule("TW-BAT-22", "stake_taken"),
    "shield-held": _rule("TW-BAT-18", "shield"),
    "four-elements": _rule("TW-TURN-4", "element"),
    "no-spell": _rule("TW-SET-3", "set_aside"),
    "stack-shuffled": _rule("TW-TURN-5", "shuffled"),
    "switched": _rule("TW-OBJ-2", "switched"),
    "set-aside": _rule("TW-OBJ-2", "set_aside"),
    "endgame-left": _rule("TW-END-6", "left"),
    "miromon-interrupt": _rule("TW-BAT-9", "interrupt"),
    "object-teddy": _rule("TW-POW-teddy", "extra"),
    "object-panties": _rule("TW-POW-panties", "cross"),
    "object-hat": _rule("TW-BAT-14", "used", object="hat"),
    "object-shamrock": _rule("TW-BAT-14", "used", object="shamrock"),
    "object-puppet": _rule("TW-POW-puppet", "kept_off"),
    "object-bra": _rule("TW-POW-bra", "sun"),
    **{
        f"event-{name.replace('_', '-')}": _rule("TW-BAT-8", "called", event=f"event_{name}")
        for name in sorted(set(twing.load_box().event_effects))
    },
    "end-announced": _end(lambda turn: turn.answered("endgame") and not turn.answered("lay ")),
    "end-last-object-taken": _end(lambda turn: turn.says("TW-END-5", "taken")),
    "end-retired": _end(lambda turn: turn.says("TW-LEAVE-1", "retires") and not turn.answered("lay ")),
    "end-no-cards": _end(lambda turn: turn.says("TW-PLAY-2", "won") and not turn.says("TW-TURN-3", "passed")),
    "end-target-retired": _end(lambda turn: turn.says("TW-LEAVE-1", "lost")),
}
"""Scenes that are found in random games: the shortest turn that matches."""

TYPED: dict[str, str] = {
    "object-boots": """\
players F W
variant box
box assumed
p1 hand F5 F1 trap*2; entourage W1
p2 hand W4 W1; entourage W3 F2; objects boots
table turn 4; to-move p1; phase action; as-is
p1: attack p2
p1: lay F5
p2: lay W4 + W3
p1: roll 2
p2: roll 1
p1: pass
p2: pass
""",
    "object-socks": """\
players F W
variant box
box assumed
p1 hand F5 F1 cat*2; entourage F1
p2 hand W4 W1; entourage W3; objects socks
table turn 4; to-move p1; phase action; as-is
p1: attack p2
p1: lay F5
p2: lay W4 + W3
p1: pass
p1: roll -4
p2: roll 1
p1: pass
p2: pass
""",
    "object-cup": """\
players F W
variant box
box assumed
p1 hand F5 F1; entourage F4M F3
p2 hand W4 W1; objects cup
table turn 4; to-move p1; phase action; as-is
p1: attack p2
p1: lay F5 + F4M
p2: lay W4
p2: pass
p1: roll 2
p2: roll 1
p1: pass
p2: pass
""",
    "end-limit-won": """\
players F W
variant box
box assumed
p1 hand F5; objects hat
p2 hand W4; objects cup; ornicles 2
table turn 300; to-move p2; phase action; as-is
p2: pass
p2: draw cat
p2: draw cat
""",
    "end-limit-drawn": """\
players F W
variant box
box assumed
p1 hand F5; objects hat
p2 hand W4; objects cup
table turn 300; to-move p2; phase action; as-is
p2: pass
p2: draw cat
p2: draw cat
""",
}
"""Typed scenes: forbidden actions, and ends that random games seldom reach."""


def searched_scenes() -> Iterator[tuple[str, str]]:
    """Yield the scenes found in random games, each by its name and as a record without comments."""
    best: dict[str, tuple[int, str]] = {}
    for seed in SEEDS:
        variant = "empty_stack=end" if seed % 8 == 7 else "box"
        game = twing.new_game(2 + seed % 3, seed=seed, variant=variant)
        while game.question is not None:
            game.answer_randomly()
        for turn, record in turns(game):
            for name, wanted in WANTED.items():
                length = len(record)
                if wanted(turn) and (name not in best or length < best[name][0]):
                    best[name] = length, record
    for name in WANTED:
        yield name, best[name][1]


def turns(game: Game) -> Iterator[tuple[Turn, str]]:
    """Yield every turn of a game, with the record that plays it from a typed position."""
    lines = game.record.splitlines()
    answers = lines[len(lines) - len(game) :]
    game._checkpoints.clear()
    game._restart(len(game))  # which keeps every checkpoint on its way
    saved = game._checkpoints
    ends = [(done, marks) for done, marks, _ in saved[1:]] + [(len(game), None)]
    for (done, marks, table), (end, end_marks) in zip(saved, ends, strict=True):
        turn = Turn(tuple(answers[done:end]), tuple(game._rulings(marks, end_marks)), end == len(game))
        characters = tuple(player.character for player in table.players)
        start = twing.GameStart(characters, game.start.variant, position=Position.from_table(table))
        yield turn, "\n".join(["twingkit-record 1", "game twing", *start.setup_lines(), *turn.answers]) + "\n"


def scripted_scenes() -> Iterator[tuple[str, str]]:
    """Yield the typed scenes as records."""
    for name, text in TYPED.items():
        yield name, "twingkit-record 1\ngame twing\n" + text


def scene_names() -> set[str]:
    """Return the names of all scenes."""
    return {*WANTED, *TYPED}


def contains_scene(name: str, game: Game) -> bool:
    """Return whether a scene, played to its end, has what its name promises."""
    lines = game.record.splitlines()
    rulings = game.rulings
    turn = Turn(tuple(lines[len(lines) - len(game) :]), rulings, game.over)
    return name in TYPED or WANTED[name](turn)


def illegal_answer_notes(question: Question) -> Iterator[str]:
    """Yield what an object forbids here: the answers that its rule refuses."""
    tried: list[tuple[str, Refusal | None]] = []
    if isinstance(question, Respond):
        tried = [(str(answer), question.refusal(answer)) for answer in question.unchecked_answers()]
    if isinstance(question, LayCards):
        player = question.side.player
        for mount in player.entourage:
            for rider in player.entourage:
                if player.hand and mount.mount and not rider.mount and rider.power <= mount.power:
                    lay = f"{player.hand[0].token} + {mount.token}>{rider.token}"
                    tried.append((lay, question.refusal(question.parse_answer(lay))))
    for answer, refusal in tried:
        if refusal is not None and refusal.rule in ("TW-POW-boots", "TW-POW-socks", "TW-POW-cup"):
            yield f"{answer} - {refusal}"
