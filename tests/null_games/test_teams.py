"""Partners win together, several players may share a win, and a game may be drawn: consistently everywhere.

In `cups: 4x1 teams` each second seat is a partner; of `cups: 3x1 loser` all win but one.
"""

from __future__ import annotations

import math

import pytest
from null_games.printed import values

PAGE = """
import json, re
from twingkit import Game
from twingkit.core.language import in_language
from twingkit.odds.odds import Odds
from twingkit_widgets.lab.default_lab import outcome_shares
from twingkit_widgets.table.play.any_game import GenericPlayPanel

ENDS = {
    "team": ("cups: 4x1 teams", "2211"), "drawn": ("cups: 4x1 teams", "2111"),
    "shared": ("cups: 3x1 loser", "111"), "alone": ("cups: 3x1", "111"),
}

def text_for(line, seat, record=None):
    play = GenericPlayPanel("cups", line, seat=seat, seed=1, lang="LANG", record=record)
    return play.html

told = {"goal": [text_for(line, 1) for line, _ in ENDS.values()]}
with in_language("LANG"):
    told["lab"] = [share.name for share in outcome_shares(Odds(0.5, 0.2, 0.3), "cups: 4x1 teams", "cups")]
for name, (line, dice) in ENDS.items():
    record = Game.begin(line).give_answers(*dice, "1x2", "call").record
    heads = (re.search("<h2.*?</h2>", text_for(line, seat, record))[0] for seat in (0, 1, 9))
    told[name] = [re.sub("<[^>]*>", "", head) for head in heads]
print(json.dumps(told))
"""

SENTENCES = {
    "en": {
        "team": [
            "You and the third have won!", "The first and the third have won.",
            "The first and the third have won.",
        ],
        "drawn": ["The game ends in a draw."] * 3,
        "shared": [
            "The second and the third share the win.", "You and the third share the win.",
            "The second and the third share the win.",
        ],
        "alone": ["The second wins the game.", "You win the game!", "The second wins the game."],
        "lab": ["The first and the third win", "Nobody wins", "The second and the fourth win"],
    },
    "de": {
        "team": [
            "Du und Platz drei habt gewonnen!", "Platz eins und Platz drei haben gewonnen.",
            "Platz eins und Platz drei haben gewonnen.",
        ],
        "drawn": ["Das Spiel endet unentschieden."] * 3,
        "shared": [
            "Platz zwei und Platz drei teilen sich den Sieg.", "Du und Platz drei teilt euch den Sieg.",
            "Platz zwei und Platz drei teilen sich den Sieg.",
        ],
        "alone": ["Platz zwei gewinnt das Spiel.", "Du gewinnst das Spiel!", "Platz zwei gewinnt das Spiel."],
        "lab": [
            "Platz eins und Platz drei gewinnen", "Niemand gewinnt", "Platz zwei und Platz vier gewinnen",
        ],
    },
}  # fmt: skip
"""The page's message to the first seat, to the second, and to a person who answers for all; and a lab's
message."""


@pytest.mark.parametrize(
    ("lang", "team"), [("en", "You and the fourth are a team."), ("de", "Du und Platz vier seid ein Team.")]
)
def test_the_page_names_the_partner_and_all_who_have_won(python, lang, team):
    told = values(python(PAGE.replace("LANG", lang)))
    assert [team in html for html in told.pop("goal")] == [True, True, False, False]
    assert told == SENTENCES[lang]


ELSEWHERE = """
import json
import math
from statistics import fmean
from twingkit import Game, arena
from twingkit.analyse.arena.results import Results
from twingkit.cli.simulate import summary
from twingkit.core.starts import parse_start
from twingkit.learn.reviews.reviewing import one_playout_shares
from twingkit.players.lookahead import exact
from twingkit.odds.odds import Odds
from twingkit.players.lookahead import LookaheadFunctions, rate_answers_by_playouts
from twingkit.players.lookahead.strength import Part
from twingkit.players.rl import any_game
from twingkit.testing.players import win_share_against

def rewards(line, dice):
    env = any_game.env("cups", line)
    env.reset(seed=1)
    bare = env.unwrapped
    bare.game = Game.begin(line)
    bare._ask(bare._nothing)
    bare.game.give_answers(*dice, "1x2")
    bare._ask(bare._nothing)
    env.step(bare.action_encoding.encode(bare.game.question, "call")[0])
    got = dict.fromkeys(bare.possible_agents, 0.0)
    for agent in env.agent_iter():
        got[agent] += env.last()[1]
        env.step(None)
    return list(got.values())

told = {"rewards": {
    "team": rewards("cups: 4x1 teams", "2211"), "drawn": rewards("cups: 4x1 teams", "2111"),
    "shared": rewards("cups: 3x1 loser", "111"), "alone": rewards("cups: 3x1", "111"),
}}

def after_a_bid(*out):
    env = any_game.env("cups", "cups: 4x1 teams")
    env.reset(seed=1)
    bare = env.unwrapped
    bare.is_eliminated = lambda seat: seat in out
    env.step(bare.action_encoding.encode(bare.game.question, "1x2")[0])
    return [bare.rewards[agent] for agent in bare.possible_agents]

told["out"] = [after_a_bid(1), after_a_bid(1, 3)]

asked = Game.begin("cups: 4x1 teams").give_answers(*"2211")
exact.exact_odds_function = lambda game: lambda game: Odds(0.7, 0.1, 0.2)
told["exact"] = [exact.exact_chance(asked, seat).share for seat in range(4)]
bold = lambda seed: lambda game: "4x6" if game.table.bid == "1x2" else "call"
plain = LookaheadFunctions(redeal=lambda table, seat, rng: None, playout_player=bold)
worth = rate_answers_by_playouts(asked, playout_count=2, lookahead=plain, candidate_answers=["1x2", "1x3"])
told["partner"] = [fmean(worth.win_shares_by_answer[bid]) for bid in ("1x2",
"1x3")]  # the third doubts 4x6; the second doubts 1x3
told["ends"] = [one_playout_shares(asked.copy().give_answers(bid), plain, 1) for bid in ("1x2", "1x3")]
shares = (4, 1, 2, 1)
judged = LookaheadFunctions(strength=lambda table, seat, viewer: {"all": Part(0, math.log(shares[seat]))})
told["curve"] = one_playout_shares(Game.begin("cups: 4x1 teams").give_answers(*"2211"), judged, 1)
told["won"] = win_share_against(lambda seed: Game(parse_start("cups: 4x1 teams"), seed=seed), "honest",
"random", 40)

played = arena.simulate(120, ["honest", "random"] * 2, game="cups", seed=1, rotate=False, processes=1)
games = played.games
told["run"] = {
    "wins": played.wins()[["games", "won", "share", "fair_share"]].values.tolist(),
    "first": int(games.winner_p1.sum()), "second": int(games.winner_p2.sum()),
    "partners": games.winner_p1.equals(games.winner_p3) and games.winner_p2.equals(games.winner_p4),
    "nobody": played.games_without_winner, "said": summary(played),
    "met": played.head_to_head()[["policy", "games", "won", "lost", "fair_share"]].values.tolist(),
    "strengths": played.strengths().strength.tolist(),
}
turned = arena.simulate(240, ["honest", "honest", "random", "random"], game="cups", seed=1, processes=1)
told["turned"] = {
    "chance": turned.wins().fair_share.tolist(), "met": turned.head_to_head().games.tolist(),
    "won": turned.wins().won.tolist(), "strengths": turned.strengths().strength.tolist(),
    "effects": turned.adjusted_effects("policy")[["name", "effect", "seats"]].values.tolist(),
}
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def elsewhere(python):
    return values(python(ELSEWHERE))


def test_partners_are_rewarded_alike_and_a_shared_win_in_parts(elsewhere):
    assert elsewhere["rewards"] == {
        "team": [1, -1, 1, -1], "drawn": [0] * 4, "shared": [-1, 0.5, 0.5], "alone": [-1, 1, -1],
    }  # fmt: skip


def test_who_is_out_is_rewarded_once_its_partner_is_out_too(elsewhere):
    assert elsewhere["out"] == [[0, 0, 0, 0], [0, -1, 0, -1]]


def test_a_win_of_the_partner_is_ones_own_to_hints_and_reviews(elsewhere):
    assert elsewhere["partner"] == [1, 0]
    assert elsewhere["ends"] == [[1, 0, 1, 0], [0, 1, 0, 1]]
    assert elsewhere["exact"] == pytest.approx([0.75, 0.25, 0.75, 0.25])
    assert elsewhere["curve"] == pytest.approx([0.75, 0.25, 0.75, 0.25])


def test_the_arena_counts_a_win_for_each_partner(elsewhere):
    run = elsewhere["run"]
    first, second = run["first"], run["second"]
    assert run["partners"]
    assert first + second + run["nobody"] == 120
    assert run["wins"] == [[120, first, first / 120, 0.5], [120, second, second / 120, 0.5]]
    assert run["met"] == [["honest", 120, first, second, 0.5], ["random", 120, second, first, 0.5]]
    assert any(line.split()[:2] == ["nobody", str(run["nobody"])] for line in run["said"])
    assert elsewhere["won"] > 0.8


def test_a_strength_is_that_of_a_side_of_one_player(elsewhere):
    run = elsewhere["run"]
    level = math.log((run["first"] + 0.5) / (run["second"] + 0.5)) / 2
    assert run["strengths"] == pytest.approx([level, -level])


def test_players_who_are_now_partners_and_now_opponents_are_compared_as_opponents_alone(elsewhere):
    turned = elsewhere["turned"]
    assert turned["chance"] == pytest.approx([(2 * 1 + 0.5) / 3] * 2), "of two seatings in three both win"
    assert turned["met"] == [80, 80]
    assert min(turned["won"]) > 100
    assert turned["strengths"][0] > 1
    assert turned["effects"][0][:1] == ["honest"]
    assert turned["effects"][0][1] == pytest.approx(turned["strengths"][0], abs=0.5)


ALONE = """
import json
from twingkit.core.play import Game
from twingkit.core.starts import parse_start
from twingkit.core.running.winners import is_drawn, win_share

told = {}
for line, answer in (("pile: 3", True), ("pile: 3", False)):
    game = Game(parse_start(line), seed=1)
    top = game.table.pile[0]
    game.answer(next(card for card in game.question.options() if (card == top) == answer))
    told[str(answer)] = [win_share(game, 0), is_drawn(game)]
print(json.dumps(told))
"""


def test_who_plays_alone_wins_all_or_loses(python):
    assert values(python(ALONE)) == {"True": [1, False], "False": [0, False]}
