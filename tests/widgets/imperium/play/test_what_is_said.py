"""Messages on the page of whole games: what happened and what is possible: turns, movements, battles,
news."""

from __future__ import annotations

import re

import pytest
from imperium.galaxy.game.positions import a_table
from pages.text import visible_lines
from widgets.imperium.play.person_pages import after_hints, at_question, at_turn

from twingkit import Ruling
from twingkit.core.language import call_in_language
from twingkit.core.questions import ChanceQuestion
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.questions import AnnounceRetreat
from twingkit.imperium.galaxy.objectives.scoring import ScoreChoice
from twingkit.imperium.galaxy.outlook.activation_uses import uses_of_activation
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.starts import new_game, position_game
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.abilities import Moment, UseOrPass
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.tactical.invasion import CommitForces
from twingkit.imperium.galaxy.tactical.movement_plan import Move, ShipGroup
from twingkit.imperium.galaxy.technology.research import ResearchChoice, researchable_technologies
from twingkit.imperium.galaxy.trade.offers import Offer, OfferSide
from twingkit.imperium.galaxy.trade.transactions import OfferReply
from twingkit.imperium.texts.fact_names import UnitClassCount
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.players.policies import RandomPolicy
from twingkit_widgets.imperium.pictures.explained import explained_words
from twingkit_widgets.imperium.pictures.names import (
    answer_label,
    card_name,
    faction_name,
    planet_name,
    seat_and_faction_name,
    seat_name,
    seat_symbol,
)
from twingkit_widgets.imperium.play.answering import pass_bar_html, system_choice_html
from twingkit_widgets.imperium.play.battle.questions import answer_text, battle_question
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.imperium.play.plans.move import MovePlan, rift_warnings, wormhole_travel_sentences
from twingkit_widgets.imperium.play.plans.plan import LandPlan
from twingkit_widgets.imperium.play.plans.plans import plan_for_question
from twingkit_widgets.imperium.play.turn.answer_groups import answer_button, answer_groups
from twingkit_widgets.imperium.play.turn.fights import (
    OWN_BATTLE_PAUSE,
    battle_beginnings,
    battle_goes_on,
    counted_effect_texts,
    latest_battle_round,
    recent_battles,
    round_bonuses,
)
from twingkit_widgets.imperium.play.turn.headline import turn_question_help
from twingkit_widgets.imperium.play.turn.news import BATTLE_BEGUN_RULE, news_lines, with_rift_rolls_joined
from twingkit_widgets.imperium.play.words import WORDS
from twingkit_widgets.panel.keys import DECLINE_SHORTCUT, GO_ON
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.table.play.headline import Headline


def test_IM_MOVE_11_a_way_out_of_a_rift_is_warned_of_with_its_chance_and_one_around_it_is_not() -> None:
    table = a_table()
    rift = table.galaxy.system("41").index
    near = next(iter(table.adjacency(0)[rift]))
    table.put_units(0, rift, "cruiser", 2)
    move = Move(table, 0, near)
    (warning,) = rift_warnings(move, (ShipGroup(rift, (("cruiser", 2, 0),)),))
    assert "(41)" in warning
    assert "each of these ships (2 cruisers) flies 1 system further there, but has a 30% chance" in warning
    assert "41" in call_in_language("de", MovePlan(move).status_text, {"ship:41:cruiser": 1})
    inward = Move(table, 0, rift)
    into_rift = (ShipGroup(near, (("cruiser", 1, 0),)),)
    assert not rift_warnings(inward, into_rift), "to end in a rift rolls nothing"


def test_IM_MOVE_3_a_way_through_a_rift_names_the_ships_that_bar_a_safer_way() -> None:
    table = a_table()
    galaxy, rift = table.galaxy, table.galaxy.system("41").index
    start, target = next(
        (one, two)
        for one in table.adjacency(0)[rift]
        for two in table.adjacency(0)[rift]
        if one < two and two not in table.adjacency(0)[one] and not galaxy.systems[one].tile.anomaly
    )
    table.put_units(0, start, "cruiser", 1)
    move, group = Move(table, 0, target), (ShipGroup(start, (("cruiser", 1, 0),)),)
    assert not rift_warnings(move, group)
    for between in set(table.adjacency(0)[start]) & set(table.adjacency(0)[target]) - {rift}:
        table.put_units(1, between, "destroyer", 1)
    risk, barred = rift_warnings(move, group)
    assert "Gravity rift" in risk
    assert "Player 2’s ships" in barred
    assert "1 destroyer" in barred


def test_IM_MAP_2_a_way_through_a_wormhole_names_both_of_its_systems() -> None:
    table = a_table()
    start, target = (table.galaxy.system(number).index for number in ("26", "39"))
    table.put_units(0, start, "cruiser", 1)
    (line,) = wormhole_travel_sentences(Move(table, 0, target), (ShipGroup(start, (("cruiser", 1, 0),)),))
    assert line.startswith("Through the wormhole: 26")
    beside = next(iter(table.galaxy.systems_sharing_side[start]))
    assert not wormhole_travel_sentences(Move(table, 0, beside), (ShipGroup(start, (("cruiser", 1, 0),)),))


@pytest.mark.parametrize(("planet", "warns"), [("jord", True), ("saudor", False)])
def test_IM_OBJ_2_a_move_that_bares_the_home_planet_says_what_its_loss_costs(
    planet: str, warns: bool
) -> None:
    table = a_table()
    start = table.system_of(planet)
    table.planet_controllers[planet] = 0
    table.put_units(0, planet, "infantry", 1)
    table.put_units(0, start, "carrier", 1)
    move = Move(table, 0, next(iter(table.adjacency(0)[start])))
    plan, number = MovePlan(move), table.tile_number(start)
    count = table.units_on_planet(0, planet)["infantry"]
    text = plan.status_text({f"ship:{number}:carrier": 1, f"cargo:{number}:infantry:{planet}": count})
    assert "You leave no ground forces on" in text
    assert ("you cannot score public objectives" in text) == warns


def test_the_map_says_in_the_strategy_phase_which_own_ships_can_come_to_a_system() -> None:
    panel = ImperiumPlayPanel(seed=7)
    panel.do("system", str(panel.match.game.table.galaxy.system("20").index))
    assert "Your ships that can come here on your turn" in panel.html
    assert "01 Jord: 1 destroyer and 2 carriers" in panel.html
    assert "activate 20" not in panel.html


def test_IM_TECH_2_a_technology_names_the_planet_that_replaces_a_missing_symbol() -> None:
    table = a_table()
    table.players[0].technologies = frozenset({"amd"})
    table.planet_controllers["gral"] = 0
    table.exhausted_planets -= {"gral"}
    question = ResearchChoice(
        table, 0, researchable_technologies(table, 0), kind="research", rule="IM-TECH-2"
    )
    note = answer_button(question, question.choose("ac2"), at_turn().player_view()).effect_note
    assert "a planet for each missing blue symbol: Gral." in note


def test_IM_TECH_gd_the_dearest_ship_avoids_the_rift_and_the_warning_names_the_other() -> None:
    table = a_table()
    table.players[0].technologies |= {"gd"}
    start, target = (table.galaxy.system(number).index for number in ("47", "20"))
    table.put_units(0, start, "carrier", 1)
    table.put_units(0, start, "dreadnought", 1)
    move = Move(table, 0, target)
    risk, spared = rift_warnings(move, move.parse_plan("move 47 1 carrier, 1 dreadnought"))
    assert "this ship (1 carrier) flies 1 system further there, but has a 30% chance" in risk
    assert "(1 dreadnought) fly around a gravity rift" in spared


def after_own_battle(seed: int = 56) -> ImperiumPlayPanel:
    """Return the page in the pause after the person's first battle."""
    panel = ImperiumPlayPanel(seed=seed)
    while panel.match.pause_reason != OWN_BATTLE_PAUSE:
        panel.do("go_on") if panel.match.pause_reason else panel.do("answer", panel.match.hint())
    return panel


def test_IM_SPACE_6_the_page_pauses_after_an_own_battle_and_shows_each_die_with_what_it_needs() -> None:
    panel = after_own_battle()
    match = panel.match
    assert match.question is None
    battle = recent_battles(match)[-1]
    assert battle.has_seat(match.seat)
    begun = max(index for index, said in enumerate(match.rulings) if any(battle_beginnings([said])))
    assert battle_goes_on(match.rulings[: begun + 1])
    assert not battle_goes_on(match.rulings), "Space Cannon before the next battle shows none"
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
    assert match.pause_reason != OWN_BATTLE_PAUSE
    assert not any(battle.has_seat(match.seat) for battle in recent_battles(match)), "it has been seen"


LANDING = (
    "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7, "
    "at 20 p1 1 carrier 1 infantry, at lodor p2 1 infantry"
)


@pytest.mark.parametrize(
    ("last_roll", "title", "owner"),
    [
        ("roll 1", "You win the battle.", "Lodor is yours."),
        ("roll 10", "The battle ends without a winner.", "Lodor belongs to the other player."),
    ],
)
def test_IM_INV_8_the_page_shows_how_a_ground_battle_ended_before_the_next_question(
    last_roll: str, title: str, owner: str
) -> None:
    panel = ImperiumPlayPanel(seed=7)
    game = position_game(LANDING).give_answers("activate 26", "move 20 1 carrier, 1 infantry")
    game.give_answers("land 1 infantry lodor", "roll 10")
    panel.match.game = game
    panel.match.answer(last_roll)
    assert panel.match.pause_reason == OWN_BATTLE_PAUSE
    assert panel.match.question is None
    said = headline_of(panel)
    assert said.title == title
    assert owner in said.explanation
    panel.do("go_on")
    assert panel.match.pause_reason != OWN_BATTLE_PAUSE


def test_IM_END_1_the_end_of_a_game_names_the_winner_who_is_you_or_another_player() -> None:
    panel, said = ImperiumPlayPanel(seed=7), dict[bool, str]()
    for seed in range(1, 9):
        panel.match.game = new_game("short", seed=seed)
        winner = panel.match.game.play(RandomPolicy(seed)).result.winner
        view = panel.player_view()
        text = str(view.play_design.statistics_html(view)).partition("</p>")[0]
        said[winner == panel.match.seat] = text
        assert (f"Player {winner + 1} " in text) != (": you " in text or ", and you " in text)
    assert len(said) == 2


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
    two, one = (plan.status_text({"infantry lodor": n}) for n in (2, 1))
    chances = [int(found) for text in (two, one) for found in re.findall(r"Lodor (\d+)%", text)]
    assert chances == sorted(chances, reverse=True)
    assert len(chances) == 2
    assert "%" not in plan.status_text({})
    assert "Spec Ops I" in plan.sections({})[0].rows[0].note


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
    question = panel.match.question
    other = next(
        seat for seat in question.table.other_seats(question.player) if f'data-value="{seat}"' in panel.html
    )
    panel.do("trade", str(other))
    assert panel.error is None
    assert "You give" in panel.html
    panel.do("system", str(question.table.galaxy.system("20").index))
    assert "activate 20" not in panel.html
    assert "Your ships that can come here" not in panel.html


def test_IM_TACT_2_a_system_that_cannot_be_activated_lists_no_ships_that_could_come() -> None:
    panel = at_turn()
    table = panel.match.game.table
    index = table.galaxy.system("20").index
    table.command_tokens[index] = frozenset({panel.match.seat})
    panel.do("system", str(index))
    assert "Your ships that can come here" not in panel.html
    assert "tk-hex-reached" not in panel.html
    assert "activate 20" not in panel.html
    refusal = panel.match.question.refusal(acts.Activate("20"))
    assert panel.match.phrase_for_person(refusal).text() in panel.html


def test_IM_TACT_1_a_system_of_no_use_says_so_and_is_asked_back_before_it_is_activated() -> None:
    panel = at_turn()
    table, answers = panel.match.game.table, len(panel.match.game)
    far = table.home_system(1)
    panel.do("system", str(far))
    assert "would waste the token" in panel.html
    assert "tk-main tk-system-go" not in panel.html
    for asked_back in (True, False):
        panel.do("answer", f"{answers}:activate {table.tile_number(far)}")
        assert ("Do you really want" in panel.html) == asked_back
        assert (len(panel.match.game) == answers) == asked_back
    assert 0 in panel.match.game.table.command_tokens[far]


def test_IM_TACT_1_what_an_activation_can_do_stands_at_the_system_and_useful_ones_are_marked() -> None:
    panel = at_turn()
    question = panel.match.question
    table = question.table
    useful = sum(
        bool(uses_of_activation(table, question.player, system))
        for system in range(len(table.space))
        if question.refusal(acts.Activate(table.tile_number(system))) is None
    )
    assert 0 < useful < len(table.space)
    assert panel.html.count("tk-hex-useful") == useful
    listed = panel.html.partition("Systems where your ships can go")[2].partition("All other systems")[0]
    assert listed.count('data-act="system"') == useful
    panel.do("system", str(table.home_system(question.player)))
    assert "If you activate this system now: you can build." in panel.html
    assert "tk-main tk-system-go" in panel.html


def test_IM_TURN_2_why_nobody_may_pass_stands_where_the_button_would_be() -> None:
    panel = at_turn()
    below = panel.html.partition('data-key="group:pass"')[2].partition("</section>")[0]
    assert "IM-TURN-2" in below
    assert "Not possible now" not in panel.html or "Pass" not in panel.html.partition("Not possible now")[2]
    record = panel.record
    panel.do("answer", "pass")
    assert (panel.error.rule, panel.record) == ("IM-TURN-2", record)


def without_tokens(*, cards_used: bool = True) -> ImperiumPlayPanel:
    """Return the page at a turn of the person, who has no tokens and no action cards left."""
    panel = at_turn()
    sheet = panel.match.game.table.players[panel.match.question.player]
    sheet.tactic, sheet.strategy, sheet.action_cards = 0, 0, ()
    sheet.strategy_cards = dict.fromkeys(sheet.strategy_cards, cards_used)
    return panel


@pytest.mark.parametrize(("used", "title"), [(False, "no token left"), (True, "you can only pass")])
def test_IM_TURN_1_the_title_says_what_is_left_to_do_without_tokens(used: bool, title: str) -> None:
    assert title in headline_of(without_tokens(cards_used=used)).title


def test_IM_TURN_4_the_title_says_that_no_further_action_is_left() -> None:
    panel = without_tokens()
    panel.match.question.is_further_action = True
    player_view = panel.player_view()
    assert "no further action" in player_view.headline.title
    titles = [group.title for group in answer_groups(panel.match.question, player_view)]
    assert titles[-1] == "Take no further action this turn"


def test_IM_TURN_2_passing_is_in_the_bar_only_if_nothing_else_is_left() -> None:
    assert pass_bar_html(at_turn().player_view()) is None
    player_view = without_tokens().player_view()
    assert "answer:pass" in str(pass_bar_html(player_view))
    assert "answer:pass" not in str(system_choice_html(player_view.question, player_view))


def test_IM_TACT_1_what_activating_costs_is_explained_until_a_system_was_activated() -> None:
    panel = at_turn()
    explained = panel.player_view().say("now.turn.text", n=3)
    assert explained in headline_of(panel).explanation
    system = next(act for act in panel.match.question.options() if isinstance(act, acts.Activate))
    panel.do("answer", str(system))
    while not isinstance(panel.match.question, TurnChoice):
        panel.do("go_on") if panel.match.pause_reason else panel.do("answer", panel.match.hint())
    n = panel.player_view().view.seats[0].tactic
    assert headline_of(panel).explanation.startswith(panel.player_view().say("now.again.text", n=n))


def test_the_legend_of_the_map_shows_the_units() -> None:
    legend = at_turn().html.partition('data-key="map:symbols"')[2].partition("</button>")[0]
    assert legend.count("tk-svg-unit") == 10


def test_IM_SPACE_5_who_may_retreat_reads_who_fights_whom() -> None:
    panel = after_hints(21, 44)
    assert panel.match.question.kind == "retreat"
    text = panel.player_view().headline.explanation
    assert "4 infantry" in text
    assert f"{seat_and_faction_name(2, panel.match.view)}: " in text
    assert "(hits with " in text
    assert "you place a command token from your reinforcements there" in text


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_first_mention_of_every_other_player_names_the_faction(lang: str) -> None:
    panel = ImperiumPlayPanel(6, seat=1, seed=7, lang=lang)
    panel.do("go_on")  # the start
    view, shown = panel.match.view, " ".join(visible_lines(panel.html))
    for seat in view.seats:
        if seat.seat == view.player:
            continue
        faction = call_in_language(lang, faction_name, seat.faction, "short")
        person = call_in_language(lang, seat_name, seat.seat, view.player)
        first = min(
            found.start()
            for found in re.finditer(rf"{seat_symbol(seat.seat)}\b|{person}\b", shown)
            if not shown[found.start() :].startswith("P1, P2 …")
        )
        assert faction in shown[first : first + 25]
        assert f"{person} ({faction})" in shown, "beside what stands on the map"


def test_IM_ODDS_1_the_odds_stand_beside_the_buttons_of_a_fight() -> None:
    panel = after_hints(21, 44)
    line = next(str(said.facts["battle"]) for said in panel.match.rulings[::-1] if "battle" in said.facts)
    before = odds(line)
    chances = WORDS.say("fights.odds", win=percent(before.win), loss=percent(before.loss))
    assert chances in panel.html.partition("tk-play-bar")[2]
    panel.do("answer", "stay")
    assert panel.match.question.kind == "retreat"
    assert chances not in panel.html, "the odds follow the losses"


def test_IM_ODDS_1_the_odds_name_the_effects_on_dice_that_they_count() -> None:
    battle = Battle.parse("space: 1 carrier @ sol,mb:2,amd vs 1 carrier @ letnev,munitions")
    own, other = counted_effect_texts(battle, 0)
    assert "your “Morale Boost”" in own
    assert "opponent’s “Munitions Reserves”" in other
    assert not counted_effect_texts(Battle.parse("space: 1 carrier vs 1 carrier"), 0)


def test_IM_ACT_mb_a_card_for_dice_counts_in_its_own_round_only() -> None:
    line = "space: 1 carrier vs 1 carrier"
    begun, played, next_round = (
        Ruling(rule, case, facts, rulebook())
        for rule, case, facts in (
            (BATTLE_BEGUN_RULE, "begins", {"side": "p1", "enemy": "p2", "number": "26", "battle": line}),
            ("IM-ACT-mb", "played", {"side": "p1", "n": 1, "round": 1}),
            ("IM-SPACE-8", "round", {"n": 2}),
        )
    )
    assert round_bonuses([begun, played], "p1") == {"mb": 1}
    assert not round_bonuses([begun, played], "p3")
    assert not round_bonuses([begun, played, next_round], "p1")
    assert not round_bonuses([begun, played, begun], "p1")


def test_IM_ODDS_1_a_move_into_a_fight_shows_its_chance() -> None:
    line = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7, at 34 p2 1 destroyer"
    for system, fights in (("34", True), ("26", False)):
        game = position_game(line)
        game.answer(f"activate {system}")
        plan = plan_for_question(game.question)
        assert ("chance to win in space" in plan.status_text(dict(plan.quick_choices()[0][1]))) == fights


def test_IM_SPACE_12_the_page_says_how_an_own_battle_ended_and_who_has_the_planets() -> None:
    headline = headline_of(after_own_battle())
    assert headline.title != WORDS.say("now.battle.title")
    assert headline.explanation


def news_of(panel: ImperiumPlayPanel) -> str:
    """Return the news on the page since the last answer."""
    lines = panel.player_view().headline.news_lines
    return " ".join(ruling.text(panel.lang) for line in lines for ruling in line.sentences)


def test_what_the_own_answer_did_is_told_as_that_of_others_is() -> None:
    panel, own, told = ImperiumPlayPanel(seed=7), 0, set()
    for _ in range(40):
        before = len(panel.match.rulings)
        panel.do("go_on") if panel.match.pause_reason else panel.do("answer", panel.match.hint())
        name = panel.match.game.start.seat(own)
        for ruling in with_rift_rolls_joined(panel.match.rulings[before:]):
            if str(ruling.facts.get("side")) == name and ruling.rule not in ("IM-STATUS-4", "IM-STATUS-6"):
                assert ruling.text("en") in news_of(panel)
                told.add(ruling.rule)
    assert {"IM-UNIT-orbital_drop", "IM-STRAT-1", "IM-PAY-1", "IM-MOVE-1", "IM-TECH-2"} <= told


def test_IM_INV_11_who_loses_a_planet_reads_it_in_sight() -> None:
    facts = {"planet": planet_name("lodor")}
    taken = Ruling("IM-INV-11", "gained", {**facts, "side": "p2"}, rulebook())
    lost = Ruling("IM-INV-11", "lost", {**facts, "side": "p1", "enemy": "p2"}, rulebook())
    begun = Ruling("IM-TACT-1", "activated", {"side": "p2", "number": "26"}, rulebook())
    told = [begun, taken, lost]
    for own, kept in (("p1", True), ("p3", False)):
        said = [line for line in news_lines(told, 0, own) if lost in line.sentences]
        assert [(line.is_important, line.is_minor) for line in said] == [(True, False)] * kept


def test_IM_PICK_1_who_takes_two_strategy_cards_reads_which_of_them_it_is() -> None:
    panel = ImperiumPlayPanel(seed=7)
    first = panel.player_view().headline.explanation
    assert "This is the first of your two cards; you must play both before you may pass." in first
    assert all(card_name(card) in first for card in panel.match.view.open_objectives)
    panel.do("answer", panel.match.hint())
    assert "This is the second of your two cards" in panel.player_view().headline.explanation
    assert "This is your" not in ImperiumPlayPanel("6", seed=7).player_view().headline.explanation


def test_IM_MOVE_4_a_plan_that_takes_the_last_ground_forces_off_a_planet_says_so() -> None:
    panel = at_question(Move)
    question = panel.match.question
    plan = MovePlan(question)
    ((_, everything),) = plan.quick_choices()
    all_but_one = {**everything, "cargo:01:infantry:jord": everything["cargo:01:infantry:jord"] - 1}
    assert "no ground forces on Jord" in plan.status_text(everything)
    assert "no ground forces on Jord" not in plan.status_text(all_but_one)


def test_IM_TECH_gd_all_that_can_come_includes_one_ship_with_gravity_drive() -> None:
    table = a_table()
    table.players[0].technologies |= {"gd"}
    start, target = (table.galaxy.system(number).index for number in ("01", "18"))
    table.put_units(0, start, "destroyer", 1)
    plan = MovePlan(Move(table, 0, target))
    ((label, everything),) = plan.quick_choices()
    assert plan.refusal(everything) is None
    assert everything["ship:01:carrier"] == 1
    assert everything["ship:01:destroyer"] >= 1
    assert everything["cargo:01:infantry:jord"] > 0
    assert "Gravity Drive" in label


def test_IM_MOVE_4_cargo_without_a_ship_with_room_is_refused_in_its_own_system() -> None:
    table = a_table()
    near, target = table.galaxy.system("34").index, table.galaxy.system("20").index
    table.put_units(0, near, "destroyer")
    plan = MovePlan(Move(table, 0, target))
    refusal = plan.refusal({"ship:34:destroyer": 1, "cargo:01:infantry:jord": 2})
    assert (refusal.rule, refusal.ruling.case) == ("IM-MOVE-4", "no_ship")
    assert refusal.ruling.facts["number"] == "01"


def test_IM_INV_9_a_landing_begins_with_troops_on_every_planet_and_nothing_is_the_last_answer() -> None:
    panel = at_question(CommitForces)
    question = panel.match.question
    first = LandPlan(question).default_amounts()
    assert {key.split()[-1] for key in first} == set(question.landable_planets)
    assert sum(first.values()) == sum(question.available_forces.values())
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
    """Return the page at the person's decision before the second round of a battle."""
    panel = ImperiumPlayPanel(seed=21)
    while True:
        decides = isinstance(battle_question(panel.match.question), AnnounceRetreat)
        if decides and latest_battle_round(panel.match.rulings) > 1:
            return panel
        panel.do("go_on") if panel.match.pause_reason else panel.do(
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
    assert panel.match.undid_chance
    assert not panel.match.undid_only_cards


def test_news_tell_a_move_before_the_battle_that_follows_it() -> None:
    panel = after_own_battle()
    rulings, own = panel.match.rulings, panel.match.game.start.seat(panel.match.seat)
    told = [said.rule for line in news_lines(rulings, 0, own) for said in line.sentences]
    fight = told.index(BATTLE_BEGUN_RULE)
    assert told[fight - 1] in ("IM-MOVE-1", "IM-TACT-1", "IM-TIME-5", "IM-SPACE-2", "IM-MOVE-4")


def test_IM_MOVE_4_fighters_say_that_a_space_dock_has_room_for_them() -> None:
    plan = MovePlan(Move(table := a_table(), 0, table.galaxy.system("20").index))
    table.put_units(0, table.home_system(0), "fighter", 1)
    assert "room for 3" in plan.rows({})["cargo:01:fighter:01"].note
    assert not plan.rows({})["cargo:01:infantry:jord"].note


def test_IM_TURN_3_who_has_passed_reads_what_is_still_possible() -> None:
    panel = at_turn()
    table = panel.match.game.table
    offer = OfferReply(table, 0, 1, Offer(0, OfferSide(commodities=2), OfferSide(goods=1)))
    secondary = ItemChoice(table, 0, ["yes", "no"], kind="secondary", rule="IM-STRAT-2", subject="strategy_3")
    for asked in (offer, secondary):
        table.players[0].has_passed = False
        assert "have passed" not in turn_question_help(asked, panel.player_view())
        table.players[0].has_passed = True
        assert turn_question_help(asked, panel.player_view()).startswith("You have passed")
    passed = Ruling("IM-TURN-2", "passed", {"side": "p2"}, rulebook())
    uses = [
        Ruling("IM-STRAT-2", "used", {"side": "p2", "card": "strategy_6", "n": n}, rulebook()) for n in (1, 2)
    ]
    lines = news_lines([uses[0], passed, uses[1]], 0, "p1")
    texts = [said.text() for line in lines for said in line.sentences]
    assert ["After passing" in text for text in texts] == [False, False, True]


def test_IM_STRAT_2_a_secondary_ability_is_news_for_who_used_the_primary_one_in_that_round() -> None:
    told = []
    for side, other in (("p1", "p2"), ("p2", "p1")):
        told.append(Ruling("IM-STRAT-1", "primary", {"side": side, "card": "strategy_6"}, rulebook()))
        told.append(Ruling("IM-STRAT-2", "no_token", {"side": other, "card": "strategy_6"}, rulebook()))
    sentences = [said for line in news_lines(told, 0, "p1") for said in line.sentences]
    assert told[1] in sentences
    sentences = [said for line in news_lines(told, 0, "p2") for said in line.sentences]
    assert told[3] in sentences
    assert told[1] in sentences, "it is the player's own"
    sentences = [said for line in news_lines(told, 0, "p3") for said in line.sentences]
    assert sentences == [told[0], told[2]]


def test_IM_SPACE_2_a_shot_before_a_battle_is_news_of_the_turn_with_its_loss() -> None:
    line = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7, at lodor p2 2 pds"
    game = position_game(line, seed=5).give_answers("activate 26", "move 01 1 carrier, 2 infantry jord")
    while (question := game.question) is not None and question.kind != "turn":
        game.roll() if isinstance(question, ChanceQuestion) else game.answer(next(question.options()))
    (told,) = [said for said in news_lines(game.rulings, 0, "p1") if said.turn_of == "p1"]
    assert not told.is_minor
    texts = [said.text("en") for said in told.sentences]
    shot = next(place for place, text in enumerate(texts) if "fires Space Cannon" in text)
    assert "Player 1 loses 1 Advanced Carrier I." in texts[shot:]


def test_IM_PICK_1_the_cards_that_players_take_stand_on_one_line_in_sight() -> None:
    picks = [
        Ruling("IM-PICK-1", "taken", {"side": side, "card": f"strategy_{n}"}, rulebook())
        for n, side in enumerate(("p2", "p3"), start=1)
    ]
    (line,) = news_lines(picks, 0, "p1")
    assert len(line.sentences) == 2
    assert not line.is_minor


def test_IM_ACT_plague_a_planet_to_choose_says_whose_it_is_and_what_is_there() -> None:
    panel = at_turn()
    asked = ItemChoice(
        panel.match.game.table, 0, ["jord"], kind="planet", rule="IM-ACT-plague", subject="IM-ACT-plague"
    )
    note = answer_button(asked, asked.choose("jord"), panel.player_view()).effect_note
    assert note == "You: 5 infantry and 1 space dock; 4 resources, 2 influence"
    readied = ItemChoice(panel.match.game.table, 0, ["jord"], kind="ready", rule="IM-STRAT-diplomacy")
    assert answer_button(readied, readied.choose("jord"), panel.player_view()).effect_note == note


def test_IM_STRAT_politics_the_person_is_pointed_out_among_players_to_choose() -> None:
    panel = at_turn()
    asked = ItemChoice(panel.match.game.table, 0, ["p1", "p2"], kind="speaker", rule="IM-STRAT-politics")
    notes = [answer_button(asked, answer, panel.player_view()).effect_note for answer in asked.options()]
    assert notes == ["That is you", ""]


def test_IM_TURN_2_the_button_to_pass_says_that_tokens_stay() -> None:
    panel = at_turn()
    question = panel.match.question
    tokens = question.table.players[question.player].tactic
    assert answer_button(question, acts.PASS, panel.player_view()).effect_note == WORDS.say(
        "group.tokens_left", n=tokens
    )


def test_IM_MOVE_11_the_dice_of_a_gravity_rift_are_reported_together() -> None:
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
    assert ["(rolled: 1, 3; needed: 4)" in line.sentences[0].text("en"), len(line.sentences)] == [True, 2]
    assert "2 destroyers" in line.sentences[0].text("en")
    assert "(rolled: 10; needed: 4)" in line.sentences[1].text("en")


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
        ("IM-AGENDA-3", "abstains", {"side": "p2"}, False),
    ],
)
def test_news_that_matter_to_the_person_are_told_apart(
    rule: str, case: str, facts: dict[str, str], is_minor: bool
) -> None:
    (line,) = news_lines([Ruling(rule, case, facts, rulebook())], 0, "p1", own_places=("34", "gral"))
    assert line.is_minor == is_minor


def test_points_and_what_others_do_to_the_person_are_important_in_long_news() -> None:
    rulings = [
        Ruling(*case, {"side": side, **facts}, rulebook())
        for case, side, facts in (
            (("IM-OBJ-1", "scored"), "p2", {"card": "lead"}),
            (("IM-STRAT-1", "primary"), "p1", {"card": "strategy_5"}),
            (("IM-STRAT-1", "primary"), "p2", {"card": "strategy_1"}),
            (("IM-STRAT-2", "no_token"), "p1", {"card": "strategy_1"}),
        )
    ]
    lines = news_lines(rulings, 0, "p1")
    assert [line.is_important for line in lines] == [True, False, False, True]


def test_IM_END_1_playing_imperial_says_that_it_wins_if_it_does() -> None:
    panel = at_turn()
    question = panel.match.question
    table = question.table
    table.players[0].strategy_cards = {8: False}
    table.players[0].points = table.points_to_win - 1

    def winning_is_told() -> bool:
        note = answer_button(question, acts.Strategy(8), panel.player_view()).effect_note
        return "wins you the game" in note

    table.open_objectives = ()
    assert not winning_is_told()
    table.planet_controllers["mr"] = 0
    assert winning_is_told()


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


def test_IM_STATUS_1_who_could_win_at_the_end_of_the_round_is_named_before_passing() -> None:
    panel = at_turn()
    table, question = panel.match.game.table, panel.match.question
    rival = table.players[1]

    def is_told() -> bool:
        return "could win at the end of this round" in turn_question_help(question, panel.player_view())

    rival.points = table.points_to_win - 1
    assert rival.secret_objectives
    assert is_told()
    rival.points = table.points_to_win - 3
    assert not is_told()
    quiet = "cannot win at the end of this round"
    assert quiet not in turn_question_help(question, panel.player_view())
    rival.points, table.open_objectives = table.points_to_win - 2, ()
    assert not is_told()
    assert quiet in turn_question_help(question, panel.player_view()), "a warning does not vanish silently"


def test_IM_OBJ_4_the_secondary_ability_of_imperial_says_how_many_secret_objectives_one_may_have() -> None:
    panel = at_turn()
    player = panel.match.game.table.players[0]
    asked = ItemChoice(
        panel.match.game.table, 0, ["yes", "no"], kind="secondary", rule="IM-STRAT-2", subject="strategy_8"
    )
    player.secret_objectives = ("te", "csl")
    assert "may have 3" in (text := turn_question_help(asked, panel.player_view()))
    assert "Now you have 2." in text
    player.scored_objectives = (*player.scored_objectives, "ose")
    assert "Now you have 3: if you draw another, you then return one" in turn_question_help(
        asked, panel.player_view()
    )


def test_IM_STRAT_2_the_turn_that_asks_a_person_for_a_secondary_ability_is_never_minor() -> None:
    used, secondary = (
        Ruling(*case, {"side": side, "card": "strategy_1"}, rulebook())
        for case, side in ((("IM-STRAT-1", "primary"), "p2"), (("IM-STRAT-2", "free"), "p3"))
    )
    assert all(line.is_minor for line in news_lines([used, secondary], 0, "p1"))
    asking = news_lines([used, secondary], 0, "p1", is_asked_out_of_turn=True)
    assert len(asking) == 2
    assert all(line.is_important and not line.is_minor for line in asking)


def test_IM_MOVE_2_ships_under_an_own_token_say_that_the_token_holds_them() -> None:
    table = a_table()
    table.put_units(0, table.galaxy.system("26").index, "destroyer", 1)
    table.command_tokens[table.galaxy.system("26").index] = frozenset({0})
    plan = MovePlan(Move(table, 0, table.home_system(0)))
    locked = [section.refusal for section in plan.sections({}) if section.refusal is not None]
    assert [refusal.rule for refusal in locked] == ["IM-MOVE-2"]


def test_IM_STATUS_1_the_question_says_who_scores_after_the_person() -> None:
    panel = at_turn()
    table = panel.match.game.table
    first, last = table.initiative_order[0], table.initiative_order[-1]
    texts = [
        turn_question_help(
            ScoreChoice(table, seat, ["none"], kind="score", rule="IM-STATUS-1"), panel.player_view()
        )
        for seat in (first, last)
    ]
    assert ["you are the last" in text for text in texts] == [False, True]


def test_IM_STRAT_2_the_news_say_who_could_not_use_the_secondary_ability_of_ones_own_card() -> None:
    card = {"card": "strategy_1"}
    rulings = [
        Ruling("IM-STRAT-1", "primary", {**card, "side": "p1"}, rulebook()),
        Ruling("IM-STRAT-2", "no_influence", {**card, "side": "p2", "n": 1, "price": 3}, rulebook()),
    ]
    (line,) = news_lines(rulings, 1, "p1")
    assert [sentence.rule for sentence in line.sentences] == ["IM-STRAT-2"]
    assert not news_lines(rulings, 1, "p3")


def test_IM_TRADE_6_an_offer_says_what_the_trade_agreement_does() -> None:
    panel = at_turn()
    plan = plan_for_question(panel.match.question, 1)
    assert plan is not None
    notes = [row.note for section in plan.sections({}) for row in section.rows if row.is_toggle]
    assert notes
    assert all(notes)


def test_IM_SPACE_2_the_card_of_a_system_says_that_the_own_pds_fire_first() -> None:
    panel = at_turn()
    table = panel.match.game.table
    system = table.galaxy.system("34").index
    panel.do("system", str(system))
    assert "PDS then fire first" not in panel.html
    table.put_units(1, system, "destroyer", 1)
    table.put_units(0, "gral", "pds", 1)
    panel.do("system", "-1")
    panel.do("system", str(system))
    assert "PDS then fire first" in panel.html
