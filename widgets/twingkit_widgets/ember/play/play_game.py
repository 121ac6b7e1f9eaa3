"""Ember on the play page: the contents of the page, and the person's answers."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit import Game, Question
from twingkit.core.glossary import Glossary
from twingkit.ember.exact_odds.tie_odds import odds_in_tie, tie_worth
from twingkit.ember.notation.position import POSITION_PREFIX
from twingkit.ember.rules import events, uses
from twingkit.ember.rules.acts import Call
from twingkit.ember.rules.choices import DiscardOpponentCard, EmberChoice
from twingkit.ember.rules.harm import self_harm_kind
from twingkit.ember.rules.questions import DrawStepQuestion, LastRoundUse, WindowQuestion
from twingkit.ember.rules.table import SEATS
from twingkit.ember.starts import GameStart, PositionStart
from twingkit_widgets.ember.pictures.cards import card_html, card_name, hand_html
from twingkit_widgets.ember.pictures.table import creature_row_html, folded_pool_html, piles_html, seats_html
from twingkit_widgets.ember.play import choosing
from twingkit_widgets.ember.play.answers import answer_groups, answer_label
from twingkit_widgets.ember.play.headline import headline
from twingkit_widgets.ember.play.other_card import last_draws, other_card_button
from twingkit_widgets.ember.play.settings import AI_LEVELS, DEFAULT_LEVEL, NewEmberGameForm
from twingkit_widgets.ember.play.words import WORDS, EmberPlayFault
from twingkit_widgets.ember.words import chance_text, explained_words, say, seat_name
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.table.play.answer_buttons import AnswerGroup
from twingkit_widgets.table.play.chance.throw import ChanceResult
from twingkit_widgets.table.play.choices import jump_link
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import SeatedPlay, SeatedSettings
from twingkit_widgets.table.play.story import StoryTurnRules

STORY_FORMAT = StoryTurnRules(
    turn_starts={events.TurnBegins.key},
    important_rulings={events.Conjured.key, *events.Called.all_keys(), events.Won.key},
    setup_prefix="EM-SET",
)
"""Format of the story that the rulings of a game tell, turn by turn."""


class _EmberPlay(SeatedPlay["EmberSettings"]):
    words = WORDS
    fault_class = EmberPlayFault
    ai_levels = AI_LEVELS
    default_level = DEFAULT_LEVEL
    form = NewEmberGameForm["EmberSettings"]()
    start_class = PositionStart
    story_format = STORY_FORMAT
    skippable_questions = ("respond", "answer", "last")
    passing_answers = ("pass", "done", "stay")
    linked_settings = ("players", "length", "opponents", "seed", "variant", "game", "seat")
    numeric_settings = ("players", "length")
    help_text_keys = ("turn", "rules")
    seat_tags = SEATS
    setup_prefix = POSITION_PREFIX
    tries_results_together = False

    def turn_or_round_number(self, game: Game) -> int:
        """Return the number of the turn."""
        return int(game.table.turn)

    def changeable_results(self, game: Game, seat: int) -> list[ChanceResult]:
        """Return the person's last draw; other draws are hidden, and dealt cards cannot be changed."""
        return last_draws(game, seat)

    def throw_buttons_html(self, throw: ChanceResult, player_view: PlayerView) -> Markup | None:
        """Render a drawn card as a button; a press replaces the card with a different random one."""
        return other_card_button(throw, player_view)

    # -- the page

    def glossary_override(self) -> Glossary:
        """Return the glossary with the names of creatures."""
        return explained_words()

    def headline(self, player_view: PlayerView) -> Headline:
        """Return the headline of the play page: what has happened, and what the person is asked."""
        return headline(player_view)

    def goal_html(self, player_view: PlayerView) -> Markup | None:
        """Render everybody's Victory Points, the points needed for a call and, in steps and windows of a
        first game, the hand.
        """
        view = player_view.view
        scores = []
        for seat in view.seats:
            own = seat.seat == view.player
            score = player_view.say("now.score", who=seat_name(seat.name, own), n=seat.total)
            scores.append(el("span", score, cls="em-points" if own else ""))
        limit = el("b", player_view.say("now.limit", n=view.points_to_call))
        hand = el(
            "span", map(card_html, view.hand), cls="em-pay", role="group", aria_label=say("table.hand_label")
        )
        is_hand_here = _is_hand_above_contest(player_view) and not _offers_hand(player_view)
        line = el("p", limit, " ", scores, hand if is_hand_here else None, cls="em-score")
        return el(
            "div", line, cls="tk-play-goal", data_key="goal", data_asked=player_view.question is not None
        )

    def contest_html(self, player_view: PlayerView) -> Markup | None:
        """Render the person's hand and creatures, the top of the Charred Pile, and a link to the Pool."""
        view = player_view.view
        known = player_view.match.game.table.creatures
        label = say("table.hand_label")
        is_above = _is_hand_above_contest(player_view)
        hand = hand_html(view.hand, label, "hand") if view.hand and not is_above else None
        top_cards = ", ".join(map(card_name, view.pile[:-4:-1]))
        top = el("p", player_view.say("now.top", cards=top_cards)) if top_cards else None
        mine = creature_row_html(view.seats[view.player], known)
        tie = _tie_odds_html(player_view)
        pool = jump_link(player_view.say("now.to_pool"), _pool_id(player_view)) if view.pool else None
        below = el("div", mine, top, pool, cls="tk-row tk-small")
        return el("div", hand, below, tie, cls="em-status", data_key="status")

    def table_html(self, player_view: PlayerView) -> Markup | None:
        """Render every seat, both piles and the Pool."""
        view = player_view.view
        known = player_view.match.game.table.creatures
        parts = [el("h3", player_view.say("table.title")), seats_html(view, known)]
        discards = player_view.question is not None and player_view.question.kind == "discard"
        has_begun = player_view.match.pause_reason != "start"
        pool = folded_pool_html(view, known, is_discarding=discards, shows_hand=has_begun)
        parts += [piles_html(view), el("div", pool, id=_pool_id(player_view), tabindex="-1")]
        return el("section", parts, cls="tk-play-table", data_key="table")

    # -- answers

    def answer_groups(self, question: Question, player_view: PlayerView) -> list[AnswerGroup]:
        """Return the buttons for the answers to a question, in groups."""
        return answer_groups(question, player_view, choosing.ui_state_of(player_view).chosen_creature)

    def harm_warning(self, question: Question, answer: str, player_view: PlayerView) -> str:
        """Return a warning if an answer harms the person, otherwise ""."""
        case = self_harm_kind(question, question.parse_answer(answer))
        return player_view.say(f"harm.{case}") if case else ""

    def choice_controls(self, question: Question, player_view: PlayerView) -> Markup | None:
        """Render the cards or creatures from which an answer is chosen."""
        return choosing.choices_html(question, player_view)

    def shows_controls_above_contest(self, question: Question, player_view: PlayerView) -> bool:
        """Return True if the controls already show the person's hand or cards of another hand, and in steps
        and windows of a first game.
        """
        return _is_hand_above_contest(player_view) or isinstance(question, DiscardOpponentCard)

    def submit_controls_override(self, player_view: PlayerView) -> Markup | None:
        """Render the button that confirms the picked cards."""
        return choosing.confirm_button_html(player_view.question, player_view)

    def hint_text(self, question: Question, hint_answer: object, player_view: PlayerView) -> str:
        """Return the computer's answer in words."""
        if isinstance(hint_answer, Call):
            return player_view.say("answer.call", n=player_view.view.seats[player_view.match.seat].total)
        return answer_label(hint_answer, player_view.match.game.table.creatures)


def _pool_id(player_view: PlayerView) -> str:
    return f"{player_view.ui_state.id_prefix}-pool"


def _offers_hand(player_view: PlayerView) -> bool:
    """Return True if the controls offer every card of the person's hand to choose from."""
    question = player_view.question
    if choosing.choosing_title_and_text(player_view):
        return False
    if choosing.is_multi_card_choice(question):
        return not question.is_ordered
    if not isinstance(question, DrawStepQuestion | EmberChoice):
        return False
    offered = {card for answer in question.options() for card in answer.words_of_kind("card")}
    return set(player_view.view.hand) <= offered


def _is_hand_above_contest(player_view: PlayerView) -> bool:
    """Return True if the controls or, in steps and windows of a first game, the line of points already show
    the hand.
    """
    question = player_view.question
    is_step = question is not None and question.kind in ("draw", "conjure", *_EmberPlay.skippable_questions)
    return _offers_hand(player_view) or (is_step and player_view.is_first_game)


class EmberSettings(SeatedSettings):
    """The settings of a game of Ember."""

    own_play_game = _EmberPlay()
    start_classes = (GameStart, PositionStart)


def _tie_odds_html(player_view: PlayerView) -> Markup | None:
    """Render a folded section with the value of the person's hand in a tie and its chances; None unless the
    person can call now or is asked in the last round.

    The chances use only the person's hand and the Charred Pile.
    """
    question, view, table = player_view.question, player_view.view, player_view.match.game.table
    can_call = uses.is_call_offered(table, table.players[view.player])
    if not isinstance(question, WindowQuestion if can_call else LastRoundUse):
        return None
    mine, rows = view.seats[view.player].total, []
    for seat in view.seats:
        if seat.seat == view.player:
            continue
        odds = odds_in_tie(view.hand, seat.hand_count, seen=table.pile, variant=view.variant)
        chances = {"wins": odds.higher, "shares": odds.equal, "losses": odds.lower}
        texts = {name: chance_text(chance) for name, chance in chances.items()}
        who, count = seat_name(seat.name), seat.hand_count
        against = player_view.say("tie.against", who=who, n=count, points=seat.total, mine=mine, **texts)
        rows.append(el("li", against))
    summary = el("summary", player_view.say("tie.title"))
    how = el("p", player_view.say("tie.how"), " ", player_view.rule_opener("EM-CALL-5", "tie:rule"))
    equal = any(seat.total == mine for seat in view.seats if seat.seat != view.player)
    apart = None if equal else el("p", player_view.say("tie.apart"))
    counts = el(
        "p", player_view.say(f"tie.{table.variant.tie}", worth=_worth_text(view.hand, table.variant.tie))
    )
    rule = player_view.opened_rule_html("tie:rule")
    inside = el(
        "div", counts, apart, el("ul", rows, cls="tk-list"), how, rule, cls="tk-stack tk-tight tk-small"
    )
    return el("details", summary, inside, cls="em-tie", data_key=f"tie:{player_view.ui_state.answer_count}")


def _worth_text(hand: Sequence[str], tie: str) -> str:
    """Return what counts for a hand in a tie, as text: the sum of its cards or, if `tie` is "best", each
    card's value.
    """
    worths = sorted(map(tie_worth, hand), reverse=True)
    return ", ".join(map(str, worths)) if tie == "best" else str(sum(worths))
