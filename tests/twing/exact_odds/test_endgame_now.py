"""An end-game attack on several players under way, also with an unlimited Shamrock, against the script."""

from __future__ import annotations

import random

import pytest

from twingkit import twing
from twingkit.core.play import Game
from twingkit.core.questions import Roll
from twingkit.odds.reference import MIN_IMPROVEMENT
from twingkit.twing.exact_odds.endgame_odds import endgame_ends
from twingkit.twing.rules.battle_acts import PASS
from twingkit.twing.rules.lay_questions import LayTwoCatsOrPass
from twingkit.twing.rules.responses import MiromonBeforeEvent, TrapBeforeRoll

ROUNDS = 400


def pass_on(game: Game) -> None:
    while isinstance(game.question, TrapBeforeRoll | MiromonBeforeEvent):
        game.answer("pass")


def key_of(game: Game):
    """Return a key of everything that affects the rest of the game, without rolls that no longer matter."""
    if game.question is None:
        return tuple({0: 1, None: 0, 1: -1}[result.winner] for result in game.result)
    if game.table.variant.shamrock == "unlimited":  # rolls before one without a cat no longer matter
        throws = game.table.fight.sides[0].rolls
        while any(not throw.by_cat for throw in throws[1:]):
            del throws[0]
    return type(game.question), game.question.player, game.table.key()


def graph(game: Game, respond: bool) -> dict:
    """Return the value of the attack at every state that the script can reach from here, win and loss last:
    improved round by round from the worst for the attacker; each defender plays for its own pairing, the
    attacker for the sum (TW-END-3).
    """
    table: dict = {}
    order: list = []
    game = game.copy()
    game.auto = False
    begin = key_of(game)
    waiting = [(begin, game)]
    seen = {begin}
    count = len(game.table.players)
    while waiting:
        key, here = waiting.pop()
        question = here.question
        if question is None:
            results = key
            table[key] = (
                float(sum(results)),
                *(float(-one) for one in results),
                float(min(results) > 0),
                float(min(results) < 0),
            )
            continue
        order.append((key, question.player, isinstance(question, Roll), targets := []))
        rolls = isinstance(question, Roll)
        answers = question.faces if rolls else list(question.options()) if respond else [PASS]
        for number, answer in enumerate(answers, 1):
            branch = here if number == len(answers) else here.copy()
            branch.answer_unchecked(answer)
            pass_on(branch)
            target = key_of(branch)
            targets.append(target)
            if target not in seen:
                seen.add(target)
                waiting.append((target, branch))
    worst = (-float(count), *([float(count)] * (count - 1)), 0.0, 1.0)
    for key, *_ in order:
        table.setdefault(key, worst)
    for _ in range(ROUNDS):
        changed = False
        for key, player, rolls, targets in reversed(order):
            values = [table[target] for target in targets]
            if rolls:
                new = tuple(sum(parts) / len(parts) for parts in zip(*values, strict=True))
            else:
                new = values[0]
                for value in values[1:]:
                    if value[player] > new[player] + MIN_IMPROVEMENT:
                        new = value
            changed = changed or max(abs(a - b) for a, b in zip(new, table[key], strict=True)) > 1e-14
            table[key] = new
        if not changed:
            break
    return table


def laid(line: str, variant: str = "box") -> Game:
    game = twing.endgame_game(line, variant=variant, explain=False)
    for side in twing.EndgameAttack.parse(line).sides:
        if isinstance(game.question, LayTwoCatsOrPass):
            game.answer("pass")
        game.answer(side.lay)
    while isinstance(game.question, TrapBeforeRoll):
        game.answer("pass")
    return game


ATTACKS = (
    ("endgame F: F3 & cat vs W: shield W3 vs L: shield L4", "box"),
    ("endgame F: F3 + F2 @ shamrock vs W: shield W4 & trap vs L: shield L5 & miromon", "box"),
    ("endgame F: F3 & cat vs W: shield W3 @ socks vs L: shield L4", "ties=defender"),
    ("endgame F: F3 @ shamrock vs W: shield W3 vs L: shield L4 & miromon", "shamrock=unlimited"),
    ("endgame F: F3 @ shamrock & cat vs W: shield W3 @ socks vs L: shield L4", "shamrock=unlimited"),
    (
        "endgame F: F3 @ shamrock vs W: shield W3 & miromon vs L: shield L4",
        "shamrock=unlimited inversion=die",
    ),
    ("endgame F: F3 @ shamrock & miromon vs W: shield W3", "shamrock=unlimited criticals=at_once"),
)


@pytest.mark.parametrize(("line", "variant"), ATTACKS)
def test_TW_END_3_the_odds_of_a_whole_attack_agree_with_the_script_at_every_place(line, variant):
    rng = random.Random(line)
    game = laid(line, variant)
    for responses in ("none", "best"):
        whole = twing.odds(line, responses=responses, variant=variant)
        now = twing.odds_now(game, responses=responses)
        assert (now.win, now.tie, now.loss) == pytest.approx((whole.win, whole.tie, whole.loss), abs=1e-9)
    worths: dict[str, dict] = {"none": {}, "best": {}}
    for _ in range(7):
        if game.over:
            return
        for responses, worth in worths.items():
            now = twing.odds_now(game, responses=responses)
            here = game.copy()
            if key_of(here) not in worth:  # nobody responds to the dice alone: another graph
                worth |= graph(game, responses == "best")
            assert (now.win, now.loss) == pytest.approx(worth[key_of(here)][-2:], abs=1e-9), responses
        game.answer(rng.choice(list(game.question.options())))
        while isinstance(game.question, MiromonBeforeEvent):
            game.answer("pass")


def test_the_ends_of_an_endless_attack_add_up():
    line = "endgame F: F3 + F2 @ shamrock vs W: W3 vs L: shield L4 & trap"
    frame = twing.endgame_results(line, responses="best", variant="shamrock=unlimited")
    assert frame.chance.sum() == pytest.approx(1)
    odds = twing.odds(line, responses="best", variant="shamrock=unlimited")
    assert odds.win > twing.odds(line, responses="best").win


def test_no_chance_is_lost_where_the_shamrock_could_roll_for_ever():
    several = "endgame F: F5 @ shamrock & cat vs W: W6 vs L: shield L4"
    ends = endgame_ends(several, "best", "shamrock=unlimited criticals=at_once")
    assert sum(end.chance for end in ends) == pytest.approx(1.0, abs=1e-12)
    battle = "A: A6 A3 + A4 A3 @ shamrock & miromon vs F: F3 F1 + F3"
    ends = endgame_ends(f"endgame {battle}", "best", "shamrock=unlimited")
    assert sum(end.chance for end in ends) == pytest.approx(1.0, abs=1e-12)
    attack = twing.odds(f"endgame {battle}", responses="best", variant="shamrock=unlimited")
    assert attack.win == pytest.approx(
        twing.odds(battle, responses="best", variant="shamrock=unlimited").win, abs=1e-12
    )
