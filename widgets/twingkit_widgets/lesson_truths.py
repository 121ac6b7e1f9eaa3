"""What turns out to be right in a lesson, and the numbers its words can name: the rules engine says it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from twingkit.play import Game, Roll
from twingkit.rulebook import Ruling
from twingkit.twing.cards import FACES, Face
from twingkit.twing.chances import odds_now
from twingkit.twing.notation import ROLES, read_lay
from twingkit.twing.outcome import die_result
from twingkit.twing.rules import rulebook
from twingkit_widgets.wording import percent

OUTCOMES = {0: "attacker", 1: "defender", None: "tie"}


class Range(Protocol):
    """An option of a chance: the part of 0 to 1 that it stands for."""

    @property
    def id(self) -> str:
        """Its name."""

    @property
    def low(self) -> float:
        """Its lower end."""

    @property
    def high(self) -> float:
        """Its upper end."""


class Asked(Protocol):
    """The step that asks, as far as it matters here."""

    @property
    def side(self) -> str:
        """Whose die or creature it is about."""

    @property
    def card(self) -> str:
        """The creature it is about."""

    @property
    def options(self) -> Sequence[Range]:
        """What can be answered."""


Truth = tuple[str, Sequence[Ruling]]


def ended(game: Game) -> Game:
    """The game with nothing more being played: everybody passes."""
    twin = game.copy()
    while not twin.over:
        if isinstance(twin.question, Roll):
            raise ValueError("a die is still to be rolled: nobody can know the end")
        twin.answer("pass")
    return twin


def _everything(game: Game) -> list[Ruling]:
    return [ruling for entry in game.transcript for ruling in entry.rulings]


def leader(game: Game, step: Asked) -> Truth:
    """Who has more points on cards: `attacker`, `defender` or `tie`."""
    attack, defence = (side.cards_power for side in game.table.fight.sides)
    return (ROLES[attack < defence] if attack != defence else "tie"), ()


def chance(game: Game, step: Asked) -> Truth:
    """Which option's range holds the attacker's chance to win as things stand."""
    win = odds_now(game.table.fight).win
    return next(option.id for option in step.options if option.low <= win <= option.high), ()


def die(game: Game, step: Asked) -> Truth:
    """What a side's die counts, as a number or a symbol's name."""
    fight = game.table.fight
    side = fight.sides[ROLES.index(step.side)]
    result, rule, case = die_result(fight, side, fight.other(side))
    facts = {
        "side": side.role,
        "enemy": fight.other(side).role,
        "face": Face(side.die),
        "result": Face(result),
    }
    return str(result), (Ruling(rule, case, facts, rulebook()),)


def winner(game: Game, step: Asked) -> Truth:
    """Who wins if nobody plays anything more, with the ruling that decides."""
    end = ended(game)
    deciding = [ruling for ruling in _everything(end) if ruling.rule in ("TW-BAT-16", "TW-BAT-17")]
    return OUTCOMES[end.result.winner], deciding


def creature(game: Game, step: Asked) -> Truth:
    """Whether a creature of the side comes `home` or is `lost`, with the ruling that says so."""
    end = ended(game)
    player = end.table.players[ROLES.index(step.side)]
    home = any(card.token == step.card for card in player.entourage)
    rulings = [
        ruling
        for ruling in _everything(end)
        if ruling.rule in ("TW-BAT-20", "TW-BAT-21")
        and ruling.facts["side"] == step.side
        and any(card.token == step.card for card in ruling.facts["cards"])
    ]
    return ("home" if home else "lost"), rulings


TRUTHS: dict[str, Callable[[Game, Asked], Truth]] = {
    "leader": leader,
    "chance": chance,
    "die": die,
    "winner": winner,
    "creature": creature,
}
"""What a step can ask, by name."""


class Facts:
    """Numbers for the sentences of a step; each is computed only if a sentence names it."""

    def __init__(self, game: Game, laid: str = "") -> None:
        self.game, self.laid = game, laid

    def fill(self, sentence: str, lang: str) -> str:
        """The sentence with its gaps filled: {mine} {theirs} {points} {win} {faces}."""
        return sentence.format_map(_Lazy(self, lang))

    def value(self, name: str, lang: str) -> str:
        """One fact. KeyError: there is no such fact."""
        fight = self.game.table.fight
        if name == "mine":
            return str(fight.sides[0].cards_power)
        if name == "theirs":
            return str(fight.sides[1].cards_power)
        if name == "points":
            return str(read_lay(self.laid.removeprefix("lay ")).power)
        if name == "win":
            return percent(lang, odds_now(fight).win)
        if name == "faces":
            return str(self._winning_faces())
        raise KeyError(name)

    def _winning_faces(self) -> int:
        """How many faces of the attacker's die would win if the cat were played before any response."""
        before = self.game.copy()
        while not (before.question is not None and before.question.kind == "respond"):
            before.undo()
        before.answer("cat")
        return sum(ended(_rolled(before, face)).result.winner == 0 for face in FACES)


def _rolled(game: Game, face: int) -> Game:
    twin = game.copy()
    twin.answer(face)
    return twin


class _Lazy(dict[str, str]):
    """Facts as `str.format_map` asks for them."""

    def __init__(self, facts: Facts, lang: str) -> None:
        super().__init__()
        self.facts, self.lang = facts, lang

    def __missing__(self, name: str) -> str:
        return self.facts.value(name, self.lang)
