"""Every word of the vocabulary of effects, in action on the table."""

from __future__ import annotations

from imajica_games import give, lies, reach, refused, start

from twingkit.imajica.rules.values import calling_prime, current_value, influence, prime_limit


def test_mod_a_path_lowers_all_involved_until_the_seizure_is_over() -> None:
    game = start("p1 active sartori; p2 active dowd; circle court-of-echoes/hall-of-whispers@p2")
    give(game, "p1: seize court-of-echoes with sartori", "p2: contest dowd")
    reach(game, "ally")
    texts = [ruling.text() for ruling in game.rulings if ruling.rule == "IJ-SEIZE-4"]
    assert texts == ["Influence 5 against 1: player 1’s seizure goes on."]
    assert current_value(game.table, lies(game, "sartori"), "magic") == 6


def test_mod_influence_of_contesters_at_the_lamp_bridge() -> None:
    game = start("p1 active sartori; p2 active horace-tyrwith; circle lamp-bridge")
    give(game, "p1: seize lamp-bridge with sartori", "p2: contest horace-tyrwith")
    reach(game, "ally")
    assert "6 against 3" in " ".join(ruling.text() for ruling in game.rulings)


def test_mod_lasting_paths_on_resistance_add_up() -> None:
    game = start("p1; p2; circle delta-mouth/mud-road@p1!/checkpoint@p2!")
    assert current_value(game.table, lies(game, "delta-mouth"), "resistance") == 8 + 2 + 1


def test_mod_of_ones_own_holders_and_versus_site() -> None:
    game = start("p1 active scarred-priest state court-of-echoes=eurhetemec-singer,irish; p2")
    court = lies(game, "court-of-echoes")
    assert influence(game.table, lies(game, "eurhetemec-singer"), court) == 4 + 1 + 1
    assert current_value(game.table, lies(game, "scarred-priest"), "magic") == 3


def test_prime_limit_and_allies_for() -> None:
    game = start("p1 hand christos active dowd realm year-of-levies state delta-mouth=sartori; p2")
    assert (prime_limit(game.table, 0), prime_limit(game.table, 1)) == (10, 9)
    assert calling_prime(game.table, 0, game.table.cards["christos"]) == 2
    assert calling_prime(game.table, 1, game.table.cards["christos"]) == 4


def test_peek_and_discard_a_path() -> None:
    game = start("p1 active irish hand scout-the-road; p2; circle slew ferry-market/mud-road@p2/bandits@p2")
    assert refused(reach(game, "ally"), "play scout-the-road by irish on slew") == "IJ-TIME-8"
    assert [piece.card_id for piece in game.view(0).pieces].count("") == 2
    give(game, "p1: play scout-the-road by irish on ferry-market")
    assert game.question is not None
    assert game.question.kind == "path"
    assert [piece.card_id for piece in game.view(0).pieces].count("") == 0
    give(game, "p1: path 2", "p1: end")
    assert [path.card.id for path in game.table.paths_on("ferry-market")] == ["mud-road"]
    assert game.table.players[1].ovo == ["bandits"]


def test_fetch_and_remove() -> None:
    game = start("p1 active irish hand call-to-the-dead ovo gentle pneuma; p2")
    assert refused(reach(game, "ally"), "play call-to-the-dead by irish on pneuma") == "IJ-TIME-8"
    give(game, "p1: play call-to-the-dead by irish on gentle", "p1: end")
    player = game.table.players[0]
    assert (player.hand, player.ovo, player.removed) == (["gentle"], ["pneuma"], ["call-to-the-dead"])


def test_draw_for_the_seizer_and_by_a_site() -> None:
    game = start(
        "p1 active irish state ferry-market=gideon destiny 5*irish; p2; circle kite-fields/kind-stranger@p2"
    )
    give(game, "p1: seize kite-fields with irish", "p1: use ferry-market", "p1: end")
    assert len(game.table.players[0].hand) == 2
    assert lies(game, "ferry-market").pivoted


def test_or_one_of_two_powers_is_used() -> None:
    game = start("p1 active veiled-empress destiny 3*irish; p2 active lamp-boy")
    give(game, "p1: use veiled-empress 2")
    assert refused(reach(game, "ally"), "use veiled-empress on lamp-boy") == "IJ-POWER-1"
    game = start("p1 active veiled-empress; p2 active lamp-boy")
    give(game, "p1: use veiled-empress on lamp-boy", "p1: end")
    assert lies(game, "lamp-boy") is None


def test_bar_contesting() -> None:
    game = start("p1 active horace-tyrwith; p2 active irish+emotion-dread@p1 dowd; circle kite-fields")
    give(game, "p1: seize kite-fields with horace-tyrwith")
    assert refused(reach(game, "contest"), "contest irish") == "IJ-TIME-6"


def test_lose_site_and_pivot_a_site() -> None:
    game = start(
        "p1 hand failed-reconciliation; p2 hand open-rebellion state slew=sartori; "
        "p3 state kite-fields:pivoted=irish; to move p1 autarch"
    )
    give(game, "p1: play failed-reconciliation on slew")
    give(game, "p2: play open-rebellion on kite-fields")
    assert lies(game, "kite-fields").area == "circle"
    assert lies(game, "irish").area == "reserve"


def test_unpivot_an_ally_that_has_acted_does_not_act_again() -> None:
    game = start("p1 active irish gideon hand waking; p2 active lamp-boy")
    give(game, "p1: challenge lamp-boy with irish")
    reach(game, "damage")
    give(game, "p1: damage none", "p1: play waking on irish")
    reach(game, "ally")
    assert not lies(game, "irish").pivoted
    assert refused(reach(game, "ally"), "retreat irish") == "IJ-ALLY-4"


def test_a_prime_that_a_power_has_changed_is_told_with_the_printed_one() -> None:
    game = start("p1 hand christos gentle active dowd state delta-mouth=judith; p2")
    refusal = reach(game, "ally").refusal("call gentle")
    assert refusal is not None
    assert "Prime 10 (by its own trait; the card says 11)" in refusal.text()
    give(game, "p1: call christos")
    texts = [ruling.text() for ruling in game.rulings if ruling.rule == "IJ-POWER-4"]
    assert texts == ["Christos costs Prime 2 instead of 4, because player 1 has an Adorer in play: Dowd."]
