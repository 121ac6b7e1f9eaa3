"""The fact that tells two answers apart: what two objects do, the points laid, or the price of an object."""

from __future__ import annotations

from twingkit.core.play import Game
from twingkit.core.rulebook import QuotedFact, Ruling
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.rulebook import rulebook


def contrast_answers(game: Game, better: str, worse: str) -> Ruling | None:
    """Return what everyone, or the asked player, can check about two answers; None if nothing tells them
    apart in one sentence."""
    question, words = game.question, (better.split()[0], worse.split()[0])
    if question is not None and words == ("lay", "lay"):
        lays = [question.parse_answer(answer) for answer in (better, worse)]
        points = [lay.power for lay in lays if isinstance(lay, Lay)]
        if len(set(points)) < 2:
            return None
        laid = {"n": points[0], "m": points[1], "fewer": int(points[0] < points[1])}
        return Ruling("TW-BAT-17", "why_lay", laid, rulebook())
    if words == ("buy", "buy"):
        rules = [rulebook()[f"TW-POW-{answer.split()[1]}"] for answer in (better, worse)]
        names = {"object": better.split()[1], "other": worse.split()[1]}
        effects = [QuotedFact(rule.text().partition(". ")[0]) for rule in rules]
        told = {**names, "effect": effects[0], "other_effect": effects[1]}
        return Ruling("TW-OBJ-1", "why_buy", told, rulebook())
    if {*words} == {"buy", "duel"}:
        price = {"price": game.table.variant.price}
        return Ruling("TW-DUEL-1", f"why_{words[0]}", price, rulebook())
    return None
