"""The teacher as HTML: the first screen, explanations above the answers, a question."""

from __future__ import annotations

from twingkit.core.language import language
from twingkit.core.questions import Refusal
from twingkit.core.variants.house_rules import (
    address_variant_line,
    house_sentences_against_variant,
    restored_box_rule_sentences,
)
from twingkit.learn.first_game.briefing import RuleToExplain, rule_title_and_text
from twingkit.learn.first_game.first_game import SCREEN_PARTS
from twingkit_widgets.learn.first_game.teacher_state import TeacherState
from twingkit_widgets.panel.address.addresses import page_href, page_name_of, rule_href
from twingkit_widgets.panel.house_rules_words import house_rules_heading
from twingkit_widgets.panel.keys import GO_ON
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.read.rulebook.rulings import current_rules_list_html, variant_note_html
from twingkit_widgets.table.play.player_view import PlayerView

# -- the first screen


def first_screen_html(teacher: TeacherState, player_view: PlayerView) -> Markup:
    """Render the introduction before a first game: the table, the goal, a turn, the end of the game, and the
    learner's cards.
    """
    game = teacher.entry.title()
    head = [
        el(
            "h2",
            teacher.say("screen.title", game=game),
            tabindex="-1",
            data_focus=True,
            data_arrives="screen",
            data_top=True,
        ),
        el("p", teacher.say("screen.lead"), cls="tk-soft"),
    ]
    parts = [_part(teacher, player_view, name) for name in SCREEN_PARTS]
    key = "screen.go_on" if player_view.match.can_undo else "screen.start"
    start = button(
        teacher.say(key), "first_start", cls="tk-button tk-main", key="first:start", shortcut=GO_ON
    )
    return el(
        "div",
        damaged_data_html(teacher),
        head,
        _counts(teacher, player_view),
        el("div", parts, cls="tk-taught-parts"),
        _differences(teacher, player_view),
        el("div", start, cls="tk-taught-start", data_controls=True, data_foot=True),
        player_view.play_design.contest_html(player_view),
        player_view.play_design.hand_html(player_view),
        player_view.play_design.table_html(player_view),
        cls="tk-taught-screen",
        data_key="first:screen",
    )


def _part(teacher: TeacherState, player_view: PlayerView, name: str) -> Markup | None:
    """Return a section of the first screen, such as "aim", with the game's own text or a default text."""
    part = teacher.settings.first_screen.get(name)
    if part is None and name == "aim":
        return el("section", player_view.play_design.goal_html(player_view), cls="tk-taught-part")
    title = part.titles[language()] if part else teacher.say(f"screen.plain.{name}.title")
    text = part.texts[language()] if part else teacher.say(f"screen.plain.{name}.text")
    marked = player_view.term_marker.mark_new_terms(text)
    return el("section", el("h2", title, cls="tk-label"), el("p", marked), cls="tk-taught-part")


def _differences(teacher: TeacherState, player_view: PlayerView, rule: str = "") -> list[Markup | None]:
    """Return notes on special rules and house rules that apply in later games; with `rule`, only house rules
    that change that rule.
    """
    variant = getattr(player_view.match.game.start, "variant", None)
    if variant is None:
        return []
    later = () if rule else restored_box_rule_sentences(variant, teacher.entry.id)
    made = house_sentences_against_variant(variant, teacher.entry.id, rule)
    named = variant_note_html(variant) if address_variant_line(teacher.entry.id) and not rule else None
    notes = ((teacher.say("screen.later"), later), (house_rules_heading(teacher.entry.id), made))
    return [named, *(current_rules_list_html(lead, sentences) for lead, sentences in notes if sentences)]


def _counts(teacher: TeacherState, player_view: PlayerView) -> Markup | None:
    counts = sorted(teacher.settings.deals)
    page = page_name_of(teacher.entry.id, "first")
    if len(counts) < 2 or page is None or player_view.match.can_undo:
        return None
    taught, seed = teacher.settings.deals.get(teacher.player_count), player_view.match.settings.seed
    other_cards = {} if taught and taught.seed == seed else {"seed": str(seed)}
    links: list[Child] = [el("span", teacher.say("screen.players"))]
    for count in counts:
        label = teacher.say("screen.count", n=count)
        if count == teacher.player_count:
            links.append(el("b", count, aria_current="true", aria_label=label))
        else:
            href = page_href(page, players=str(count), **other_cards)
            links.append(el("a", count, href=href, aria_label=label))
    return el("p", links, cls="tk-taught-counts")


def damaged_data_html(teacher: TeacherState) -> Markup | None:
    """Return the error message for unreadable browser data, with a button to start anew; None if all data can
    be read.
    """
    if not teacher.fault_by_memory:
        return None
    fault = next(iter(teacher.fault_by_memory.values()))
    text = fault.text() if hasattr(fault, "text") else f"{fault}."
    anew = button(teacher.say("fault.anew"), "first_anew", key="first:anew")
    return el("div", el("p", teacher.say("fault.kept", why=text)), anew, cls="tk-note tk-stack tk-tight")


# -- explanations


def explanations_html(teacher: TeacherState, player_view: PlayerView) -> Markup | None:
    """Render the explanations of the rules that matter at the pending question; None if there are none."""
    # Why a button is disabled, or what an earlier ruling meant, interests the learner less than the question.
    remarks = sorted(teacher.rules_explained_now(), key=_can_wait)
    is_later = teacher.briefing.is_unprompted or all(map(_can_wait, remarks))
    news = [line.sentences for line in player_view.headline.news_lines if not line.is_minor]
    is_long = sum(len(told.text()) for line in news for told in line) > 400  # the answers stay in sight
    rows = [
        _explained_rule(teacher, player_view, remark, folds=bool(index) or is_later or is_long)
        for index, remark in enumerate(remarks)
    ]
    damaged = damaged_data_html(teacher)
    if not rows and damaged is None:
        return None
    title = teacher.say("told.later" if is_later else "told.new")
    inside = (
        [el("h3", title, cls="tk-label"), el("ul", rows, cls="tk-list", data_roving=True)] if rows else []
    )
    return el("section", damaged, inside, cls="tk-taught", aria_label=title, data_key="first:told")


def _can_wait(remark: RuleToExplain) -> bool:
    return remark.is_refusal or remark.has_waited


def _explained_rule(
    teacher: TeacherState, player_view: PlayerView, remark: RuleToExplain, folds: bool
) -> Markup:
    """Return a rule and why it matters now; if it `folds`, a phone shows only its title at first."""
    title, text = rule_title_and_text(teacher.settings, player_view.book[remark.rule])
    event: Child = (
        player_view.match.phrase_for_person(remark.reason).text() if remark.reason is not None else None
    )
    if isinstance(remark.statement, Refusal):
        why_not = player_view.match.phrase_for_person(remark.statement).text()
        event = teacher.say("told.refused", label=teacher.label_by_rule.get(remark.rule, title), why=why_not)
    elif remark.statement is not None and remark.has_waited:
        event = teacher.say("told.earlier", happened=remark.statement.text())
    place = f"first:why:{remark.rule}"
    why = player_view.rule_opener(remark.rule, place, teacher.say("told.why"))
    ways: list[Child] = [why]
    if not remark.is_about_options:  # a single word or symbol is read at a glance
        label = teacher.say("told.show_label", title=title)
        ways += [
            " · ",
            el(
                "a",
                teacher.say("told.show"),
                href=rule_href(remark.rule, **teacher.back_query),
                aria_label=label,
            ),
        ]
    opens = el("span", ways, cls="tk-taught-ways")
    heading = el("summary", el("b", title)) if folds else None
    marked = player_view.term_marker.mark_new_terms(text)
    inside = [
        heading,
        el("p", event, cls="tk-taught-event") if event else None,
        el("p", None if folds else [el("b", title, "."), " "], marked, " ", opens),
        player_view.opened_rule_html(place, with_reason=False),
        _differences(teacher, player_view, remark.rule),
    ]
    folded = el("details", inside, data_fold=True, open=True, data_key=f"{place}:fold") if folds else inside
    return el("li", folded, data_key=f"first:{remark.rule}")


# -- a question


def practice_question_html(teacher: TeacherState, player_view: PlayerView) -> Markup:
    """Return the open practice question, and the button to go on."""
    questions = teacher.questions
    question = questions.open_question
    assert question is not None
    if questions.missed_rule:
        title = player_view.book[questions.missed_rule].title()
        head = [
            el("p", teacher.say("back.title"), cls="tk-label"),
            el("p", teacher.say("back.text", title=title)),
        ]
        go = teacher.say("screen.go_on")
    else:
        number = len(questions.answer_results) + (question.option_index is None)
        head = [el("p", teacher.say("end.which", n=number, all=questions.question_count), cls="tk-label")]
        last = number >= questions.question_count
        go = teacher.say("screen.go_on" if last else "end.next")
    on = button(go, "first_next", cls="tk-button tk-main", key="first:next", shortcut=GO_ON)
    after = (
        el("div", on, cls="tk-row") if question.option_index is not None or questions.missed_rule else None
    )
    shown = question.html(has_site_links=True, part_below=after)
    return el("div", head, shown, cls="tk-taught-screen", data_key="first:question")
