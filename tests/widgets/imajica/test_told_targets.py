"""The play page of Imajica at the choice of a target or of moves: it shows the effect before the choice."""

from __future__ import annotations

import re

import pytest
from widgets.imajica.play_pages import page_after
from widgets.read_pages import words

from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.questions import PASS


def test_IJ_HOLD_4_moving_the_last_holder_away_says_that_it_costs_the_site() -> None:
    said = "Chosen: 1. This would cost you Salt Gate."
    line = "imajica: p1 state salt-gate=pie-oh-pah active huzzah-aping; p2; to move p1 autarch"
    panel = page_after(line, seat=0)
    panel.do("start_answer", "reassign")
    panel.do("pick", "pie-oh-pah>reserve")
    assert said in words(panel.html)
    panel.do("pick", "huzzah-aping>salt-gate")
    assert said not in words(panel.html), "another character with enough Magic takes over"


def test_a_choice_closes_the_rule_that_was_opened_before() -> None:
    panel = page_after("imajica: p1 active pie-oh-pah; p2; circle slew; to move p1 ally now", seat=0)
    panel.do("rule", "now:rule|IJ-ALLY-4")
    assert panel.ui_state.open_rule
    panel.do("start_answer", "seize slew")
    assert not panel.ui_state.open_rule


def test_IJ_SEIZE_6_pivoting_the_only_seizer_says_that_the_seizure_fails() -> None:
    line = (
        "imajica: p1 active eurhetemec-singer hand sudden-sleep; "
        "p2 active irish hand sudden-sleep; circle salt-gate; to move p1 ally"
    )
    panel = page_after(line, "p1: pass", "p2: pass", "p1: seize salt-gate with eurhetemec-singer", seat=0)
    panel.do("start_answer", "play sudden-sleep")
    assert words(panel.html).count("Nobody would be left to seize: the seizure fails.") == 1


def test_IJ_SEIZE_3_who_plays_a_maneuver_is_not_asked_if_it_makes_no_difference() -> None:
    line = "imajica: p1 active irish pie-oh-pah hand whispered-name; p2; circle slew; to move p1 ally now"
    panel = page_after(line, "p1: seize slew with irish pie-oh-pah", seat=0)
    assert len(list(panel.match.question.options())) == 5
    panel.do("start_answer", "play whispered-name")
    shown = words(panel.html)
    assert shown.count("you secure the Site anyway") == 2
    assert "Pie ’oh’ Pah, on" not in shown


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("old-friend", "your Path Old Friend is turned up: influence 7 against Resistance 5, enough."),
        ("locked-gate", "your Path Locked Gate is turned up: influence 5 against Resistance 6, 1 short"),
        (
            "dog-alley",
            "your Path Dog Alley is turned up. As things stand, this Path does not change the influence",
        ),
    ],
)
def test_IJ_PATH_1_an_own_path_counts_in_the_preview_of_a_seizure(path: str, said: str) -> None:
    line = (
        f"imajica: p1 active pie-oh-pah; p2 active dowd; circle attic-studio/{path}@p1; to move p1 ally now"
    )
    panel = page_after(line, seat=0)
    panel.do("start_answer", "seize attic-studio")
    panel.do("pick", "pie-oh-pah")
    assert said in words(panel.html)


@pytest.mark.parametrize(
    ("active", "circle", "said", "help_name"),
    [
        ("henry-holland", "attic-studio/old-friend@p1", "Influence 5 against Resistance 5", "Old Friend"),
        ("kuyrmid-ferrier ink-painter", "reed-cradle", "1 short", "the power of Ink Painter"),
    ],
)
def test_IJ_SEIZE_7_what_would_stop_a_seizure_counts_the_own_path_or_power(
    active: str, circle: str, said: str, help_name: str
) -> None:
    line = f"imajica: p1 active {active}; p2 hand sudden-sleep; circle {circle}; to move p1 ally now"
    panel = page_after(line, seat=0)
    panel.do("start_answer", f"seize {circle.partition('/')[0]}")
    panel.do("pick", active.split()[0])
    shown = words(panel.html)
    assert said.lower() in shown.lower()
    assert "fails anyway" not in shown
    assert "needs a card such as" in shown
    assert help_name in shown


def test_IJ_PATH_1_the_button_of_a_path_says_who_picks_its_target_and_when_it_is_turned_up() -> None:
    line = (
        "imajica: p1 hand court-intrigue river-ferry; p2; "
        "circle eurhetemec-ruins/checkpoint@p2 reed-cradle; to move p1 autarch now"
    )
    shown = words(page_after(line, seat=0).html)
    assert (
        "among the contesters. You choose the target. This Path is turned up after the Path already there."
        in shown
    )
    assert "The seizing Autarch draws 1 card. You" not in shown
    assert shown.count("is turned up after") == 1


def test_IJ_AREA_2_the_name_of_an_own_path_does_not_betray_a_hidden_second_copy() -> None:
    line = (
        "imajica: p1 active pie-oh-pah; p2 active dowd; "
        "circle attic-studio/old-friend@p2/old-friend@p1; to move p1 ally now"
    )
    panel = page_after(line, seat=0)
    panel.do("start_answer", "seize attic-studio")
    panel.do("pick", "pie-oh-pah")
    assert "your Path Old Friend is turned up" in words(panel.html)
    assert "Old Friend (2)" not in words(panel.html)
    assert "old-friend.2" not in panel.html


def test_IJ_PATH_1_an_own_path_counts_against_those_who_can_contest() -> None:
    line = (
        "imajica: p1 active eurhetemec-singer; p2 active dowd christos; p3 active huzzah-aping; "
        "circle eurhetemec-ruins/court-intrigue@p1; to move p1 ally now"
    )
    panel = page_after(line, seat=0)
    panel.do("start_answer", "seize eurhetemec-ruins")
    panel.do("pick", "eurhetemec-singer")
    shown = words(panel.html)
    assert "As things stand, this Path does not change the influence" in shown
    assert (
        "Player 2 can contest with influence 5. Without your Path that would stop you. "
        "With your Path Court Intrigue: influence 5 against 2."
    ) in shown
    assert "takes out Huzzah Aping: then nobody contests any more." in shown


def test_IJ_CHAL_5_pivoting_a_challenger_says_how_the_fight_then_stands() -> None:
    line = "imajica: p1 active gek-a-gek irish; p2 active pie-oh-pah hand sudden-sleep; to move p1 ally"
    panel = page_after(line, "p2: pass", "p1: challenge pie-oh-pah with gek-a-gek irish", seat=1)
    panel.do("start_answer", "play sudden-sleep")
    assert "Irish (Player 1) Strength 6 · Magic 1 · Strength 4 against 8" in words(panel.html)


def test_a_target_says_which_site_a_rival_would_lose_and_who_could_act_at_once() -> None:
    line = (
        "imajica: p1 active irish hand bribed-warden undermine patashoquan-highway reserve gideon; "
        "p2 state salt-gate=pie-oh-pah; circle slew; to move p1 ally"
    )
    panel = page_after(line, seat=0)
    assert "Gideon can then act this turn." in words(panel.html)
    panel.do("answer", PASS)
    assert "This would cost Player 2 Salt Gate." in words(panel.html)
    panel.do("start_answer", "play undermine by irish")
    assert "Slew Resistance 6" in words(panel.html)


def test_IJ_CHAL_9_whoever_challenges_is_told_whom_the_damage_can_kill() -> None:
    line = "imajica: p1 active {actors}; p2 active pie-oh-pah; to move p1 ally now"
    for actors, said in (
        ("gek-a-gek", "This kills nobody and is gone"),
        ("gek-a-gek irish", "can kill Pie"),
    ):
        panel = page_after(line.format(actors=actors), seat=0)
        panel.do("start_answer", "challenge pie-oh-pah")
        for actor in actors.split():
            panel.do("pick", actor)
        assert said in words(panel.html)


def test_IJ_TIME_5_a_postponed_flash_that_will_change_nothing_says_so() -> None:
    line = (
        "imajica: p1 active irish gideon lamp-boy:pivoted hand refusal waking; "
        "p2 active dowd hand undermine; circle slew; to move p2 ally now"
    )
    panel = page_after(line, "p2: play undermine by dowd on slew", seat=0)
    panel.do("start_answer", "play waking")
    shown = words(panel.html)
    assert shown.count("This would have no effect now.") == 2
    assert "Gideon (yours) Strength 4 · Magic 3 · This would have no effect now." in shown


def test_IJ_TIME_5_an_answer_says_whether_it_comes_in_time() -> None:
    line = (
        "imajica: p1 active pie-oh-pah; p2 hand hapexamendios-hand active kuyrmid-ferrier dowd; "
        "to move p2 ally now"
    )
    panel = page_after(line, "p2: play hapexamendios-hand by kuyrmid-ferrier on pie-oh-pah", seat=0)
    panel.do("start_answer", "use pie-oh-pah")
    shown = words(panel.html)
    assert (
        "Dowd (Player 2) Strength 6 · Magic 2 · Takes effect only after Hapexamendios’ Hand, "
        "even though you lose Pie ’oh’ Pah to it."
    ) in shown
    assert "Magic 3 · Kuyrmid Ferrier is pivoted for Hapexamendios’ Hand anyway." in shown


def test_IJ_PATH_1_an_own_path_still_counts_once_somebody_contests() -> None:
    line = (
        "imajica: p1 active eurhetemec-singer ink-painter; p2 active dowd kuyrmid-ferrier; "
        "circle eurhetemec-ruins/court-intrigue@p1; to move p1 ally now"
    )
    given = ("p1: seize eurhetemec-ruins with eurhetemec-singer", "p1: pass")
    panel = page_after(line, *given, "p2: contest dowd kuyrmid-ferrier", seat=0)
    explanation = panel.player_view().headline.explanation
    assert "a tie stops it. With your Path Court Intrigue: influence 5 against 2." in explanation


def test_IJ_TIME_5_no_answer_is_needed_if_a_postponed_flash_can_change_nothing() -> None:
    line = "imajica: p1 active irish gideon hand undermine waking; p2; circle slew; to move p1 ally now"
    panel = page_after(line, seat=0)
    panel.do("answer", "0:play undermine by irish on slew")
    assert panel.match.question.when == "acted", "Irish is now pivoted"


def test_IJ_ALLY_4_unpivoting_a_character_that_has_acted_says_that_it_cannot_act_again() -> None:
    line = "imajica: p1 active irish gideon hand undermine waking; p2; circle slew; to move p1 ally now"
    panel = page_after(line, "p1: play undermine by irish on slew", "p1: pass", seat=0)
    panel.do("start_answer", "play waking")
    assert (
        words(panel.html).count("Irish has already acted this turn; once unpivoted, it could only defend")
        == 1
    )


@pytest.mark.parametrize(
    ("rivals", "said", "total"),
    [
        (
            "gideon",
            "Gideon has Strength 4 and survives; nobody else can defend.",
            "your side would win with 2 damage.",
        ),
        (
            "gideon lamp-boy",
            "If all defend, Gideon and the others",
            "If nobody else defends: Strength 6 against 4: without further cards your side would win with 2 "
            "damage. This kills nobody and is gone after the fight. If all defend: Strength 6 against 5:",
        ),
    ],
)
def test_IJ_CHAL_7_the_preview_of_a_challenge_says_whose_strength_it_counts(
    rivals: str, said: str, total: str
) -> None:
    panel = page_after(f"imajica: p1 active irish; p2 active {rivals}; to move p1 ally now", seat=0)
    panel.do("start_answer", "challenge gideon")
    panel.do("pick", "irish")
    shown = words(panel.html)
    assert said in shown
    assert total in shown
    assert "The chances are exact" not in shown


def test_IJ_POWER_1_the_button_of_a_power_says_that_it_pivots_the_character() -> None:
    line = "imajica: p1 active pie-oh-pah; p2 active dowd; to move p1 ally"
    said = "This pivots Pie ’oh’ Pah, who can then no longer act, contest or defend this round."
    assert said in words(page_after(line, seat=0).html)


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        (
            "attic-studio",
            "Resistance 5 · Your Prime limit for calling characters: +1. (Only for the player who controls",
        ),
        ("glass-shore", "Resistance 4 · Each seizing character: Influence −1."),
    ],
)
def test_a_site_to_lay_says_for_whom_its_text_works(hand: str, said: str) -> None:
    panel = page_after(f"imajica: p1 hand {hand}; p2; to move p1 autarch now", seat=0)
    assert said in words(panel.html)


@pytest.mark.parametrize(
    ("site", "path", "said"),
    [
        (
            "slew",
            "kind-stranger",
            "your Path Kind Stranger is turned up. As things stand, this Path does not change the influence",
        ),
        ("salt-gate", "cold-toll", "Your Path Cold Toll takes out Dowd: then nobody seizes any more."),
        ("ruins", "court-intrigue", "But your Path Court Intrigue takes out Judith: then nobody contests"),
        ("ruins", "hall-of-whispers", "With your Path Hall of Whispers: influence 4 against 1."),
    ],
)
def test_IJ_PATH_1_an_own_path_counts_in_the_preview_of_a_contest(site: str, path: str, said: str) -> None:
    site = site.replace("ruins", "eurhetemec-ruins")
    line = f"imajica: p1 active dowd; p2 active judith; circle {site}/{path}@p2; to move p1 ally now"
    panel = page_after(line, f"p1: seize {site} with dowd", seat=1)
    assert "your Path" in words(str(panel.player_view().play_design.contest_html(panel.player_view())))
    panel.do("pick", "judith")
    assert said in words(panel.html)


def test_IJ_SEIZE_4_the_contest_comes_before_the_sides_whose_influence_is_added_up() -> None:
    line = "imajica: p1 active dowd gideon; p2 active judith; circle salt-gate; to move p1 ally now"
    shown = words(page_after(line, "p1: seize salt-gate with dowd gideon", seat=1).html)
    assert "Seizers: influence 2 + 3 = 5 against" in shown
    assert shown.index("Who contests?") < shown.index("A seizure: Salt Gate")


def test_IJ_PATH_1_the_preview_of_a_contest_names_a_hidden_path() -> None:
    line = "imajica: p1 active dowd; p2 active judith; circle slew/kind-stranger@p1; to move p1 ally now"
    panel = page_after(line, "p1: seize slew with dowd", seat=1)
    panel.do("pick", "judith")
    shown = words(panel.html)
    assert "A face-down Path that somebody else laid is turned up before the decision" in shown
    assert "Kind Stranger" not in shown


def test_IJ_PATH_2_each_character_that_a_path_can_hit_is_named_with_the_contest_after_it() -> None:
    line = (
        "imajica: p1 active eurhetemec-singer; p2 active dowd christos; "
        "circle eurhetemec-ruins/court-intrigue@p1; to move p1 ally now"
    )
    seize, contest = "p1: seize eurhetemec-ruins with eurhetemec-singer", "p2: contest dowd christos"
    shown = words(page_after(line, seize, contest, seat=0).html)
    assert "5 against 3" in shown
    assert "5 against 2" in shown


def test_IJ_DMG_1_a_target_that_would_die_is_named_so() -> None:
    line = "imajica: p1 active irish hand lightning; p2 active huzzah-aping dowd; to move p1 ally"
    panel = page_after(line, seat=0)
    panel.do("start_answer", "play lightning")
    assert "more than its Strength 1, and dies" in words(panel.html)


def test_IJ_HOLD_1_unpivoting_a_holder_says_that_it_cannot_act() -> None:
    line = "imajica: p1 active irish:pivoted state slew=pie-oh-pah:pivoted hand waking; p2; to move p1 ally"
    panel = page_after(line, seat=0)
    panel.do("start_answer", "play waking")
    assert "stays a Holder and cannot act" in words(panel.html)


@pytest.mark.parametrize(("card", "told"), [("", True), ("+emotion-guilt", False)])
def test_IJ_REC_1_unpivoting_a_reserve_character_says_that_it_can_move_up(card: str, told: bool) -> None:
    line = f"imajica: p1 active irish reserve dowd:pivoted{card} hand waking; p2; to move p1 ally"
    panel = page_after(line, seat=0)
    panel.do("start_answer", "play waking") if "play waking on" not in panel.html else None
    assert ("Dowd is then unpivoted in the reserve and can move up" in words(panel.html)) is told


def test_IJ_TIME_7_a_card_says_which_open_power_can_counter_it() -> None:
    line = "imajica: p1 active irish hand lightning; p2 active gideon {}; to move p1 ally"
    for rival, said in (("lionel-wakeman", True), ("dowd", False), ("lionel-wakeman:pivoted", False)):
        panel = page_after(line.format(rival), seat=0)
        assert ("Lionel Wakeman (Player 2) can counter this." in words(panel.html)) == said


def test_IJ_REC_2_a_target_says_that_a_pivoted_site_does_not_count() -> None:
    line = "imajica: p1 state salt-gate=pie-oh-pah hand failed-reconciliation; p2; to move p1 autarch now"
    panel = page_after(line, seat=0)
    assert "Salt Gate then does not count for victory this round." in words(panel.html)


def test_a_target_says_that_it_is_in_the_reserve() -> None:
    line = "imajica: p1 active irish hand hapexamendios-hand; p2 reserve dowd active gideon; to move p1 ally"
    panel = page_after(line, seat=0)
    panel.do("start_answer", "play hapexamendios-hand")
    assert re.search(r"Dowd \(Player 2\) Strength \d · Magic \d · in the reserve", words(panel.html))


@pytest.mark.parametrize("card", ["lightning", "refusal", "whispered-name", "undermine"])
def test_a_turn_lists_every_card_that_cannot_be_played_in_it(card: str) -> None:
    panel = page_after(f"imajica: p1 hand {card}; p2 active dowd; circle slew; to move p1 ally now", seat=0)
    assert f'data-value="play {card}"' in panel.html


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((), "In round 2 Player 2 acts before you."),
        ((), "After you, Player 2 may still move up Dowd"),
        (("p1: pass",), "In round 2 you lead and act first."),
        (("p1: advance irish",), "Player 1: Irish in the"),
    ],
)
def test_IJ_ORDER_2_whoever_moves_up_is_told_who_decides_later_and_who_leads_next(
    given: tuple[str, ...], said: str
) -> None:
    line = "imajica: p1 reserve irish; p2 reserve dowd; to move p1 reconciliation"
    html = words(page_after(line, *given, seat=len(given)).html)
    assert said in html
    assert ("After you," in html) == (not given)


@pytest.mark.parametrize(
    ("seat", "title"),
    [
        ("reserve dowd", "Call new characters, or end the turn"),
        ("active dowd", "Call characters first, then act"),
        ("state autarch-steps=gideon active dowd:pivoted", "Call characters first, then act"),
    ],
)
def test_IJ_ALLY_1_only_who_can_act_afterwards_is_told_to_call_first(seat: str, title: str) -> None:
    line = f"imajica: p1 {seat} hand lamp-boy; p2; circle slew; to move p1 ally"
    assert title in words(page_after(line, seat=0).html)


@pytest.mark.parametrize(("card", "said"), [("whispered-name", True), ("lightning", False)])
def test_IJ_SEIZE_7_a_seizure_that_is_too_weak_names_the_own_maneuver_that_helps(
    card: str, said: bool
) -> None:
    line = f"imajica: p1 active lionel-wakeman hand {card}; p2; circle reed-cradle; to move p1 ally now"
    panel = page_after(line, seat=0)
    panel.do("start_answer", "seize reed-cradle")
    panel.do("pick", "lionel-wakeman")
    shown = words(panel.html)
    assert "Influence 3 against Resistance 4: 1 short" in shown
    assert ("You could make up for it with Whispered Name;" in shown) == said
    assert "Without a card, no rival can stop this with a contest." in shown


def test_IJ_CARD_5_a_target_says_what_its_value_becomes() -> None:
    line = "imajica: p1 active lamp-boy hand undermine; p2 active oscar-godolphin; circle slew reed-cradle; "
    panel = page_after(f"{line}to move p1 ally")
    panel.do("start_answer", "play undermine")
    assert "Resistance 6 → 3 (for everybody)" in words(panel.html)


def test_IJ_AFF_2_a_vassal_that_nobody_may_challenge_says_why() -> None:
    panel = page_after("imajica: p1 active lamp-boy; p2 active oscar-godolphin gek-a-gek; to move p1 ally")
    assert "Oscar Esmond Godolphin Lamp Boy has Prime 2" in words(panel.html)


def test_IJ_TIME_7_a_counter_says_what_it_saves() -> None:
    rival = "p2 active dowd hand bribed-warden"
    line = f"imajica: p1 state salt-gate=pie-oh-pah hand refusal; {rival}; to move p2 ally"
    panel = page_after(line, "play bribed-warden by dowd on pie-oh-pah")
    assert "Saves Salt Gate. Counters" in words(panel.html)


@pytest.mark.parametrize(
    ("card", "said"),
    [("court-intrigue", ["Helps"]), ("lost-luggage", ["Hinders"]), ("riot", [])],
)
def test_IJ_PATH_1_a_path_says_whether_it_helps_whoever_seizes(card: str, said: list[str]) -> None:
    home = load_cards()[card].home_dominions
    sites = [other for other in load_cards().values() if other.kind == "site"]
    site = next(other.id for other in sites if other.home_dominions == home)
    panel = page_after(f"imajica: p1 hand {card}; p2; circle {site}; to move p1 autarch")
    assert [word for word in ("Helps", "Hinders") if f"{word} whoever seizes" in words(panel.html)] == said
