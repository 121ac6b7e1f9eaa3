"""The lab of contests and challenges: its goal, its rules, whom to call, and the distance to victory."""

from __future__ import annotations

from widgets.labs import answer
from widgets.read_pages import words

from twingkit.core.slices import finish
from twingkit.imajica.exact_odds.alliances import best_alliances
from twingkit.imajica.exact_odds.stop_question import RivalsStoppingQuestion
from twingkit.imajica.exact_odds.victory import victory_distances, victory_distances_in_slices
from twingkit.imajica.variants.variant import Variant
from twingkit_widgets.imajica.lab.labs import WHO_CAN_STOP_LAB
from twingkit_widgets.lab.lab import LabPanel
from twingkit_widgets.site.page import page as open_page

TIE = "imajica: p1 active horace-tyrwith; p2 active irish:pivoted; circle kite-fields; to move p1 ally; "
TIE += "seize kite-fields with horace-tyrwith"


def lab(line: str | None = None, view: str = "", variant: str = "") -> LabPanel:
    """Return the lab with a line, as the site shows it."""
    return LabPanel(WHO_CAN_STOP_LAB, line, "en", view=view, site=True, variant=variant)


def test_IJ_CHAL_7_a_challenge_can_be_asked_about_everyone() -> None:
    line = (
        "imajica: p1 active gek-a-gek; p2 active gideon irish lamp-boy hand sudden-sleep; to move p1 ally; "
    )
    panel = lab(f"{line}challenge gideon with gek-a-gek")
    panel.do("goal", "everyone")
    assert panel.draft.line().endswith("goal everyone")
    assert RivalsStoppingQuestion.parse(panel.draft.line()).goal == "everyone"
    assert "if the target and all defenders live" in words(answer(panel))
    panel.do("goal", "nobody")
    assert panel.error is not None
    assert lab(panel.draft.line()).draft == panel.draft


def test_IJ_SEIZE_7_the_lab_judges_by_the_chosen_reading() -> None:
    panel = lab(TIE)
    assert panel.odds.failure is None
    panel.do("rules", "secure=gt")
    assert panel.odds.failure.rule == "IJ-SEIZE-7"
    assert panel.address()["variant"] == "box secure=gt"
    kept = lab()
    kept.restore(panel.state)
    assert kept.draft.variant == Variant(secure="gt")
    opened = open_page("imajica-stop", "variant=secure%3Dgt&view=defend")[0]
    assert opened.draft.variant == Variant(secure="gt")
    assert opened.open_tab_name == "defend"


def test_what_the_address_cannot_hold_is_said() -> None:
    shown = open_page("imajica-stop", "view=nothing&hand=irish").fault_panel.html
    assert "“hand”" in shown
    assert "possible: stop, send, defend, call, victory" in shown
    assert "You see an example" not in shown


def test_a_line_that_a_rule_forbids_is_judged_anew_under_other_rules() -> None:
    panel = lab("imajica: p1 active irish; p2 active dowd; circle slew; seize slew with dowd")
    panel.do("rules", "secure=gt")
    assert [problem.rule for problem in panel.problems] == ["IJ-ALLY-4"]


def test_IJ_ALLY_2_whom_to_call_from_the_hand() -> None:
    panel = lab("imajica: p1; p2; circle slew", view="call")
    assert "Add the characters in your hand." in words(answer(panel))
    assert (len(panel.frame), panel.figure) == (0, None)
    assert "IJ-ALLY-2" in panel.refused
    for name in ("gentle", "gideon", "huzzah-aping", "lamp-boy"):
        panel.do("add_hand_card", name)
    panel.do("sort_by", "magic")
    best = best_alliances(panel.draft.position, by="magic").best
    first = answer(panel).partition("<tbody>")[2].partition("</tr>")[0]
    assert "Huzzah Aping and Lamp Boy" in words(first)
    assert f"{best.prime} of 7" in words(first)
    panel.do("sort_by", "strength")
    assert "Gideon and Lamp Boy" in words(answer(panel).partition("<tbody>")[2].partition("</tr>")[0])
    panel.do("rules", "prime_limit=9")
    assert "of 9" in words(answer(panel))
    panel.do("remove_hand_card", "gideon")
    assert "Gideon and" not in words(answer(panel))


def test_IJ_ALLY_3_a_held_site_lets_a_dear_character_come() -> None:
    panel = lab("imajica: p1 hand gentle; p2; circle slew", view="victory")
    panel.do("add_held_site", {"seat": "0", "site": "attic-studio", "holder": "delta-sister"})
    panel.do("tab", "call")
    assert "alone because you control a Site of this Dominion" in words(answer(panel))


def test_IJ_REC_2_how_far_everybody_is_from_victory() -> None:
    panel = lab("imajica: p1 active sartori; p2; circle slew; to move p1 ally", view="victory")
    assert words(answer(panel)).count("This player cannot win with the characters and Sites") == 2
    panel.do("rules", "victory=three")
    for site, holder in (("attic-studio", "irish"), ("ferry-market", "dowd")):
        panel.do("add_held_site", {"seat": "0", "site": site, "holder": holder})
    text = words(answer(panel))
    assert "Needs 1 seizure and wins at the end of round 1" in text
    assert "Slew with Sartori" in text
    panel.do("remove_held_site", "0:1")
    assert "1 seizure," not in words(answer(panel))
    assert 'data-act="add_circle_site"' in panel.html
    panel.do("add_circle_site", "salt-gate")
    assert panel.draft.position.circle == ("slew", "salt-gate")


def test_the_slices_come_to_the_same_distances() -> None:
    line = "imajica: p1 active sartori state the-erasure=gideon high-pass=gentle; p2; circle attic-studio"
    assert finish(victory_distances_in_slices(line)).distances == victory_distances(line).distances
