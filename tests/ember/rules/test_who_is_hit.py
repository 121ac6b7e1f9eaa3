"""Who is hit by an ability: the conjuring player is skipped, and only players who can be hit may ignore
it."""

from __future__ import annotations

import pytest
from ember.at_the_table import (
    allowed_answers,
    cited,
    creatures_of,
    give,
    hand,
    pending_question,
    refused,
    start,
)

LOCKED = "p1 hand A5 A6 F1 has imp; p2 hand E1 E2 has {}; p3 hand W2 W3 has pixie wisp; to move p1 conjure"


def conjuring(creature: str) -> str:
    return LOCKED.format(creature)


def test_EM_CONJ_3_in_the_variant_a_siren_hits_all_but_who_conjures() -> None:
    game = start(conjuring("siren").replace("A5 A6", "A5 E5"), variant="lock=player", cards="A1 A2")
    give(game, "p1: conjure gnome A5 E5", "p2: use siren", "p3: pass", "p3: discard W2", "p2: discard E1")
    assert hand(game, 0) == {"F1"}
    assert hand(game, 1) == {"E2"}
    assert hand(game, 2) == {"W3"}
    assert "EM-CONJ-3" in cited(game)


def test_EM_CONJ_3_in_the_variant_a_chimera_and_a_kraken_pass_the_conjurer_over() -> None:
    game = start(conjuring("chimera").replace("A5 A6", "A5 E5"), variant="lock=player", cards="A1 A2")
    give(game, "p1: conjure gnome A5 E5", "p2: use chimera", "p3: pass", "p3: discard W2")
    assert "F1" in hand(game, 0)
    assert hand(game, 1) == {"E1", "E2"}
    game = start(conjuring("kraken").replace("A5 A6", "A5 E5"), variant="lock=player", cards="A1 A2")
    give(game, "p1: conjure gnome A5 E5", "p2: use kraken", "p3: pass", "p3: flip wisp")
    assert creatures_of(game, 0) == {"imp": True, "gnome": True}
    assert creatures_of(game, 2) == {"pixie": True, "wisp": False}


def test_EM_CONJ_3_in_the_variant_a_use_that_names_the_conjurer_is_refused() -> None:
    game = start(
        conjuring("imp-1").replace("has imp;", "has wisp;").replace("pixie wisp", "pixie"),
        variant="lock=player",
    )
    give(game, "p1: conjure sprite A5 A6")
    assert pending_question(game) == ("p2", "respond")
    assert refused(game, "use imp p1") == "EM-CONJ-3"
    assert "use imp p3" in allowed_answers(game)


def test_EM_CONJ_3_in_the_variant_what_would_hit_only_the_conjurer_is_refused() -> None:
    line = "p1 hand A5 A6 F1 has imp; p2 hand * has chimera kraken; to move p1 conjure"
    game = start(line, variant="lock=player")
    give(game, "p1: conjure sprite A5 A6")
    assert pending_question(game)[0] == "p1", "nobody can be hit, and nobody is asked"


HITS = "p1 hand A1 A3 has {}; p2 hand{} has manticore{}; p3 hand W1 W2 has wisp; to move p1 draw"


@pytest.mark.parametrize(
    ("use", "creature", "cards", "has"),
    [
        ("use siren", "siren", "", ""),
        ("use siren", "siren", " E1", " golem"),
        ("use chimera", "chimera", "", ""),
        ("use chimera", "chimera", " E1", " golem"),
    ],
)
def test_EM_ABIL_7_a_manticore_is_not_offered_where_nothing_hits_its_owner(
    use: str, creature: str, cards: str, has: str
) -> None:
    game = give(start(HITS.format(creature, cards, has)), f"p1: {use}")
    assert pending_question(game)[1] == "discard"
    assert creatures_of(game, 1)["manticore"]


@pytest.mark.parametrize(
    ("use", "creature", "cards", "has"),
    [
        ("use siren", "siren", " E1", ""),
        ("use chimera", "chimera", " E1", ""),
        ("use kraken", "kraken", "", ""),
        ("use leviathan p2", "leviathan", "", ""),
        ("use pixie p2", "pixie", " E1", " golem"),
        ("use sphinx p2", "sphinx", " E1", " golem"),
        ("use titan p2", "titan", " E1", ""),
        ("use basilisk manticore", "basilisk", " E1", ""),
    ],
)
def test_EM_ABIL_3_a_manticore_is_offered_wherever_its_owner_is_hit(
    use: str, creature: str, cards: str, has: str
) -> None:
    game = give(start(HITS.format(creature, cards, has)), f"p1: {use}")
    assert pending_question(game) == ("p2", "answer")
    assert "answer manticore" in allowed_answers(game)


def test_EM_ABIL_1_an_own_creature_that_is_guarded_may_be_flipped_for_a_kraken() -> None:
    """Nobody else flips it: a Gargoyle only keeps others away."""
    line = "p1 hand A1 has kraken boggart; p2 hand W1 has gargoyle wisp; to move p1 draw"
    assert refused(start(line), "use boggart wisp") == "EM-ABIL-1"
    game = give(start(line), "p1: use kraken", "p2: flip wisp")
    assert creatures_of(game, 1) == {"gargoyle": True, "wisp": False}


@pytest.mark.parametrize("cancelled", ["spent", "kept"])
def test_EM_ARCH_4_a_cancelled_archmage_is_one_of_the_three_of_a_turn(cancelled: str) -> None:
    line = "p1 hand * A1; p2 hand W1 has griffin sprite; to move p1 draw"
    game = start(line, variant=f"cancelled={cancelled}")
    give(game, "p1: archmage flip sprite", "p2: answer griffin")
    assert game.table.archmages_used == 1
    assert ("*" in hand(game, 0)) == (cancelled == "kept")
