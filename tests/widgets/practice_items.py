"""Questions of a few kinds for the tests of practice: battles and whole tables, rulings and refusals."""

from __future__ import annotations

import random

import attrs
import pytest

from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.twing.quiz import AnswerOption, QuizItem
from twingkit.twing.quiz.deal import TOPIC_BY_NAME

SIDES = {
    "attacker": {"en": "The attacker", "de": "Der Angreifer"},
    "defender": {"en": "The defender", "de": "Der Verteidiger"},
    "tie": {"en": "Nobody", "de": "Niemand"},
}


def made(
    table: str,
    before: tuple[str, ...],
    after: tuple[str, ...],
    prompt: tuple[str, str],
    choices: list[AnswerOption],
    why: list[Ruling | Refusal],
    rules: tuple[str, ...] = (),
) -> QuizItem:
    """Return a question; `deal` gives it its name."""
    found = dict.fromkeys([*(each.rule for each in why), *rules])
    return QuizItem(
        topic="",
        kind="",
        seed=0,
        table=table,
        answers_before=before,
        answers_after=after,
        prompt_texts=dict(zip(("en", "de"), prompt, strict=True)),
        choices=tuple(choices),
        reasons=tuple(why),
        rules=tuple(found),
    )


def winner(rng: random.Random) -> QuizItem | None:
    """Return a question: both dice are rolled; who wins?"""
    powers, faces = rng.sample(range(1, 7), 2), [rng.choice(["2", "-1", "Sun", "Cross"]) for _ in "ab"]
    table = f"F: L{powers[0]} vs W: A{powers[1]}"
    before = (f"lay L{powers[0]}", f"lay A{powers[1]}", f"roll {faces[0]}")
    after = (f"roll {faces[1]}",)
    game = Game.begin(table).give_answers(*before, *after)
    if not game.over:
        return None
    right = ("attacker", "defender", "tie")[2 if game.result.winner is None else game.result.winner]
    rules = ["TW-BAT-17", "TW-BAT-16"]
    why = sorted(
        (ruling for ruling in game.latest_rulings if ruling.rule in rules),
        key=lambda each: rules.index(each.rule),
    )
    choices = [
        AnswerOption(key, texts, is_right=key == right, forgotten_rule="" if key == right else "TW-BAT-15")
        for key, texts in SIDES.items()
    ]
    prompt = (
        f"The attacker’s die shows {faces[0]}, the defender will roll {faces[1]}. Who wins?",
        f"Der Angreifer hat {faces[0]} gewürfelt, der Verteidiger würfelt {faces[1]}. Wer gewinnt?",
    )
    return made(table, before, after, prompt, choices, why, ("TW-BAT-7",)) if why else None


def points(rng: random.Random) -> QuizItem | None:
    """Return a question: how many points are there? The options are numbers, with the cards beside them."""
    spell, creature = rng.randint(1, 6), rng.randint(1, 5)
    table = f"F: F{spell} + F{creature} vs W: W4"
    before = (f"lay F{spell} + F{creature}",)
    said = list(Game.begin(table).give_answers(*before).latest_rulings)
    sums = sorted({spell + creature: "", spell: "TW-BAT-2", spell + creature + 1: ""}.items())
    choices = [
        AnswerOption(
            str(n), {"en": str(n), "de": str(n)}, n == spell + creature, forgot, f"F{spell} + F{creature}"
        )
        for n, forgot in sums
    ]
    prompt = ("How many points has the attacker on the cards?", "Wie viele Punkte liegen beim Angreifer?")
    return made(table, before, ("lay W4",), prompt, choices, said[::-1])


def buying(rng: random.Random) -> QuizItem | None:
    """Return a question at a table of a whole game: may this be bought? It is refused, or played out."""
    have = rng.choice([3, 8])
    table = (
        f"players F W\np1 hand F5 cat; ornicles {have}\np2 hand W4 trap; entourage W3; objects teddy\n"
        "table turn 9; to-move p1; phase action; display hat,cup"
    )
    no = Game.begin(table).refusal("p1: buy hat")
    after = () if no else ("p1: buy hat",)
    why = [no] if no else Game.begin(table).give_answers(*after).latest_rulings[:1]
    words = {"yes": {"en": "Yes", "de": "Ja"}, "no": {"en": "No", "de": "Nein"}}
    right = "no" if no else "yes"
    choices = [
        AnswerOption(key, words[key], key == right, "" if key == right else why[0].rule) for key in words
    ]
    prompt = ("You are the Mage. May you buy the Hat?", "Du bist der Magier. Darfst du den Hut kaufen?")
    return made(table, (), after, prompt, choices, why)


def attacking(rng: random.Random) -> QuizItem | None:
    """Return a question on a battle in a whole game: what does the die count?"""
    face = rng.choice(["-3", "-2"])
    table = (
        "players F W L\np1 hand F5 A3; entourage F4\np2 hand W4*2 miromon\np3 hand L3\n"
        "table turn 9; to-move p1; phase action; display hat,cup"
    )
    before = ("p1: attack p2", "p1: lay F5 + F4", "p2: lay W4 W4", "p2: pass")
    after = (f"p1: roll {face}", "p2: roll 2", "p1: pass", "p2: pass")
    rulings = [
        ruling
        for entry in Game.begin(table).give_answers(*before, *after).transcript
        for ruling in entry.rulings
    ]
    why = [ruling for ruling in rulings if ruling.rule == "TW-BAT-15"][:1]
    choices = [
        AnswerOption(n, {"en": n, "de": n}, n == "0", "" if n == "0" else "TW-BAT-15")
        for n in ("0", face, "2")
    ]
    prompt = (
        f"You roll {face}. How much does your die count?",
        f"Du würfelst {face}. Wie viel zählt dein Würfel?",
    )
    return made(table, before, after, prompt, choices, why) if why else None


KINDS = {"winner": winner, "points": points, "buying": buying, "attacking": attacking}


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal every topic from these kinds."""
    for name, topic in TOPIC_BY_NAME.items():
        monkeypatch.setitem(TOPIC_BY_NAME, name, attrs.evolve(topic, kinds=KINDS))
