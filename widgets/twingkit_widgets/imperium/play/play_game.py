"""A battle of Twilight Imperium on the play page: what the person answers, and what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from twingkit import Game, Question, Ruling
from twingkit.imperium.known import hidden_cards, tells_a_hidden_card
from twingkit.imperium.notation.battle_line import ROLES
from twingkit.imperium.rules.addressed import called
from twingkit.imperium.rules.questions import Assign, Play, Retreat
from twingkit.imperium.starts import PLAYERS
from twingkit.record import kept_record
from twingkit_widgets.imperium.play.chances_seen import advised, win_text
from twingkit_widgets.imperium.play.choosing import choosing_html, finish_html, losses_of
from twingkit_widgets.imperium.play.fleet_view import (
    battle_html,
    goal_html,
    is_decided,
    odds_html,
    summary_html,
)
from twingkit_widgets.imperium.play.fleets_seen import seen, unseen_dice
from twingkit_widgets.imperium.play.headline import headline
from twingkit_widgets.imperium.play.landing import NOTE, landing_after, whole_of
from twingkit_widgets.imperium.play.settings import (
    USUAL,
    FleetChoice,
    address_of,
    form_fields,
    settings_of,
)
from twingkit_widgets.imperium.play.words import WORDS, FleetFault
from twingkit_widgets.imperium.stepper.choices import answer_label
from twingkit_widgets.imperium.stepper.game import casts_of
from twingkit_widgets.imperium.stepper.losses import Losses
from twingkit_widgets.panel.markup import Markup, button
from twingkit_widgets.play.bar import big_button
from twingkit_widgets.play.drawers import throw_row, throw_title
from twingkit_widgets.play.headline import Headline
from twingkit_widgets.play.match import Match, Throw
from twingkit_widgets.play.offers import Offer
from twingkit_widgets.play.play_game import PlayGame
from twingkit_widgets.play.sight import Sight
from twingkit_widgets.play.story import Telling

TELLING = Telling(
    heads={("IM-SPACE-8", "round"), ("IM-INV-5", "round")},
    weighty={
        ("IM-SPACE-10", "won"),
        ("IM-SPACE-10", "alone"),
        ("IM-SPACE-10", "drawn"),
        ("IM-SPACE-10", "nobody"),
        ("IM-SPACE-9", "left"),
        ("IM-INV-8", "taken"),
        ("IM-INV-8", "kept"),
        ("IM-INV-8", "nobody"),
        ("IM-ODDS-4", "standoff"),
        ("IM-ODDS-4", "repaired"),
    },
)
"""The way in which the rulings of a battle become its story, round by round."""


class FleetPlay(PlayGame):
    """A battle in space or on a planet."""

    words = WORDS
    fault = FleetFault
    tempers = PLAYERS
    usual = USUAL
    adviser = PLAYERS[0]
    telling = TELLING
    keeps_dice = True
    linked = ("opponents", "seed", "variant", "game", "seat")
    seat_tags = ROLES
    passes = ("stay", "pass")
    keys: Mapping[str, str] = {
        "n": "next",
        "1": "first",
        "2": "second",
        "u": "undo",
        "h": "hint",
        "w": "dice",
        "?": "help",
    }
    helps = ("turn", "rules")

    def asks(self, asked: Question, seat: int) -> bool:
        """A side throws its own dice."""
        return asked.player == seat

    def throws(self, game: Game, seat: int) -> list[Throw]:
        """The dice that lie on the table."""
        return [
            Throw(cast.place, cast.throw.player, cast.throw.write(cast.thrown)) for cast in casts_of(game)
        ]

    def stop(self, game: Game, seat: int, looked: int) -> str:
        """Stop at dice that the person has not looked at, before something else begins."""
        return "look" if unseen_dice(game, seat, looked) else ""

    def hides(self, ruling: Ruling, match: Match) -> bool:
        """True if a ruling would reveal a card that the other side has not played."""
        return tells_a_hidden_card(ruling, hidden_cards(match.game, match.seat), match.seat)

    def called(self, game: Game, seat: int) -> Mapping[str, str]:
        """The person is "you", the other side the computer, as the table calls them."""
        return called(seat, "computer")

    # -- what is shown

    def headline(self, sight: Sight) -> Headline:
        """Return the headline of the page."""
        return headline(sight)

    def goal(self, sight: Sight) -> Markup | None:
        """Return which side the person plays, and what wins."""
        return goal_html(sight)

    def battle(self, sight: Sight) -> Markup | None:
        """Both fleets, and the dice of the last throws."""
        return battle_html(sight)

    def table(self, sight: Sight) -> Markup | None:
        """The chances from here, and the cards of both sides as far as they are known."""
        return odds_html(sight)

    def summary(self, sight: Sight) -> Markup | None:
        """Return how long the battle took."""
        return summary_html(sight)

    # -- how a question is answered

    def offer(self, asked: Question, answer: object, sight: Sight) -> Offer:
        """Fighting on or leaving, using an effect or not, a kind of units."""
        written = asked.write(answer)
        label = answer_label(asked, written, sight.lang)
        if not label and isinstance(asked, Retreat | Play):
            label = sight.say(f"answer.{written}")
        return Offer(written, label or written)

    def choosing(self, asked: Question, sight: Sight) -> Markup | None:
        """Return counters for losses, and a field for typed dice."""
        return choosing_html(asked, sight)

    def finish(self, sight: Sight) -> Markup | None:
        """Return what throws the dice, or takes the hits."""
        return finish_html(sight.asked, sight, self.beside(sight)) if sight.asked else None

    def beside(self, sight: Sight) -> Markup | None:
        """In a battle that is decided, the way to its end."""
        if is_decided(sight) is None:
            return None
        return button(sight.say("now.play_out"), "play_out", key="play_out", shortcut="e")

    def afterwards(self, sight: Sight) -> Markup | None:
        """After the battle in space of an invasion, the landing."""
        settings: Any = sight.match.settings
        landing = landing_after(sight.match.game, settings.whole)
        return big_button(sight, "now.land", "land", "n") if landing and landing.fought else None

    def written(self, game: Game, settings: Any) -> str:
        """The record, with the whole invasion of which it is the first half."""
        kept = kept_record(game)
        return f"{kept}{NOTE}{settings.whole}\n" if settings.whole else kept

    def noted(self, settings: Any, record: str, game: Game) -> Any:
        """The settings with the whole invasion that a kept record names."""
        return attrs.evolve(settings, whole=whole_of(record, game))

    def chosen_first(self, asked: Question) -> bool:
        """Losses are chosen right below the question."""
        return isinstance(asked, Assign)

    def chosen_hint(self, asked: Question) -> bool:
        """Losses of a hint can be chosen."""
        return isinstance(asked, Assign)

    def hint_chosen(self, sight: Sight) -> bool:
        """Return whether the losses of the hint are those that are chosen."""
        asked = sight.asked
        return isinstance(asked, Assign) and sight.opened.hint == losses_of(asked, sight).text(
            asked.ways.roster, sight.lang
        )

    def hint_text(self, asked: Question, hint: Any, sight: Sight) -> str:
        """The computer's answer in words."""
        if isinstance(asked, Assign):
            return Losses.of(hint).text(asked.ways.roster, sight.lang)
        return self.offer(asked, hint, sight).label

    def hint_reason(self, asked: Question, hint: object, sight: Sight) -> tuple[str, str]:
        """Return what follows from it by the odds."""
        weighed = advised(sight.match.game.record).weighed
        if not weighed:
            return sight.say("reason.policy"), "IM-ODDS-2"
        win = win_text(sight.lang, weighed[0].win, weighed[0].tie)
        if isinstance(asked, Retreat):
            return sight.say(f"reason.{hint}", win=win), asked.rule
        if len(weighed) == 1:
            return sight.say("reason.alone", win=win), "IM-ODDS-1"
        other = win_text(sight.lang, weighed[1].win, weighed[1].tie)
        if other == win:
            return sight.say("reason.equal", win=win), "IM-ODDS-1"
        return sight.say("reason.weighed", win=win, other=other), "IM-ODDS-1"

    def throw_html(self, throw: Throw, sight: Sight) -> Markup | None:
        """The dice of a throw: each opens its ten faces."""
        cast = next(cast for cast in seen(sight).casts() if cast.place == throw.index)
        dice = [
            button(str(face), "die", f"{throw.index}:{index}", cls="tk-button")
            for index, face in enumerate(cast.thrown.faces)
        ]
        return throw_row(throw_title(throw, sight), dice)

    # -- how it begins

    def fields(self, sight: Sight) -> list[Markup]:
        """Battle, side, opponent and seed."""
        return form_fields(sight)

    def settings(self, typed: Mapping[str, str], before: object) -> Any:
        """Return what the form says."""
        return settings_of(typed, before)

    def address(self, settings: Any) -> dict[str, str]:
        """The battle and the side, where they are not usual."""
        return address_of(settings)


FLEET_PLAY = FleetPlay()


@attrs.frozen
class FleetSettings(FleetChoice):
    """The beginning of a battle against the computer."""

    @property
    def rules(self) -> FleetPlay:
        """The rules of play for it."""
        return FLEET_PLAY
