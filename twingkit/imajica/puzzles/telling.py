"""The texts of exact puzzles: labels of answers, and what decides between the two best ones."""

from __future__ import annotations

from twingkit.core.play import Game
from twingkit.core.words import format_percent
from twingkit.imajica.answers import describe_token
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.exact_odds.stops import RivalStop, Stops
from twingkit.imajica.puzzles.goals import ANY, WORDS, Goal
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import FEWEST_SEATS


def label(game: Game, goal: Goal, answer: str) -> str:
    """Return the part of an answer that differs from the others: the Allies that are sent, or the target.

    Return "" if both differ.
    """
    words = rulebook().words
    word, focus, _, *actors = answer.split()
    if goal.number and goal.focus == ANY:
        return ""
    if goal.number:
        return words.label(tuple(describe_token(game, token) for token in actors))
    aim = words.label(describe_token(game, focus))
    if word == "challenge" and len(game.table.players) > FEWEST_SEATS:
        seat = game.start.seat(game.table.pieces[focus].controller)
        return WORDS.say("label.challenge_of", aim=aim, seat=words.label(seat))
    return WORDS.say(f"label.{word}", aim=aim)


def deciding_figures(best: Stops, second: Stops) -> str:
    """Return the sentences with the numbers that decide between the two best answers."""
    said = {"best": _opposition_text(best), "second": _opposition_text(second)}
    return " ".join(WORDS.say(f"why.{place}", told=figures) for place, figures in said.items())


def _opposition_text(stops: Stops) -> str:
    """Describe what a seizure or challenge is up against."""
    [rival] = stops.rivals
    word = stops.deed.word
    facts = {
        "own": stops.own,
        "needed": stops.needed,
        "other": rival.other,
        "lacks": rival.missing_points or 0,
    }
    key = (
        f"{'none' if rival.missing_points is None else 'short' if rival.missing_points else 'enough'}_{word}"
    )
    risk = format_percent(float(stops.chance), 1)
    if stops.failure is not None:
        return WORDS.say("why.fails", **facts)
    said = WORDS.say(f"why.{key}", risk=risk, **facts)
    return said if rival.way_without_cards is not None else f"{said} {_needed_cards(rival)}"


def _needed_cards(rival: RivalStop) -> str:
    """Name the cards of which one is enough for the rival, or say how many cards the rival needs."""
    if not rival.ways:
        return WORDS.say("why.no_card")
    fewest = min(way.count for way in rival.ways)
    if fewest > 1:
        return WORDS.say("why.several_cards", n=fewest)
    first = [name for way in rival.ways if way.count == 1 for name, _ in way.cards]
    named = [load_cards()[name].name() for card in first for name in rival.equivalents.get(card, (card,))]
    return WORDS.say("why.one_card", cards=", ".join(sorted(named)))
