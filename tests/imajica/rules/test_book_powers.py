"""The rulebook's sentences on holding Sites, powers, traits and affiliations, one by one."""

from __future__ import annotations

import pytest
from imajica.rules.test_book_fights import rulings_text
from imajica_games import cited, give, lies, reach, refused, start

from twingkit.imajica.rules.pieces import TemporaryChange
from twingkit.imajica.rules.values import current_value, influence

# -- holding and losing Sites


def test_IJ_HOLD_1_holders_do_nothing_else() -> None:
    game = start("p1 active irish; p2 active dowd state slew=pie-oh-pah hand pneuma sway; circle kite-fields")
    give(game, "p1: seize kite-fields with irish")
    assert refused(reach(game, "contest"), "contest pie-oh-pah") == "IJ-HOLD-1"
    give(game, "p1: end")
    reach(game, "ally")
    assert game.question.player == 1
    assert refused(game, "retreat pie-oh-pah") == "IJ-HOLD-1"
    assert refused(game, "seize kite-fields with pie-oh-pah") == "IJ-HOLD-1"
    with_flash = start("p1 active irish; p2 state slew=pie-oh-pah hand sudden-sleep")
    reach(with_flash, "respond")
    assert refused(with_flash, "use pie-oh-pah on irish") == "IJ-POWER-1"


def test_IJ_HOLD_5_the_holders_go_to_the_reserve_as_they_are_and_others_seize_the_site_anew() -> None:
    game = start(
        "p1 active huzzah-aping hand bribed-warden;"
        " p2 state slew=horace-tyrwith:pivoted,isaac-abelove; p3 active gentle; leads p1"
    )
    give(game, "p1: play bribed-warden by huzzah-aping on isaac-abelove")
    assert "IJ-HOLD-4" in cited(game)
    give(game, "p3: seize slew with gentle", "p3: end")
    assert lies(game, "slew").controller == 2
    assert (lies(game, "horace-tyrwith").area, lies(game, "horace-tyrwith").pivoted) == ("reserve", True)


def test_IJ_HOLD_1_a_card_that_speaks_of_holders_aims_at_them_in_tournaments_too() -> None:
    line = "p1 active irish hand bribed-warden; p2 state slew=huzzah-aping"
    game = start(line, variant="holders_shielded=true")
    give(game, "p1: play bribed-warden by irish on huzzah-aping", "p1: end")
    assert lies(game, "slew").area == "circle"


@pytest.mark.parametrize(
    ("holder", "site", "card"),
    [("sartori", "circle-of-stones", "amnesia"), ("thomas-roxborough", "roxborough-tower", "blindness")],
)
def test_IJ_HOLD_4_who_held_alone_and_loses_what_allowed_it_loses_the_site(
    holder: str, site: str, card: str
) -> None:
    game = start(f"p1 state {site}={holder}; p2 hand {card}")
    give(game, f"p2: play {card} on {holder}", "p1: end")
    assert lies(game, site).area == "circle"
    assert lies(game, holder).area == "reserve"


@pytest.mark.parametrize(("switch", "area"), [("event", "state"), ("continuous", "circle")])
def test_IJ_HOLD_4_a_site_secured_by_a_maneuver_is_lost_with_it_only_if_holds_are_checked_always(
    switch: str, area: str
) -> None:
    game = start("p1 active horace-tyrwith hand old-oath; p2; circle slew", variant=f"hold_check={switch}")
    give(game, "p1: seize slew with horace-tyrwith", "p1: play old-oath by horace-tyrwith")
    reach(game, "ally")
    assert "Influence 7 against Resistance 6" in rulings_text(game)
    assert lies(game, "slew").area == area
    assert lies(game, "horace-tyrwith").area == ("reserve" if area == "circle" else area)


def test_IJ_HOLD_2_a_pivoted_holder_holds_and_versus_site_counts() -> None:
    game = start(
        "p1 state roxborough-tower=charlotte-feaver:pivoted,huzzah-aping:pivoted; p2 hand emotion-grief"
    )
    assert influence(game.table, lies(game, "charlotte-feaver"), lies(game, "roxborough-tower")) == 6
    give(game, "p2: play emotion-grief on huzzah-aping")
    assert lies(game, "roxborough-tower").area == "state", "6 and 4 are enough against 8"


def test_IJ_AREA_4_a_lost_border_site_lies_in_the_circle_for_both_of_its_dominions() -> None:
    game = start(
        "p1 hand checkpoint state delta-mouth:pivoted=gentle; p2 hand open-rebellion;"
        " leads p2; to move p2 autarch"
    )
    give(game, "p2: play open-rebellion on delta-mouth")
    give(game, "p1: path checkpoint on delta-mouth")
    assert lies(game, "delta-mouth").area == "circle"
    assert all("delta-mouth" not in player.ovo for player in game.table.players)


# -- powers and traits


def test_IJ_POWER_1_a_site_is_used_by_its_holder_only_while_it_is_secured_and_unpivoted() -> None:
    game = start("p1 state ferry-market=gentle destiny 3*irish; p2; circle tin-quarter")
    reach(game, "ally")
    assert refused(game, "use tin-quarter on gentle") == "IJ-POWER-1"
    give(game, "p1: use ferry-market")
    assert refused(reach(game, "ally"), "use ferry-market") == "IJ-POWER-1"
    assert lies(game, "ferry-market").pivoted
    game = start("p1; p2 state ferry-market=gentle")
    assert refused(reach(game, "ally"), "use ferry-market") == "IJ-POWER-1"


def test_IJ_POWER_1_an_icon_is_used_by_who_is_active_only_and_one_of_two_at_a_time() -> None:
    game = start("p1 active veiled-empress reserve oliver-mcgann destiny irish; p2 active dowd; circle slew")
    reach(game, "ally")
    assert refused(game, "use oliver-mcgann on slew") == "IJ-POWER-1"
    give(game, "p1: use veiled-empress 2")
    assert refused(reach(game, "ally"), "use veiled-empress on dowd") == "IJ-POWER-1"


def test_IJ_POWER_2_powers_of_sites_add_up_only_while_they_are_secured() -> None:
    game = start("p1 hand judith ink-painter lamp-boy state attic-studio=irish delta-mouth=sartori; p2")
    give(game, "p1: call judith", "p1: call lamp-boy")
    assert refused(reach(game, "ally"), "call ink-painter") == "IJ-ALLY-2"
    game = start("p1 hand judith lamp-boy; p2; circle attic-studio delta-mouth")
    give(game, "p1: call judith")
    assert refused(reach(game, "ally"), "call lamp-boy") == "IJ-ALLY-2"


def test_IJ_POWER_2_the_trait_of_a_site_acts_while_it_lies_in_the_circle() -> None:
    game = start("p1 active irish horace-tyrwith; p2; circle glass-shore")
    give(game, "p1: seize glass-shore with irish horace-tyrwith", "p1: end")
    assert "Influence 3 against Resistance 4" in rulings_text(game)


def test_IJ_POWER_3_versus_site_is_a_power_and_versus_a_character_a_trait() -> None:
    line = "p1 active celestine+{0}@p2; p2 active dowd; circle slew"
    for card, strength in (("amnesia", 8), ("blindness", 4)):
        game = start(line.format(card))
        give(game, "p1: challenge dowd with celestine", "p1: end")
        assert f"{max(strength, 6)} against {min(strength, 6)}" in rulings_text(game)
    game = start("p1 active charlotte-feaver+amnesia@p2; p2; circle roxborough-tower")
    give(game, "p1: seize roxborough-tower with charlotte-feaver", "p1: end")
    assert "Influence 2 against Resistance 8" in rulings_text(game)


def test_IJ_POWER_4_versus_counts_once_however_many_are_there_and_by_an_affiliation_of_now() -> None:
    game = start("p1 active hill-rider; p2 active gek-a-gek gek-a-gek")
    give(game, "p1: challenge gek-a-gek with hill-rider", "p2: defend gek-a-gek.2", "p1: end")
    assert "16 against 6" in rulings_text(game)
    game = start("p1 active bright-mother; p2 active irish+ritual")
    give(game, "p1: challenge irish with bright-mother", "p1: end")
    assert "6 against 5" in rulings_text(game), "Ritual has made an Adorer"


def test_IJ_POWER_4_a_discount_asks_for_allies_in_any_area_of_the_own_realm() -> None:
    for line, rule in (
        ("p1 hand christos gek-a-gek state slew=dowd; p2", ""),
        ("p1 hand christos gek-a-gek; p2 active dowd", "IJ-ALLY-2"),
    ):
        game = start(line)
        give(game, "p1: call gek-a-gek")
        if rule:
            assert refused(reach(game, "ally"), "call christos") == rule
        else:
            give(game, "p1: call christos")


# -- affiliations


@pytest.mark.parametrize(
    ("card", "area"), [("blindness", "circle"), ("amnesia", "circle"), ("waking", "state")]
)
def test_IJ_POWER_3_sartori_holds_the_erasure_alone_only_with_traits_and_powers(card: str, area: str) -> None:
    game = start(f"p1 state the-erasure=sartori; p2 hand {card} active irish:pivoted")
    give(game, f"p2: play {card} on {'irish' if card == 'waking' else 'sartori'}", "p1: end")
    assert lies(game, "the-erasure").area == area


@pytest.mark.parametrize(
    ("card", "rule"), [("", "IJ-AFF-2"), ("+blindness", ""), ("+amnesia", ""), ("+glamour", "IJ-AFF-2")]
)
def test_IJ_POWER_3_joshua_without_traits_is_no_vassal(card: str, rule: str) -> None:
    game = start(f"p1 active gideon; p2 active joshua-godolphin{card}")
    reach(game, "ally")
    if rule:
        assert refused(game, "challenge joshua-godolphin with gideon") == rule
    else:
        give(game, "p1: challenge joshua-godolphin with gideon")


@pytest.mark.parametrize(("card", "strength"), [("", 6), ("+blindness", 4), ("+amnesia", 6)])
def test_IJ_POWER_3_who_lost_powers_is_still_an_oviate_who_lost_traits_is_none(
    card: str, strength: int
) -> None:
    game = start(f"p1 active hill-rider; p2 active gek-a-gek{card}")
    give(game, "p1: challenge gek-a-gek with hill-rider", "p1: end")
    assert f"8 against {strength}" in rulings_text(game)


@pytest.mark.parametrize(("card", "dead"), [("", False), ("+blindness", True), ("+amnesia", True)])
def test_IJ_POWER_3_a_gained_affiliation_is_a_trait_too(card: str, dead: bool) -> None:
    game = start(f"p1 active dowd hand hapexamendios-hand; p2 active lamp-boy+ritual{card}")
    give(game, "p1: play hapexamendios-hand by dowd on lamp-boy", "p1: end")
    assert (lies(game, "lamp-boy") is None) == dead


@pytest.mark.parametrize(
    ("line", "deed"),
    [
        ("p1 active henry-holland{0}; p2 active dowd+ritual", "rasa henry-holland on ritual"),
        ("p1 active ink-painter{0} gideon; p2 active dowd", "artist ink-painter on gideon"),
    ],
)
def test_IJ_POWER_3_what_an_affiliation_grants_is_lost_with_the_traits(line: str, deed: str) -> None:
    for card, rule in (("", ""), ("+blindness", "IJ-POWER-3"), ("+amnesia", "IJ-POWER-3")):
        game = start(line.format(card).replace("; p2", " hand waking; p2"))
        reach(game, "ally" if deed.startswith("rasa") else "respond")
        if rule:
            assert refused(game, deed) == rule
        else:
            give(game, f"p1: {deed}")


def test_IJ_POWER_3_a_blind_aphrodyte_is_out_where_only_her_gift_kept_her() -> None:
    game = start("p1 active gek-a-gek hand blindness; p2 active lamp-boy judith:pivoted")
    give(game, "p1: challenge lamp-boy with gek-a-gek", "p2: defend judith")
    give(game, "p1: play blindness on judith", "p1: end")
    assert "IJ-CHAL-5" in cited(game)
    assert "8 against 1" in rulings_text(game)


def test_IJ_POWER_3_with_the_card_gone_the_affiliation_is_back() -> None:
    game = start(
        "p1 active gideon; p2 active joshua-godolphin+blindness irish hand purge; leads p2; to move p2 ally"
    )
    give(game, "p2: play purge by irish on blindness", "p2: end")
    assert refused(reach(game, "ally"), "challenge joshua-godolphin with gideon") == "IJ-AFF-2"


def test_IJ_POWER_3_an_oviate_without_powers_challenges_vassals_by_its_prime_alone() -> None:
    line = "p1 active gek-a-gek{0}; p2 active joshua-godolphin"
    for card, rule in (("", ""), ("+amnesia", "IJ-AFF-2")):
        game = start(line.format(card))
        reach(game, "ally")
        lies(game, "gek-a-gek").temporary_changes = (TemporaryChange("prime", -1, "", "round"),)
        if rule:
            assert refused(game, "challenge joshua-godolphin with gek-a-gek") == rule
        else:
            give(game, "p1: challenge joshua-godolphin with gek-a-gek")


def test_IJ_AFF_2_weak_characters_may_defend_against_a_vassal_and_challenge_those_beside_it() -> None:
    game = start("p1 active joshua-godolphin; p2 active dowd lamp-boy")
    give(
        game, "p1: challenge dowd with joshua-godolphin", "p2: defend lamp-boy", "p2: damage none", "p1: end"
    )
    assert "7 against 4" in rulings_text(game)
    game = start("p1 active lamp-boy+vow-of-the-vassal; p2 active ink-painter")
    reach(game, "ally")
    assert "challenge ink-painter with lamp-boy" in map(str, game.question.options())


def test_IJ_AFF_3_the_card_is_used_up_on_an_adorer_who_is_not_affected() -> None:
    game = start("p1 active irish hand hapexamendios-hand; p2 active dowd")
    give(game, "p1: play hapexamendios-hand by irish on dowd", "p1: end")
    assert lies(game, "dowd") is not None
    assert (game.table.players[0].ovo, lies(game, "irish").pivoted) == (["hapexamendios-hand"], True)


def test_IJ_AFF_5_an_artist_helps_anyone_of_the_own_side_but_itself_until_the_end_of_the_round() -> None:
    game = start(
        "p1 active ink-painter reserve irish state slew=gentle; p2 active dowd destiny 2*lamp-boy;"
        " circle kite-fields"
    )
    reach(game, "respond")
    for name in ("ink-painter", "dowd"):
        assert refused(game, f"artist ink-painter on {name}") == "IJ-TIME-8"
    give(game, "p1: artist ink-painter on gentle")
    assert lies(game, "ink-painter").pivoted
    assert current_value(game.table, lies(game, "gentle"), "magic") == 10
    reach(game, "autarch")
    assert current_value(game.table, lies(game, "gentle"), "magic") == 7
    assert lies(game, "slew").area == "state", "a bonus that runs out takes nothing"


def test_IJ_AFF_5_an_artist_helps_no_seizure_of_which_it_is_part() -> None:
    game = start("p1 active ink-painter horace-tyrwith; p2; circle autarch-steps")
    give(game, "p1: seize autarch-steps with ink-painter horace-tyrwith")
    give(game, "p1: artist ink-painter on horace-tyrwith", "p1: end")
    assert "IJ-CHAL-5" in cited(game)
    assert lies(game, "ink-painter").area == "active"
    assert lies(game, "autarch-steps").area == "state", "4 and 3 are 7"


def test_IJ_AFF_6_a_tabula_rasa_removes_permanents_of_anybody_but_only_actions_and_flashes() -> None:
    game = start("p1 active henry-holland irish+old-scar@p2 realm year-of-levies; p2 active dowd+ritual")
    reach(game, "ally")
    for name in ("old-scar", "year-of-levies", "irish"):
        assert refused(game, f"rasa henry-holland on {name}") == "IJ-TIME-8"
    give(game, "p1: rasa henry-holland on ritual", "p1: end")
    assert game.table.players[1].ovo == ["ritual"]
    assert game.table.players[0].hand == ["henry-holland"]


def test_IJ_AFF_6_what_lies_on_the_tabula_rasa_goes_to_its_owner() -> None:
    game = start("p1 active henry-holland+emotion-dread@p2+glamour; p2 active dowd+ritual")
    give(game, "p1: rasa henry-holland on ritual", "p1: end")
    assert game.table.players[1].ovo == ["ritual", "emotion-dread"]
    assert game.table.players[0].ovo == ["glamour"]


@pytest.mark.parametrize("switch", ["same_target", "all"])
def test_IJ_AFF_6_the_ally_goes_back_even_if_the_card_is_gone_by_then(switch: str) -> None:
    line = "p1 active henry-holland lamp-boy+amnesia@p2; p2 active dowd hand lightning"
    game = start(line, variant=f"flash_first={switch}")
    give(game, "p1: rasa henry-holland on amnesia", "p2: play lightning on lamp-boy", "p1: end")
    assert sorted(game.table.players[1].ovo) == ["amnesia", "lightning"]
    assert game.table.players[0].hand == ["henry-holland"], "the price is paid"


def test_IJ_AFF_7_an_oviate_is_no_target_of_a_dominion_and_immune_to_emotion() -> None:
    game = start("p1 active gek-a-gek; p2 hand emotion-dread emotion-grief")
    give(game, "p2: play emotion-dread on gek-a-gek", "p2: play emotion-grief on gek-a-gek")
    assert not game.table.permanents_on("gek-a-gek")
    assert game.table.players[1].ovo == ["emotion-dread", "emotion-grief"]
