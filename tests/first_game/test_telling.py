"""Explanations in a first game: the right rules, and none of them twice."""

from __future__ import annotations

import random
from pathlib import Path

import attrs
import pytest

from twingkit import Game, ember, imperium, policies
from twingkit.core.games import game_by_id
from twingkit.core.knowledge import messages_in_every_language
from twingkit.core.language import call_in_language
from twingkit.core.messages import Fault
from twingkit.core.questions import ChanceQuestion
from twingkit.imperium.galaxy.tactical.embedded_battle import FIGHTING_EFFECT
from twingkit.learn.first_game.briefing import (
    MAX_EXPLAINED_RULES,
    RuleToExplain,
    choose_briefing,
    rule_title_and_text,
    shorten_rule_text,
)
from twingkit.learn.first_game.consequence import first_ruling_after, sample_consistent_games
from twingkit.learn.first_game.first_game import FirstGameSettings, first_game_settings
from twingkit.learn.first_game.met_rules import FirstGameProgress, merge_met_rules
from twingkit.learn.first_game.search import play_trial
from twingkit.players.lookahead import lookahead_of

EMBER = game_by_id("ember")

SECOND_ROUND = "ember: p1 hand A5 E5 F5 A9 E9 * has griffin wisp phoenix:down; p2 hand 3; to move p1 conjure"


@pytest.mark.parametrize(
    ("given", "wanted", "missing"),
    [
        ("[screen.turn]", "[screen.trun]", "screen.turn.title"),
        ('title = { en = "Aim", de = "Ziel" }', "", "screen.aim.title"),
        ('title = { en = "Aim", de = "Ziel" }', 'title = "Aim"', "screen.aim.title"),
        ('text = { en = "Draw.", de = "Zieh." }', "", "tell.EM-TURN-1.text"),
    ],
)
def test_a_text_that_a_first_game_lacks_is_named(
    tmp_path: Path, given: str, wanted: str, missing: str
) -> None:
    texts = '[tell.EM-TURN-1]\ntext = { en = "Draw.", de = "Zieh." }\n'
    for name, title in (("table", "Table"), ("aim", "Aim"), ("turn", "Turn"), ("end", "End")):
        texts += (
            f'[screen.{name}]\ntitle = {{ en = "{title}", de = "Ziel" }}\ntext = {{ en = "x", de = "y" }}\n'
        )
    file = tmp_path / "texts.toml"
    file.write_text(texts, encoding="utf-8")
    assert FirstGameSettings.load(file, tmp_path / "deals.toml").first_screen["aim"].titles["en"] == "Aim"
    file.write_text(texts.replace(given, wanted, 1), encoding="utf-8")
    with pytest.raises(Fault, match=rf"texts\.toml lacks the text {missing}; "):
        FirstGameSettings.load(file, tmp_path / "deals.toml")


def test_the_rule_that_asks_comes_first_then_what_acted_last():
    game = ember.position_game("ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure", seed=1)
    question = game.question
    game.answer("conjure cerberus A5 E5 F5 A9 E9")
    lesson = choose_briefing(FirstGameSettings(), game.start.rulebook(), question, game.latest_rulings)
    assert lesson.rule_ids[0] == "EM-CONJ-1"
    assert len(lesson.rule_ids) == MAX_EXPLAINED_RULES
    assert lesson.rules_to_explain[1].statement in game.latest_rulings


def test_what_is_known_or_silent_is_not_told():
    game = ember.position_game("ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure", seed=1)
    book = game.start.rulebook()
    question = game.question
    assert (
        choose_briefing(FirstGameSettings(), book, question, [], known={"EM-CONJ-1"}).rules_to_explain == ()
    )
    assert (
        choose_briefing(
            FirstGameSettings(unexplained_rules=("EM-CONJ-",)), book, question, []
        ).rules_to_explain
        == ()
    )
    assert (
        choose_briefing(
            FirstGameSettings(first_screen_rules=("EM-CONJ-1",)), book, question, []
        ).rules_to_explain
        == ()
    )


def test_a_refusal_is_told_with_its_own_sentence():
    game = ember.position_game("ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure", seed=1)
    refusal = game.refusal("conjure dragon A5 E5 F5 A9 E9")
    assert refusal is not None
    lesson = choose_briefing(FirstGameSettings(), game.start.rulebook(), None, [], [refusal])
    assert [one.statement for one in lesson.rules_to_explain] == [refusal]
    assert lesson.rules_to_explain[0].is_refusal


def test_a_wrong_form_of_an_answer_is_no_rule_worth_a_word():
    game = ember.position_game("ember: p1 hand A5 has unicorn wisp; p2 hand 3; to move p1 draw", seed=1)
    question = game.question
    assert question is not None
    refusal = question.refusal(question.parse_answer("use unicorn"))
    assert refusal is not None
    assert (refusal.rule, refusal.case) == ("EM-ABIL-7", "nothing_to_revive")
    first = first_game_settings(EMBER)
    assert first.is_unexplained_refusal(refusal)
    assert refusal.rule not in choose_briefing(first, game.start.rulebook(), question, [], [refusal]).rule_ids
    assert FirstGameSettings(unexplained_refusals=("EM-ABIL-7.is_",)).is_unexplained_refusal(refusal) is False


def rules_at_repeated_question(game: Game, times: int) -> list[tuple[str, ...]]:
    """Return the explanations if the same question is asked `times` times, and nothing else happens."""
    rules: list[tuple[str, ...]] = []
    for _ in range(times):
        known = {rule for told in rules for rule in told}
        rules.append(
            choose_briefing(
                first_game_settings(EMBER), game.start.rulebook(), game.question, [], known=known
            ).rule_ids
        )
    return rules


def needed_rules(game: Game) -> tuple[str, ...]:
    """Return the rules that a learner of Ember needs at the pending question."""
    return (game.question.rule, *first_game_settings(EMBER).rules_for_options(game.question))


def test_what_a_question_needs_is_told_with_it_and_nothing_else_beyond_two_rules():
    game = ember.position_game(SECOND_ROUND, seed=1)
    told = rules_at_repeated_question(game, 5)
    needed = (rule for rule in needed_rules(game) if not first_game_settings(EMBER).is_unexplained(rule))
    assert told[0] == tuple(dict.fromkeys(needed))[: first_game_settings(EMBER).max_needed_rules]
    assert told[0][0].startswith("EM-COST-"), "the signs of what can be bought"
    assert all(len(rules) <= MAX_EXPLAINED_RULES for rules in told[2:]), "the rest is not needed"
    order = [rule for rules in told for rule in rules]
    assert len(set(order)) == len(order)
    assert order.index("EM-COST-2") < order.index("EM-ABIL-1")
    assert "EM-ABIL-6" in order


def test_in_the_first_turn_of_ember_few_rules_are_explained_at_once_and_costs_before_the_first_payment():
    first, deal = first_game_settings(EMBER), first_game_settings(EMBER).deals[2]
    told = play_trial(EMBER, first, deal, 1).explained_rules
    assert all(len(rules) <= most for rules, most in zip(told[:3], (3, 4, 4), strict=True))
    words = {"EM-ABIL-1", "EM-ABIL-3", "EM-ABIL-6"}
    assert words <= {*told[0], *told[1]}, "before the first creature is chosen"
    assert "EM-COST-2" in told[1]


def test_what_was_offered_without_room_waits_for_a_question_with_room():
    game = ember.position_game(SECOND_ROUND, seed=1)
    book = game.start.rulebook()
    lesson = choose_briefing(first_game_settings(EMBER), book, game.question, [])
    assert lesson.postponed_rules
    later = choose_briefing(
        first_game_settings(EMBER), book, None, [], known=lesson.rule_ids, postponed=lesson.postponed_rules
    )
    assert later.rules_to_explain == lesson.postponed_rules[:MAX_EXPLAINED_RULES]


@pytest.mark.parametrize("points", ["has basilisk minotaur pixie", "has dragon hydra phoenix"])
def test_the_last_round_and_a_wrong_call_are_told_soon_after_a_call_is_possible(points: str):
    line = f"ember: p1 hand A5 E5 F5 A9 E9 {points}; p2 hand 3; to move p1 conjure"
    game = ember.position_game(line, seed=1)
    told = rules_at_repeated_question(game, 12)
    rules = {rule for rules in told for rule in rules}
    may_call = "call" in map(str, game.question.options())
    assert may_call == ("dragon" in points)
    assert {"EM-CALL-2", "EM-CALL-6"} <= rules
    assert ("EM-CALL-3" in rules) == may_call
    assert ("EM-CALL-5" in rules) == may_call
    if may_call:
        assert {"EM-CALL-2", "EM-CALL-3"} <= {*told[0]}


def test_what_has_no_room_waits_for_the_next_question():
    game = ember.position_game("ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure", seed=1)
    book, question = game.start.rulebook(), game.question
    game.answer("conjure cerberus A5 E5 F5 A9 E9")
    first = choose_briefing(FirstGameSettings(), book, question, game.latest_rulings)
    assert first.postponed_rules
    later = choose_briefing(
        FirstGameSettings(), book, None, [], known=first.rule_ids, postponed=first.postponed_rules
    )
    assert later.rules_to_explain[0] == attrs.evolve(first.postponed_rules[0], has_waited=True), (
        "it says that this was before"
    )
    rules = [rule.id for rule in book][:4]
    late = [attrs.evolve(first.postponed_rules[0], rule=rule, has_waited=True) for rule in rules]
    for prompt in (False, True):  # a teacher explains it at the next question
        lesson = choose_briefing(
            FirstGameSettings(explains_promptly=prompt), book, None, [], postponed=late, max_rules=1
        )
        assert bool(lesson.postponed_rules) is not prompt


def test_what_concerns_nobody_yet_is_told_only_when_it_acts():
    game = ember.position_game("ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure", seed=1)
    book, question = game.start.rulebook(), game.question
    refusal = game.refusal("conjure dragon A5 E5 F5 A9 E9")
    game.answer("conjure cerberus A5 E5 F5 A9 E9")
    quiet = FirstGameSettings(filler_rules={"conjure": ("EM-CALL-2", "EM-DECK-1")})
    known = {"EM-CONJ-1"}
    calm = choose_briefing(quiet, book, question, [], known=known, is_early=lambda rule: rule == "EM-CALL-2")
    assert calm.rule_ids == ("EM-DECK-1",)
    refused = choose_briefing(
        quiet, book, question, [], [refusal], known, is_early=lambda rule: rule == refusal.rule
    )
    assert refusal.rule not in refused.rule_ids
    acted = choose_briefing(
        quiet, book, question, game.latest_rulings, known=known, is_early=lambda rule: True
    )
    assert acted.rules_to_explain


def test_TW_END_1_nobody_is_told_of_the_end_game_or_of_duels_before_there_are_objects():
    first = first_game_settings(game_by_id("twing"))
    lines = "players F W\nbox assumed\np1 hand F5 cat; ornicles {}{}\np2 hand W4{}\n"
    lines += "table turn 5; to-move p1; phase action; display puppet,panties"

    def early(rule: str, own: str, other: str, ornicles: int = 1) -> bool:
        objects = [names and f"; objects {names}" for names in (own, other)]
        return first.is_rule_too_early(
            Game.begin(lines.format(ornicles, *objects), game="twing").view(0), rule
        )

    assert early("TW-END-1", "", "hat,bra")
    assert not early("TW-END-1", "", "hat,bra,cup")
    assert early("TW-DUEL-1", "hat", "")
    assert not early("TW-DUEL-1", "", "hat")
    assert early("TW-DUEL-1", "", "hat", ornicles=0), "who has no stake can call no duel"
    assert early("TW-OBJ-2", "hat,bra", "")
    assert not early("TW-OBJ-2", "hat,bra,cup", "")
    assert not early("TW-OBJ-3", "", ""), "a cat is in the hand"
    assert early("TW-OBJ-4", "", ""), "no trap is"
    assert not early("TW-OBJ-1", "", "")


def test_a_pause_looks_back_from_the_beginning_at_what_the_teacher_has_words_for():
    game = Game.begin("F: A5 + A2 vs W: L5").give_answers("lay A5 + A2", "lay L5", "roll Cross", "roll 1")
    assert game.over
    first, book = first_game_settings(game_by_id("twing")), game.start.rulebook()
    die = RuleToExplain("TW-BOX-3", is_about_options=True)
    lesson = choose_briefing(
        first, book, None, game.latest_rulings, known={"TW-BAT-1", "TW-BAT-2", "TW-BAT-4"}, postponed=(die,)
    )
    assert lesson.rules_to_explain[0] == die, "the faces of a die that was thrown"
    later = choose_briefing(
        first, book, None, game.latest_rulings, known={"TW-BAT-1", "TW-BAT-2", "TW-BAT-4", "TW-BAT-7"}
    )
    acted = [ruling.rule for ruling in game.latest_rulings]
    places = [acted.index(rule) for rule in later.rule_ids]
    assert places == sorted(places)
    assert all(rule in first.rule_texts for rule in later.rule_ids)


def test_a_quiet_rule_is_told_alone_where_there_is_nothing_else():
    game = ember.position_game("ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure", seed=1)
    book, quiet = (
        game.start.rulebook(),
        FirstGameSettings(filler_rules={"conjure": ("EM-DECK-1", "EM-DECK-2")}),
    )
    assert choose_briefing(quiet, book, game.question, []).rule_ids == ("EM-CONJ-1",)
    assert choose_briefing(quiet, book, game.question, [], known={"EM-CONJ-1"}).rule_ids == ("EM-DECK-1",)


@pytest.mark.parametrize("game", ["ember", "twing", "imajica", "imperium"])
def test_the_words_of_the_teacher_are_those_of_rules_and_short(game: str):
    first, book = first_game_settings(game_by_id(game)), game_by_id(game).load("rules")()
    named = {
        *first.rule_texts,
        *first.first_screen_rules,
        *(rule for rules in first.rules_by_question.values() for rule in rules),
    }
    named |= {rule for rules in first.filler_rules.values() for rule in rules}
    assert [rule for rule in named if rule not in book] == []
    for rule in first.rule_texts:
        assert not first.is_unexplained(rule), "nobody would hear it"
        for lang in ("en", "de"):
            title, text = call_in_language(lang, rule_title_and_text, first, book[rule])
            assert len(title) < 45
            assert 40 < len(text) < 330, (rule, lang, len(text))


@pytest.mark.parametrize("game", ["ember", "twing"])
def test_in_a_whole_game_no_rule_is_explained_twice_and_seldom_many_at_once(game: str):
    entry = game_by_id(game)
    first = first_game_settings(entry)
    played = play_trial(entry, first, first.deals[2], beginner_seed=1)
    told_rules = [rule for rules in played.explained_rules for rule in rules]
    assert len(told_rules) > 10
    assert len(set(told_rules)) == len(told_rules)
    counts = [len(rules) for rules in played.explained_rules]
    assert max(counts) <= first.max_needed_rules
    assert sum(count > MAX_EXPLAINED_RULES for count in counts) < len(counts) / 4
    assert not any(first.is_unexplained(rule) for rule in told_rules)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("You may draw. Then you stop. And so on.", "You may draw. Then you stop."),
        ("Du darfst z. B. ziehen. Dann nicht. Nie.", "Du darfst z. B. ziehen. Dann nicht."),
        ("One sentence alone.", "One sentence alone."),
        (f"Short. {'Long ' * 60}.", "Short."),
        (f"A clause; {'more ' * 60}. Another.", "A clause."),
    ],
)
def test_the_short_text_is_two_sentences_or_the_beginning_of_a_long_one(text: str, short: str):
    assert shorten_rule_text(text) == short


# -- what the browser stores


def test_what_was_told_is_kept_and_read():
    met = FirstGameProgress()
    assert met.text == ""
    met.add_rules(["EM-TURN-2", "EM-CONJ-1", "EM-TURN-2"])
    met.add_finished_game("ember")
    assert FirstGameProgress.parse(met.text) == met
    assert FirstGameProgress.parse("") == FirstGameProgress()


@pytest.mark.parametrize("text", ["nothing", "twingkit-met 1\nrule <b>", "twingkit-met 1\ngame ember many"])
def test_a_broken_text_is_one_clear_error(text: str):
    with pytest.raises(Fault) as fault:
        FirstGameProgress.parse(text)
    assert all(len(fault.value.text(lang)) > 30 for lang in ("en", "de"))


def test_two_tabs_are_joined_and_games_are_counted_once():
    base = "twingkit-met 1\ngame ember 1\nrule EM-TURN-2\n"
    own = "twingkit-met 1\ngame ember 2\nrule EM-TURN-2\nrule EM-CONJ-1\n"
    theirs = "twingkit-met 1\ngame ember 2\nrule EM-TURN-2\nrule EM-CALL-2\n"
    joined = FirstGameProgress.parse(merge_met_rules(base, own, theirs))
    assert joined.finished_games == {"ember": 3}
    assert set(joined.rules) == {"EM-TURN-2", "EM-CONJ-1", "EM-CALL-2"}


# -- no hidden information


def test_what_an_answer_would_do_is_the_same_in_every_deal_that_looks_the_same():
    rng = random.Random(3)
    game = Game.begin("ember 3", game="ember")
    compared = 0
    while not game.over and len(game) < 120:
        question = game.question
        assert question is not None
        if not isinstance(question, ChanceQuestion):
            other = lookahead_of(game).sample_hidden_information(game, question.player, 7 * len(game) + 1)
            assert game.view(question.player) == other.view(question.player)
            answer = question.format_answer(question.random_answer(rng))
            mine, same = sample_consistent_games(game), sample_consistent_games(other)
            assert [world.table.key() for world in mine] == [world.table.key() for world in same]
            first, second = first_ruling_after(mine, answer), first_ruling_after(same, answer)
            assert (first and first.text()) == (second and second.text()), answer
            compared += first is not None
        game.answer_randomly(rng)
    assert compared > 20


def test_in_the_middle_of_a_battle_of_a_game_of_fleets_nothing_is_foretold():
    game = imperium.new_game(seed=3)
    players = policies.policies_by_seat(game, ["steady"] * 3)
    fought = foretold = about_others = 0
    while not game.over:
        if isinstance(game.question, ChanceQuestion):
            game.roll()
            continue
        answer = players[game.question.player](game)
        worlds = sample_consistent_games(game)
        if game.table.has_effect(FIGHTING_EFFECT):
            fought += 1
            assert worlds == ()
        ruling = first_ruling_after(worlds, str(answer))
        foretold += ruling is not None
        named = {"p1", "p2", "p3"} & set(map(str, ruling.facts.values())) if ruling else set()
        about_others += bool(named) and game.start.seat(game.question.player) not in named
        game.answer(answer)
    assert fought
    assert not about_others
    assert foretold > 100


def test_a_consequence_leaves_the_game_as_it_is():
    game = policies.play(Game.begin("ember 2", game="ember"), ["greedy", "greedy"])
    assert sample_consistent_games(game) == ()
    assert first_ruling_after((), "pass") is None
    fresh = Game.begin("F: F5 vs W: W6")
    said = first_ruling_after(sample_consistent_games(fresh), "lay F5")
    assert said is not None
    assert said.rule == "TW-BAT-1"
    assert len(fresh) == 0
    assert messages_in_every_language(fresh, 0) == []
    assert first_ruling_after(sample_consistent_games(fresh), "lay F6") is None
