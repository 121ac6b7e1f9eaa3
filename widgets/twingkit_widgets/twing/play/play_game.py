"""Imperial Twing on the play page: where its games pause, what they show, and how they are answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

import attrs

from twingkit import Game, Question, twing
from twingkit.core.questions import Roll
from twingkit.core.record import RECORD_HEAD
from twingkit.core.starts import Start, game_line
from twingkit.twing.quiz.phrases import LayPhrase
from twingkit.twing.rules.active_objects import ChooseActiveObjects
from twingkit.twing.rules.dice import OrnRoll
from twingkit.twing.rules.duel import TakeObject
from twingkit.twing.rules.fight import Fight
from twingkit.twing.rules.harm import response_harm
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.lay_questions import LayCards
from twingkit.twing.rules.player import names_as_you
from twingkit.twing.starts import GameStart
from twingkit.twing.view import View
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.table.play.chance.throw import Throw
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.offers import Group
from twingkit_widgets.table.play.open_panels import throw_row
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import SeatedPlay
from twingkit_widgets.twing.pictures.die import faces_html
from twingkit_widgets.twing.play.choice import TwingChoice
from twingkit_widgets.twing.play.choosing import choosing_html, laying_bar, object_switch_bar, retiring_html
from twingkit_widgets.twing.play.game_view import battle_html, fight_of, goal_html, summary_html
from twingkit_widgets.twing.play.headline import headline
from twingkit_widgets.twing.play.hint_reason import hint_reason
from twingkit_widgets.twing.play.names import object_name, say_of
from twingkit_widgets.twing.play.news import TELLING
from twingkit_widgets.twing.play.offers import NAMED, offers
from twingkit_widgets.twing.play.own_dice import throwing_bar
from twingkit_widgets.twing.play.pairings import Pairing, pairings_of
from twingkit_widgets.twing.play.settings import AI_LEVELS, DEFAULT_LEVEL, TwingForm, beginning
from twingkit_widgets.twing.play.table import own_html, table_html
from twingkit_widgets.twing.play.words import WORDS, TwingFault

OWN_DICE = "# dice: own"
"""The comment in a saved game in which the visitor throws a real die."""

PASSING = ("before_roll", "respond", "interrupt", "support", "two_cats")
"""Questions that a player without plays need not see, because the only answer is to pass."""


class TwingPlay(SeatedPlay["Settings"]):
    """A whole game of Imperial Twing."""

    words = WORDS
    fault = TwingFault
    ai_levels = AI_LEVELS
    default_level = DEFAULT_LEVEL
    adviser = AI_LEVELS[0]
    form = TwingForm["Settings"]()
    passing = PASSING
    telling = TELLING
    linked = ("players", "variant", "opponents", "seed", "game", "seat")
    seat_tags = ("p1", "p2", "p3", "p4")
    setup = "players "
    helps = ("turn", "rules", "assumed")

    # -- where to pause

    def contest(self, game: Game) -> object:
        """Return the battle that is not over yet."""
        fight: Fight | None = game.table.fight
        return None if fight is None or fight.over else fight

    def ended(self, contest: Any, seat: int) -> bool:  # a `Fight`, an `object` to the kit
        """Return whether a battle of this seat is over now."""
        return bool(contest.over and seat in [side.seat for side in contest.sides])

    def picture(self, contest: Any, view: Any) -> tuple[Pairing, ...]:  # a `Fight`, an `object` to the kit
        """Return the pairings of a battle."""
        return pairings_of(contest, view)

    def scene(self, match: Match) -> tuple[Pairing, ...]:
        """Return the battle under way, or the visitor's own that has just ended."""
        fight: Fight | None = fight_of(match)
        view: View = match.view
        if fight is None and not match.ended and view.kind == "take_object":
            fight = match.game.table.fight  # a game resumed here
        if fight:
            return pairings_of(fight, view)
        assert isinstance(match.ended, tuple)  # of such pairings
        return match.ended

    def pause(self, game: Game, seat: int, news_from: int) -> str:
        """Return why to pause: the visitor's duel has ended since.

        If an opponent takes an object for it, the pause comes after that.
        """
        own, asked = game.table.players[seat].name, game.question
        if asked is None or (asked.kind in ("take_object", "pick_object") and asked.player != seat):
            return ""
        decided = any(
            rule == "TW-DUEL-3" and own in (facts["side"], facts["enemy"])
            for rule, _, facts in game.table.rulings[news_from:]
        )
        return "duel" if decided else ""

    def called(self, game: Game, seat: int) -> Mapping[str, str]:
        """Return the names: the visitor is "you", all others go by their character."""
        return names_as_you(game.table.players[seat])

    def out(self, game: Game, seat: int) -> bool:
        """Return whether a player has left the game."""
        return bool(game.table.players[seat].out)

    def turn(self, game: Game) -> int:
        """Return the number of the turn."""
        return int(game.table.turn)

    def throws(self, game: Game, seat: int) -> list[Throw]:
        """Return the last roll of each side in the last battle, the attacker's first."""
        last: dict[int, Throw] = {}
        for index, entry in reversed(list(enumerate(game.transcript))):
            if entry.kind == "attack":
                break
            if entry.kind == Roll.kind and entry.player not in last:
                last[entry.player] = Throw(index, entry.player, entry.answer.removeprefix("roll "))
        else:
            return []  # the rolls of the set-up belong to no battle
        return [last[seat] for seat in sorted(last, key=lambda seat: last[seat].index)]

    # -- views

    def headline(self, player_view: PlayerView) -> Headline:
        """Return the headline of the page."""
        return headline(player_view)

    def goal(self, player_view: PlayerView) -> Markup | None:
        """Return the objects to own, and how many the visitor has."""
        return goal_html(player_view)

    def battle(self, player_view: PlayerView) -> Markup | None:
        """Return the battle, or the attack to answer."""
        return battle_html(player_view)

    def hand(self, player_view: PlayerView) -> Markup | None:
        """Return the visitor's hand, unless cards are being chosen from it."""
        if isinstance(player_view.asked, LayCards) or player_view.view.own.out:
            return None
        return own_html(player_view.view)

    def table(self, player_view: PlayerView) -> Markup | None:
        """Return the players and the middle."""
        return table_html(player_view.view, player_view.terms)

    def summary(self, player_view: PlayerView) -> Markup | None:
        """Return the statistics of the game."""
        return summary_html(player_view)

    # -- answering

    def offers(self, asked: Question, player_view: PlayerView) -> list[Group]:
        """Return the answers in groups."""
        return offers(player_view.view)

    def harm(self, asked: Question, answer: str, player_view: PlayerView) -> str:
        """Return how a card or an object that affects a die would hurt its own player."""
        case = response_harm(asked, answer)
        return player_view.say(f"harm.{case}") if case else ""

    def choosing(self, asked: Question, player_view: PlayerView) -> Markup | None:
        """Return the cards to lay, or the objects to make active."""
        return choosing_html(asked, player_view)

    def chosen_first(self, asked: Question, player_view: PlayerView) -> bool:
        """Return whether the choice appears right below the question.

        This is so for the faces of a die, objects taken after a contest, and cards demanded by an event or a
        full hand.
        """
        return isinstance(asked, OrnRoll | TakeObject) or asked.kind in NAMED

    def leaving(self, asked: Question, player_view: PlayerView) -> Markup | None:
        """Return the button to retire."""
        return retiring_html(asked, player_view)

    def finish(self, player_view: PlayerView) -> Markup | None:
        """Return the button that lays the chosen cards or activates the chosen objects."""
        if isinstance(player_view.asked, LayCards):
            return laying_bar(player_view.asked, player_view)
        if isinstance(player_view.asked, OrnRoll):
            return throwing_bar(player_view)
        return (
            object_switch_bar(player_view.asked, player_view)
            if isinstance(player_view.asked, ChooseActiveObjects)
            else None
        )

    def can_take_hint(self, asked: Question) -> bool:
        """Return whether the hint's cards or objects can be chosen."""
        return isinstance(asked, LayCards | ChooseActiveObjects)

    def hint_text(self, asked: Question, hint: Any, player_view: PlayerView) -> str:  # of `hint`
        """Return the computer's answer in words."""
        if isinstance(hint, Lay):
            laid = LayPhrase(hint).label(player_view.book.words, "inline")
            return laid if hint.power else player_view.say("lay.nothing")
        if isinstance(asked, ChooseActiveObjects):
            return ", ".join(object_name(name) for name in hint)
        if hint == "retire":
            return player_view.say("act.retire")
        if asked.kind == "support":
            return self._support_hint(asked.format_answer(hint), player_view)
        return super().hint_text(asked, hint, player_view)

    def _support_hint(self, written: str, player_view: PlayerView) -> str:
        """Return the side that the computer would help, and its help."""
        named = {
            offer.answer: f"{group.title}: {offer.label}" if group.title else offer.label
            for group in offers(player_view.view)
            for offer in group.offers
        }
        return named[written]

    def hint_reason(self, asked: Question, hint: object, player_view: PlayerView) -> tuple[str, str]:
        """Return the reason, from the computer's estimates or from exact odds."""
        reason = hint_reason(asked, hint, player_view)
        return reason if reason[0] else self.plain_reason(asked, hint, player_view)

    def throw_html(self, throw: Throw, player_view: PlayerView) -> Markup | None:
        """Return all twelve faces of one die, the rolled one marked."""
        seat = player_view.view.seats[throw.seat]
        own = throw.seat == player_view.view.player
        title = player_view.say("dice.own") if own else say_of("dice.other", seat)
        faces = faces_html(
            seat.character,
            "face",
            lambda face: f"{throw.index}:{twing.face_text(face)}",
            f"face:{throw.seat}",
            throw.face,
        )
        return throw_row(title, faces)

    # -- starting

    def record_of(self, lines: list[str]) -> str:
        """Return the record of a whole game that starts with these set-up lines."""
        return "\n".join([RECORD_HEAD, game_line("twing"), *lines])

    def written(self, game: Game, settings: Settings) -> str:
        """Return the record, with a comment if the visitor throws a real die."""
        kept = game.record
        return f"{kept}{OWN_DICE}\n" if settings.own_dice else kept

    def noted(self, settings: Settings, record: str, game: Game) -> Settings:
        """Return the settings with who throws the visitor's die, taken from a saved record."""
        return attrs.evolve(settings, own_dice=settings.own_dice or OWN_DICE in record.splitlines())


class OwnDicePlay(TwingPlay):
    """A whole game in which the visitor throws a real die."""

    def asks(self, asked: Question, seat: int) -> bool:
        """Return whether the visitor has to answer, including for the faces of the own die."""
        return super().asks(asked, seat) or (isinstance(asked, OrnRoll) and asked.player == seat)


@attrs.frozen
class Settings(TwingChoice):
    """The settings of a game of Imperial Twing, and whether the visitor throws a real die."""

    plays = TwingPlay()
    plays_own_dice: ClassVar[TwingPlay] = OwnDicePlay()
    starts = (GameStart,)

    @property
    def rules(self) -> TwingPlay:
        """The rules of play for the game."""
        return self.plays_own_dice if self.own_dice else self.plays

    def resumed_from(self, start: Start, **changes: Any) -> Self:  # each field has its own type
        """Return the same settings for a game with this start; a new game like it begins with the set-up.

        Raises `TwingFault` if it is not a whole game.
        """
        taken = super().resumed_from(start, **changes)
        return attrs.evolve(taken, begin=beginning(taken.begin.characters, taken.begin.variant))
