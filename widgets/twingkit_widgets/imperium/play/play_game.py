"""A battle of Twilight Imperium on the play page: what the person answers, and what is shown."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit import Game, Question, Ruling
from twingkit.imperium.battle.known import hidden_cards, tells_a_hidden_card
from twingkit.imperium.battle.notation.battle_line import ROLES
from twingkit.imperium.battle.rules.addressed import called
from twingkit.imperium.battle.rules.losses.assign import Taken
from twingkit.imperium.battle.rules.questions import Assign, Play, Retreat
from twingkit.imperium.battle.starts import PLAYERS
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
    DEFAULT_LEVEL,
    FleetChoice,
    address_of,
    form_fields,
    settings_of,
)
from twingkit_widgets.imperium.play.words import WORDS, FleetFault
from twingkit_widgets.imperium.stepper.choices import answer_label
from twingkit_widgets.imperium.stepper.game import casts_of
from twingkit_widgets.imperium.stepper.losses import Losses
from twingkit_widgets.panel.keys import TO_END
from twingkit_widgets.panel.markup import Markup, button
from twingkit_widgets.table.play.bar import big_button
from twingkit_widgets.table.play.chance.throw import Throw
from twingkit_widgets.table.play.drawers import throw_row, throw_title
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.offers import Offer
from twingkit_widgets.table.play.play_game import PlayGame
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.story import Telling

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


class FleetPlay(PlayGame["FleetSettings"]):
    """A battle in space or on a planet."""

    words = WORDS
    fault = FleetFault
    ai_levels = PLAYERS
    default_level = DEFAULT_LEVEL
    adviser = PLAYERS[0]
    telling = TELLING
    keeps_dice = True
    linked = ("opponents", "seed", "variant", "game", "seat")
    seat_tags = ROLES
    passes = ("stay", "pass")
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

    def headline(self, player_view: PlayerView) -> Headline:
        """Return the headline of the page."""
        return headline(player_view)

    def goal(self, player_view: PlayerView) -> Markup | None:
        """Return which side the person plays, and what wins."""
        return goal_html(player_view)

    def battle(self, player_view: PlayerView) -> Markup | None:
        """Both fleets, and the dice of the last throws."""
        return battle_html(player_view)

    def table(self, player_view: PlayerView) -> Markup | None:
        """The chances from here, and the cards of both sides as far as they are known."""
        return odds_html(player_view)

    def summary(self, player_view: PlayerView) -> Markup | None:
        """Return how long the battle took."""
        return summary_html(player_view)

    # -- how a question is answered

    def offer(self, asked: Question, answer: object, player_view: PlayerView) -> Offer:
        """Fighting on or leaving, using an effect or not, a kind of units."""
        written = asked.write(answer)
        label = answer_label(asked, written, player_view.lang)
        if not label and isinstance(asked, Retreat | Play):
            label = player_view.say(f"answer.{written}")
        return Offer(written, label or written)

    def choosing(self, asked: Question, player_view: PlayerView) -> Markup | None:
        """Return counters for losses, and a field for typed dice."""
        return choosing_html(asked, player_view)

    def finish(self, player_view: PlayerView) -> Markup | None:
        """Return what throws the dice, or takes the hits."""
        return (
            finish_html(player_view.asked, player_view, self.beside(player_view))
            if player_view.asked
            else None
        )

    def beside(self, player_view: PlayerView) -> Markup | None:
        """In a battle that is decided, the way to its end."""
        if is_decided(player_view) is None:
            return None
        return button(player_view.say("now.play_out"), "play_out", key="play_out", shortcut=TO_END)

    def afterwards(self, player_view: PlayerView[FleetSettings]) -> Markup | None:
        """After the battle in space of an invasion, the landing."""
        settings = player_view.match.settings
        landing = landing_after(player_view.match.game, settings.whole)
        return big_button(player_view, "now.land", "land") if landing and landing.fought else None

    def written(self, game: Game, settings: FleetSettings) -> str:
        """The record, with the whole invasion of which it is the first half."""
        kept = game.record
        return f"{kept}{NOTE}{settings.whole}\n" if settings.whole else kept

    def noted(self, settings: FleetSettings, record: str, game: Game) -> FleetSettings:
        """The settings with the whole invasion that a kept record names."""
        return attrs.evolve(settings, whole=whole_of(record, game))

    def chosen_first(self, asked: Question, player_view: PlayerView) -> bool:
        """Losses are chosen right below the question."""
        return isinstance(asked, Assign)

    def chosen_hint(self, asked: Question) -> bool:
        """Losses of a hint can be chosen."""
        return isinstance(asked, Assign)

    def hint_chosen(self, player_view: PlayerView) -> bool:
        """Return whether the losses of the hint are those that are chosen."""
        asked = player_view.asked
        return isinstance(asked, Assign) and player_view.ui_state.hint == losses_of(asked, player_view).text(
            asked.ways.roster, player_view.lang
        )

    def hint_text(self, asked: Question, hint: object, player_view: PlayerView) -> str:
        """The computer's answer in words."""
        if isinstance(asked, Assign):
            assert isinstance(hint, Taken)
            return Losses.of(hint).text(asked.ways.roster, player_view.lang)
        return self.offer(asked, hint, player_view).label

    def hint_reason(self, asked: Question, hint: object, player_view: PlayerView) -> tuple[str, str]:
        """Return what follows from it by the odds."""
        weighed = advised(player_view.match.game.record).weighed
        if not weighed:
            return player_view.say("reason.policy"), "IM-ODDS-2"
        win = win_text(player_view.lang, weighed[0].win, weighed[0].tie)
        if isinstance(asked, Retreat):
            return player_view.say(f"reason.{hint}", win=win), asked.rule
        if len(weighed) == 1:
            return player_view.say("reason.alone", win=win), "IM-ODDS-1"
        other = win_text(player_view.lang, weighed[1].win, weighed[1].tie)
        if other == win:
            return player_view.say("reason.equal", win=win), "IM-ODDS-1"
        return player_view.say("reason.weighed", win=win, other=other), "IM-ODDS-1"

    def throw_html(self, throw: Throw, player_view: PlayerView) -> Markup | None:
        """The dice of a throw: each opens its ten faces."""
        cast = next(cast for cast in seen(player_view).casts() if cast.place == throw.index)
        dice = [
            button(str(face), "die", f"{throw.index}:{index}", cls="tk-button")
            for index, face in enumerate(cast.thrown.faces)
        ]
        return throw_row(throw_title(throw, player_view), dice)

    # -- how it begins

    def fields(self, player_view: PlayerView[FleetSettings]) -> list[Markup]:
        """Battle, side, opponent and seed."""
        return form_fields(player_view)

    def settings(self, typed: Mapping[str, str], before: FleetSettings) -> FleetSettings:
        """Return what the form says."""
        return settings_of(typed, before)

    def address(self, settings: FleetSettings) -> dict[str, str]:
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
