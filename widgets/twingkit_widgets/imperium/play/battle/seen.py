"""Both fleets of a battle that is played, as the person sees them."""

from __future__ import annotations

import attrs

from twingkit.core.play import Entry, Game
from twingkit.core.rulebook import Rulebook
from twingkit.imperium.battle.best_player import Chances
from twingkit.imperium.battle.exact_odds.steps_walk import WalkError
from twingkit.imperium.battle.known import hidden_cards, secret_place, tells_a_hidden_card
from twingkit.imperium.battle.rules.addressed import addressed, called
from twingkit.imperium.battle.rules.force import State
from twingkit.imperium.battle.rules.questions import Assign, Play, Retreat, Throw
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.play.battle.chances import chances_of
from twingkit_widgets.imperium.stepper.game import Cast, FleetGame, casts_of, together
from twingkit_widgets.imperium.stepper.game_steps import Said
from twingkit_widgets.imperium.stepper.stage import stage_of
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.player_view import PlayerView

FOLLOWING = ("cannon", "barrage", "roll", "assign")
"""The stages in which a question to use an effect is about the dice that were thrown last."""


class FleetsSeen(FleetGame):
    """A battle as it is played: nothing shows that its person does not know.

    The dice of a step lie there while it is looked at, and while the person is asked what follows from them.
    """

    keeps_dice = True

    def __init__(self, game: Game, seat: int, shown_from: int = 0, match: Match | None = None) -> None:
        """Look at a game from a seat; what happened since answer number `shown_from` is new. What a die would
        have changed can be asked only of a `match`."""
        assert isinstance(game.start, BattleStart)
        self.seed, self.line, self.really = None, game.start.battle, None
        self._odds = None
        self.own = self.seat = seat
        self.match = match
        self._stand(game, shown_from)
        self._cards = hidden_cards(game, seat)
        self._secret = secret_place(game, seat)

    @property
    def forces(self) -> State:
        """The present forces of both sides."""
        state: State = self.table.state
        return state

    def lying(self) -> list[Cast]:
        """The dice that lie on the table now: none beside a question that is about something else."""
        casts = self.casts()
        looked_at = self.match is None or bool(self.match.pause) or self.game.over
        return casts if looked_at or not apart(self.game, casts) else []

    def coming(self) -> Throw | None:
        """The throw that the person is asked for."""
        asked = self.game.question
        wanted = self.match is not None and not self.match.pause
        return asked if wanted and isinstance(asked, Throw) and asked.player == self.own else None

    def opening(self) -> list[Said]:
        """The sentences before the first answer, each once."""
        return _without_repeats(self._known(super().opening()))

    def story(self, first: int, last: int | None = None) -> list[Said]:
        """Return what the answers from `first` on brought about, as far as the person knows it."""
        return _without_repeats(self._known(super().story(first, last)))

    def _known(self, sentences: list[Said]) -> list[Said]:
        return [
            self._addressed(sentence)
            for sentence in sentences
            if sentence.ruling is None or not tells_a_hidden_card(sentence.ruling, self._cards, self.seat)
        ]

    def _addressed(self, sentence: Said) -> Said:
        if sentence.ruling is None:
            return sentence
        return attrs.evolve(sentence, ruling=addressed(sentence.ruling, self.seat, "computer"))

    def rules(self) -> Rulebook:
        """The rulebook that calls the person "you", and the other side the computer."""
        return rulebook().calling(called(self.seat, "computer"))

    def answered(self, entry: Entry) -> Said | None:
        """Return what a side decided; that it fights on is nothing new, and secrets stay secret."""
        if isinstance(entry.asked, Retreat) and entry.answer == "stay":
            return None
        if isinstance(entry.asked, Assign) and self._is_secret(entry):
            return None
        return super().answered(entry)

    def _is_secret(self, entry: Entry) -> bool:
        place = self._secret
        return place >= 0 and self.game.transcript[place] == entry and entry.player != self.own

    def odds_if(self, place: int, die: int, face: int) -> float:
        """The person's chance to win, as the page will show it next, had that die shown `face`: the computer
        has answered, and nothing new has been thrown. Raises like `shown_as`, and `WalkError` where that
        takes too much work."""
        assert self.match is not None
        game = self.match.expected(place, self.shown_as(place, die, face))
        chances_or_error = chances_of(game, self.seat)
        if isinstance(chances_or_error, WalkError):
            raise chances_or_error
        if isinstance(chances_or_error, Chances):
            return chances_or_error.own.win
        return float(game.result.winner == self.own)


def _without_repeats(sentences: list[Said]) -> list[Said]:
    """The sentences, each only where it is said first."""
    kept: dict[str, Said] = {}
    for sentence in sentences:
        kept.setdefault(sentence.text("en"), sentence)
    return list(kept.values())


def apart(game: Game, casts: list[Cast]) -> bool:
    """True if the question that waits is not about these dice."""
    asked = game.question
    if not casts or asked is None:
        return False
    if isinstance(asked, Throw):
        return not together(casts[-1].throw, asked)
    if isinstance(asked, Assign):
        return False
    if isinstance(asked, Retreat):
        return True
    stage = stage_of(asked, game.table, casts[-1].throw).now
    return not isinstance(asked, Play) or stage not in FOLLOWING


def unseen_dice(game: Game, seat: int, looked: int) -> bool:
    """True if dice lie there that the person of this seat has not looked at, and what is asked next is about
    something else. The person has seen all that was there after `looked` answers."""
    casts = casts_of(game)
    if not apart(game, casts):
        return False
    last = casts[-1].place + 1
    answered = any(entry.player == seat for entry in game.transcript[last:])
    return not answered and looked < last


def seen(player_view: PlayerView) -> FleetsSeen:
    """The fleets as the person sees them."""
    match = player_view.match
    return FleetsSeen(match.game, match.seat, max(match.last_own() or 0, match.looked), match)
