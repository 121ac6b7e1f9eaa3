"""Messages of whole games agree with what happened, and what they offer can be answered."""

import random

import pytest
from imperium.galaxy.cards.rich_games import eager, rich_game
from imperium.galaxy.game.positions import cases

from twingkit.core.questions import BadAnswer
from twingkit.imperium import position_game
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.starts import new_game
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion, ItemChoice
from twingkit.imperium.texts.rulebook import rulebook

SHORT = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7"


class Witness:
    """Collects the messages of a table, with the exhausted planets at the message or question before."""

    def __init__(self, monkeypatch):
        self.exhausted_planets, self.faults, self.told = frozenset(), [], set()
        tell = GameTable.announce

        def watched(table, rule, case, *args, **facts):
            self.look(table, rule, case, facts)
            return tell(table, rule, case, *args, **facts)

        monkeypatch.setattr(GameTable, "announce", watched)

    def look(self, table, rule, case, facts):
        """Record a message about planets or structures that does not fit the table."""
        planets = set(facts.get("planets", ())) | ({facts["planet"]} if "planet" in facts else set())
        wrong = set()
        if case == "readied":
            wrong = (planets - self.exhausted_planets) | (planets & table.exhausted_planets)
        elif case == "exhausted":
            wrong = (planets & self.exhausted_planets) | (planets - table.exhausted_planets)
        elif (rule, case) == ("IM-INV-11", "gained"):
            wrong = {name for name in planets if table.planet_controllers[name] is None}
        if wrong:
            self.faults.append((rule, case, sorted(wrong)))
        self.told.add((rule, case))
        self.exhausted_planets = table.exhausted_planets


@pytest.mark.parametrize("seed", [3, 21, 144])
def test_planets_are_told_as_readied_or_exhausted_only_if_they_were_not_so_before(seed, monkeypatch):
    witness = Witness(monkeypatch)
    game, rng = rich_game(seed, explain=True), random.Random(seed)
    while game.question is not None:
        witness.exhausted_planets = game.table.exhausted_planets
        eager(game, rng)
    assert witness.faults == []
    assert any(case == "readied" for _, case in witness.told)


@pytest.mark.parametrize("seed", [4, 9])
def test_the_example_of_every_question_is_an_allowed_answer(seed):
    game, rng = new_game("short", seed=seed), random.Random(seed)
    while game.question is not None:
        question = game.question
        if isinstance(question, GalaxyQuestion):
            example = question.example
            assert question.refusal(question.parse_answer(example)) is None, (question.kind, example)
        game.answer_randomly(rng)


@pytest.mark.parametrize("seed", [4, 9])
def test_none_is_offered_in_words_only_where_it_may_be_answered(seed):
    game, rng = rich_game(seed), random.Random(seed)
    while game.question is not None:
        question = game.question
        if isinstance(question, ItemChoice) and question.text("en").endswith(", or none?"):
            assert NO_TARGET_WORD in question.choices, question.text("en")
        eager(game, rng)


def cited_cases(game, rule):
    """Return the cases of a rule that a game has cited."""
    return [case for name, case in cases(game) if name == rule]


def conquest():
    """Let p1 land beside a lone PDS of p2 on Lodor."""
    line = f"{SHORT}, at 26 p1 1 carrier 2 infantry, at lodor p2 1 infantry 1 pds"
    game = position_game(line, rolls="ask")
    game.give_answers("activate lodor")
    faces = {0: 10, 1: 1}
    while game.question is not None and not isinstance(game.question, TurnChoice):
        options = [str(answer) for answer in game.question.options()]
        wanted = ["land 2 infantry lodor", "stay", "move none", "build none"]
        answer = next((name for name in wanted if name in options), None)
        if answer is None and game.question.kind == "play":
            answer = "pass"
        if answer is None:
            dice = game.question.battle_question.volley.count
            answer = "roll " + " ".join([str(faces[game.question.player])] * dice)
        game.answer(answer)
    return game


def test_IM_INV_11_a_structure_falls_once_at_a_conquest():
    game = conquest()
    assert game.table.planet_controllers["lodor"] == 0
    assert cited_cases(game, "IM-INV-11").count("destroyed") == 1
    assert cited_cases(game, "IM-INV-8") == []


def test_IM_TACT_1_a_system_is_activated_by_a_planet_too():
    game = position_game(SHORT)
    game.answer("activate lodor")
    assert "activate 26" in game.record
    refusal = position_game(SHORT).refusal("activate nowhere")
    assert "by one of its planets" in refusal.text("en")
    assert "einem seiner Planeten" in refusal.text("de")


def test_IM_PAY_1_the_way_to_pay_that_a_question_names_is_enough():
    game = position_game(SHORT)
    game.give_answers("activate 01", "move none", "build 1 carrier")
    assert "such as “pay jord”." in game.question.text("en")
    assert "etwa „pay jord“." in game.question.text("de")
    assert game.refusal("pay jord") is None
    with pytest.raises(BadAnswer, match="expected instead: 'jord'"):
        game.answer("pay 1 good")


def test_rules_of_the_reference_are_no_rulings_of_this_project():
    for rule in rulebook():
        of_reference = any(source.startswith("Reference") for source in rule.sources)
        if rule.status == "ruling" and rule.chapter != "readings":
            assert not of_reference, rule.id
        if rule.status == "reference":
            assert of_reference, rule.id
