"""One person's game of Imperial Twing against the computer: who answers what, and where to stop.

No widgets here. A `Match` holds a `Game` in which every die and card is a question, so that it can stop where
a person wants to look: when the person is asked, after a battle of the person's own, and turn by turn for who
is out. Everything it remembers beside the game (what was told since the last answer, how the game really
went) can be had again from the record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from twingkit import Game, twing
from twingkit.asking import Chance, Question
from twingkit.rulebook import Ruling
from twingkit.twing.fight import Fight
from twingkit.twing.view import View
from twingkit_widgets.play_battle import Pairing, pairings_of

PASSING = ("before_roll", "respond", "interrupt", "support", "two_cats")
"""The kinds of question that who has nothing to play need not see: the only answer is to pass."""

CHANCE = ("roll", "draw", "pick_character", "pick_object", "pick_event", "pick_spell")
"""The kinds of question that chance answers."""

VICTORIES = {
    ("TW-BAT-16", "sun"),
    ("TW-BAT-16", "cross"),
    ("TW-BAT-17", "win"),
    ("TW-BAT-17", "tie_defended"),
}
"""The rulings that say who has won a battle."""

TEMPERS = ("steady", "greedy", "random")
"""How the computer can play, the strongest first."""

USUAL = "greedy"
"""How it plays if nobody chooses: it attacks early, so that a newcomer sees battles."""

ADVISER = TEMPERS[0]
"""The computer player that gives hints, whoever the opponents are."""


@attrs.frozen
class Settings:
    """How a game against the computer begins: the characters by seat ("?" for chance), the person's seat
    (from 0), how the computer plays (one of `TEMPERS`), the variant, and a seed for dice, cards and
    opponents."""

    characters: tuple[str, ...] = ("?", "?")
    seat: int = 0
    opponents: str = USUAL
    variant: twing.Variant = twing.BOX
    seed: int = 0

    def game(self) -> Game:
        """A fresh game. Raises `Fault` for characters that cannot be."""
        return twing.new_game(self.characters, seed=self.seed, variant=self.variant, rolls="ask")


@attrs.frozen
class Throw:
    """A roll of the last battle: which answer of the record it was (from 0), whose, and its face as text."""

    place: int
    seat: int
    face: str


@attrs.frozen
class Moment:
    """Where a match stands: the game, how much was told before the last answer, the pause, the battle."""

    game: Game
    told_from: int
    pause: str
    ended: tuple[Pairing, ...]


class Match:
    """A game that one person plays against the computer.

    `pause` says why nobody is asked although the game is not over: "battle" (one of the person's has ended),
    "duel" (one of the person's is decided), "watch" (the person is out, and another turn has been played);
    empty where the person is asked.
    """

    def __init__(self, settings: Settings, game: Game | None = None) -> None:
        """Begin a game, or go on with `game`, whose dice are asked. Raises `Fault` for an unknown player."""
        self.settings = settings
        self.game = settings.game() if game is None else game
        self.players = seated(self.game, settings)
        self.pause = ""
        self.ended: tuple[Pairing, ...] = ()
        """The person's battle that has just ended, as it stood then."""
        self.really: Moment | None = None
        """How the game really stands while something is tried out."""
        self.told_from = self._told_before(self._last_own())
        self._take_up()

    # -- where the game stands

    @property
    def seat(self) -> int:
        """The person's seat."""
        return self.settings.seat

    @property
    def view(self) -> View:
        """What the person may know."""
        view: View = self.game.view(self.seat)
        return view

    @property
    def question(self) -> Question | None:
        """What the person is asked now, None if nobody or somebody else is."""
        return None if self.pause else self.view.question

    @property
    def fight(self) -> Fight | None:
        """The battle under way, if any card of it lies."""
        fight: Fight | None = self.game.table.fight
        if fight is None or fight.over or not any(side.lay.spells or side.lay.units for side in fight.sides):
            return None
        return fight

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """What there is to see of a battle: the one under way, or the person's own that has just ended."""
        fight, view = self.fight, self.view
        if fight is None and not self.ended and view.kind == "take_object":
            fight = self.game.table.fight  # a game that is taken up here
        return pairings_of(fight, view) if fight else self.ended

    @property
    def rulings(self) -> list[Ruling]:
        """All that happened, as the person may know it."""
        game = self.game
        every = [*game.opening, *(ruling for entry in game.transcript for ruling in entry.rulings)]
        return [ruling.seen_by(self.seat) for ruling in every]

    @property
    def answered(self) -> bool:
        """Whether the person has answered anything that can be taken back."""
        return self._last_own() is not None

    def won(self) -> list[int]:
        """How many battles each player has won so far, by seat; in an end-game attack each pairing counts."""
        won = [0] * len(self.settings.characters)
        seats = {player.name: player.seat for player in self.view.seats}
        for ruling in self.rulings:
            if (ruling.rule, ruling.case) in VICTORIES:
                won[seats[ruling.facts["side"]]] += 1
        return won

    def throws(self) -> list[Throw]:
        """The last roll of each side in the last battle, the attacker's first."""
        last: dict[int, Throw] = {}
        for place, entry in reversed(list(enumerate(self.game.transcript))):
            if entry.kind == "attack":
                break
            if entry.kind == "roll" and entry.player not in last:
                last[entry.player] = Throw(place, entry.player, entry.answer.removeprefix("roll "))
        else:
            return []  # the rolls of the set-up belong to no battle
        return [last[seat] for seat in sorted(last, key=lambda seat: last[seat].place)]

    # -- playing

    def answer(self, answer: Any) -> None:
        """Answer for the person, and play on. Raises `Refusal` or `BadAnswer`; then nothing has changed."""
        told, fight = len(self.game.table.rulings), self._running()
        self.game.answer(answer)
        self.told_from, self.ended = told, ()
        if not self._over(fight):
            self.play_on()

    def go_on(self) -> None:
        """After a pause: play on."""
        self.told_from, self.ended = len(self.game.table.rulings), ()
        self.play_on()

    def to_end(self) -> None:
        """For who is out: the others play to the end."""
        self.told_from, self.ended = len(self.game.table.rulings), ()
        while not self.game.over and self.view.own.out:
            self.play_on()

    def play_on(self) -> None:
        """Let chance and the computer answer until there is something for the person to do or to look at."""
        game, self.pause = self.game, ""
        turn = game.table.turn
        while (asked := game.question) is not None:
            if self.view.own.out and game.table.turn > turn:
                self.pause = "watch"
                return
            if not isinstance(asked, Chance) and asked.player == self.seat and not forced(asked):
                return
            fight, told = self._running(), len(game.table.rulings)
            self._answer(asked)
            if self._over(fight):
                return
            if self._duel_told(told):
                self.pause = "duel"
                return

    def _answer(self, asked: Question) -> None:
        if isinstance(asked, Chance):
            self.game.roll()
        elif asked.player == self.seat:
            self.game.answer("pass")
        else:
            self.game.answer(self.players[asked.player](self.game))

    def _take_up(self) -> None:
        """Begin a game, or go on with one where it was left: in the pause it was left in."""
        game = self.game
        if len(game) and not game.over:
            if self._over(just_ended(game)):
                return
            if self.view.own.out:
                self.pause = "watch"
                return
        self.play_on()

    def _running(self) -> Fight | None:
        """The battle that is not over yet."""
        fight: Fight | None = self.game.table.fight
        return None if fight is None or fight.over else fight

    def _over(self, fight: Fight | None) -> bool:
        """Whether this battle, of late under way, was the person's own and has just ended: it is kept in
        sight, with a pause unless the game has ended with it. Whose answer ended it does not matter."""
        if fight is None or not fight.over or self.seat not in [side.seat for side in fight.sides]:
            return False
        self.ended = pairings_of(fight, self.view)
        self.pause = "" if self.game.over else "battle"
        return True

    def _duel_told(self, since: int) -> bool:
        """Whether the end of a duel of the person's own has been told since so many rulings, and an opponent
        who takes an object for it has done so."""
        own, asked = self.game.table.players[self.seat].name, self.game.question
        if asked is None or (asked.kind in ("take_object", "pick_object") and asked.player != self.seat):
            return False
        return any(
            rule == "TW-DUEL-3" and own in (facts["side"], facts["enemy"])
            for rule, _, facts in self.game.table.rulings[since:]
        )

    def hint(self) -> Any:
        """What the steady player would answer in the person's place: it sees no more than the person."""
        return self.players[self.seat](self.game)

    # -- back, and otherwise

    def undo(self) -> None:
        """Back to before the person's last answer. Nothing happens if there is none."""
        place = self._last_own()
        while place is not None:
            self.game.undo(len(self.game) - place)
            asked = self.game.question
            place = self._last_own() if asked is not None and forced(asked) else None
        self.pause, self.ended = "", ()
        self.told_from = self._told_before(self._last_own())

    def what_if(self, place: int, face: str) -> None:
        """Give a roll of the last battle another face, and play on from there; dice that fell at the same
        time keep their faces.

        Raises `LookupError` if answer number `place` is no such roll, `BadAnswer` if `face` is no face.
        """
        if place not in [throw.place for throw in self.throws()]:
            raise LookupError(f"answer number {place} is no roll of the last battle")
        game = self.game.what_if(place, face)
        for entry in self.game.transcript[place + 1 :]:
            asked = game.question
            if entry.kind != "roll" or asked is None or (asked.kind, asked.player) != ("roll", entry.player):
                break
            game.answer(entry.answer)
        self.really = self.really or Moment(self.game, self.told_from, self.pause, self.ended)
        self.told_from = self._told_before(place)
        self.game, self.ended = game, ()
        if not self._over(just_ended(game)):
            self.play_on()

    def afresh(self) -> Match:
        """The same game from its beginning, with the same cards and dice."""
        start = (self.really.game if self.really else self.game).start
        return Match(self.settings, Game(start, seed=self.settings.seed, rolls="ask"))

    def come_back(self) -> None:
        """Return from trying out to how the game really went."""
        if self.really is not None:
            moment, self.really = self.really, None
            self.game, self.told_from = moment.game, moment.told_from
            self.pause, self.ended = moment.pause, moment.ended

    def _last_own(self) -> int | None:
        """The place of the person's last answer in the record; one that could only be a pass may be meant."""
        for place, entry in reversed(list(enumerate(self.game.transcript))):
            if entry.player == self.seat and entry.kind not in CHANCE:
                return place
        return None

    def _told_before(self, place: int | None) -> int:
        """How many rulings there were before answer number `place`; none before the first."""
        if place is None:
            return 0
        return len(self.game.opening) + sum(len(entry.rulings) for entry in self.game.transcript[:place])


def just_ended(game: Game) -> Fight | None:
    """The battle that the last answer of a game has ended. The table may have put it away already, so the
    answer is given once more in a copy."""
    again, last = game.copy(), game.transcript[-1]
    again.undo(1)
    fight: Fight | None = again.table.fight
    if fight is None or fight.over:
        return None
    again.answer(last.answer)
    return fight if fight.over else None


def forced(asked: Question) -> bool:
    """Whether passing is all that the person could answer."""
    if asked.kind not in PASSING:
        return False
    options = asked.options()
    next(options)
    return next(options, None) is None


def seated(game: Game, settings: Settings) -> list[Callable[[Game], Any]]:
    """A computer player for each seat; in the person's own one sits who gives hints."""
    tempers = [settings.opponents] * len(settings.characters)
    tempers[settings.seat] = ADVISER
    return [game.start.policy(temper, settings.seed * 1000 + seat) for seat, temper in enumerate(tempers)]
