"""Records of battles of earlier editions: they open, or stop where a mended rule leads elsewhere."""

from __future__ import annotations

import pytest

from twingkit import Game, RecordError
from twingkit.record import edition_note
from twingkit.starts import edition_of

LEFT = """twingkit-record 1
game imperium.battle edition 2
battle space: 2 cruiser vs 2 cruiser @ s_retreat
defender: play
# end: BattleResult(winner=0, rounds=1, forces=(Force(fresh=(2,), damaged=(0,), spent=(), now=()), \
Force(fresh=(2,), damaged=(0,), spent=('s_retreat',), now=())), retreated=(False, True), stopped='')
"""

IN_TURNS = """twingkit-record 1
game imperium.battle edition 2
battle ground: 3 infantry @ greyfire_omega vs 1 infantry @ yin,indoctrination
defender: play
attacker: roll 8 1
defender: roll 1 1
"""

SAME = """twingkit-record 1
game imperium.battle edition 2
battle ground: 3 infantry @ greyfire_omega vs 2 infantry
attacker: play
attacker: roll 8 1 1 1
defender: roll 1
# end: BattleResult(winner=0, rounds=1, forces=(Force(fresh=(4,), damaged=(0,), \
spent=('greyfire_omega:infantry',), now=()), Force(fresh=(0,), damaged=(0,), spent=(), now=())), \
retreated=(False, False), stopped='')
"""


@pytest.mark.parametrize("lang", ["en", "de"])
def test_IM_ACT_s_retreat_a_record_in_which_it_was_a_victory_comes_to_another_end(lang: str) -> None:
    with pytest.raises(RecordError) as caught:
        Game.replay(LEFT)
    fault = caught.value
    assert (fault.older_edition, fault.rule) == (2, "IM-SPACE-10")
    assert fault.game.result.winner is None
    assert ("another end" if lang == "en" else "endet das Spiel anders") in fault.text(lang)


def test_IM_INV_5_a_record_stops_where_an_ability_comes_at_a_later_turn() -> None:
    with pytest.raises(RecordError) as caught:
        Game.replay(IN_TURNS)
    fault = caught.value
    assert (fault.line, fault.older_edition, fault.rule) == (5, 2, "IM-TRADE-greyfire_omega")
    assert fault.game.question.kind == "play"


def test_a_record_that_the_mended_rules_do_not_touch_opens_as_it_was() -> None:
    game = Game.replay(SAME)
    assert game.result.winner == 0
    assert edition_note(game) == ""
    assert f"edition {edition_of('imperium')}\n" in game.record
