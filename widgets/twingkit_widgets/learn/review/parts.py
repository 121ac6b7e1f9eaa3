"""The parts of a review on its page: mistakes, the curve, its turning points, and luck."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import attrs

from twingkit.analyse import charts
from twingkit.analyse.charts.tables import FigureTable
from twingkit.core.games import game_by_id
from twingkit.core.language import language
from twingkit.core.links import pack_text
from twingkit.core.play import Game
from twingkit.core.variants.start_lines import VARIANT_KEY, lines_with_key
from twingkit.core.words import as_lang, format_number, format_percent
from twingkit.learn.first_game.first_game import LEARNER_SEAT
from twingkit.learn.reviews import sentences
from twingkit.learn.reviews.answers import answer_sentence, answer_sentences_of, seat_name
from twingkit.learn.reviews.curve import drawable_points, lasting_changes, winning_chance_curve
from twingkit.learn.reviews.reviewing import Review
from twingkit.learn.reviews.rows import RatedDecision, merge_repeats
from twingkit_widgets.lab.labs_of_game import lab_page_that_reads
from twingkit_widgets.lab.table_query import lab_query_of_position
from twingkit_widgets.learn.practice.pictures import pictures_of
from twingkit_widgets.learn.review.words import WORDS
from twingkit_widgets.panel.address.addresses import book_of, page_href, page_name_of
from twingkit_widgets.panel.address.query import BACK_PARAMETER
from twingkit_widgets.panel.chart import chart_html, panel_table_html
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.views import views_of


def record_up_to(review: Review, answer_count: int) -> str:
    """Return the record of the game with its first `answer_count` answers."""
    game = review.moments.game
    lines = game.record.splitlines()
    return "\n".join(lines[: len(lines) - (len(game) - answer_count)]) + "\n"


def play_on_href(review: Review, answer_count: int, player_number: int, key: str = "") -> str:
    """Return the URL at which `player_number` (from 1) can play on after the first `answer_count` answers,
    and which leads back to the entry `key` ("" for none); "" if the game has no page for that, or if unknown
    cards were dealt at random.
    """
    if review.moments.has_dealt_cards:
        return ""
    start = review.moments.game.start
    entry, _, kind = start.name.partition(".")
    query = {"game": pack_text(record_up_to(review, answer_count))}
    if kind in ("", "game"):  # a whole game
        is_learner = review.is_first_game and player_number == LEARNER_SEAT + 1
        page, query["seat"] = page_name_of(entry, "first" if is_learner else "play"), f"p{player_number}"
        if is_learner:
            query["players"] = str(review.seat_count)
    elif not (page := page_name_of(entry, "step")):  # a battle is opened in its lab
        battle, *others = start.setup_lines()
        table = "\n".join([battle, *lines_with_key(VARIANT_KEY, others)])
        page = lab_page_that_reads(entry, battle.removeprefix("battle ")) or page_name_of(entry, "lab")
        query = lab_query_of_position(table, entry)
    return page_href(page, **query, **{BACK_PARAMETER: f"review:{key}".rstrip(":")}) if page else ""


def _entry(*parts: Child, key: str, entry: str) -> Markup:
    """Return an entry of a list; the page opens at the one with the key `entry`."""
    is_first_seen = key == entry or None
    return el("li", *parts, data_key=key, data_top=is_first_seen, data_asked=is_first_seen)


def mistake_html(
    review: Review,
    row: RatedDecision,
    as_question: bool,
    guessed_answer: str | None,
    practised_rules: tuple[str, ...] | None = None,
    with_table: bool = True,
    entry: str = "",
) -> Markup:
    """Return a decision as a list item: a sentence about it or, if `as_question`, a question for the best
    answer. The table is included if `with_table`, otherwise a button that shows it.
    `practised_rules` are the rules added to practice because of this mistake (None: not requested).
    """
    game, reader, asked = review.moments.game, review.reader, review.decision_at(row.place).pending_question
    key = f"{_kind(row)}:{row.place}"
    href = play_on_href(review, row.place - 1, row.player, key)
    if as_question and guessed_answer is None:
        ask = "practice.ask_you" if reader == row.player - 1 else "practice.ask"
        seat = seat_name(game, row.player - 1)
        question = WORDS.say(
            ask, place=sentences.decision_moment_text(review, row.place), seat=seat, question=asked.text()
        )
        choices = [
            button(answer_sentence(game, asked, answer, reader), "guess", f"{row.place}:{number}")
            for number, answer in enumerate(sorted(row.answers))
        ]
        offered = el("div", choices, cls="tk-review-choices", data_controls=True)
        beside = el("a", WORDS.say("practice.play"), href=href) if href else None  # not an answer
        left = el("div", el("p", question), offered, el("p", beside, cls="tk-small"), cls="tk-review-asked")
        table = decision_position_html(review, row.place, with_table)
        return _entry(el("div", left, table, cls="tk-split"), key=key, entry=entry)
    verdict = None
    if as_question:
        judged = "practice.right" if guessed_answer == row.best else "practice.wrong"
        verdict = el("p", el("b", WORDS.say(judged)), tabindex="-1", data_focus=True)
    mark = f", {sentences.mark_word(review, row)}" if row.mark else ""
    mark = el("b", f"{sentences.decision_moment_text(review, row.place)}{mark}: ")
    statement = el(
        "p", mark, sentences.decision_sentence(review, row), tabindex="-1", data_focus=verdict is None or None
    )
    head = [WORDS.say(f"field.{column}") for column in ("answer", "win", "tries")]
    chances = {answer: format_percent(win) for answer, win in row.answers.items()}
    dropped = WORDS.say("mistakes.dropped")
    tries = [
        (answer_sentence(game, asked, answer, reader), chances.get(answer, dropped), str(count or "–"))
        for answer, count in review.tries(row).items()
    ]
    rest = el(
        "details",
        el("summary", WORDS.say("mistakes.others")),
        panel_table_html(head, tries),
        None if row.exact else el("p", WORDS.say("mistakes.untried"), cls="tk-small tk-soft"),
        data_key=f"others:{row.place}",
    )
    again = el("a", WORDS.say("mistakes.again"), href=href, cls="tk-button") if href else None
    practise = _add_to_practice_html(review, row, practised_rules) if row.mark else None
    is_beside = with_table or as_question or review.moments.has_dealt_cards
    look = None if is_beside else _look_button(row.place)
    buttons = el("div", again, practise, look, cls="tk-row", data_controls=True)
    told = el("div", verdict, statement, _reason_html(review, row), rest, buttons, cls="tk-review-asked")
    if is_beside:
        table = decision_position_html(review, row.place, with_table)
        told = el("div", told, table, cls="tk-split")
    return _entry(told, key=key, entry=entry)


def _kind(row: RatedDecision) -> str:
    return "mistake" if row.mark else "unclear" if row.is_unclear else "good"


def _reason_html(review: Review, row: RatedDecision) -> Markup | None:
    if _kind(row) == "good":
        return None
    said = [sentences.best_answer_reason(review, row)]
    if row.mark:
        how, *expected = sentences.estimate_sentences(review, row)
        said = [said[0] or how, *expected]
    return el("p", " ".join(said), cls="tk-small") if any(said) else None


def further_decisions_html(
    review: Review,
    rows: Sequence[RatedDecision],
    kind: str,
    shown: Collection[int] = (),
    entry: str = "",
) -> Markup | None:
    """Render a collapsed list of the decisions of a kind: `unclear`, of which it is not certain whether they
    are mistakes, the worst first, or `good`, in order; with the table for those in `shown`. None if there are
    none.
    """
    found = [row for row in rows if _kind(row) == kind]
    if not found:
        return None
    if kind == "unclear":
        found = sorted(merge_repeats(found), key=lambda row: -row.win_lost)
    items = [
        mistake_html(review, row, False, None, with_table=row.place in shown, entry=entry) for row in found
    ]
    return el(
        "details",
        el("summary", WORDS.say(f"{kind}.title", n=len(found))),
        el("p", WORDS.say(f"{kind}.why"), cls="tk-small tk-soft"),
        el("ol", items, cls="tk-review-list"),
        open=any(f"{kind}:{row.place}" == entry for row in found) or None,
        data_key=kind if review.reader in (None, found[0].player - 1) else f"{kind}_others",
    )


def decision_position_html(review: Review, decision_number: int, with_table: bool = True) -> Markup:
    """Return the table before decision number `decision_number`, as its player sees it, if `with_table`;
    otherwise a button that shows it. If unknown cards were dealt at random, return a message instead.
    """
    if review.moments.has_dealt_cards:
        key = f"position:{decision_number}"
        return el("p", WORDS.say("practice.no_table"), cls="tk-small tk-soft", data_key=key)
    if not with_table:
        return el("div", _look_button(decision_number), data_controls=True)
    decision = review.decision_at(decision_number)
    return _table_html(review, decision.game, decision.seat, WORDS.say("practice.table"), decision_number)


def _look_button(decision_number: int) -> Markup:
    return button(WORDS.say("practice.look"), "show_table", decision_number)


def _table_html(review: Review, game: Game, seat: int, title: str, place: int) -> Markup:
    key, table = f"position:{place}", views_of(game_id(review)).position(game, seat)
    head = el("h3", title, cls="tk-label")
    return el("section", head, table, cls="tk-review-table", data_key=key, data_bring=key)


def game_id(review: Review) -> str:
    """Return the id of the game of a review."""
    return review.moments.game.start.name.partition(".")[0]


def position_css(review: Review) -> str:
    """Return the CSS for the pictures of positions in a review."""
    return views_of(game_id(review)).css + pictures_of(game_id(review)).css


def _add_to_practice_html(
    review: Review, row: RatedDecision, practised_rules: tuple[str, ...] | None
) -> Markup | None:
    """Return the button that adds a mistake to practice or, once used, the added rules and a link; None
    without a practice page.
    """
    game = game_id(review)
    page = page_name_of(game, "practice")
    if page is None:
        return None
    key = f"practise:{row.place}"
    if practised_rules is None:
        return button(WORDS.say("asked_back.go"), "practise", str(row.place), key=key)
    if not practised_rules:
        return el("span", WORDS.say("asked_back.none"), tabindex="-1", data_key=key, cls="tk-small")
    book = book_of(game_by_id(game))
    names = ", ".join(book[rule].title() for rule in practised_rules)
    link = el("a", WORDS.say("asked_back.way"), href=page_href(page), data_key=key)
    return el("span", WORDS.say("asked_back.rules", rules=names), " ", link, cls="tk-small")


def curve_html(review: Review) -> Markup | None:
    """Return the chart of the winning chances during the game, as far as they are known, with the certain
    mistakes marked. None while no decision is rated.
    """
    points, rows = drawable_points(winning_chance_curve(review)), review.rows
    if not rows:
        return None
    title = el("h2", WORDS.say("curve.title"))
    if not points:
        return el("section", title, el("p", WORDS.say("curve.unknown")))
    game = review.moments.game
    names = [seat_name(game, seat, review.reader) for seat in range(review.seat_count)]
    names = [name[:1].upper() + name[1:] for name in names]
    mistakes = sorted((row for row in rows if row.mark), key=lambda row: row.player)
    marked = {row.place for row in merge_repeats(mistakes)}
    columns = ("place", "answer", "best", "win", "win_best", "mark")
    listed = tuple(
        {name: getattr(row, name) for name in columns} | {"player": names[row.player - 1]}
        for row in rows
        if not row.mark or row.place in marked
    )
    places = review.moments.curve_moments
    own = answer_sentences_of(game)
    turns = [own.turn_text(places[point.number].game) for point in points]
    moments = [own.moment_text(places[max(0, point.number - 1)].game, review.reader) for point in points]
    facts = {"curve": [attrs.asdict(point) for point in points], "players": names}
    facts |= {"turns": turns, "moments": moments} if any(turns) else {}
    table = FigureTable("review", ("player", *columns), listed, facts)
    events = [
        sentences.event_sentence(game, places[point.number], review.reader) if point.number else ""
        for point in points
    ]
    numbers = [
        [": ".join(filter(None, [moment, event])), *(format_percent(chance) for chance in point.chances)]
        for moment, event, point in zip(moments, events, points, strict=True)
    ]
    error = max(max(point.errors) for point in points)
    said = [WORDS.say("curve.error", error=format_number(100 * error, 0))] if error else []
    return el(
        "section",
        title,
        chart_html(
            charts.plotly_js_figure("review", table, lang=as_lang(language())),
            charts.figure_description(table, lang=as_lang(language()), kind="review"),
            panel_table_html([WORDS.say("curve.x"), *names], numbers),
            key="review-curve",
        ),
        el("p", " ".join([WORDS.say("curve.knows"), *said]), cls="tk-small tk-soft"),
    )


def turning_points_html(
    review: Review, shown_answer_counts: Collection[int] = (), entry: str = ""
) -> Markup | None:
    """Render a list of the events that certainly changed the chance to win, largest change first, with the
    table for those in `shown_answer_counts`. None if there are none.
    """
    items = []
    for change in lasting_changes(review):
        parts, count = [el("p", sentences.change_sentence(review, change))], change.answer_count_before
        key = f"turn:{count}"
        if count in shown_answer_counts:
            viewer = change.player if review.reader is None else review.reader + 1
            game = Game.replay(record_up_to(review, count))
            table = _table_html(review, game, viewer - 1, WORDS.say("turns.table"), count + 1)
            parts.append(table)
            if href := play_on_href(review, count, viewer, key):
                parts.append(el("p", el("a", WORDS.say("turns.play"), href=href), cls="tk-small"))
        elif not review.moments.has_dealt_cards:
            look = button(WORDS.say("turns.look"), "show_turning_point", count)
            parts.append(el("div", look, data_controls=True))
        items.append(_entry(parts, key=key, entry=entry))
    if not items:
        return None
    why = el("p", WORDS.say("turns.why"), cls="tk-small tk-soft")
    return el("section", el("h2", WORDS.say("turns.title")), why, el("ol", items, cls="tk-review-list"))


def luck_html(review: Review) -> Markup | None:
    """Render sentences on how lucky each player was in the reviewed game; None if this is not clear for any
    player.
    """
    items = [el("li", el("p", sentence)) for sentence in sentences.luck_sentences(review)]
    if not items:
        return None
    why = el("p", WORDS.say("luck.why"), cls="tk-small tk-soft")
    return el("section", el("h2", WORDS.say("luck.title")), why, el("ul", items, cls="tk-review-list"))
