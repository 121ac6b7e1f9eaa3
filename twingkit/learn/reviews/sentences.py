"""The sentences of a review, with the words of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion, Question
from twingkit.core.running.winners import team_seats, win_share
from twingkit.core.words import format_number, format_percent, format_signed
from twingkit.learn.first_game.consequence import first_ruling_after, sample_consistent_games
from twingkit.learn.reviews.answers import (
    answer_sentence,
    answer_sentences_of,
    chance_result_text,
    names_for_reader,
    reader_names_as_you,
    review_catalogue,
    seat_name,
)
from twingkit.learn.reviews.curve import (
    MIN_DECIDING_JUMP,
    WinChanceChange,
    is_clear,
    lasting_changes,
    result_breakdowns,
)
from twingkit.learn.reviews.moments import CHANCE_CAUSE, CurveMoment
from twingkit.learn.reviews.reviewing import MIN_TURNING_JUMP, Review
from twingkit.learn.reviews.rows import RatedDecision
from twingkit.players.lookahead.ratings import likely_interval


def say(key: str, **facts: object) -> str:
    """Return a review text in the current language by its key, with facts filled in."""
    return review_catalogue().say(key, **facts)


_MIN_WHOLE_PERCENT = 0.01
"""The difference below which a decimal is shown."""

MAX_RESULTS = 6
"""The largest number of chance results that are named for each player."""


def event_sentence(game: Game, moment: CurveMoment, reader: int | None = None) -> str:
    """Return a sentence about the answer that led to a moment of the curve; for dice and draws, about all
    their results.
    """
    if moment.cause == CHANCE_CAUSE and moment.chance_results:
        return _results_text(game, moment.chance_results, reader)
    if moment.answered_question is None:  # at a table with unknown cards, another card was dealt
        return chance_result_text(game, moment.last_answer)
    return answer_sentence(game, moment.answered_question, moment.last_answer, reader)


def _results_text(game: Game, brought: Sequence[tuple[Question, str]], reader: int | None) -> str:
    """Return a text that says which results of dice and draws each player got; a result without a player
    comes with its question.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for asked, answer in brought:
        question, key = asked.text(), asked.result_key if isinstance(asked, ChanceQuestion) else "drawn"
        group = (f"{key}_you" if asked.player == reader else key, seat_name(game, asked.player, reader))
        group = group if ": " in question else ("to", question)
        groups.setdefault(group, []).append(chance_result_text(game, answer))
    own = {group: found for group, found in groups.items() if group[0].endswith("_you")}
    rest = len(brought) - sum(map(len, own.values())) if own and len(brought) > MAX_RESULTS else 0
    texts = [
        say(f"brought.{key}", whose=whose, results=_join_results(found))
        for (key, whose), found in (own if rest else groups).items()
    ]
    return "; ".join([*texts, *([say("brought.more", n=rest)] if rest else ())])


_MAX_ANSWERS_TO_RESULT = 60
"""The largest number of answers from an event to its result, for turns in which all players act."""


def _result_sentences(review: Review, change: WinChanceChange) -> list[str]:
    """Return the rulings that say what the player who gained by a change won or obtained, without full stops:
    the first one in the turn after its event or, if it came from several events, the first three.
    """
    game, places = review.moments.game, review.moments.curve_moments
    own = answer_sentences_of(game)
    turn, team = review.lookahead.turn_number, team_seats(game, change.player - 1)
    then, now = change.chances
    seats = [seat for seat in range(review.seat_count) if (seat in team) == (now > then)]
    winners, event = {own.seat_name(game, seat) for seat in seats}, change.event
    start, last = change.points[0].place, change.points[-1].place
    if event is not None:
        first = places[event.number - 1]
        ends = [place.answer_count for place in places if turn(place.game) > turn(first.game)]
        start = first.answer_count
        last = min(start + _MAX_ANSWERS_TO_RESULT, *ends[:1], len(game))
    found = [ruling for entry in game.entries(start, last) for ruling in entry.rulings]
    if event is not None and event.cause > 0:
        del found[:1]  # the first ruling after a player's answer only repeats it
    results = [
        ruling.for_reader(reader_names_as_you(game, review.reader)).text().rstrip(".!")
        for ruling in found
        if f"{ruling.rule}.{ruling.case}" in own.result_rulings.split()
        and ruling.facts.get("side") in winners
    ]
    return results[: 3 if event is None else 1]


def _join_results(results: Sequence[str]) -> str:
    """Return the first results as one text, with equal neighbours joined, and with the number of further
    results.
    """
    runs = [(result, len([*run])) for result, run in groupby(results)]
    named = [result if count == 1 else f"{result} ×{count}" for result, count in runs[:MAX_RESULTS]]
    more = sum(count for _, count in runs[MAX_RESULTS:])
    return ", ".join([*named, *([say("brought.more", n=more)] if more else ())])


def given_and_best_sentences(review: Review, row: RatedDecision) -> tuple[str, str]:
    """Return one sentence about the answer given in a rated decision and one about the best answer.

    Each says what the player does, in the game's own words if it has some, otherwise by the ruling that
    follows, if the player could know it.
    """
    game, reader = review.moments.game, review.reader
    worlds = [
        world
        for dealt in review.decision_at(row.place).possible_games
        for world in sample_consistent_games(dealt)
    ]
    asked, sentences = review.decision_at(row.place).pending_question, []
    names = reader_names_as_you(game, reader)
    plain = [answer_sentence(game, asked, answer, reader) for answer in (row.answer, row.best)]
    for answer, sentence in zip((row.answer, row.best), plain, strict=True):
        has_own = answer_sentences_of(game).sentence(game, asked, answer, reader)
        ruling = None if has_own or len(answer.split()) == 1 else first_ruling_after(worlds, answer)
        if ruling and names:
            ruling = ruling.for_reader(names)
        sentences.append(ruling.text().rstrip(".!") if ruling else sentence)
    if sentences[0] == sentences[1] and row.answer != row.best:
        sentences = plain
    return sentences[0], sentences[1]


def decision_sentence(review: Review, row: RatedDecision) -> str:
    """Return a sentence about a decision: the given and the best answer, each with its chance.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 F3 vs W: W6").give_answers("lay F3", "lay W6", "roll 2", "roll 2")
    >>> reviewed = Review(game.record)
    >>> reviewed.run()
    >>> print(decision_sentence(reviewed, reviewed.rows[0]).partition(" – ")[0])
    The attacker lays Fire 3
    """
    given, best = given_and_best_sentences(review, row)
    digits = 1 if row.exact else 0
    own = "chance.own" if review.reader == row.player - 1 else "chance.of"
    chance = say(own, whose=seat_name(review.moments.game, row.player - 1))
    facts: dict[str, object] = {"given": given, "best": best, "games": row.playouts, "chance": chance}
    facts |= {"win": format_percent(row.win, digits), "win_best": format_percent(row.win_best, digits)}
    if row.exact:
        return say("best.exact" if row.answer == row.best else "worse.exact", **facts)
    if row.answer == row.best:
        facts["low"], facts["high"] = map(format_percent, likely_interval(row.win, row.win_error))
        return say("best.played", **facts)
    low, high = row.loss_interval
    digits = 1 if abs(low) < _MIN_WHOLE_PERCENT else 0
    facts |= {"low": format_number(100 * low, digits), "high": format_number(100 * high, 0)}
    sentence = say("worse.played" if row.mark else "worse.unclear", **facts)
    return f"{sentence} {say('best.repeated', n=row.repeats)}" if row.repeats > 1 else sentence


def best_answer_reason(review: Review, row: RatedDecision) -> str:
    """Return why the best answer to the reader's decision is better than the given one; "" if it is not, if
    the decision is another player's, or if unknown cards were dealt.
    """
    game = review.moments.game
    explained = review.explanation(row) if review.reader == row.player - 1 else None
    if explained is None:
        return ""
    question = review.decision_at(row.place).pending_question
    return explained.reasons(names=names_for_reader(game, question, review.reader))


def estimate_sentences(review: Review, row: RatedDecision) -> list[str]:
    """Return sentences that say how the chances of a mistake were estimated, and whether a computer player
    would have made it, too.
    """
    judged = "played" if review.lookahead.strength is None else "judged"
    sentences = [say(f"estimate.{'exact' if row.exact else judged}", games=row.playouts)]
    is_expected = review.decision_at(row.place).is_expected and review.reader == row.player - 1
    return [*sentences, *([say("estimate.expected")] if is_expected else ())]


def decision_moment_text(review: Review, answer_number: int) -> str:
    """Return when in the game a decision was made, such as its turn; if the game has no words for it, the
    number of the decision.
    """
    decision = review.decision_at(answer_number)
    turn = answer_sentences_of(decision.game).moment_text(decision.game, review.reader)
    return turn or say("place.decision", n=review.moments.decisions.index(decision) + 1)


def mark_word(review: Review, row: RatedDecision) -> str:
    """Return the word for how bad a decision was, such as "mistake"; a different word if an opponent limited
    its lead on purpose.
    """
    return say("mark.held_back" if review.limited_its_lead(row) else f"mark.{row.mark}")


def change_sentence(review: Review, change: WinChanceChange) -> str:
    """Return sentences about one change of a player's chance to win: its turn, its event and result if one
    event caused it, and the chance before and after.
    """
    game, reader, seat = review.moments.game, review.reader, change.player - 1
    own, point, places = answer_sentences_of(game), change.event, review.moments.curve_moments
    when, steps = own.turn_text(places[change.points[0].number].game), _result_sentences(review, change)
    mistakes = list[str]()
    if point is not None:
        before, reached = places[point.number - 1], places[point.number]
        when = own.moment_text(before.game, reader)
        steps = [event_sentence(game, reached, reader), *steps]
        row = next((row for row in review.rows if row.place == before.answer_count + 1 and row.mark), None)
        helps = (change.chances[0] < change.chances[1]) == (point.cause - 1 in team_seats(game, seat))
        if row is not None and row.player == point.cause and not helps:
            best = given_and_best_sentences(review, row)[1]
            mistakes = [say("turn.held_back" if review.limited_its_lead(row) else "turn.better", best=best)]
    elif not steps:
        largest = max(change.points[1:], key=lambda step: abs(step.jumps[seat]))
        steps = [say("turn.largest", event=event_sentence(game, places[largest.number], reader))]
    then, now = change.chances
    text = say(
        ("turn.rise" if now > then else "turn.fall") + ("_you" if reader == seat else ""),
        whose=seat_name(game, seat), before=format_percent(then), now=format_percent(now),
    )  # fmt: skip
    steps = [f"{step[:1].upper()}{step[1:]}." for step in steps]
    return (f"{when}: " if when else "") + " ".join([*steps, text, *mistakes])


def deciding_sentence(review: Review) -> str:
    """Return a sentence about the change that decided the game, or one that none did. Returns "" if the game
    was not played to its end, or before the quick look is done.
    """
    if not review.is_over or review.share_done() < 1:
        return ""
    if not is_clear(review):
        return say("decided.unclear")
    first = next(iter(lasting_changes(review)), None)
    if first is None:
        return say("decided.none")
    key = "decided.sure" if first.size >= MIN_DECIDING_JUMP else "decided.small"
    key = "decided.several" if first.event is None else key
    return " ".join([say(key, event=change_sentence(review, first)), *_held_back_sentences(review, first)])


def _held_back_sentences(review: Review, named: WinChanceChange) -> list[str]:
    """Return sentences about the best answer that an opponent of the winning reader did not give in order to
    limit its lead; [] if there is none, or if the `named` change is at this answer.
    """
    if review.reader is None or win_share(review.moments.game, review.reader) < 1:
        return []
    large = [row for row in review.rows if row.mark and row.win_lost >= MIN_TURNING_JUMP]
    held_back = [row for row in large if review.limited_its_lead(row)]
    row = max(held_back, key=lambda row: row.win_lost, default=None)
    if row is None or named.answer_count_before == row.place - 1:
        return []
    given, best = given_and_best_sentences(review, row)
    when = decision_moment_text(review, row.place)
    return [f"{when}: {given}.", say("turn.better", best=best), say("turn.held_back")]


_MAX_LUCK_ERROR = 0.1
"""The standard error of luck, and the part that nobody caused (in wins, 0 to 1), from which on no figure is
given.
"""


def luck_sentences(review: Review) -> list[str]:
    """Return sentences about how luck and decisions changed each player's chance to win, in percentage points
    that add up; the reader's first, uncertain ones left out.
    """
    sentences = []
    for parts in sorted(result_breakdowns(review), key=lambda parts: parts.player - 1 != review.reader):
        if max(parts.luck_error, parts.own_error, abs(parts.unforeseen)) > _MAX_LUCK_ERROR:
            continue
        start, luck, own, result = (
            round(100 * part) for part in (parts.start, parts.luck, parts.own, parts.result)
        )
        sentence = say(
            "luck",
            seat=seat_name(review.moments.game, parts.player - 1, review.reader),
            start=format_percent(start / 100), result=format_percent(result / 100),
            luck=format_signed(luck), luck_error=format_number(100 * parts.luck_error, 0),
            own=format_signed(own), own_error=format_number(100 * parts.own_error, 0),
            others=format_signed(result - start - luck - own),
        )  # fmt: skip
        sentences.append(sentence[:1].upper() + sentence[1:])
    return sentences


def _unrated_reasons_text(review: Review) -> str:
    """Return the reasons why decisions could not be rated, the most frequent first."""
    counted = Counter(why.text() for why in review.unrated_reasons.values())
    return "; ".join(why for why, _ in counted.most_common())


def review_notes(review: Review) -> list[str]:
    """Return notes for the reader about an unfinished game or unrated decisions."""
    notes = [say("dealt")] if review.moments.has_dealt_cards else []
    if not review.is_over:
        notes.append(say("unfinished"))
    if review.unrated_reasons:
        notes.append(say("left_out", n=len(review.unrated_reasons), why=_unrated_reasons_text(review)))
    if not review.moments.decisions:
        notes.append(say("nothing"))
    return notes
