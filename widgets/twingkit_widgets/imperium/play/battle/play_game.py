"""A battle of Twilight Imperium on the play page: its questions, and what is shown."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit import Game, Question, Ruling
from twingkit.core.play import TranscriptEntry
from twingkit.imperium.battle.notation.battle_line import ROLES
from twingkit.imperium.battle.players import PLAYERS
from twingkit.imperium.battle.rules.address_reader import names_as_you
from twingkit.imperium.battle.rules.questions import Decision, Retreat
from twingkit.imperium.battle.side_knowledge import hidden_cards, reveals_hidden_card
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.fleets import fleet_say, throws_on_table
from twingkit_widgets.imperium.play.answering import ImperiumPlay
from twingkit_widgets.imperium.play.battle.chances import advice_for, win_text
from twingkit_widgets.imperium.play.battle.fleets_view import decision_text, fleets_view, has_unseen_dice
from twingkit_widgets.imperium.play.battle.headline import headline
from twingkit_widgets.imperium.play.battle.landing import NOTE, landing_after, whole_invasion
from twingkit_widgets.imperium.play.battle.settings import DEFAULT_LEVEL, BattleForm
from twingkit_widgets.imperium.play.battle.view import (
    battle_html,
    certain_chances,
    goal_html,
    odds_html,
    summary_html,
)
from twingkit_widgets.imperium.play.words import BATTLE, BattleFault
from twingkit_widgets.panel.keys import TO_END
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.sentences import sentence
from twingkit_widgets.table.play.bar import big_button
from twingkit_widgets.table.play.chance.throw import Throw
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.open_panels import throw_row, throw_title
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import SeatedSettings
from twingkit_widgets.table.play.settings import ALL_SEATS
from twingkit_widgets.table.play.story import StoryFormat

TELLING = StoryFormat(
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


class BattlePlay(ImperiumPlay["BattleSettings"]):
    """A battle in space or on a planet."""

    words = BATTLE
    fault = BattleFault
    form = BattleForm()
    position = BattleStart
    numbers = ()
    ai_levels = PLAYERS
    default_level = DEFAULT_LEVEL
    adviser = PLAYERS[0]
    telling = TELLING
    keeps_dice = True
    open_dice = True
    linked = ("opponents", "seed", "variant", "game", "seat")
    seat_tags = (*ROLES, ALL_SEATS)
    passes = ("stay", "pass")
    helps = ("turn", "rules")

    def asks(self, asked: Question, seat: int) -> bool:
        """True: a side throws its own dice."""
        return asked.player == seat

    def suggested(self, game: Game) -> str | None:
        """The answer by the line of the battle; None: dice are thrown."""
        asked = game.question
        return asked.format_answer(asked.stated_answer()) if isinstance(asked, Decision) else None

    def given(self, entry: TranscriptEntry) -> str:
        """Return what a side has decided."""
        return decision_text(entry) or super().given(entry)

    def throws(self, game: Game, seat: int) -> list[Throw]:
        """The throws on the table."""
        return [
            Throw(cast.place, cast.throw.player, cast.throw.format_answer(cast.thrown))
            for cast in throws_on_table(game)
        ]

    def stop(self, game: Game, seat: int, looked: int) -> str:
        """Stop at dice that the person has not looked at, before something else begins."""
        return "look" if has_unseen_dice(game, seat, looked) else ""

    def hides(self, ruling: Ruling, match: Match) -> bool:
        """True if a ruling would reveal a card that the other side has not played."""
        hidden = () if match.all_seats else hidden_cards(match.game, match.seat)
        return reveals_hidden_card(ruling, hidden, match.seat)

    def seat_name(self, game: Game, seat: int) -> str:
        """The side by its role."""
        return game.start.seat(seat)

    def called(self, game: Game, seat: int) -> Mapping[str, str]:
        """The person is "you", the other side the computer, as the table calls them."""
        return names_as_you(seat, "computer")

    # -- views

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
        """The chances from here, and the known cards of both sides."""
        return odds_html(player_view)

    def summary(self, player_view: PlayerView) -> Markup | None:
        """Return how long the battle took."""
        return summary_html(player_view)

    def beside(self, player_view: PlayerView) -> Markup | None:
        """In a battle that is decided, the way to its end."""
        if player_view.match.all_seats or certain_chances(player_view) is None:
            return None
        return button(player_view.say("now.play_out"), "play_out", key="play_out", shortcut=TO_END)

    def afterwards(self, player_view: PlayerView[BattleSettings]) -> Markup | None:
        """After the battle in space of an invasion, the landing."""
        settings = player_view.match.settings
        landing = landing_after(player_view.match.game, settings.whole)
        return big_button(player_view, "now.land", "land") if landing and landing.is_fought else None

    def written(self, game: Game, settings: BattleSettings) -> str:
        """The record, with the whole invasion of which it is the first half."""
        kept = game.record
        return f"{kept}{NOTE}{settings.whole}\n" if settings.whole else kept

    def noted(self, settings: BattleSettings, record: str, game: Game) -> BattleSettings:
        """The settings with the whole invasion that a kept record names."""
        return attrs.evolve(settings, whole=whole_invasion(record, game))

    def hint_reason(self, asked: Question, hint: object, player_view: PlayerView) -> tuple[str, str]:
        """Return what follows from it by the odds."""
        weighed = advice_for(player_view.match.game.record).weighed_answers
        if not weighed:
            return player_view.say("reason.policy"), "IM-ODDS-2"

        def reason(case: str, **facts: object) -> str:
            if not player_view.match.all_seats:
                return player_view.say(f"reason.{case}", win=win, **facts)
            role = ROLES[asked.player]
            return sentence(BATTLE, rulebook(), f"reason.of_side.{case}", role, win=win, **facts)

        win = win_text(weighed[0].win, weighed[0].tie)
        if isinstance(asked, Retreat):
            return reason(str(hint)), asked.rule
        if len(weighed) == 1:
            return reason("alone"), "IM-ODDS-1"
        other = win_text(weighed[1].win, weighed[1].tie)
        if other == win:
            return reason("equal"), "IM-ODDS-1"
        return reason("weighed", other=other), "IM-ODDS-1"

    def throw_html(self, throw: Throw, player_view: PlayerView) -> Markup | None:
        """The dice of a throw, those of each class of unit after its name: each opens its ten faces."""
        cast = next(cast for cast in fleets_view(player_view).throws() if cast.place == throw.index)
        dice, words, place = list[Markup](), rulebook().words, 0
        for group in cast.volley.dice:
            dice.append(el("span", words.label(group.unit), cls="tk-small"))
            for face in cast.thrown.faces[place : place + group.count]:
                dice.append(button(str(face), "die", f"{throw.index}:{place}", cls="tk-button"))
                place += 1
        all_seats = player_view.match.all_seats
        side = fleet_say(f"fleet.{ROLES[throw.seat]}") if all_seats else throw_title(throw, player_view)
        return throw_row(side, dice)


class BuiltPlay(BattlePlay):
    """A battle that a lab has built: no other one is begun in it."""

    tools = tuple(tool for tool in BattlePlay.tools if tool != "new")


@attrs.frozen
class BattleSettings(SeatedSettings):
    """The beginning of a battle against the computer; of the first half of an invasion with the line of the
    `whole`."""

    plays = BattlePlay()
    starts = (BattleStart,)
    whole: str = ""

    @property
    def seats(self) -> int:
        """Two sides."""
        return len(ROLES)


@attrs.frozen
class BuiltSettings(BattleSettings):
    """The beginning of a battle that a lab has built."""

    plays = BuiltPlay()
