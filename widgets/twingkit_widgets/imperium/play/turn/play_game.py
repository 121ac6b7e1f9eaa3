"""A whole game of Twilight Imperium on the play page: its views and its answers."""

from __future__ import annotations

from twingkit import Game, Question, Ruling
from twingkit.imperium.battle.rules.questions import Throw as Volleys
from twingkit.imperium.battle.rules.target import NONE
from twingkit.imperium.galaxy.agenda.voting import ABSTAIN
from twingkit.imperium.galaxy.phases.action_phase import PASS, TurnChoice
from twingkit.imperium.galaxy.starts import GameStart
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleDice
from twingkit.imperium.galaxy.tactical.movement import Die
from twingkit.imperium.galaxy.view import View
from twingkit_widgets.imperium.pictures.seats import seats_html
from twingkit_widgets.imperium.pictures.table import open_cards
from twingkit_widgets.imperium.play.answering import ImperiumPlay
from twingkit_widgets.imperium.play.turn.activations import wasted_token_warning
from twingkit_widgets.imperium.play.turn.hand import hand_html, points_line, score_line
from twingkit_widgets.imperium.play.turn.headline import headline
from twingkit_widgets.imperium.play.turn.keys import action_keys
from twingkit_widgets.imperium.play.turn.map_view import map_html
from twingkit_widgets.imperium.play.turn.news import DEALS, RESULTS, SETUP, TURN_BEGINNINGS, is_turn_beginning
from twingkit_widgets.imperium.play.turn.settings import AI_LEVELS, DEFAULT_LEVEL, ImperiumForm
from twingkit_widgets.imperium.play.words import WORDS, ImperiumFault
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.table.play.chance.throw import Throw
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.open_panels import plain_throw, throw_row, throw_title
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import SeatedSettings
from twingkit_widgets.table.play.story import StoryFormat
from twingkit_widgets.table.play.words import singular_key


class ImperiumTelling(StoryFormat):
    """The way in which the rulings of a game become its story: a card or an ability that is the action of a
    turn begins it, too, and a deal before an action is a part of its turn."""

    def begins(self, ruling: Ruling) -> bool:
        """Return whether a ruling begins a turn."""
        return is_turn_beginning(ruling)

    def precedes(self, ruling: Ruling) -> bool:
        """Return whether a ruling right before the beginning of a turn belongs to that turn."""
        return (ruling.rule, ruling.case) in DEALS


TELLING = ImperiumTelling(heads=TURN_BEGINNINGS, weighty=RESULTS, setup=SETUP, number="")
"""The way in which the rulings of a game become its story, turn by turn."""


class GalaxyPlay(ImperiumPlay["ImperiumSettings"]):
    """A whole game for three to six players, or the learner's short game."""

    words = WORDS
    fault = ImperiumFault
    ai_levels = AI_LEVELS
    default_level = DEFAULT_LEVEL
    adviser = AI_LEVELS[0]
    form = ImperiumForm["ImperiumSettings"]()
    position = GameStart
    telling = TELLING
    beside_picture = True
    unfolds_news = True
    passing = ("use", "play")
    passes = (PASS, "stay", "refuse", ABSTAIN)
    linked = ("players", "faction", "opponents", "seed", "variant", "game", "seat")
    helps = ("turn", "plan", "map", "rules")
    seat_tags = SEATS
    setup = "imperium"

    def turn(self, game: Game) -> int:
        """The number of the turn."""
        return int(game.table.round) * 100 + int(game.table.turns)

    def out(self, game: Game, seat: int) -> bool:
        """True once a player is eliminated."""
        return bool(game.table.players[seat].eliminated)

    def declines(self, answer: str) -> bool:
        """True for an answer that does nothing, whatever the question (`settle none`, `buy 0`)."""
        return super().declines(answer) or answer.rpartition(" ")[2] in (NONE, "no", "0")

    def answer_key(self, answer: str, player_view: PlayerView) -> str:
        """The key of an answer that does something; the actions of a turn keep theirs."""
        asked = player_view.asked
        own = action_keys(asked).get(answer) if isinstance(asked, TurnChoice) else None
        return own or super().answer_key(answer, player_view)

    def throws(self, game: Game, seat: int) -> list[Throw]:
        """The last throws; all dice are open."""
        return last_throws(game)

    def throw_html(self, throw: Throw, player_view: PlayerView) -> Markup | None:
        """The results that could have come in the place of a throw."""
        return throw_html(throw, player_view)

    # -- views

    def headline(self, player_view: PlayerView) -> Headline:
        """Return the headline of the page."""
        return headline(player_view)

    def goal(self, player_view: PlayerView) -> Markup | None:
        """The points of all, and how many win."""
        return score_line(player_view)

    def battle(self, player_view: PlayerView) -> Markup | None:
        """The map, and the system that is chosen on it."""
        return map_html(player_view)

    def hand(self, player_view: PlayerView) -> Markup | None:
        """The objectives with their progress, and the person's cards."""
        return hand_html(player_view)

    def table(self, player_view: PlayerView) -> Markup | None:
        """Every seat's sheet, and everything open."""
        view: View = player_view.view
        parts = [
            el("h3", player_view.say("table.title")),
            seats_html(view),
            open_cards(view),
        ]
        return el("section", parts, cls="tk-play-table", data_key="table")

    def summary(self, player_view: PlayerView) -> Markup | None:
        """The points of all and the way in which the game ended."""
        result = player_view.match.game.result
        text = el("p", player_view.say(f"over.{result.by}", n=result.rounds))
        return el("div", text, points_line(player_view.view), cls="tk-stack tk-tight")

    # -- how a question is answered

    def harm(self, asked: Question, answer: str, player_view: PlayerView) -> str:
        """The harm of a token that would be spent for nothing."""
        return wasted_token_warning(asked, answer, player_view)


class ImperiumSettings(SeatedSettings):
    """The settings of a whole game."""

    plays = GalaxyPlay()
    starts = (GameStart,)


HIT, MISS = 10, 1
"""The faces that hit for sure, and that miss for sure."""


def last_throws(game: Game) -> list[Throw]:
    """The last throw of each seat in the last series of dice; all dice are open."""
    throws: dict[int, Throw] = {}
    for index in range(len(game) - 1, -1, -1):
        (entry,) = game.entries(index, index + 1)
        if isinstance(entry.question, BattleDice | Die):
            throws.setdefault(entry.player, Throw(index, entry.player, entry.answer))
        elif throws:
            break
    return sorted(throws.values(), key=lambda throw: throw.index)


def throw_html(throw: Throw, player_view: PlayerView) -> Markup | None:
    """A throw with the numbers of hits that could have come, what came marked; a lone die with its faces."""
    asked = player_view.match.game.transcript[throw.index].question
    if not isinstance(asked, BattleDice):
        return plain_throw(throw, player_view)
    inner = asked.asked
    assert isinstance(inner, Volleys)
    came = inner.parse_answer(throw.face).hits
    buttons: list[Markup] = []
    seen: set[int] = set()
    for count in range(inner.volley.count + 1):
        thrown = inner.volley.result_of([HIT] * count + [MISS] * (inner.volley.count - count))
        if thrown.hits in seen:
            continue
        seen.add(thrown.hits)
        label = WORDS.say(singular_key("dice.hits", thrown.hits), n=thrown.hits)
        text = throw.face if thrown.hits == came else inner.format_answer(thrown)
        pressed = "true" if thrown.hits == came else "false"
        value = f"{throw.index}:{text}"
        buttons.append(button(label, "face", value, key=f"face:{throw.index}:{count}", aria_pressed=pressed))
    return throw_row(throw_title(throw, player_view), buttons)
