"""The texts of exact puzzles: labels of answers, and the numbers that decide between the best two."""

from __future__ import annotations

from twingkit.core.play import Game
from twingkit.core.words import format_percent
from twingkit.imajica.answers import resolve_answer_word
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.exact_odds.stops import RivalStop, RivalStopResults
from twingkit.imajica.puzzles.goals import ANY_TARGET, WORDS, PuzzleGoal
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import FEWEST_SEATS


def distinct_part_text(game: Game, goal: PuzzleGoal, answer: str) -> str:
    """Return the part of an answer that differs from the others: its Allies or its target.

    Return "" if both differ.
    """
    words = rulebook().words
    word, focus, _, *actors = answer.split()
    if goal.ally_count and goal.target == ANY_TARGET:
        return ""
    if goal.ally_count:
        return words.format_fact(tuple(resolve_answer_word(game, token) for token in actors))
    aim = words.format_fact(resolve_answer_word(game, focus))
    if word == "challenge" and len(game.table.players) > FEWEST_SEATS:
        seat = game.start.seat(game.table.pieces[focus].controller)
        return WORDS.say("label.challenge_of", aim=aim, seat=words.format_fact(seat))
    return WORDS.say(f"label.{word}", aim=aim)


def deciding_numbers_text(best: RivalStopResults, second: RivalStopResults) -> str:
    """Return sentences with the numbers that explain why the best answer of a puzzle beats the second
    best.
    """
    said = {"best": _opposition_text(best), "second": _opposition_text(second)}
    return " ".join(WORDS.say(f"why.{place}", figures=figures) for place, figures in said.items())


def _opposition_text(stops: RivalStopResults) -> str:
    [rival] = stops.rival_stops
    word = stops.deed.action
    facts = {
        "own": stops.own_points,
        "needed": stops.needed_points,
        "other": rival.rival_total,
        "lacks": rival.missing_points or 0,
    }
    risk = format_percent(float(stops.stop_chance), 1)
    if stops.failure is not None:
        return WORDS.say("why.fails", **facts)
    said = WORDS.say(f"why.{rival.standing}_{word}", risk=risk, **facts)
    return said if rival.way_without_cards is not None else f"{said} {_needed_cards(rival)}"


def _needed_cards(rival: RivalStop) -> str:
    if not rival.ways:
        return WORDS.say("why.no_card")
    fewest = min(way.card_count for way in rival.ways)
    if fewest > 1:
        return WORDS.say("why.several_cards", n=fewest)
    first = [name for way in rival.ways if way.card_count == 1 for name, _ in way.card_counts]
    named = [
        load_cards()[name].name() for card in first for name in rival.equivalent_cards.get(card, (card,))
    ]
    return WORDS.say("why.one_card", cards=", ".join(sorted(named)))
