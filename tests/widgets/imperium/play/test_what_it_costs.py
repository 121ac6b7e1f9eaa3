"""Costs and gains on the page of whole games: payments, deals, objectives, cards."""

from __future__ import annotations

import random
import re

import attrs
import pytest
from imperium.galaxy.game.positions import a_table
from widgets.imperium.play.person_pages import at_turn

from twingkit import Ruling
from twingkit.imperium.galaxy.economy.paying import Pay, max_payment
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.objectives.scoring import ScoreChoice
from twingkit.imperium.galaxy.phases.strategic_action import (
    IMPERIAL_RULE,
    INFLUENCE_PER_TOKEN,
    SECOND_TECHNOLOGY_COST,
    SECONDARY_RESEARCH_COST,
)
from twingkit.imperium.galaxy.players.steady import SteadyPolicy
from twingkit.imperium.galaxy.starts import new_game
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.command_tokens import DivideTokens
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.production_step import Build, production_limits
from twingkit.imperium.galaxy.trade.offers import Offer, OfferSide
from twingkit.imperium.galaxy.trade.transactions import OfferReply
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.imperium.play.plans.move import MovePlan
from twingkit_widgets.imperium.play.plans.plan import BuildPlan, units_with_hit_numbers
from twingkit_widgets.imperium.play.plans.spending import PayPlan, TokenPoolsPlan
from twingkit_widgets.imperium.play.turn.answer_groups import answer_button, answer_groups, strategy_note
from twingkit_widgets.imperium.play.turn.hand import objectives_and_cards_html
from twingkit_widgets.imperium.play.turn.headline import title_of, turn_question_help
from twingkit_widgets.imperium.play.turn.news import news_lines
from twingkit_widgets.imperium.play.turn.play_game import STORY_FORMAT
from twingkit_widgets.imperium.play.words import WORDS
from twingkit_widgets.table.play.story import split_into_turns


def test_IM_STRAT_imperial_the_question_says_that_the_card_scores_now_and_the_points_that_one_has() -> None:
    panel = at_turn()
    choice = ScoreChoice(panel.match.game.table, 0, ["none"], kind="score", rule="IM-STRAT-imperial")
    assert "You have 0 of 4 points" in turn_question_help(choice, panel.player_view())
    status = ScoreChoice(panel.match.game.table, 0, ["none"], kind="score", rule="IM-STATUS-1")
    assert "status phase" in turn_question_help(status, panel.player_view())


def test_IM_PAY_1_what_is_chosen_first_is_what_the_hint_pays() -> None:
    table = a_table()
    table.planet_controllers.update({"vefutii": 0, "lodor": 0, "gral": 0, "centauri": 0})
    asked = Pay(table, 0, 3, "influence")
    plan = PayPlan(asked)
    hint = SteadyPolicy(0).answer(table, asked)
    assert plan.answer_from_amounts(plan.default_amounts()) == str(hint)
    assert "The suggested payment" in plan.status_text(plan.default_amounts())
    everything = dict.fromkeys(asked.planet_values, 1)
    assert f"{sum(asked.planet_values.values()) - 3} is wasted" in plan.status_text(everything)


def test_IM_PAY_1_where_only_goods_pay_no_empty_list_of_planets_stands_above_them() -> None:
    table = a_table()
    table.exhaust_planets(table.ready_planets(0))
    table.players[0].goods = 3
    sections = PayPlan(Pay(table, 0, 2, "resources")).sections({})
    assert [[row.key for row in section.rows] for section in sections] == [["goods"]]


def test_IM_OBJ_1_an_objective_is_said_to_be_scorable_now_only_where_it_is_asked_for() -> None:
    panel = at_turn()
    table = panel.match.game.table
    name = next(card.id for card in objectives_by_id().values() if card.requirement_kind == "control")
    table.open_objectives = (name,)
    now, fulfilled = WORDS.say("hand.scorable"), WORDS.say("hand.fulfilled", public=1)
    assert not {now, fulfilled} & {*re.findall(r"[^<>]+", objectives_and_cards_html(panel.player_view()))}
    table.planet_controllers.update(dict.fromkeys(table.planet_controllers, panel.match.seat))
    in_turn = objectives_and_cards_html(panel.player_view())
    assert fulfilled in in_turn
    assert now not in in_turn
    asked = ScoreChoice(table, panel.match.seat, [name, "none"], kind="score", rule="IM-STATUS-1")
    view = panel.player_view()
    view.question = asked
    assert now in objectives_and_cards_html(view)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_IM_STRAT_1_notes_of_strategy_cards_name_the_prices_of_the_rules(lang: str) -> None:
    """The words contain no numbers, except those of the cards' own scripts in the notes."""
    for part in ("strategy", "secondary"):
        assert not re.search(
            r"\d", " ".join(WORDS.text_by_language(f"{part}.{number}")[lang] for number in range(1, 9))
        )
    assert str(INFLUENCE_PER_TOKEN) in strategy_note("secondary", 1)
    assert str(SECONDARY_RESEARCH_COST) in strategy_note("secondary", 7)
    assert str(SECOND_TECHNOLOGY_COST) in strategy_note("strategy", 7)


@pytest.mark.parametrize(
    ("purpose", "title"),
    [
        ("IM-PROD-1", "Pay 3 resources for what you build."),
        ("IM-STRAT-technology", "Pay 3 resources for “Technology”."),
        ("", "Pay 3 resources."),
    ],
)
def test_IM_PAY_1_what_is_paid_for_is_named(purpose: str, title: str) -> None:
    panel = at_turn()
    asked = Pay(panel.match.game.table, 0, 3, "resources", purpose)
    assert title_of(asked, panel.player_view()) == title


def test_IM_PAY_1_every_cost_of_a_game_says_for_what_it_is_paid() -> None:
    game, rng, paid = new_game(seed=5, rolls="ask"), random.Random(5), set()
    while (question := game.question) is not None:
        if isinstance(question, Pay):
            paid.add(question.purpose)
        game.answer(question.random_answer(rng))
    assert paid
    assert all(purpose in game.start.rulebook() for purpose in paid)


def test_IM_TRADE_3_an_offer_says_who_gets_what() -> None:
    title = "Player 2 offers you a deal: you get 2 commodities, and give 1 trade good. Do you accept?"
    panel = at_turn()
    asked = OfferReply(panel.match.game.table, 0, 1, Offer(0, OfferSide(commodities=2), OfferSide(goods=1)))
    assert title_of(asked, panel.player_view()) == title


def test_IM_TRADE_3_an_offer_says_what_one_has_after_it() -> None:
    panel = at_turn()
    table = panel.match.game.table
    table.players[0].goods, table.players[0].commodities = 3, 4
    asked = OfferReply(table, 0, 1, Offer(0, OfferSide(commodities=2), OfferSide(goods=1, commodities=3)))
    assert WORDS.say("now.reply.after", goods=4, commodities=1) in turn_question_help(
        asked, panel.player_view()
    )


def test_IM_OBJ_1_tokens_that_pay_for_an_objective_say_what_is_left_in_each_pool() -> None:
    panel = at_turn()
    table = panel.match.game.table
    table.players[0].tactic, table.players[0].strategy = 3, 3
    asked = ItemChoice(table, 0, ["0", "1", "2", "3"], kind="tactic_tokens", rule="IM-OBJ-1", subject=3)
    (group,) = answer_groups(asked, panel.player_view())
    assert [offer.answer[-1] for offer in group.buttons] == ["0", "1", "2", "3"], "none is a number, too"
    said = [WORDS.say("pools.after", tactic=3 - n, strategy=n) for n in range(4)]
    assert [offer.effect_note for offer in group.buttons] == said


def test_IM_PROD_1_a_dock_is_spoken_of_only_where_one_can_build() -> None:
    table = a_table()
    home, far = table.home_system(0), table.home_system(1)
    assert "build here" in MovePlan(Move(table, 0, home)).status_text({})
    assert "build" not in MovePlan(Move(table, 0, far)).status_text({})


def test_IM_TRADE_3_a_deal_belongs_to_the_turn_of_the_action_that_follows_it() -> None:
    panel = at_turn()
    before = len(panel.match.rulings)
    panel.do("answer", "offer p2 note trade_agreement:p1 for 1 goods")

    def last_turn() -> tuple[str, list[str]]:
        player_view = panel.player_view()
        (turn, *_) = [
            turn
            for turn in split_into_turns(player_view.visible_rulings, STORY_FORMAT)
            if turn.last_index >= before
        ]
        assert turn.starting_ruling is not None
        return turn.starting_ruling.rule, [told.ruling.rule for told in turn.sentences]

    assert panel.error is None
    head, told = last_turn()
    assert head in ("IM-TRADE-3", "IM-ASK-6")
    panel.do("answer", "use orbital_drop")
    panel.do("answer", "planet jord")
    assert last_turn() == ("IM-TIME-5", [head, *told, "IM-UNIT-orbital_drop"])


def test_IM_FLEET_1_a_plan_warns_of_the_units_that_it_loses() -> None:
    table = a_table()
    home, start = table.home_system(0), table.galaxy.system("26").index
    table.put_units(0, start, "carrier", 1)
    table.put_units(0, start, "fighter", 3)
    plan = MovePlan(Move(table, 0, table.galaxy.system("20").index))
    assert "you lose" not in plan.status_text({"ship:26:carrier": 1, "cargo:26:fighter:26": 3})
    assert "no room for 2 units" in plan.status_text({"ship:26:carrier": 1, "cargo:26:fighter:26": 1})
    text = plan.status_text({"ship:26:carrier": 1, "cargo:26:fighter:26": 3, "cargo:01:infantry:jord": 4})
    assert "you lose" not in text, "the rules forbid this move"
    table.players[0].fleet = 0
    assert "your fleet pool allows 0" in plan.status_text({"ship:26:carrier": 1, "cargo:26:fighter:26": 3})
    fighters, site = table.units_in_space(0, home)["fighter"], production_limits(table, 0, home)
    build = BuildPlan(Build(table, 0, site))
    table.players[0].fleet = table.units_in_space(0, home).nonfighter_count
    assert "fleet pool" not in build.status_text({"infantry": 1})
    assert "so you then lose 1" in build.status_text({"destroyer": 1})
    assert table.units_in_space(0, home)["fighter"] == fighters, "only tried"


def test_IM_TECH_st_a_production_shows_what_sarween_tools_save() -> None:
    table = a_table()
    site = production_limits(table, 0, table.home_system(0))
    dear, cheaper = (BuildPlan(Build(table, 0, attrs.evolve(site, discount=n))) for n in (0, 1))
    assert "Cost 1 of" in dear.status_text({"destroyer": 1})
    assert "Cost 1 − 1 = 0 of" in cheaper.status_text({"destroyer": 1})
    notes = [plan.sections({})[0].note for plan in (dear, cheaper)]
    assert notes == ["", "All units together cost 1 less (Sarween Tools)."]


def test_IM_PROD_1_a_production_shows_how_many_of_each_type_can_be_built() -> None:
    table = a_table()
    site = production_limits(table, 0, table.home_system(0))
    plan = BuildPlan(Build(table, 0, site))
    most = {row.key: row.maximum for row in plan.rows({}).values()}
    assert (most["destroyer"], most["cruiser"], most["dreadnought"], most["fighter"]) == (4, 2, 1, 6)


def test_IM_SPACE_6_troops_on_board_have_no_dice_and_ships_have_their_name_in_rolls() -> None:
    table = a_table()
    system = table.galaxy.system("26").index
    table.put_units(0, system, "carrier", 1)
    table.put_units(0, system, "infantry", 2)
    text = units_with_hit_numbers(table, 0, table.units_in_space(0, system), {"sol_carrier": 9})
    assert "1 carrier (model “Advanced Carrier I”, hits with 9 or more)" in text
    assert "2 infantry (on board, without dice" in text


def test_IM_TRADE_2_an_offer_names_the_systems_by_which_one_is_a_neighbour() -> None:
    panel = at_turn()
    table = panel.match.game.table
    asked = OfferReply(table, 0, 1, Offer(0, OfferSide(commodities=2), OfferSide(goods=1)))
    assert "neighbours" not in turn_question_help(asked, panel.player_view())
    table.put_units(0, table.home_system(1), "cruiser", 1)
    assert "both of you are in system 16" in turn_question_help(asked, panel.player_view())


def test_IM_STRAT_imperial_an_objective_says_that_the_point_for_mecatol_rex_follows() -> None:
    table = a_table()
    table.open_objectives = ("sway_council",)
    panel = ImperiumPlayPanel(seed=7)
    asked = ScoreChoice(table, 0, ["sway_council", "none"], kind="score", rule=IMPERIAL_RULE)

    def notes() -> list[str]:
        return [answer_button(asked, answer, panel.player_view()).effect_note for answer in asked.options()]

    assert all("Mecatol" not in note for note in notes())
    table.planet_controllers["mr"] = 0
    assert all("Mecatol" in note for note in notes())
    assert ["win" in note for note in notes()] == [False, False]
    table.players[0].points = table.points_to_win - 2
    assert ["win" in note for note in notes()] == [True, False]
    table.players[0].points = table.points_to_win - 1
    assert ["win" in note for note in notes()] == [True, True]


def test_IM_FLEET_1_a_smaller_fleet_pool_says_which_ships_it_costs() -> None:
    table = a_table()
    ships = table.units_in_space(0, table.home_system(0)).nonfighter_count
    table.players[0].fleet = ships
    plan = TokenPoolsPlan(DivideTokens(table, 0, 0, may_redistribute=True))
    before = plan.default_amounts()
    assert "Too many ships" not in plan.status_text(before)
    assert "so you then lose 1" in plan.status_text(
        {**before, "fleet": ships - 1, "tactic": before["tactic"] + 1}
    )


def test_IM_STATUS_5_an_objective_that_costs_tokens_says_how_many_come_back() -> None:
    table, panel = a_table(), ImperiumPlayPanel(seed=7)
    asked = ScoreChoice(table, 0, ["lead", "sway_council", "none"], kind="score", rule="IM-STATUS-1")
    notes = [answer_button(asked, answer, panel.player_view()).effect_note for answer in asked.options()]
    assert ["3 new command tokens" in note for note in notes] == [True, False, False]


def test_IM_STATUS_2_who_divides_tokens_reads_when_the_new_objective_counts() -> None:
    panel, texts = ImperiumPlayPanel(seed=7), list[str]()
    while panel.match.game.table.round < 3 and not panel.match.game.over:
        question = panel.match.question
        if question is not None and question.kind == "pools" and question.table.phase == "status":
            texts.append(panel.player_view().headline.explanation)
        panel.do("go_on") if panel.match.pause_reason else panel.do("answer", panel.match.hint())
    assert texts, "the person divides tokens"
    assert all("In the next round" in text and "score the new objective" in text for text in texts)


def test_IM_OBJ_1_an_open_objective_that_cannot_be_scored_is_shown_with_the_reason() -> None:
    table, panel = a_table(), ImperiumPlayPanel(seed=7)
    table.open_objectives = ("lead", "trade_routes")
    asked = ScoreChoice(table, 0, ["lead", "none"], kind="score", rule=IMPERIAL_RULE)
    (group,) = answer_groups(asked, panel.player_view())
    reasons = {button.answer: button.refusal for button in group.buttons if button.refusal is not None}
    assert group.title
    assert {answer: reason.rule for answer, reason in reasons.items()} == {"score trade_routes": "IM-OBJ-1"}
    table.players[0].secret_objectives = ("ctr",)
    secret = ScoreChoice(table, 0, ["ctr", "none"], kind="score", rule="IM-STATUS-1")
    (group,) = answer_groups(secret, panel.player_view())
    assert [button.answer for button in group.buttons] == ["score ctr", "score none"]


def test_IM_TRADE_3_an_offer_to_a_player_who_is_no_neighbour_says_why_it_is_possible() -> None:
    panel = at_turn()
    question = panel.match.question
    (deals,) = (group for group in answer_groups(question, panel.player_view()) if group.key == "trade")
    far = {
        question.table.players[seat].faction: "may trade" in deal.effect_note
        for seat, deal in zip(question.table.other_seats(question.player), deals.buttons, strict=True)
    }
    assert far == {faction: faction == "hacan" for faction in far}
    refused = [deal for deal in deals.buttons if deal.refusal is not None]
    assert refused
    assert all(panel.match.phrase_for_person(deal.refusal).text() in deal.effect_note for deal in refused)
    assert len([deal for deal in deals.buttons if "neighbour" in deal.effect_note]) == len(deals.buttons)
    assert "hacan" in far


def test_IM_FLEET_1_a_card_that_places_a_ship_warns_of_a_full_fleet_pool() -> None:
    table, panel = a_table(), ImperiumPlayPanel(seed=7)
    home = table.tile_number(table.home_system(0))
    asked = ItemChoice(table, 0, [home], kind="system", rule="IM-ACT-war_effort", subject="IM-ACT-war_effort")
    (answer,) = asked.options()
    table.players[0].fleet = table.units_in_space(0, table.home_system(0)).nonfighter_count
    assert "you then lose 1" in answer_button(asked, answer, panel.player_view()).effect_note
    table.players[0].fleet += 1
    assert not answer_button(asked, answer, panel.player_view()).effect_note


def test_IM_PAY_1_a_payment_says_which_objective_it_leaves_no_payment_for() -> None:
    table = a_table()
    table.open_objectives = ("sway_council",)
    goods = 8 + 3 - max_payment(table, 0, "influence")
    asked = Pay(table, 0, 3, "influence")
    table.players[0].goods = goods
    assert "enough for “Sway the Council”" in PayPlan(asked).status_text({"goods": 3})
    table.players[0].goods = goods - 1
    assert "is not enough for “Sway the Council”" in PayPlan(asked).status_text({"goods": 3})
    table.players[0].goods = goods - 4
    assert "Sway" not in PayPlan(asked).status_text({})
    table.open_objectives = ("sway_council", "trade_routes")
    for more, together in ((4, False), (5, True)):
        table.players[0].goods = goods + more
        said = PayPlan(asked).status_text({"goods": 3})
        assert ("keep enough for “Sway the Council” and" in said) == together
        assert ("one of these objectives" in said) != together


def test_a_declined_offer_has_its_reason() -> None:
    refused = Ruling("IM-ASK-6", "refused", {"side": "p2", "enemy": "p1"}, rulebook())
    lines = news_lines([refused], 0, "p1", reason_to_decline="Too little.")
    assert lines[0].sentences[0].text().endswith("Too little.")


def test_an_objective_scored_at_once_is_told_with_what_it_asks_for() -> None:
    scored = Ruling(
        "IM-OBJ-3", "scored", {"side": "p2", "card": "IM-OBJ-sar", "n": 1, "total": 2}, rulebook()
    )
    (line,) = news_lines([scored], 0, "p1")
    assert "combat against the player" in line.sentences[0].text()


def test_IM_STRAT_technology_the_question_of_the_secondary_ability_says_what_can_pay() -> None:
    panel = at_turn()
    table = panel.match.game.table
    asked = ItemChoice(table, 0, ["yes", "no"], kind="secondary", rule="IM-STRAT-2", subject="strategy_7")
    assert "You can pay with: Jord: 4." in turn_question_help(asked, panel.player_view())


def test_IM_FLEET_1_a_card_that_adds_a_ship_and_a_token_from_the_fleet_pool_say_that_ships_are_lost() -> None:
    panel = at_turn()
    table, seat = panel.match.game.table, panel.match.question.player

    def notes() -> list[str]:
        lost = ItemChoice(table, seat, ["fleet", "tactic"], kind="token_from", rule="IM-PAY-3")
        asked = (panel.match.question, acts.Play("war_effort")), (lost, lost.choose("fleet"))
        return [answer_button(*one, panel.player_view()).effect_note for one in asked]

    assert all("Too many ships" in note for note in notes())
    table.players[seat].add_tokens("fleet", 2)
    assert not any("Too many ships" in note for note in notes())


def test_IM_STRAT_1_a_strategy_card_says_what_it_cannot_do_now() -> None:
    panel = at_turn()
    question = panel.match.question
    table, seat = question.table, question.player

    def is_told(number: int) -> bool:
        note = answer_button(question, acts.Strategy(number), panel.player_view()).effect_note
        return WORDS.say(f"strategy.idle.{number}") in note

    table.players[seat].strategy_cards, table.open_objectives = {6: False, 8: False}, ("trade_routes",)
    assert [is_told(6), is_told(8)] == [True, True]
    table.place_token(seat, table.home_system(seat))
    table.players[seat].goods = 5
    assert [is_told(6), is_told(8)] == [False, False]
