"""A whole game of Twilight Imperium on the play page: views and answers."""

from __future__ import annotations

from twingkit import Game, Question, Ruling
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.starts import GameStart
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleDice
from twingkit.imperium.galaxy.tactical.movement import TenSidedRoll
from twingkit.imperium.galaxy.view import GameView
from twingkit_widgets.imperium.pictures.names import seat_name
from twingkit_widgets.imperium.pictures.seats import player_sheets_html
from twingkit_widgets.imperium.pictures.table import objectives_and_laws_html
from twingkit_widgets.imperium.play.answering import ImperiumAnswerControls
from twingkit_widgets.imperium.play.turn import news
from twingkit_widgets.imperium.play.turn.activations import wasted_token_warning
from twingkit_widgets.imperium.play.turn.fights import OWN_BATTLE_PAUSE
from twingkit_widgets.imperium.play.turn.hand import objectives_and_cards_html, points_line_html
from twingkit_widgets.imperium.play.turn.headline import headline
from twingkit_widgets.imperium.play.turn.map_view import map_html
from twingkit_widgets.imperium.play.turn.settings import AI_LEVELS, DEFAULT_LEVEL, NewImperiumGameForm
from twingkit_widgets.imperium.play.turn.shortcut_keys import action_shortcuts
from twingkit_widgets.imperium.play.words import WORDS, ImperiumPlayFault
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.table.play import open_panels
from twingkit_widgets.table.play.chance.throw import ChanceResult
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import SeatedSettings
from twingkit_widgets.table.play.story import StoryTurnRules
from twingkit_widgets.table.play.words import key_for_count


class _ImperiumStoryFormat(StoryTurnRules):
    """The story format: a card action starts a turn, a deal belongs to the turn that follows it."""

    def starts_turn(self, ruling: Ruling) -> bool:
        """Return whether a ruling starts a turn."""
        return news.starts_turn_or_phase(ruling)

    def belongs_to_next_turn(self, ruling: Ruling) -> bool:
        """Return whether a ruling right before the start of a turn belongs to that turn."""
        return ruling.key in news.DEAL_RULINGS


STORY_FORMAT = _ImperiumStoryFormat(
    turn_starts=news.TURN_BEGINNINGS,
    important_rulings=news.NEWS_FOR_ALL,
    setup_prefix=news.SETUP_RULE_PREFIX,
    turn_number_fact="",
)
"""The format of a game's story, turn by turn."""


HIT, MISS = 10, 1
"""A face that always hits, and a face that always misses."""


class _GalaxyPlay(ImperiumAnswerControls["WholeGameSettings"]):
    """The play page of a whole game for three to six players, or of the short game."""

    words = WORDS
    fault_class = ImperiumPlayFault
    ai_levels = AI_LEVELS
    default_level = DEFAULT_LEVEL
    form = NewImperiumGameForm["WholeGameSettings"]()
    start_class = GameStart
    story_format = STORY_FORMAT
    hint_seconds = 4.0
    skippable_questions = ("use", "play")
    composed_questions = ("pools", "give_up")
    passing_answers = (acts.Pass.word, "stay", acts.Refuse.word, acts.Abstain.word)
    linked_settings = ("players", "faction", "opponents", "seed", "variant", "game", "seat")
    help_text_keys = ("turn", "plan", "map", "rules")
    seat_tags = SEATS
    setup_prefix = "imperium"

    def turn_or_round_number(self, game: Game) -> int:
        """Return the number of the turn."""
        return int(game.table.round) * 100 + int(game.table.turns_this_phase)

    def is_out(self, game: Game, seat: int) -> bool:
        """Return whether a player is eliminated."""
        return bool(game.table.players[seat].is_eliminated)

    def is_passing_answer(self, answer: str) -> bool:
        """Return whether an answer does nothing, for any question (`settle none`, `buy 0`)."""
        return super().is_passing_answer(answer) or answer.rpartition(" ")[2] in (NO_TARGET_WORD, "no", "0")

    def ruling_pause_reason(self, game: Game, seat: int, first_new_ruling: int) -> str:
        """Return the reason to pause after a battle of the person's own has ended, so that its dice can be
        seen; "" for no pause.
        """
        if game.over:
            return ""
        sides: tuple[object, ...] = ()  # of the battle that goes on
        for index, (rule, case, facts) in enumerate(game.table.rulings or ()):
            if rule == news.BATTLE_BEGUN_RULE:
                sides = facts["side"], facts["enemy"]
            elif (rule, case) in news.BATTLE_ENDS:
                if index >= first_new_ruling and SEATS[seat] in sides:
                    return OWN_BATTLE_PAUSE
                sides = ()
        return ""

    def answer_shortcut(self, answer: str, player_view: PlayerView) -> str:
        """Return the shortcut key of an answer; cards and abilities have theirs in `action_shortcuts`."""
        question = player_view.question
        own = action_shortcuts(question).get(answer) if isinstance(question, TurnChoice) else None
        return own or super().answer_shortcut(answer, player_view)

    def changeable_results(self, game: Game, seat: int) -> list[ChanceResult]:
        """Return the last roll of each seat in the latest series of rolls, since all dice are public."""
        throws: dict[int, ChanceResult] = {}
        for index in range(len(game) - 1, -1, -1):
            (entry,) = game.entries(index, index + 1)
            if isinstance(entry.question, BattleDice | TenSidedRoll):
                throws.setdefault(entry.player, ChanceResult(index, entry.player, entry.answer))
            elif throws:
                break
        return sorted(throws.values(), key=lambda throw: throw.index)

    def throw_buttons_html(self, throw: ChanceResult, player_view: PlayerView) -> Markup | None:
        """Return buttons that replace a roll: its possible numbers of hits with the actual number marked, or
        the faces of a single die.
        """
        question = player_view.match.game.transcript[throw.index].question
        if not isinstance(question, BattleDice):
            return open_panels.possible_result_buttons_html(throw, player_view)
        inner = question.battle_question
        assert isinstance(inner, RollDice)
        came = inner.parse_answer(throw.face).hits
        buttons: list[Markup] = []
        seen: set[int] = set()
        for count in range(inner.volley.count + 1):
            thrown = inner.volley.result_of([HIT] * count + [MISS] * (inner.volley.count - count))
            if thrown.hits in seen:
                continue
            seen.add(thrown.hits)
            label = WORDS.say(key_for_count("dice.hits", thrown.hits), n=thrown.hits)
            text = throw.face if thrown.hits == came else inner.format_answer(thrown)
            pressed = "true" if thrown.hits == came else "false"
            value = f"{throw.index}:{text}"
            key, act = f"face:{throw.index}:{count}", open_panels.face_act(player_view)
            buttons.append(button(label, act, value, key=key, aria_pressed=pressed))
        return open_panels.result_row(open_panels.thrower_name(throw, player_view), buttons)

    # -- views

    def headline(self, player_view: PlayerView) -> Headline:
        """Return the headline of the page."""
        return headline(player_view)

    def goal_html(self, player_view: PlayerView) -> None:
        """Return nothing: the headline has the points of all players, and the points to win."""

    def contest_html(self, player_view: PlayerView) -> Markup | None:
        """Return the map, and the chosen system."""
        return map_html(player_view)

    def shows_controls_beside(self, player_view: PlayerView) -> bool:
        """Return True: the map needs much room."""
        return True

    def hand_html(self, player_view: PlayerView) -> Markup | None:
        """Return the objectives with their progress, and the person's cards."""
        return objectives_and_cards_html(player_view)

    def table_html(self, player_view: PlayerView) -> Markup | None:
        """Return every player's sheet, and the open cards."""
        view: GameView = player_view.view
        parts = [
            el("h3", player_view.say("table.title")),
            player_sheets_html(view, terms=player_view.term_marker),
            objectives_and_laws_html(view),
        ]
        return el("section", parts, cls="tk-play-table", data_key="table")

    def statistics_html(self, player_view: PlayerView) -> Markup | None:
        """Return the points of all players and the reason for the end of the game."""
        result, own = player_view.match.game.result, player_view.match.seat
        facts = {"n": result.rounds, "own": int(result.winner == own), "who": seat_name(result.winner, own)}
        text = el("p", player_view.say(f"over.{result.end_reason}", **facts))
        return el("div", text, points_line_html(player_view.view), cls="tk-stack tk-tight")

    # -- how a question is answered

    def harm_warning(self, question: Question, answer: str, player_view: PlayerView) -> str:
        """Return a warning if an answer would waste a command token."""
        return wasted_token_warning(question, answer, player_view)


class WholeGameSettings(SeatedSettings):
    """The settings of a whole game."""

    own_play_game = _GalaxyPlay()
    start_classes = (GameStart,)
