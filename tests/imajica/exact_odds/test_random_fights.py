"""Fights of any cards under any rules, computed and played: split, defenders, and what stops a deed."""

from __future__ import annotations

import random

import pytest
from imajica_games import after, dead_by_script, give, quietly, stopped_by_script
from long_runs import runs

from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.imajica.exact_odds.damage_split import best_damage_split, current_prime
from twingkit.imajica.exact_odds.defenders import best_defenders
from twingkit.imajica.exact_odds.stops import can_they_stop
from twingkit.imajica.exact_odds.unseen import RivalHand
from twingkit.imajica.rules.questions import SplitDamage
from twingkit.imajica.starts import position_game
from twingkit.imajica.variants.variant import Variant

PEOPLE = [
    "celestine", "hill-rider", "esmond-godolphin", "bright-mother", "dowd", "gek-a-gek", "little-ease",
    "in-ovo-thorn", "christos", "dearther-zealot", "judith", "sartori", "quiet-maestro", "giles-bloxham",
    "pie-oh-pah", "isaac-abelove", "pinguin", "ink-painter", "toll-guard", "lamp-boy", "irish",
    "eurhetemec-singer", "lake-mother",
]  # fmt: skip
"""Includes all characters that fight better against somebody, and those against whom they do."""

LAID = ["ritual", "blindness", "amnesia", "long-knife", "old-scar", "emotion-grief", "vow-of-the-vassal"]
HANDS = {
    "seize": ["old-oath", "sway", "whispered-name", "doubt", "glamour", "ward-stone", "guides-lamp"],
    "challenge": [
        "pneuma",
        "feint",
        "long-knife",
        "crowd",
        "stagger",
        "old-scar",
        "parry",
        "breath-returned",
    ],
}
FLASHES = [
    "sudden-sleep", "cold-feet", "lightning", "emotion-grief", "waking", "patashoquan-highway", "amnesia",
    "blindness", "emotion-dread",
]  # fmt: skip
SITES = ["slew", "court-of-echoes", "kite-fields", "lamp-bridge", "glass-shore"]
SWITCHES = [
    "death",
    "icon_in_fight",
    "contest_tie",
    "secure",
    "maestro_alone",
    "target_gone",
    "adorer",
    "artist",
]


def people(rng: random.Random, names: list[str], *, pivoted: float = 0.0) -> str:
    """Return characters as a line has them, some with a permanent on them."""
    words = []
    for name in names:
        laid = f"+{rng.choice(LAID)}" if rng.random() < 0.3 else ""
        words.append(name + (":pivoted" if rng.random() < pivoted else "") + laid)
    return " ".join(words)


def random_variant(rng: random.Random) -> str:
    """Return a variant with a few fight switches changed."""
    turned = rng.sample(SWITCHES, rng.choice([0, 0, 1, 2]))
    values = Variant.switches.values
    return " ".join(f"{key}={rng.choice(values[key])}" for key in turned) or "box"


def random_fight(rng: random.Random, word: str) -> tuple[str, str, str]:
    """Return a line, a deed and a variant: some act, some oppose them, up to three cards are held.

    With more cards there are fewer people: the script tries every card on everybody in every window.
    """
    names, held = rng.sample(PEOPLE, 8), rng.choice([0, 0, 1, 1, 1, 2, 2, 3])
    actors, others = (
        names[: rng.randint(1, 3 - held // 2)],
        names[3 : 3 + rng.randint(1, max(1, 3 - held // 2))],
    )
    reserve = names[7] if held < 3 and rng.random() < 0.4 else ""
    hand = sorted(rng.choices(HANDS[word] + FLASHES, k=held))
    site = rng.choice(SITES)
    theirs = f"p2 active {people(rng, others, pivoted=0.25)}"
    theirs += f" reserve {reserve}" if reserve else ""
    theirs += f" hand {' '.join(hand)}" if hand else ""
    focus = others[0] if word == "challenge" else site
    line = f"imajica: p1 active {people(rng, actors)}; {theirs}; circle {site}"
    return line, f"{word} {focus} with {' '.join(actors)}", random_variant(rng)


def game_after_deed(line: str, deed: str, variant: str) -> Game | None:
    """Return the game after a deed; None if the rules forbid it."""
    game = position_game(line, variant=variant)
    try:
        give(game, f"p1: {deed}")
    except Refusal:
        return None
    return game


SOME = (
    *range(12),
    36,
    55,
    137,
    185,
    187,
    194,
    241,
    309,
    325,
    416,
    269,
    276,
    310,
    335,
    347,
    388,
    403,
    475,
    484,
    574,
    598,
    694,
    1062,
)
"""A dozen random fights, and fights for past errors: bonuses against somebody, things lost, saved or
unpivoted, maneuvers on a Site, and Flashes after the damage."""

FIGHTS = runs(SOME, range(2000))


@pytest.mark.parametrize("seed", FIGHTS)
def test_IJ_CHAL_2_each_set_of_defenders_is_worth_what_the_script_leaves_of_it(seed: int) -> None:
    rng = random.Random(seed)
    line, deed, variant = random_fight(rng, "challenge")
    game = game_after_deed(line, deed, variant)
    if game is None:
        with pytest.raises(Refusal):
            best_defenders(line, deed, variant=variant)
        return
    found = best_defenders(line, deed, variant=variant)
    by_script = {one.defenders: dead_by_script(game, one.defenders) for one in found.defences}
    assert {one.defenders: one.worth for one in found.defences} == by_script, (line, deed, variant)
    assert found.best.worth == max(by_script.values())


@pytest.mark.parametrize("seed", FIGHTS)
def test_IJ_CHAL_9_the_menu_of_splits_names_the_least_that_kills(seed: int) -> None:
    rng = random.Random(seed)
    line, deed, variant = random_fight(rng, "challenge")
    game = game_after_deed(line, deed, variant)
    while game is not None and game.question is not None and game.question.kind not in ("damage", "ally"):
        answers = list(game.question.options())
        game.answer(rng.choice(answers) if rng.random() < 0.5 else answers[0])
    if game is None or not isinstance(game.question, SplitDamage):
        return
    question = game.question
    split, anyhow = best_damage_split(game), dead(game, "damage none")
    gone = set(dead(game, split.answer, *split.plays)) - set(anyhow)
    rivals = {token for token in gone if game.table.pieces[token].controller != question.player}
    assert set(split.killed) == rivals, (line, deed, variant)
    if not question.has_unlisted_answers and len(list(question.options())) <= MOST_OPTIONS:
        most = most_killed_worth(game, frozenset(anyhow))
        assert split.killed_worth == most, (line, deed, variant, split.answer, split.plays)
    for token in game.table.fight.involved:
        if game.table.pieces[token].saved or token in anyhow:
            continue
        for less in (0, 1):
            most = question.deadly_damage(token) - less
            if 0 < most <= question.max_damage:
                assert (token in dead(game, f"damage {token} {most}")) == (not less), (line, deed, variant)


MOST_OPTIONS = 40
"""The number of splits up to which all splits and all Flashes after them are tried."""


def most_killed_worth(game: Game, anyhow: frozenset[str]) -> int:
    """Return the most Prime that any split and any Flashes after it kill, if nobody else plays anything."""
    question, table = game.question, game.table
    assert question is not None

    def worth_from(reached: Game) -> int:
        if reached.table.fight is None:
            gone = {token for token in table.pieces.characters if token not in reached.table.pieces} - anyhow
            pieces = [table.pieces[token] for token in gone]
            return sum(
                current_prime(table, piece) * (-1 if piece.controller == question.player else 1)
                for piece in pieces
            )
        asked = reached.question
        assert asked is not None
        mine = asked.player == question.player and asked.kind in ("damage", "respond")
        answers = list(asked.options()) if mine else [next(asked.options())]
        return max(worth_from(after(reached, answer)) for answer in answers)

    return worth_from(game)


def dead(game: Game, *answers: str) -> list[str]:
    """Return the characters that a split kills, with the cards played after it, if nobody plays anything
    more.
    """
    twin, left = game.copy(), list(answers)
    while twin.table.fight is not None:
        if left and twin.question is not None and twin.question.player == game.question.player:
            twin.answer(left.pop(0))
        else:
            quietly(twin)
    assert not left
    return [token for token in game.table.pieces.characters if token not in twin.table.pieces]


@pytest.mark.parametrize("seed", FIGHTS)
@pytest.mark.parametrize("word", ["seize", "challenge"])
def test_IJ_CHAL_7_IJ_SEIZE_4_what_stops_a_deed_by_any_rules_stops_it_in_the_script(
    word: str, seed: int
) -> None:
    rng = random.Random(seed)
    line, deed, variant = random_fight(rng, word)
    goal = rng.choice(["target", "everyone"])
    held = {"p2": RivalHand(tuple(position_game(line, variant=variant).table.players[1].hand))}
    try:
        stops = can_they_stop(line, deed, holdings=held, goal=goal, variant=variant)
    except Refusal:
        assert game_after_deed(line, deed, variant) is None
        return
    found = bool(stops.rival_stops[0].ways)
    assert found == stopped_by_script(line, deed, goal, variant), (line, deed, goal, variant)
    assert stops.rival_stops[0].chance == found
