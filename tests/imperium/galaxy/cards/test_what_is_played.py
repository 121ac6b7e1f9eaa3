"""Everything in the box works in a whole game: it is dealt, carried out by a script, or used in battles; a
list names with its reason whatever is not played as printed."""

import pytest

from twingkit.core.language import in_language
from twingkit.imperium.box.effects import effects_by_id
from twingkit.imperium.box.left_out import left_out_or_simplified_components
from twingkit.imperium.box.names import rule_id_by_card_id
from twingkit.imperium.box.tables import box_csv_rows
from twingkit.imperium.box.units import all_unit_kinds
from twingkit.imperium.galaxy.agenda.cards import agendas_by_id
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.starts import GameStart
from twingkit.imperium.galaxy.table.abilities import abilities_by_id, has_script
from twingkit.imperium.galaxy.technology.cards import technologies_by_id
from twingkit.imperium.texts.rulebook import rulebook

ENGINE = {
    # permanent effects, which are checked where their rule acts
    "creuss_gate", "quantum_entanglement", "slipstream", "arbiters", "guild_ships", "master_of_trade",
    "analytical", "brilliant", "armada", "gashlai_physiology", "propagation", "nomadic", "versatile",
    "blood_ties", "crafty", "scheming", "gd", "lwd", "nm", "hm", "st", "mc", "is", "vax", "vay", "tp",
    "yssaril_flagship", "ghost_flagship", "saar_spacedock", "minister_sciences", "rt_biotic",
    "rt_cybernetic", "rt_propulsion", "rt_warfare", "support_for_the_throne",
}  # fmt: skip


def test_IM_LIM_1_no_card_stays_in_the_box():
    table = GameStart(("sol", "xxcha", "yin", "winnu")).table()
    assert table.action_deck.shuffled_count == 80
    assert table.agenda_deck.shuffled_count == 50
    assert table.secret_deck.shuffled_count == 20
    assert len(table.note_cards_in_game) == 21


@pytest.mark.parametrize("name", sorted(abilities_by_id()))
def test_every_ability_has_a_script_works_in_battles_or_holds_all_the_time(name):
    assert has_script(name) or name in effects_by_id() or name in ENGINE


def test_every_card_has_a_rule_in_both_languages():
    book = {rule.id: rule for rule in rulebook()}
    rules = [*rule_id_by_card_id().values(), *(card.rule for card in objectives_by_id().values())]
    rules += [row["rule"] for row in box_csv_rows("strategy_cards.csv")]
    missing = [rule for rule in rules if rule not in book and "-cv2" not in rule]
    assert [rule for rule in missing if rule.removeprefix("IM-TECH-") not in technologies_by_id()] == []
    assert all(book[rule].text("de") != book[rule].text("en") for rule in rules if rule in book)


def test_what_is_left_out_exists_and_says_why():
    for row in left_out_or_simplified_components():
        units = {unit.id for unit in all_unit_kinds()}
        assert row.id in {
            *abilities_by_id(),
            *effects_by_id(),
            *technologies_by_id(),
            *agendas_by_id(),
            *units,
        }
        assert row.en
        with in_language("de"):
            assert row.reason() == row.de != row.en
