"""The play page of whole games says what a newcomer has to know: dangers, reasons, and what was done."""

from __future__ import annotations

import random
import re
from collections import Counter

import attrs
import pytest
from imperium.galaxy.game.positions import a_table

from twingkit import Ruling
from twingkit.core.language import call_in_language
from twingkit.imperium.battle.rules.questions import AnnounceRetreat
from twingkit.imperium.galaxy.economy.paying import Pay, max_payment
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.objectives.scoring import ScoreChoice, score
from twingkit.imperium.galaxy.outlook.activations import uses_of_activation
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.players.steady import SteadyPolicy
from twingkit.imperium.galaxy.starts import new_game
from twingkit.imperium.galaxy.strategy_cards import imperial, leadership, technology
from twingkit.imperium.galaxy.table.abilities import Moment, UseOrPass
from twingkit.imperium.galaxy.table.command_tokens import DivideTokens
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.tactical.invasion import CommitForces
from twingkit.imperium.galaxy.tactical.movement_plan import Move, ShipGroup
from twingkit.imperium.galaxy.tactical.production_step import Build, production_site
from twingkit.imperium.galaxy.technology.research import researchable_technologies
from twingkit.imperium.galaxy.trade.offers import Offer, OfferSide
from twingkit.imperium.galaxy.trade.transactions import OfferReply
from twingkit.imperium.texts.fact_names import UnitClassCount
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.explained import explained_words
from twingkit_widgets.imperium.pictures.names import answer_label, card_name
from twingkit_widgets.imperium.play.battle.questions import answer_text, battle_question
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.imperium.play.plans.move import MovePlan, rift_warnings
from twingkit_widgets.imperium.play.plans.spending import PayPlan, TokenPoolsPlan
from twingkit_widgets.imperium.play.plans.units import BuildPlan, LandPlan
from twingkit_widgets.imperium.play.turn.answer_groups import answer_button, answer_groups, strategy_note
from twingkit_widgets.imperium.play.turn.fights import OWN_BATTLE_PAUSE, battle_round, recent_battles
from twingkit_widgets.imperium.play.turn.hand import objectives_and_cards_html
from twingkit_widgets.imperium.play.turn.headline import question_details, title_of
from twingkit_widgets.imperium.play.turn.news import BATTLE_BEGUN_RULE, news_lines, with_rift_rolls_joined
from twingkit_widgets.imperium.play.turn.play_game import STORY_FORMAT
from twingkit_widgets.imperium.play.turn.view import choosing_html, pass_bar_html
from twingkit_widgets.imperium.play.words import WORDS
from twingkit_widgets.panel.keys import DECLINE_SHORTCUT, GO_ON
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.story import turns


def at_turn(seed: int = 7) -> ImperiumPlayPanel:
    """The page at the person's first turn."""
    panel = ImperiumPlayPanel(seed=seed)
    while not isinstance(panel.match.question, TurnChoice):
        panel.do("answer", panel.match.hint())
    return panel


def after_hints(seed: int, count: int) -> ImperiumPlayPanel:
    """The page after so many answers of the adviser."""
    panel = ImperiumPlayPanel(seed=seed)
    for _ in range(count):
        panel.do("go_on") if panel.match.pause else panel.do("answer", panel.match.hint())
    return panel


def test_IM_MOVE_11_a_way_out_of_a_rift_is_warned_of_with_its_chance_and_one_around_it_is_not() -> None:
    table = a_table()
    rift = table.galaxy.system("41").index
    near = next(iter(table.adjacency(0)[rift]))
    table.put_units(0, rift, "cruiser", 2)
    move = Move(table, 0, near)
    (warning,) = rift_warnings(move, (ShipGroup(rift, (("cruiser", 2, 0),)),))
    assert "(41)" in warning
    assert "each of these ships (2 cruisers) has a chance of 30%" in warning
    assert "41" in call_in_language("de", MovePlan(move).status_text, {"ship:41:cruiser": 1})
    inward = Move(table, 0, rift)
    into_rift = (ShipGroup(near, (("cruiser", 1, 0),)),)
    assert not rift_warnings(inward, into_rift), "to end in a rift rolls nothing"


def test_IM_TECH_gd_the_dearest_ship_avoids_the_rift_and_the_warning_names_the_other() -> None:
    table = a_table()
    table.players[0].technologies |= {"gd"}
    start, target = (table.galaxy.system(number).index for number in ("47", "20"))
    table.put_units(0, start, "carrier", 1)
    table.put_units(0, start, "dreadnought", 1)
    move = Move(table, 0, target)
    risk, spared = rift_warnings(move, move.parse_plan("move 47 1 carrier, 1 dreadnought"))
    assert "this ship (1 carrier) has a chance of 30%" in risk
    assert "(1 dreadnought) rolls once less" in spared


def after_own_battle(seed: int = 56) -> ImperiumPlayPanel:
    """The page in the pause after the person's first battle."""
    panel = ImperiumPlayPanel(seed=seed)
    while panel.match.pause != OWN_BATTLE_PAUSE:
        panel.do("go_on") if panel.match.pause else panel.do("answer", panel.match.hint())
    return panel


def test_IM_SPACE_6_the_page_pauses_after_an_own_battle_and_shows_each_die_with_what_it_needs() -> None:
    panel = after_own_battle()
    match = panel.match
    assert match.question is None
    battle = recent_battles(match)[-1]
    assert battle.is_of(match.seat)
    shown = panel.html[panel.html.index('class="tk-battle"') :]
    shown = shown[: shown.index("</details>")]
    rolls = [step for steps in reversed(battle.rounds) for step in steps if not isinstance(step, Ruling)]
    faces = [face for roll in rolls for face in map(int, roll.answer.split()[1:])]
    assert rolls
    assert re.findall(r"<title>(\d+), a ", shown) == [str(face) for face in faces]
    text = re.sub("<[^>]*>", " ", shown)
    assert text.index("win the space combat") < text.rindex("needs 9+"), "the last round is first"
    lost = [step for step in battle.rounds[-1] if isinstance(step, Ruling) and step.case == "destroyed"]
    assert lost
    assert all(match.phrase_for_person(step).text() in text for step in lost)
    assert all(
        "rolls" not in said.text() for line in headline_of(panel).news_lines for said in line.sentences
    )
    panel.do("go_on")
    assert match.pause != OWN_BATTLE_PAUSE
    assert not any(battle.is_of(match.seat) for battle in recent_battles(match)), "it has been seen"


def headline_of(panel: ImperiumPlayPanel) -> Headline:
    return panel.player_view().headline


def test_IM_INV_9_the_landing_says_who_defends_each_planet() -> None:
    table = a_table()
    system = table.galaxy.system("26").index
    table.put_units(0, system, "infantry", 2)
    plan = LandPlan(CommitForces(table, 0, system))

    def note() -> str:
        (section,) = plan.sections({})
        return section.note

    assert note() == "Nobody defends this planet"
    table.planet_controllers["lodor"] = 2
    assert note() == "Controlled by Player 3, but no units defend it"
    table.put_units(2, "lodor", "infantry", 3)
    table.put_units(2, "lodor", "pds", 1)
    assert note() == "Defended by Player 3: 3 infantry (hits with 8 or more) and 1 PDS"


def test_the_name_of_a_unit_opens_the_numbers_of_the_own_faction() -> None:
    panel = at_question(Move)
    (_, meaning) = re.findall(
        r'data-term="([^"]*)" data-name="([^"]*)" data-key="row:cargo[^"]*', panel.html
    )[0][::-1]
    assert meaning.startswith("Infantry of one faction")
    assert "hits on 7 or more" in meaning


def test_a_card_of_one_word_is_recognized_only_between_quotation_marks() -> None:
    words = explained_words()
    assert [entry.id for entry in words.entries_in("An act of sabotage, then Sabotage.")] == []
    assert [entry.id for entry in words.entries_in("You use “Sabotage”.")] == ["card:sabo"]
    technologies = call_in_language("de", words.entries_in, "Du bekommst „Antimasse-Deflektoren“.")
    assert [entry.id for entry in technologies] == ["card:amd"]


def test_IM_TIME_5_a_card_that_is_played_leads_to_its_own_rule_and_its_effect_is_told() -> None:
    lines = after_hints(2, 46).player_view().headline.news_lines
    (line,) = [line for line in lines if any("Flank Speed" in ruling.text("en") for ruling in line.sentences)]
    told = [ruling.rule for ruling in line.sentences]
    assert told.count("IM-ACT-fs") == 2, "that it is played, and what it does"


def test_while_an_offer_is_made_no_system_is_activated() -> None:
    panel = at_turn()
    asked = panel.match.question
    assert isinstance(asked, TurnChoice)
    other = next(
        seat for seat in asked.table.other_seats(asked.player) if f'data-value="{seat}"' in panel.html
    )
    panel.do("trade", str(other))
    assert panel.error is None
    assert "You give" in panel.html
    panel.do("system", str(asked.table.galaxy.system("20").index))
    assert "activate 20" not in panel.html
    assert "Your ships that can come here" not in panel.html


def test_IM_MOVE_1_a_ship_that_cannot_come_says_so_in_a_sentence() -> None:
    panel = at_turn()
    panel.do("system", str(panel.match.game.table.galaxy.system("39").index))
    assert "It is too far from system" in panel.html


def test_IM_TACT_2_a_system_that_cannot_be_activated_lists_no_ships_that_could_come() -> None:
    panel = at_turn()
    table = panel.match.game.table
    index = table.galaxy.system("20").index
    table.command_tokens[index] = frozenset({panel.match.seat})
    panel.do("system", str(index))
    assert "Your ships that can come here" not in panel.html
    assert "tk-hex-reached" not in panel.html


@pytest.mark.parametrize(
    ("lang", "warned", "sure"),
    [
        ("en", "would waste the token", "Do you really want"),
        ("de", "verschwendest du den Marker", "Willst du"),
    ],
)
def test_IM_TACT_1_a_system_of_no_use_says_so_and_is_asked_back_before_it_is_activated(
    lang: str, warned: str, sure: str
) -> None:
    panel = at_turn()
    table, answers = panel.match.game.table, len(panel.match.game)
    far = table.home_system(1)
    panel.do("system", str(far))
    assert warned in panel.html
    assert "tk-main tk-system-go" not in panel.html
    for asked_back in (True, False):
        panel.do("answer", f"{answers}:activate {table.tile_number(far)}")
        assert (sure in panel.html) == asked_back
        assert (len(panel.match.game) == answers) == asked_back
    assert 0 in panel.match.game.table.command_tokens[far]


def test_IM_TACT_1_what_an_activation_can_do_stands_at_the_system_and_useful_ones_are_marked() -> None:
    panel = at_turn()
    asked = panel.match.question
    assert isinstance(asked, TurnChoice)
    table = asked.table
    useful = sum(
        bool(uses_of_activation(table, asked.player, system))
        for system in range(len(table.space))
        if asked.refusal(f"activate {table.tile_number(system)}") is None
    )
    assert 0 < useful < len(table.space)
    assert panel.html.count("tk-hex-useful") == useful
    listed = panel.html.partition("Systems where your ships can go")[2].partition("All other systems")[0]
    assert listed.count('data-act="system"') == useful
    panel.do("system", str(table.home_system(asked.player)))
    assert "If you activate this system now: you can build." in panel.html
    assert "tk-main tk-system-go" in panel.html


def test_IM_TURN_2_why_nobody_may_pass_stands_where_the_button_would_be() -> None:
    panel = at_turn()
    below = panel.html.partition('data-key="group:pass"')[2].partition("</section>")[0]
    assert "IM-TURN-2" in below
    assert "Not possible now" not in panel.html or "Pass" not in panel.html.partition("Not possible now")[2]


@pytest.mark.parametrize(("used", "title"), [(False, "no token is left"), (True, "you can only pass")])
def test_IM_TURN_1_the_title_says_what_is_left_to_do_without_tokens(used: bool, title: str) -> None:
    panel = at_turn()
    asked = panel.match.question
    assert isinstance(asked, TurnChoice)
    sheet = asked.table.players[asked.player]
    sheet.tactic, sheet.strategy, sheet.action_cards = 0, 0, ()
    sheet.strategy_cards = dict.fromkeys(sheet.strategy_cards, used)
    assert title in panel.player_view().headline.title


def test_IM_TURN_4_the_title_says_that_no_further_action_is_left() -> None:
    panel = at_turn()
    asked = panel.match.question
    assert isinstance(asked, TurnChoice)
    sheet = asked.table.players[asked.player]
    sheet.tactic, sheet.strategy, sheet.action_cards = 0, 0, ()
    sheet.strategy_cards = dict.fromkeys(sheet.strategy_cards, True)
    asked.further = True
    player_view = panel.player_view()
    assert "no further action" in player_view.headline.title
    titles = [group.title for group in answer_groups(asked, player_view)]
    assert titles[-1] == "Take no further action in this turn"


def test_IM_STRAT_imperial_the_question_says_that_the_card_scores_now_and_the_points_that_one_has() -> None:
    panel = at_turn()
    asked = panel.match.question
    assert asked is not None
    choice = ScoreChoice(panel.match.game.table, 0, ["none"], kind="score", rule="IM-STRAT-imperial")
    assert "You have 0 of 4 points" in question_details(choice, panel.player_view())
    status = ScoreChoice(panel.match.game.table, 0, ["none"], kind="score", rule="IM-STATUS-1")
    assert "status phase" in question_details(status, panel.player_view())


def test_IM_SPACE_5_who_may_retreat_reads_who_fights_whom() -> None:
    panel = after_hints(21, 44)
    assert panel.match.question is not None
    assert panel.match.question.kind == "retreat"
    text = panel.player_view().headline.explanation
    assert "4 infantry" in text
    assert "Player 3: " in text
    assert "(hits with " in text
    assert "You place a command token from your reinforcements there" in text
    assert "What else shifts the odds: Munitions Reserves (Player 3)." in text, "nobody fires a Space Cannon"


def test_IM_PAY_1_what_is_chosen_first_is_what_the_hint_pays() -> None:
    table = a_table()
    table.planet_controllers.update({"vefutii": 0, "lodor": 0, "gral": 0, "centauri": 0})
    asked = Pay(table, 0, 3, "influence")
    plan = PayPlan(asked)
    hint = SteadyPolicy(0).answer(table, asked)
    assert plan.answer_from_amounts(plan.default_amounts()) == hint
    assert "This suggested payment" in plan.status_text(plan.default_amounts())
    assert asked.refusal(plan.answer_from_amounts(dict(plan.quick_choices()[0][1]))) is None
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
    view.asked = asked
    assert now in objectives_and_cards_html(view)


def test_IM_TACT_1_a_hint_says_what_the_computer_expects_from_it() -> None:
    panel = at_turn()
    view = panel.player_view()
    system = next(
        answer
        for answer in view.asked.options()
        if answer.startswith("activate")
        and view.rules.reason_without_ratings(view.asked, answer, view)[0].startswith("You can take")
    )
    assert view.rules.reason_without_ratings(view.asked, system, view)[1] == "IM-TACT-1"
    card = next(answer for answer in view.asked.options() if answer.startswith("strategy"))
    brings = WORDS.say(f"because.take_{card.removeprefix('strategy ')}")
    assert view.rules.reason_without_ratings(view.asked, card, view) == (brings, "IM-STRAT-1")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_IM_STRAT_1_notes_of_strategy_cards_name_the_prices_of_the_rules(lang: str) -> None:
    """No number stands in the words, but those of the cards' own scripts in the notes."""
    for part in ("strategy", "secondary"):
        assert not re.search(
            r"\d", " ".join(WORDS.text_by_language(f"{part}.{number}")[lang] for number in range(1, 9))
        )
    assert str(leadership.INFLUENCE_PER_TOKEN) in strategy_note("secondary", 1)
    assert str(technology.SECONDARY_COST) in strategy_note("secondary", 7)
    assert str(technology.SECOND_TECHNOLOGY_COST) in strategy_note("strategy", 7)


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


@pytest.mark.parametrize(
    ("lang", "title"),
    [
        ("en", "Player 2 offers you a deal: you get 2 commodities, and give 1 trade good. Do you accept?"),
        (
            "de",
            "Person 2 bietet dir einen Handel an: Du bekommst 2 Waren und gibst 1 Handelsgut. Nimmst du an?",
        ),
    ],
)
def test_IM_TRADE_3_an_offer_says_who_gets_what(lang: str, title: str) -> None:
    panel = at_turn()
    asked = OfferReply(panel.match.game.table, 0, 1, Offer(0, OfferSide(commodities=2), OfferSide(goods=1)))
    assert title_of(asked, panel.player_view()) == title


def test_IM_TRADE_3_an_offer_says_what_one_has_after_it() -> None:
    panel = at_turn()
    table = panel.match.game.table
    table.players[0].goods, table.players[0].commodities = 3, 4
    asked = OfferReply(table, 0, 1, Offer(0, OfferSide(commodities=2), OfferSide(goods=1, commodities=3)))
    assert WORDS.say("now.reply.after", goods=4, commodities=1) in question_details(
        asked, panel.player_view()
    )


def test_IM_OBJ_1_tokens_that_pay_for_an_objective_say_what_is_left_in_each_pool() -> None:
    panel = at_turn()
    table = panel.match.game.table
    table.players[0].tactic, table.players[0].strategy = 3, 2
    asked = ItemChoice(table, 0, ["1", "2", "3"], kind="tactic_tokens", rule="IM-OBJ-1", subject=3)
    (group,) = answer_groups(asked, panel.player_view())
    said = [WORDS.say("pools.after", tactic=3 - n, strategy=n - 1) for n in (1, 2, 3)]
    assert [offer.effect_note for offer in group.buttons] == said


def test_IM_TURN_2_passing_is_in_the_bar_only_if_nothing_else_is_left() -> None:
    panel = at_turn()
    asked = panel.match.question
    assert isinstance(asked, TurnChoice)
    assert pass_bar_html(panel.player_view()) is None
    sheet = asked.table.players[asked.player]
    sheet.tactic, sheet.strategy, sheet.action_cards = 0, 0, ()
    sheet.strategy_cards = dict.fromkeys(sheet.strategy_cards, True)
    player_view = panel.player_view()
    assert "answer:pass" in str(pass_bar_html(player_view))
    assert "answer:pass" not in str(choosing_html(asked, player_view))


def test_IM_SPACE_12_the_page_says_how_an_own_battle_ended_and_who_has_the_planets() -> None:
    headline = headline_of(after_own_battle())
    assert headline.title != WORDS.say("now.battle.title")
    assert headline.explanation


def test_IM_PROD_1_a_dock_is_spoken_of_only_where_one_can_build() -> None:
    table = a_table()
    home, far = table.home_system(0), table.home_system(1)
    assert "build here" in MovePlan(Move(table, 0, home)).status_text({})
    assert "build" not in MovePlan(Move(table, 0, far)).status_text({})


def news_of(panel: ImperiumPlayPanel) -> str:
    """What the page says that happened since the last answer."""
    lines = panel.player_view().headline.news_lines
    return " ".join(ruling.text(panel.lang) for line in lines for ruling in line.sentences)


def test_what_the_own_answer_did_is_told_as_that_of_others_is() -> None:
    panel, own, told = ImperiumPlayPanel(seed=7), 0, set()
    for _ in range(40):
        before = len(panel.match.rulings)
        panel.do("go_on") if panel.match.pause else panel.do("answer", panel.match.hint())
        name = panel.match.game.start.seat(own)
        for ruling in with_rift_rolls_joined(panel.match.rulings[before:]):
            if str(ruling.facts.get("side")) == name and ruling.rule not in ("IM-STATUS-4", "IM-STATUS-6"):
                assert ruling.text("en") in news_of(panel)
                told.add(ruling.rule)
    assert {"IM-UNIT-orbital_drop", "IM-STRAT-1", "IM-PAY-1", "IM-MOVE-1", "IM-TECH-2"} <= told


def test_IM_TURN_5_a_card_or_an_ability_that_is_an_action_begins_a_turn_of_the_story() -> None:
    panel = at_turn()
    while "orbital_drop" not in panel.record:
        panel.do("go_on") if panel.match.pause else panel.do("answer", panel.match.hint())
    panel.do("answer", "planet jord")
    assert panel.error is None
    player_view = panel.player_view()
    heads = [
        turn.starting_ruling.text("en")
        for turn in turns(player_view.rulings, STORY_FORMAT)
        if turn.starting_ruling
    ]
    assert "You use “Orbital Drop” and choose Jord." in heads


def test_IM_TRADE_3_a_deal_belongs_to_the_turn_of_the_action_that_follows_it() -> None:
    panel = at_turn()
    before = len(panel.match.rulings)
    panel.do("answer", "offer p2 note trade_agreement:p1 for 1 goods")

    def last_turn() -> tuple[str, list[str]]:
        player_view = panel.player_view()
        (turn, *_) = [turn for turn in turns(player_view.rulings, STORY_FORMAT) if turn.last_index >= before]
        assert turn.starting_ruling is not None
        return turn.starting_ruling.rule, [told.ruling.rule for told in turn.sentences]

    assert panel.error is None
    head, told = last_turn()
    assert head in ("IM-TRADE-3", "IM-ASK-6")
    panel.do("answer", "use orbital_drop")
    panel.do("answer", "planet jord")
    assert last_turn() == ("IM-TIME-5", [head, *told, "IM-UNIT-orbital_drop"])


def test_IM_PICK_1_who_takes_two_strategy_cards_reads_which_of_them_it_is() -> None:
    panel = ImperiumPlayPanel(seed=7)
    assert "2 cards; this is your first card." in panel.player_view().headline.explanation
    panel.do("answer", panel.match.hint())
    assert "2 cards; this is your second card." in panel.player_view().headline.explanation
    assert "this is your" not in ImperiumPlayPanel("6", seed=7).player_view().headline.explanation


def at_question(kind: type, seed: int = 7) -> ImperiumPlayPanel:
    """The page at the person's first question of a kind."""
    panel = ImperiumPlayPanel(seed=seed)
    while not isinstance(panel.match.question, kind):
        panel.do("go_on") if panel.match.pause else panel.do("answer", panel.match.hint())
    return panel


def test_IM_MOVE_4_a_plan_that_takes_the_last_ground_forces_off_a_planet_says_so() -> None:
    panel = at_question(Move)
    asked = panel.match.question
    assert isinstance(asked, Move)
    plan = MovePlan(asked)
    ((_, everything),) = plan.quick_choices()
    all_but_one = {**everything, "cargo:01:infantry:jord": everything["cargo:01:infantry:jord"] - 1}
    assert "no ground forces on Jord" in plan.status_text(everything)
    assert "no ground forces on Jord" not in plan.status_text(all_but_one)


def test_IM_MOVE_4_cargo_without_a_ship_with_room_is_refused_in_its_own_system() -> None:
    table = a_table()
    near, target = table.galaxy.system("34").index, table.galaxy.system("20").index
    table.put_units(0, near, "destroyer")
    plan = MovePlan(Move(table, 0, target))
    refusal = plan.refusal({"ship:34:destroyer": 1, "cargo:01:infantry:jord": 2})
    assert refusal is not None
    assert (refusal.rule, refusal.ruling.case) == ("IM-MOVE-4", "no_ship")
    assert refusal.ruling.facts["number"] == "01"


def test_IM_INV_9_a_landing_begins_with_troops_on_every_planet_and_nothing_is_the_last_answer() -> None:
    panel = at_question(CommitForces)
    asked = panel.match.question
    assert isinstance(asked, CommitForces)
    first = LandPlan(asked).default_amounts()
    assert {key.split()[-1] for key in first} == set(asked.landable_planets)
    assert sum(first.values()) == sum(asked.available_forces.values())
    bar = panel.html.partition('class="tk-play-main')[2]
    keys = re.findall(r'data-act="(confirm|answer)"[^>]*data-shortcut="(.)"', bar)
    assert keys == [("confirm", GO_ON), ("answer", DECLINE_SHORTCUT)]
    for key in first:
        for _ in range(first[key]):
            panel.do("step", f"{key}|-1")
    bar = panel.html.partition('class="tk-play-main')[2]
    assert re.findall(r'data-act="(confirm|answer)"[^>]*data-shortcut="(.)"', bar) == [
        ("confirm", DECLINE_SHORTCUT)
    ]


def test_what_is_asked_back_can_be_left_and_nothing_is_answered() -> None:
    panel = at_turn()
    table, answers = panel.match.game.table, len(panel.match.game)
    panel.do("answer", f"{answers}:activate {table.tile_number(table.home_system(1))}")
    assert 'data-act="unwarn"' in panel.html
    panel.do("unwarn")
    assert 'data-act="unwarn"' not in panel.html
    assert len(panel.match.game) == answers


def in_second_round() -> ImperiumPlayPanel:
    """The page at the person's decision before the second round of a battle."""
    panel = ImperiumPlayPanel(seed=21)
    while True:
        decides = isinstance(battle_question(panel.match.question), AnnounceRetreat)
        if decides and battle_round(panel.match.rulings) > 1:
            return panel
        panel.do("go_on") if panel.match.pause else panel.do(
            "answer", "stay" if decides else panel.match.hint()
        )


def test_IM_SPACE_6_the_dice_of_a_round_are_told_and_its_box_is_open_while_the_battle_goes_on() -> None:
    panel = in_second_round()
    assert isinstance(battle_question(panel.match.question), AnnounceRetreat)
    (box,) = re.findall(r"<details[^>]*tk-battle[^>]*>", panel.html)[-1:]
    assert " open" in box
    assert "Hits: " in news_of(panel)
    assert headline_of(panel).title.startswith("Combat round 2")
    assert "combat begins" not in headline_of(panel).explanation, "told before the first round"


def test_an_undone_answer_in_a_battle_names_the_dice_that_come_again_and_not_cards() -> None:
    panel = in_second_round()
    panel.do("undo")
    assert panel.match.undone_dice
    assert not panel.match.undone_cards


def test_news_tell_a_move_before_the_battle_that_follows_it() -> None:
    panel = after_own_battle()
    rulings, own = panel.match.rulings, panel.match.game.start.seat(panel.match.seat)
    told = [said.rule for line in news_lines(rulings, 0, own) for said in line.sentences]
    fight = told.index(BATTLE_BEGUN_RULE)
    assert told[fight - 1] in ("IM-MOVE-1", "IM-TACT-1", "IM-TIME-5", "IM-SPACE-2", "IM-MOVE-4")


def test_IM_OBJ_3_an_objective_of_the_action_phase_is_scored_by_its_own_rule() -> None:
    table, said = a_table(), list[tuple[str, str, object]]()
    table.rulings = said
    cards = {
        card.scoring_phase: card for card in objectives_by_id().values() if card.requirement_kind != "spend"
    }
    for phase in ("action", "status"):
        assert list(score(table, 0, cards[phase])) == []
    assert [rule for rule, case, _ in said if case == "scored"] == ["IM-OBJ-3", "IM-OBJ-1"]


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
    fighters, site = table.units_in_space(0, home)["fighter"], production_site(table, 0, home)
    assert site is not None
    build = BuildPlan(Build(table, 0, site))
    table.players[0].fleet = table.units_in_space(0, home).nonfighters
    assert "fleet pool" not in build.status_text({"infantry": 1})
    assert "so you then lose 1" in build.status_text({"destroyer": 1})
    assert table.units_in_space(0, home)["fighter"] == fighters, "only tried"


def test_IM_MOVE_4_fighters_say_that_a_space_dock_has_room_for_them() -> None:
    plan = MovePlan(Move(table := a_table(), 0, table.galaxy.system("20").index))
    table.put_units(0, table.home_system(0), "fighter", 1)
    assert "room for 3" in plan.rows({})["cargo:01:fighter:01"].note
    assert not plan.rows({})["cargo:01:infantry:jord"].note


def test_IM_TECH_st_a_production_shows_what_sarween_tools_save() -> None:
    table = a_table()
    site = production_site(table, 0, table.home_system(0))
    assert site is not None
    dear, cheaper = (BuildPlan(Build(table, 0, attrs.evolve(site, discount=n))) for n in (0, 1))
    assert "Cost 1 of" in dear.status_text({"destroyer": 1})
    assert "Cost 1 − 1 = 0 of" in cheaper.status_text({"destroyer": 1})
    notes = [plan.sections({})[0].note for plan in (dear, cheaper)]
    assert notes == ["", "All units together cost 1 less (Sarween Tools)."]


def test_IM_TURN_3_who_has_passed_reads_what_is_still_possible() -> None:
    panel = at_turn()
    table = panel.match.game.table
    offer = OfferReply(table, 0, 1, Offer(0, OfferSide(commodities=2), OfferSide(goods=1)))
    secondary = ItemChoice(table, 0, ["yes", "no"], kind="secondary", rule="IM-STRAT-2", subject="strategy_3")
    for asked in (offer, secondary):
        table.players[0].has_passed = False
        assert "have passed" not in question_details(asked, panel.player_view())
        table.players[0].has_passed = True
        assert question_details(asked, panel.player_view()).startswith("You have passed")
    passed = Ruling("IM-TURN-2", "passed", {"side": "p2"}, rulebook())
    uses = [
        Ruling("IM-STRAT-2", "used", {"side": "p2", "card": "strategy_6", "n": n}, rulebook()) for n in (1, 2)
    ]
    lines = news_lines([uses[0], passed, uses[1]], 0, "p1")
    texts = [said.text() for line in lines for said in line.sentences]
    assert ["After passing" in text for text in texts] == [False, False, True]


def test_IM_TRADE_2_an_offer_names_the_systems_by_which_one_is_a_neighbour() -> None:
    panel = at_turn()
    table = panel.match.game.table
    asked = OfferReply(table, 0, 1, Offer(0, OfferSide(commodities=2), OfferSide(goods=1)))
    assert "neighbours" not in question_details(asked, panel.player_view())
    table.put_units(0, table.home_system(1), "cruiser", 1)
    assert "both of you are in system 16" in question_details(asked, panel.player_view())


def test_IM_ACT_plague_a_planet_to_choose_says_whose_it_is_and_what_is_there() -> None:
    panel = at_turn()
    asked = ItemChoice(
        panel.match.game.table, 0, ["jord"], kind="planet", rule="IM-ACT-plague", subject="IM-ACT-plague"
    )
    note = answer_button(asked, "planet jord", panel.player_view()).effect_note
    assert note == "You: 5 infantry and 1 space dock; 4 resources, 2 influence"


def test_IM_STRAT_imperial_an_objective_says_that_the_point_for_mecatol_rex_follows() -> None:
    table = a_table()
    table.open_objectives = ("sway_council",)
    panel = ImperiumPlayPanel(seed=7)
    asked = ScoreChoice(table, 0, ["sway_council", "none"], kind="score", rule=imperial.RULE)

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
    ships = table.units_in_space(0, table.home_system(0)).nonfighters
    table.players[0].fleet = ships
    plan = TokenPoolsPlan(DivideTokens(table, 0, 0, free=True))
    before = plan.default_amounts()
    assert "Too many ships" not in plan.status_text(before)
    assert "so you then lose 1" in plan.status_text(
        {**before, "fleet": ships - 1, "tactic": before["tactic"] + 1}
    )


def test_IM_TURN_2_the_button_to_pass_says_that_tokens_stay() -> None:
    panel = at_turn()
    asked = panel.match.question
    assert isinstance(asked, TurnChoice)
    tokens = asked.table.players[asked.player].tactic
    assert answer_button(asked, "pass", panel.player_view()).effect_note == WORDS.say(
        "group.tokens_left", n=tokens
    )


def test_IM_STATUS_5_an_objective_that_costs_tokens_says_how_many_come_back() -> None:
    table, panel = a_table(), ImperiumPlayPanel(seed=7)
    asked = ScoreChoice(table, 0, ["lead", "sway_council", "none"], kind="score", rule="IM-STATUS-1")
    notes = [answer_button(asked, answer, panel.player_view()).effect_note for answer in asked.options()]
    assert ["3 new command tokens" in note for note in notes] == [True, False, False]


def test_IM_STATUS_1_who_was_not_asked_to_score_reads_why() -> None:
    panel, seen = ImperiumPlayPanel(seed=7), Counter[bool]()
    while panel.match.game.table.round < 3 and not panel.match.game.over:
        if panel.match.question is not None and panel.match.question.kind == "pools":
            table, new = panel.match.game.table, panel.player_view().news_start
            scored = [
                said
                for said in panel.player_view().rulings[new:]
                if (said.rule, said.case) == ("IM-OBJ-1", "scored") and said.facts["side"] == "p1"
            ]
            if table.phase == "status":
                text = panel.player_view().headline.explanation
                assert ("At the end of this round you scored nothing" in text) == (not scored)
                seen[bool(scored)] += 1
        panel.do("go_on") if panel.match.pause else panel.do("answer", panel.match.hint())
    assert seen, "the person divides tokens"


def test_IM_OBJ_1_an_open_objective_that_cannot_be_scored_is_shown_with_the_reason() -> None:
    table, panel = a_table(), ImperiumPlayPanel(seed=7)
    table.open_objectives = ("lead", "trade_routes")
    asked = ScoreChoice(table, 0, ["lead", "none"], kind="score", rule=imperial.RULE)
    (group,) = answer_groups(asked, panel.player_view())
    reasons = {button.answer: button.refusal for button in group.buttons if button.refusal is not None}
    assert group.title
    assert {answer: reason.rule for answer, reason in reasons.items()} == {"score trade_routes": "IM-OBJ-1"}
    table.players[0].secret_objectives = ("ctr",)
    secret = ScoreChoice(table, 0, ["ctr", "none"], kind="score", rule="IM-STATUS-1")
    (group,) = answer_groups(secret, panel.player_view())
    assert [button.answer for button in group.buttons] == ["score ctr", "score none"]


def test_IM_MOVE_11_the_dice_of_a_gravity_rift_are_told_together() -> None:
    book = rulebook().for_reader({"p1": "you"})
    rolls = [
        Ruling("IM-MOVE-11", case, {"side": "p1", "units": UnitClassCount(unit, 1), "rolled": face}, book)
        for case, unit, face in (
            ("lost", "destroyer", 1),
            ("lost", "destroyer", 3),
            ("through", "carrier", 10),
        )
    ]
    (line,) = news_lines(rolls, 0, "p1")
    assert ["(rolled: 1, 3)" in line.sentences[0].text("en"), len(line.sentences)] == [True, 2]
    assert "2 destroyers" in line.sentences[0].text("en")
    assert "(rolled: 10)" in line.sentences[1].text("en")


@pytest.mark.parametrize(
    ("rule", "case", "facts", "is_minor"),
    [
        ("IM-TURN-2", "passed", {"side": "p2"}, True),
        ("IM-TURN-2", "passed", {"side": "p1"}, False),
        ("IM-INV-13", "removed", {"side": "p2"}, False),
        ("IM-TACT-1", "activated", {"side": "p2", "number": "26"}, True),
        ("IM-TACT-1", "activated", {"side": "p2", "number": "34"}, False),
        ("IM-STATUS-2", "revealed", {"side": "p2", "card": "lead"}, False),
        ("IM-STRAT-imperial", "mecatol", {"side": "p2"}, False),
    ],
)
def test_news_that_matter_to_the_person_are_told_apart(
    rule: str, case: str, facts: dict[str, str], is_minor: bool
) -> None:
    (line,) = news_lines([Ruling(rule, case, facts, rulebook())], 0, "p1", own_places=("34", "gral"))
    assert line.is_minor == is_minor


def test_IM_END_1_playing_imperial_says_that_it_wins_if_it_does() -> None:
    panel = at_turn()
    asked = panel.match.question
    assert isinstance(asked, TurnChoice)
    table = asked.table
    table.players[0].strategy_cards = {8: False}
    table.players[0].points = table.points_to_win - 1

    def winning_is_told() -> tuple[bool, bool]:
        view = panel.player_view()
        reason, _ = view.rules.reason_without_ratings(asked, "strategy 8", view)
        return "win the game" in answer_button(
            asked, "strategy 8", view
        ).effect_note, "win the game" in reason

    table.open_objectives = ()
    assert winning_is_told() == (False, False)
    table.planet_controllers["mr"] = 0
    assert winning_is_told() == (True, True)


def test_IM_TRADE_3_an_offer_to_a_player_who_is_no_neighbour_says_why_it_is_possible() -> None:
    panel = at_turn()
    asked = panel.match.question
    assert isinstance(asked, TurnChoice)
    (deals,) = (group for group in answer_groups(asked, panel.player_view()) if group.key == "trade")
    far = {
        asked.table.players[seat].faction: "may trade" in deal.effect_note
        for seat, deal in zip(asked.table.other_seats(asked.player), deals.buttons, strict=True)
    }
    assert far == {faction: faction == "hacan" for faction in far}
    assert all("Not your neighbour" in deal.effect_note for deal in deals.buttons)
    assert "hacan" in far


def test_IM_FLEET_1_a_card_that_places_a_ship_warns_of_a_full_fleet_pool() -> None:
    table, panel = a_table(), ImperiumPlayPanel(seed=7)
    home = table.tile_number(table.home_system(0))
    asked = ItemChoice(table, 0, [home], kind="system", rule="IM-ACT-war_effort", subject="IM-ACT-war_effort")
    (answer,) = asked.options()
    table.players[0].fleet = table.units_in_space(0, table.home_system(0)).nonfighters
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


def test_passing_a_chance_to_use_a_card_is_not_called_passing_the_round() -> None:
    table = a_table()
    asked = UseOrPass(table, 0, Moment("action"), ())
    assert answer_text(asked, "pass") != answer_text(at_turn().match.question, "pass")


def test_IM_MOVE_1_a_ship_flies_as_far_as_its_move_value_with_bonuses_says() -> None:
    table = a_table()
    plan = MovePlan(Move(table, 0, table.galaxy.system("26").index))

    def notes() -> list[str]:
        return [row.note for row in plan.rows({}).values() if "flies" in row.note]

    before = notes()
    table.start_effect("fs", 0, "turn")
    assert any("up to 1 system " in note for note in before)
    assert all("up to 1 system " not in note for note in notes()), "Flank Speed"


def test_a_vote_is_named_with_its_outcome() -> None:
    assert answer_label("vote for jord, lodor").startswith("Vote “For”")
    assert "Jord" in answer_label("vote for jord, lodor")
    assert answer_label("vote p2") == "Vote “Player 2”"


def test_IM_STRAT_technology_the_secondary_ability_names_the_technologies_to_choose_from() -> None:
    panel = at_turn()
    table = panel.match.game.table
    asked = ItemChoice(table, 0, ["yes", "no"], kind="secondary", rule="IM-STRAT-2", subject="strategy_7")
    told = question_details(asked, panel.player_view())
    assert all(card_name(name) in told for name in researchable_technologies(table, 0))
    assert "You can pay with: Jord: 4." in told


def test_IM_OBJ_1_zero_tokens_of_a_pool_is_a_number_and_no_refusal() -> None:
    panel = at_turn()
    asked = ItemChoice(
        panel.match.game.table, 0, ["0", "1", "2", "3"], kind="tactic_tokens", rule="IM-OBJ-1", subject=3
    )
    (group,) = answer_groups(asked, panel.player_view())
    assert [offer.answer[-1] for offer in group.buttons] == ["0", "1", "2", "3"]


def test_a_hint_to_use_a_secondary_ability_says_what_it_brings() -> None:
    panel = at_turn()
    reasons = set()
    for number in range(1, 9):
        asked = ItemChoice(
            panel.match.game.table,
            0,
            ["yes", "no"],
            kind="secondary",
            rule="IM-STRAT-2",
            subject=f"strategy_{number}",
        )
        hint = asked.parse_answer(f"{asked.answer_prefix} yes")
        reasons.add(panel.match.rules.reason_without_ratings(asked, hint, panel.player_view())[0])
    assert len(reasons) == 8
