"""The play page as HTML: goal, question, contest, choices, hand, story and table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape
from itertools import groupby

from twingkit.core.rulebook import READER_KEY
from twingkit.core.running.running_script import player_count
from twingkit.core.variants.house_rules import address_variant_line, includes_all_house_rules
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.read.rulebook.rulings import all_house_rules_html, variant_note_html
from twingkit_widgets.table.play.all_seats import past_steps_html
from twingkit_widgets.table.play.bar import bottom_bar_html
from twingkit_widgets.table.play.beside.companion import PlayPageCompanion
from twingkit_widgets.table.play.choices import ChoicesView, jump_link
from twingkit_widgets.table.play.headline import NewsLine, full_sentence_text
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.story import StoryView
from twingkit_widgets.table.play.words import chance_text_key, key_for_count

_BUTTON_NOTE = re.compile(r"<small>(.*?)</small>")

_LONG_ROUND, _RECENT_LINES = 5, 2
"""The number of news lines above which a question folds those between the first one of another player's turn
and the last ones, and the number of the last ones.
"""

_LONG_NEWS = 3
"""The number of sentences from which on the ids of their rules are shortened and minor news are folded."""


def play_html(player_view: PlayerView, companion: PlayPageCompanion | None = None) -> Markup:
    """Return the HTML of the play page, or the screen that a companion shows instead."""
    rules, over = player_view.play_design, player_view.match.game.over
    screen = companion.screen_html(player_view) if companion else None
    if screen is not None:
        return el("section", screen, cls="tk-play", aria_label=rules.page_title())
    question = player_view.question
    choices = (
        ChoicesView(question, player_view, companion)
        if question is not None and player_view.can_choose
        else None
    )
    now, beside = _headline(player_view, companion.why_opponents_held_back() if companion else {}), None
    if companion and not player_view.ui_state.is_composing_offer:
        beside = companion.question_aside_html(player_view)
    # With an explanation there is no room for the contest between question and answers.
    taught = beside is not None and question is not None and question.kind in rules.skippable_questions
    above = taught or (question is not None and rules.shows_controls_above_contest(question, player_view))
    possible = choices.allowed_html() if choices else None
    words = _button_words(possible, player_view) if possible is not None and companion else None
    # Once the game is running, the question and its answers come first.
    composes = above and question is not None and question.kind in rules.composed_questions
    in_force, begun = _rules(player_view, taught=companion is not None), bool(player_view.match.can_undo)
    first = [
        None if over else rules.goal_html(player_view),
        now,
        None if begun else in_force,
        possible if composes else None,
        beside,
        possible if above and not composes else None,
        words if above else None,
    ]
    is_beside = rules.shows_controls_beside(player_view) and possible is not None and not above
    held, forbidden = rules.hand_html(player_view), choices.leave_and_forbidden_html() if choices else None
    rest = [
        None if above else possible,
        None if above else words,
        *((forbidden, held) if is_beside else (held, forbidden)),
        in_force if begun else None,
    ]
    picture, table = rules.contest_html(player_view), rules.table_html(player_view)
    if is_beside:
        first.append(jump_link(player_view.say("now.to_answers"), _acts_id(player_view)))
        acts = el("div", rest, id=_acts_id(player_view), tabindex="-1", cls="tk-play-aside")
        columns = [_stage(*first, picture), el("div", acts, table, cls="tk-play-side")]
    else:
        columns = [_stage(*first, picture, *rest), table]
    grid = el("div", columns, _story(player_view), cls="tk-play-grid")
    style = "tk-play tk-play-taught" if companion else "tk-play"
    return el("section", grid, bottom_bar_html(player_view), cls=style, aria_label=rules.page_title())


def _stage(*parts: Child) -> Markup:
    return el("div", parts, cls="tk-play-stage")


def _button_words(choices: Markup, player_view: PlayerView) -> Markup | None:
    """Return explanations of glossary words in notes on buttons, where a word cannot be tapped; None if all
    are explained elsewhere.
    """
    notes = unescape(" ".join(_BUTTON_NOTE.findall(choices)))
    words = player_view.term_marker.new_term_buttons(notes)
    if not words:
        return None
    listed = [[" · " if number else " ", word] for number, word in enumerate(words)]
    return el("p", player_view.say("now.button_words"), listed, cls="tk-small tk-soft", data_roving=True)


def _acts_id(player_view: PlayerView) -> str:
    return f"{player_view.ui_state.id_prefix}-acts"


def _headline(player_view: PlayerView, remarks: Mapping[str, str]) -> Markup:
    """Return the headline, its explanation, and the news since the last answer, with `remarks` on them."""
    headline, over = player_view.headline, player_view.match.game.over
    why = player_view.rule_opener(headline.rule, "now:rule") if headline.rule else None
    # Words and rules are one tab stop, as cards are: arrows lead from one to the next.
    marked = player_view.term_marker.mark_new_terms(headline.explanation)
    text = el("p", marked, " ", why, data_roving=True) if headline.explanation or why else None
    what_if = None
    if player_view.match.real_game_state is not None:
        back = button(player_view.say("now.return"), "really", key="really")
        tried = player_view.say("now.tried_answer" if player_view.match.tries_other_answer else "now.tried")
        what_if = el("div", el("p", tried), back, cls="tk-note tk-stack tk-tight")
    return el(
        "div",
        what_if,
        _contest(player_view) if headline.contest_text else None,
        el(
            "h2",
            headline.title,
            tabindex="-1",
            data_focus=True,
            data_top=True,
            data_arrives=player_view.ui_state.answer_count,
        ),
        text if over else None,
        _warning(player_view) if headline.warning else None,
        _page_message_html(player_view) if player_view.ui_state.page_message else None,
        _news_html(player_view, remarks),
        None if over else text,
        player_view.opened_rule_html("now:rule"),
        player_view.opened_rule_html(""),
        player_view.play_design.statistics_html(player_view) if over else None,
        cls="tk-play-now",
        data_asked=player_view.question is not None,
        data_key="now",
        data_bring=player_view.ui_state.answer_count,
    )


def _contest(player_view: PlayerView) -> Markup:
    """Return the state of the current contest as text, with a button for the rule that settles it."""
    headline, place = player_view.headline, "contest:rule"
    rule = player_view.rule_opener(headline.contest_rule, place) if headline.contest_rule else None
    return join(
        el("p", headline.contest_text, " ", rule, cls="tk-label"), player_view.opened_rule_html(place)
    )


def _warning(player_view: PlayerView) -> Markup:
    """Return the warning of the headline, such as a threat, with a button for its rule."""
    headline = player_view.headline
    rule = player_view.rule_opener(headline.warning_rule, "danger:rule")
    opened = player_view.opened_rule_html("danger:rule")
    return el("div", el("p", headline.warning, " ", rule), opened, cls="tk-note tk-small", data_key="danger")


def _rules(player_view: PlayerView, taught: bool) -> Markup | None:
    """Return a note on rules that differ from the box: house rules in full before the first answer, other
    variants by name.
    """
    start, begun = player_view.match.game.start, bool(player_view.match.can_undo)
    game, variant = start.name.partition(".")[0], getattr(start, "variant", None)
    if variant is None:
        return None
    ours = includes_all_house_rules(variant, game)
    asked = ours and bool(address_variant_line(game))
    if taught and not asked:
        return None
    if ours and not asked and not begun:
        return all_house_rules_html(game)
    return variant_note_html(variant)


def _page_message_html(player_view: PlayerView) -> Markup:
    """Return the message about the page, such as an undo; after an undo, with a button to keep or reroll the
    dice.
    """
    keeps = player_view.ui_state.keep_dice_choice
    if not keeps:
        return el("p", player_view.ui_state.page_message, cls="tk-note")
    other = "no" if keeps == "yes" else "yes"
    key = "tool.throw_anew" if keeps == "yes" else "tool.keep"
    label = player_view.say(chance_text_key(key, player_view.match.undid_only_cards))
    choice = button(label, "keep_dice", other, key="keep_dice")
    return el(
        "div",
        el("p", player_view.ui_state.page_message),
        choice,
        cls="tk-note tk-stack tk-tight",
        data_key="undone",
    )


def _news_html(player_view: PlayerView, remarks: Mapping[str, str]) -> Markup | None:
    """Return the news since the last answer in order, each with its remark from `remarks`, partly collapsed
    on phones; None if there are none.
    """
    lines, match = player_view.headline.news_lines, player_view.match
    names = match.play_design.message_names(match.game, match.seat)
    brief = sum(len(line.sentences) for line in lines) > _LONG_NEWS
    last_turn = [row for row, line in enumerate(lines) if line.turn_of == lines[-1].turn_of != ""]
    led = {*last_turn[:1], len(lines) - 1} if player_view.question is not None else set[int]()
    rows = [row for row, line in enumerate(lines) if row in led or not (line.is_minor and brief)]
    if len(rows) > _LONG_ROUND and player_view.question is not None:
        ends = (*rows[: names.get(lines[0].turn_of) != READER_KEY], *rows[-_RECENT_LINES:], *led)
        rows = [row for row in rows if row in ends or lines[row].is_important or lines[row].is_against_reader]
    has_headings = len({line.turn_of for line in lines} - {""}) > 1
    stretches = [(line.turn_of if has_headings else "", row in rows) for row, line in enumerate(lines)]
    parts, turn = list[Markup](), ""
    for (turn_of, in_sight), run in groupby(enumerate(lines), key=lambda numbered: stretches[numbered[0]]):
        told = [*run]
        items = [_news_item(row, line, brief, player_view, remarks) for row, line in told]
        heading, who, listed = "", "", el("ul", items, cls="tk-list")
        if turn_of not in ("", turn):
            turn, is_own = turn_of, names.get(turn_of) == READER_KEY
            who = "" if is_own else player_view.book.words.name(turn)
            own = "_own" if turn == lines[-1].turn_of else "_own_before"
            heading = capitalize_first(player_view.say(f"now.news_turn{own if is_own else ''}", who=who))
        if not in_sight:
            count = player_view.say(key_for_count("now.folded_news", len(items)), n=len(items))
            named = [el("b", heading), " · "] if heading else None  # whose turn it was, also when folded
            begins = _fold_text([line for _, line in told], player_view).removeprefix(
                f"{capitalize_first(who)} "
            )
            summary = el("summary", el("span", named, begins, cls="tk-play-begins"), el("span", named, count))
            key = f"news:{player_view.ui_state.answer_count}:{len(parts)}"  # the next question folds it again
            listed = el(
                "details", summary, listed, cls="tk-play-minor", data_fold=True, open=True, data_key=key
            )
        elif heading:
            parts.append(el("h3", heading, cls="tk-label"))
        parts.append(listed)
    return el("div", parts, cls="tk-play-digest", data_grows=True, data_roving=True) if parts else None


def _fold_text(lines: Sequence[NewsLine], player_view: PlayerView) -> str:
    """Return collapsed news lines as one line of text, in which a player who acts several times in a row is
    named once.
    """
    game, parts, last = player_view.match.game, list[str](), ""
    seats = {*map(game.start.seat, range(player_count(game))), *(line.turn_of for line in lines)}
    names = [f"{capitalize_first(player_view.book.words.format_fact(seat))} " for seat in seats - {""}]
    for text in (sentence.text() for line in lines for sentence in line.sentences):
        who = next(filter(text.startswith, names), "")
        parts.append(text.removeprefix(who if who == last else "").rstrip("."))
        last = who
    return " · ".join(parts)


def _news_item(
    row: int, line: NewsLine, brief: bool, player_view: PlayerView, remarks: Mapping[str, str]
) -> Markup:
    """Return line number `row` of the news; a `brief` one without the ids of its rules."""
    return el(
        "li",
        [el("b", player_view.say("now.against_you")), " "] if line.is_against_reader else None,
        [
            join(
                player_view.term_marker.mark_new_terms(sentence.text()),
                " ",
                player_view.rule_opener(sentence.rule, f"digest:{row}:{index}", "?" if brief else ""),
                " ",
                [
                    [remark, " "]
                    for action, remark in remarks.items()
                    if action in full_sentence_text(sentence)
                ],
            )
            for index, sentence in enumerate(line.sentences)
        ],
        [
            player_view.opened_rule_html(f"digest:{row}:{index}", with_reason=False)
            for index in range(len(line.sentences))
        ],
    )


def _story(player_view: PlayerView) -> Markup:
    opened = player_view.ui_state
    if player_view.match.plays_all_seats:
        return past_steps_html(player_view)
    return StoryView(
        player_view.visible_rulings,
        player_view.book,
        player_view.play_design.story_format,
        player_view.play_design.words,
        first_new_ruling=player_view.first_new_ruling,
        toggled_turns=opened.toggled_turns,
        open_rule=opened.open_rule,
        open_rule_place=opened.open_rule_place,
        shows_all_turns=opened.shows_all_turns,
    ).html()
