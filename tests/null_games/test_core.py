"""The null games get everything from the core, which does not know them; no test imports them."""

from __future__ import annotations

import json
import re
import sys

import pytest
from null_games.printed import values

RECORD = """twingkit-record 1
game coin
coin: heads
guesser: tails
thrower: roll tails
"""


def test_nobody_has_imported_them():
    assert not {"coin", "pile", "cups", "briscola"} & set(sys.modules)


# -- the command line


@pytest.mark.parametrize(("lang", "win", "half"), [("en", "win", "50.00%"), ("de", "Sieg", "50,00\u00a0%")])
def test_odds_of_a_line(twingkit, lang, win, half):
    done = twingkit("odds", "coin: heads", "--lang", lang)
    assert done.returncode == 0, done.stderr
    line, head, first, *_ = done.stdout.splitlines()
    assert line == "coin: heads"
    assert "guesser" in head
    assert re.split(" +", first.strip()) == [win, half]


def test_odds_as_json(twingkit):
    found = values(twingkit("odds", "coin: heads", "--json"))
    assert found == {
        "position": "coin: heads",
        "responses": "none",
        "win": 0.5,
        "tie": 0.0,
        "loss": 0.5,
        "edge": 0.0,
    }


def test_a_game_without_odds_says_so(twingkit):
    done = twingkit("odds", "pile: 3")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Pile has no odds" in done.stderr


def test_step_tells_the_story_and_the_seed_repeats_it(twingkit):
    first, again = (twingkit("step", "coin: heads", "--seed", "3", "--lang", "de") for _ in range(2))
    assert first.returncode == 0, first.stderr
    assert first.stdout == again.stdout
    assert first.stdout.startswith("coin: heads\n")
    for words in ("guesser: ", "[CO-1]", "Die Münze zeigt", "[CO-4]"):
        assert words in first.stdout


def test_rule_prints_a_rule_and_finds_a_near_one(twingkit):
    done = twingkit("rule", "CO-1", "--lang", "de")
    assert "Kopf oder Zahl" in done.stdout
    assert "CO-3" in done.stdout
    assert twingkit("rule", "co-1", "--lang", "de").stdout == done.stdout
    missing = twingkit("rule", "CO-11")
    assert missing.returncode == 2
    assert "did you mean CO-1" in missing.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("odds", "coin: edge"), "'coin: edge' is no side"),
        (("step", "coin heads"), "no side of the coin"),
        (("step", "dice: 6"), "Coin: coin: …"),
        (("rule", "XX-1"), "CO-…"),
    ],
)
def test_bad_input_is_one_message_on_standard_error_and_code_2(twingkit, arguments, words):
    done = twingkit(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_replay_tells_a_record_and_names_a_forbidden_answer(twingkit, tmp_path):
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(RECORD, encoding="utf-8")
    bad.write_text(RECORD.replace("guesser: tails", "guesser: edge"), encoding="utf-8")
    done = twingkit("replay", str(good), "--lang", "de")
    assert done.returncode == 0, done.stderr
    assert "#   Wer rät gewinnt. [CO-4]" in done.stdout
    refused = twingkit("replay", str(bad))
    assert refused.returncode == 2
    assert "line 4: The edge is no side" in refused.stderr
    assert "[CO-3]" in refused.stderr


def test_a_fault_that_a_command_does_not_expect_is_one_message_too(twingkit, tmp_path):
    record = tmp_path / "coin.record"
    record.write_text(RECORD, encoding="utf-8")
    done = twingkit("review", str(record), "--lang", "de")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("twingkit: ")
    assert len(done.stderr.splitlines()) == 1
    assert "coin" in done.stderr


def test_simulate_names_the_game(twingkit):
    done = twingkit(
        "simulate", "--game", "coin", "--players", "random,random", "--games", "40", "--processes", "1"
    )
    assert done.returncode == 0, done.stderr
    assert "Answers in a game, on average: 2.0" in done.stdout
    missing = twingkit("simulate", "--game", "dice", "--players", "random", "--games", "1")
    assert missing.returncode == 2
    assert "coin" in missing.stderr


def test_simulate_begins_from_the_example_with_so_many_players(twingkit):
    games = ("--game", "cups", "--games", "4", "--processes", "1")
    for names in (["honest"] * 3, ["honest"] * 5):
        done = twingkit("simulate", *games, "--players", ",".join(names))
        assert done.returncode == 0, done.stderr
        assert f"of {len(names)} players" in done.stdout
    refused = twingkit("simulate", *games, "--players", "honest,random")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.endswith("for 2 players; expected one of 3, 4, 5\n")


@pytest.mark.parametrize(
    ("lang", "head", "true", "false"),
    [
        ("en", "Chances", "the bid is true", "the bid is false"),
        ("de", "Chancen", "das Gebot stimmt", "das Gebot stimmt nicht"),
    ],
)
def test_outcomes_of_a_line_have_the_names_of_their_game(twingkit, lang, head, true, false):
    done = twingkit("odds", "cups: 3x1 1x6", "--lang", lang)
    assert done.returncode == 0, done.stderr
    told = [re.split(" {2,}", line.strip())[0] for line in done.stdout.splitlines()]
    assert told == ["cups: 3x1 1x6", head, true, false]
    found = json.loads(twingkit("odds", "cups: 3x1 1x6", "--lang", lang, "--json").stdout)
    assert found["true"] + found["false"] == pytest.approx(1)
    assert "win" not in found


OWN_COMMAND = """
import attrs, sys
from types import ModuleType
from twingkit.cli.commands import LineOdds, line_odds
from twingkit.core.games import game_by_id
from twingkit.odds.odds import OutcomeChances

own = ModuleType("own")
own.odds = lambda line, responses: LineOdds(
    line=line, odds=OutcomeChances({"true": 0.25, "false": 0.5, "never": 0.25}), heading="",
    outcome_names={"false": "no"}
)
sys.modules["own"] = own
answer = line_odds(attrs.evolve(game_by_id("cups"), commands="own"), "cups: 3x1 1x6", "none")
print(*answer.outcome_names.values(), sep="|")
print(answer.odds, OutcomeChances({"<b>": 1.0})._repr_html_().count("<b>"), sep="|")
"""


def test_outcomes_of_an_own_command_have_the_names_of_the_game_where_it_gives_none(python):
    done = python(OWN_COMMAND)
    assert done.returncode == 0, done.stderr
    names, told = done.stdout.splitlines()
    assert names == "the bid is true|no|never"
    assert told == "true 25.0%, false 50.0%, never 25.0%|0"


# -- records, links, scenes, the arena

PLAYED = """
import json
from twingkit import Game, Refusal
from twingkit.core.links import line_from_link_value, to_link_value
from twingkit.core.starts import parse_start

game = Game(parse_start("coin: heads"), seed=None)
link = to_link_value("coin: heads")
told = {"asked": game.question.text("de"), "link": link, "line": line_from_link_value(link)}
try:
    game.answer("edge")
except Refusal as refusal:
    told["refusal"] = [refusal.rule, refusal.text("de")]
game.answer("tails"); game.answer("roll heads")
told |= {"record": game.record, "winner": game.result.winner, "scene": game.annotated_record("en")}
told["again"] = Game.replay(game.record).record == game.record
told["instead"] = game.what_if(1, "roll tails").result.winner
game.undo()
told["undone"] = [game.over, game.question.kind, len(game)]
print(json.dumps(told))
"""

SCENE = """twingkit-record 1
game coin
coin: heads
guesser: tails
#   The guesser guesses tails. [CO-1]
thrower: roll heads
#   The coin shows heads. [CO-2]
#   The thrower wins. [CO-4]
"""


def test_a_game_is_recorded_linked_refused_replayed_and_taken_back(python):
    told = values(python(PLAYED))
    assert told["asked"] == "Wer rät: Kopf oder Zahl?"
    assert (told["link"], told["line"]) == ("coin:_heads", "coin: heads")
    assert told["refusal"] == ["CO-3", "Der Rand ist keine Seite; rate Kopf oder Zahl."]
    assert told["record"] == "".join(line for line in SCENE.splitlines(True) if not line.startswith("#"))
    assert told["scene"] == SCENE, "the golden scene"
    assert (told["winner"], told["instead"], told["again"]) == (1, 0, True)
    assert told["undone"] == [False, "roll", 1]


ARENA = """
import json
from twingkit import arena

if __name__ == "__main__":
    one, two = (
        arena.simulate(60, ["random", "random"], game="coin", seed=5, processes=n,
        games_per_part=20) for n in (1, 2)
    )
    print(json.dumps({
        "same": one.games.equals(two.games), "columns": list(one.games), "battles": len(one.battles),
        "won": int(one.wins()["won"][0]), "over": two.replay_game(3).over,
    }))
"""


def test_two_processes_play_the_same_games_as_one(python, tmp_path):
    script = tmp_path / "many.py"
    script.write_text(ARENA, encoding="utf-8")
    told = values(python("import runpy, sys; runpy.run_path(sys.argv[1], run_name='__main__')", str(script)))
    assert told["same"]
    assert told["over"]
    assert (told["won"], told["battles"]) == (60, 0)
    assert told["columns"] == [
        "game", "seed", "policy_guesser", "policy_thrower", "winner", "winner_policy", "winner_guesser",
        "winner_thrower", "answers"
    ]  # fmt: skip


# -- lessons and questions


ASKED = """
import json
from twingkit.core.games import game_by_id
from twingkit.learn.quiz import quiz_of
from twingkit.testing import questions as holds

told = {}
for game in ("coin", "pile", "briscola"):
    quiz, rulebook = quiz_of(game), game_by_id(game).load("rules")()
    items = [quiz.deal(topic, seed) for topic in quiz.topics for seed in range(20)]
    for item in items:
        holds.assert_options_valid(item)
        holds.assert_reasons_valid(item, rulebook)
        holds.assert_texts_complete(item)
        holds.assert_restorable_from_name(quiz, item)
    told[game] = {
        "names": [item.name for item in items],
        "rules": sorted({item.rule for item in items}),
    }
print(json.dumps(told))
"""


def test_twenty_questions_are_dealt_out_of_the_rulings(python):
    told = values(python(ASKED))
    assert len(set(told["coin"]["names"])) == 20
    for game, prefix in (("coin", "CO-"), ("pile", "PI-"), ("briscola", "BR-")):
        assert told[game]["rules"]
        assert all(rule.startswith(prefix) for rule in told[game]["rules"])


TYPED = """
import json
from twingkit import Game, RecordError, referee
from twingkit.referee import onlooker_record

told = {}
for name, answers in (("lifted", ["1x6", "call", *"654321", "1x6"]), ("not lifted", ["1x6"])):
    game = Game.begin("cups: 3x2 again").give_answers(*"123456", *answers)
    told[name] = onlooker_record(game).splitlines()[3:]
    told[f"{name} again"] = referee(onlooker_record(game)).sample_game.transcript[-1].answer
lines = Game.begin("cups: 3x2").give_answers(*"111116", "1x6", "call").record.replace("roll 6", "roll ?")
try:
    referee(lines + "p1: roll 1\\n")
except RecordError as fault:
    told["fault"] = fault.text("LANG")
print(json.dumps(told))
"""


@pytest.mark.parametrize(("lang", "words"), [("en", "has seen since"), ("de", "seither alle gesehen haben")])
def test_a_record_of_an_onlooker_names_what_all_have_seen_since(python, lang, words):
    told = values(python(TYPED.replace("LANG", lang)))
    assert told["lifted"][:6] == [f"p{1 + at // 2}: roll {face}" for at, face in enumerate("123456")]
    assert told["lifted"][8:14] == [f"p{seat}: roll ?" for seat in (1, 1, 2, 2, 3, 3)]
    assert told["not lifted"] == [*told["lifted"][8:14], "p1: 1x6"]
    assert told["lifted again"] == told["not lifted again"] == "1x6"
    assert words in told["fault"]
    assert "p3: roll ?" in told["fault"]


REGISTERED = """
import json, sys, types
import attrs
from twingkit.core.games import game_by_id
from twingkit.players.lookahead.lookahead import lookahead_of_entry
from twingkit.core.messages import Fault
from twingkit.core.starts import register
import cups.game

faults = []


def refused(call, *arguments):
    try:
        call(*arguments)
    except Fault as fault:
        faults.append(fault.text("LANG"))


sys.modules["own_players"] = types.SimpleNamespace(PLAYERS=[cups.game.Honest])
refused(lookahead_of_entry, attrs.evolve(game_by_id("cups"), players="own_players:PLAYERS"))
del cups.game.CupsStart.view
refused(register, cups.game.CupsStart)
print(json.dumps(faults))
"""


@pytest.mark.parametrize(
    ("lang", "players", "start"),
    [("en", "a mapping of names", "it lacks view"), ("de", "eine Zuordnung von Namen", "ihm fehlt view")],
)
def test_a_part_of_the_wrong_kind_is_one_clear_fault(python, lang, players, start):
    faults = values(python(REGISTERED.replace("LANG", lang)))
    assert len(faults) == 2
    assert players in faults[0]
    assert "own_players:PLAYERS" in faults[0]
    assert start in faults[1]


def test_a_word_that_lacks_its_colon_is_quoted_as_it_was_typed(twingkit):
    done = twingkit("step", "cups 3x2")
    assert done.returncode == 2
    assert "'cups 3x2'" in done.stderr
