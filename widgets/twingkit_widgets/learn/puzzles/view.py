"""A puzzle as HTML: the task above the answers; afterwards the value of each answer, and further links."""

from __future__ import annotations

from collections import Counter

from twingkit.core.rulebook import Rulebook
from twingkit.core.words import format_number, format_percent
from twingkit.learn.puzzles.puzzle import HARDNESS, Puzzle, puzzles, theme_title
from twingkit_widgets.learn.puzzles.puzzle_item import puzzle_reason
from twingkit_widgets.learn.puzzles.task import PuzzlePageState
from twingkit_widgets.panel.address.addresses import page_href, page_name_of
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.keys import ANSWER_PLACEHOLDER, GO_ON, UNDO
from twingkit_widgets.panel.markup import Child, Markup, button, el, link_button
from twingkit_widgets.read.rulebook.rule_view import with_rule_buttons
from twingkit_widgets.read.rulebook.rulings import printed_rules_apply_note_html


def task_and_links_html(task: PuzzlePageState) -> Markup:
    """Return the introduction to the puzzle and the links to other puzzles, shown above the answer
    buttons.
    """
    lead, others = puzzle_introduction_html(task), other_puzzles_html(task)
    return el("div", lead, others, cls="tk-puzzle-question", data_key="puzzle:asked")


def puzzle_introduction_html(task: PuzzlePageState) -> Markup:
    """Render the introduction to a puzzle: its hardness, and the task of finding the one clearly best answer.

    The theme comes with the result, since it often says which answer is best.
    """
    puzzle, say = task.puzzle, task.say
    head = say("asked.title", level=say(f"hardness.{puzzle.hardness}"))
    text = el("p", say(f"asked.text{_text_key_suffix(puzzle)}"))
    otherwise = printed_rules_apply_note_html(say("asked.by_the_box"), task.entry.id, puzzle.rules)
    return el("section", el("p", head, cls="tk-label"), text, otherwise, cls="tk-puzzle", aria_label=head)


def _text_key_suffix(puzzle: Puzzle) -> str:
    """Return "_goal" if the puzzle has a goal, "_exact" if it was rated exactly, otherwise ""."""
    return "_goal" if puzzle.goal else "_exact" if puzzle.is_exact else ""


def other_puzzles_html(task: PuzzlePageState) -> Markup:
    """Return links to other puzzles, and the error message for unreadable browser data."""
    return el("div", _filters(task), _themes(task), damaged_data_html(task), cls="tk-puzzle-others")


def damaged_data_html(task: PuzzlePageState) -> Markup | None:
    """Return the error message for unreadable browser data, with a button to start over; None if the data can
    be read.
    """
    if task.fault is None:
        return None
    text = task.say("fault.kept", why=task.fault.text())
    anew = button(task.say("fault.anew"), "puzzle_anew", key="puzzle:anew")
    return el("div", el("p", text), anew, cls="tk-note tk-stack tk-tight")


def puzzle_result_html(task: PuzzlePageState, book: Rulebook, *, has_play_on_button: bool) -> Markup:
    """Return the verdict on the answer, the value of each answer, the rules that matter in the position, and
    further links. With `has_play_on_button`, add a button to play on from the position.
    """
    puzzle, say = task.puzzle, task.say
    title = say("result.right" if task.is_right else "result.wrong")
    why = puzzle_reason(task.entry.id, puzzle)
    rules: list[Child] = [
        el("li", book[rule].title(), " ", rule_badge(rule, "rule", key=f"puzzle:{rule}"))
        for rule in puzzle.rules
        if rule in book
    ]
    worths = [_worth(task, row) for row in range(len(puzzle.answers))]
    return el(
        "div",
        el("h2", title, tabindex="-1", data_focus=True, data_arrives="result", data_top=True),
        el("p", say("result.theme", theme=theme_title(task.entry.id, puzzle.kind)), cls="tk-label"),
        el("p", _verdict(task)),
        el("p", with_rule_buttons(why, book, "puzzle:why", "rule")) if why else None,
        el("ul", worths, cls="tk-puzzle-worths"),
        el(
            "p",
            with_rule_buttons(task.rating_method_text(), book, "puzzle:how", "rule"),
            cls="tk-small tk-soft",
        ),
        [el("h3", say("result.rules"), cls="tk-label"), el("ul", rules, cls="tk-list")] if rules else None,
        _ways_on(task, has_play_on_button),
        el("p", _tally(task), cls="tk-small"),
        damaged_data_html(task),
        cls="tk-puzzle-screen",
        data_key="puzzle:result",
    )


def _verdict(task: PuzzlePageState) -> str:
    """Return a sentence with the best answer and the value lost by the person's answer or, if that was right,
    by the second best.
    """
    puzzle = task.puzzle
    other = puzzle.answers[1].answer if task.is_right else task.given_answer
    facts = {
        "best": task.answer_label(puzzle.best),
        "other": task.answer_label(other),
        "points": _lost(task, other),
    }
    return task.say("result.best_given" if task.is_right else "result.other_given", **facts)


def _lost(task: PuzzlePageState, given: str) -> str:
    best, *others = task.puzzle.answers
    row = next((answer for answer in others if answer.answer == given), others[-1])
    return format_number(100 * (best.value - row.value))


def _worth(task: PuzzlePageState, row: int) -> Markup:
    answer = task.puzzle.answers[row]
    given = answer.answer == task.given_answer
    label: list[Child] = [task.answer_label(answer.answer)]
    if given:
        label += [" ", el("small", task.say("result.yours"))]
    if row:
        label += [" ", el("small", task.say("result.lost", points=_lost(task, answer.answer)), cls="tk-soft")]
    win = format_percent(answer.value)
    share = f"--tk-win: {answer.value * 100:.0f}%"
    bar = el("span", cls="tk-puzzle-bar", style=share, aria_hidden="true")
    worth = task.say(
        f"result.win{_text_key_suffix(task.puzzle)}", win=win, error=format_percent(answer.error)
    )
    inside = [el("span", label), el("span", worth), bar]
    return el("li", inside, cls="tk-puzzle-worth", data_given=given or None)


def _ways_on(task: PuzzlePageState, play_on: bool) -> Markup:
    page = page_name_of(task.entry.id, "puzzles")
    again = button(task.say("way.again"), "puzzle_again", key="puzzle:again", shortcut=UNDO)
    further = (
        button(task.say("way.play_on"), "puzzle_play_on", key="puzzle:play_on", shortcut=ANSWER_PLACEHOLDER)
        if play_on
        else None
    )
    following = task.next_untried_puzzle()
    to_next: Child = el("span", task.say("way.none"), cls="tk-small")
    if following is not None and page is not None:
        href = page_href(page, puzzle=following.id, **task.filters)
        to_next = link_button(task.say("way.next"), href, key="puzzle:next", shortcut=GO_ON, main=True)
    return el("div", to_next, again, further, cls="tk-row", data_controls=True)


def _tally(task: PuzzlePageState) -> str:
    tried, game = task.tried_puzzles.results(task.entry.id), task.entry.id
    return task.say(
        "result.tally",
        right=sum(tried.values()),
        n=len(tried),
        streak=task.tried_puzzles.streak(game),
        days=task.tried_puzzles.tried_days_in_row(game, task.day),
    )


def _filters(task: PuzzlePageState) -> Markup | None:
    page = page_name_of(task.entry.id, "puzzles")
    if page is None:
        return None
    there = {puzzle.hardness for puzzle in puzzles(task.entry.id)}
    chosen = task.filters.get("hardness", "")
    links: list[Child] = [el("span", task.say("asked.levels"))]
    for level in ("", *(name for name in HARDNESS if name in there)):
        label = task.say(f"hardness.{level or 'any'}")
        if level == chosen:
            links.append(el("b", label, aria_current="true"))
        else:
            wanted = {"hardness": level} if level else {}
            links.append(el("a", label, href=page_href(page, **wanted)))
    wanted = {"puzzle": chosen} if chosen else {}
    sheet = page_href(page, **wanted, show="print")
    links.append(el("a", task.say("asked.print"), href=sheet))
    return el("p", links, cls="tk-puzzle-filters")


def _themes(task: PuzzlePageState) -> Markup | None:
    page, game = page_name_of(task.entry.id, "puzzles"), task.entry.id
    counts = Counter(puzzle.kind for puzzle in puzzles(game))
    if page is None or len(counts) < 2:
        return None
    chosen = task.filters.get("theme", "")
    links = [
        _theme(page_href(page, theme=theme), theme_title(game, theme), count, theme == chosen)
        for theme, count in sorted(counts.items(), key=lambda row: theme_title(game, row[0]))
    ]
    today = el("li", el("a", task.say("asked.today"), href=page_href(page)))
    return el(
        "details",
        el("summary", task.say("asked.themes", n=len(puzzles(game))), data_key="puzzle:themes:title"),
        el("ul", [today, *links], cls="tk-puzzle-themes"),
        cls="tk-small",
        data_key="puzzle:themes",
        open=bool(chosen) or None,
    )


def _theme(href: str, title: str, count: int, chosen: bool) -> Markup:
    name: Child = el("b", title, aria_current="true") if chosen else el("a", title, href=href)
    return el("li", name, el("span", count, cls="tk-soft tk-number"))
