"""The page of Ember's interpretations: every doubt has its rule, its note and its switch, and most are
played."""

from __future__ import annotations

from twingkit.ember.variants.disagreements import DISAGREEMENTS
from twingkit.ember.variants.variant import SWITCHES

NO_SWITCH = {"EM-ABIL-1", "EM-ABIL-7", "EM-ARCH-4"}
"""Doubts about assumed creatures and our own limit, which are played one way only."""

NO_DOUBT = {"length", "legends", "windows"}
"""Switches that are not interpretations of a rule, but preferences for the game."""


def test_every_switch_that_reads_a_rule_otherwise_is_asked_once() -> None:
    changes = [reading.first_change for reading in DISAGREEMENTS]
    keys = [change.switch.key for change in changes if change]
    assert sorted(keys) == sorted(set(SWITCHES.values) - NO_DOUBT)
    for reading in DISAGREEMENTS:
        if reading.rule in NO_SWITCH:
            assert reading.first_change is None
            continue
        assert reading.first_change is not None
        assert reading.rule in reading.first_change.switch.rules
