"""The play page: panels, ends of games, pauses, hints and the messages at the top."""

from __future__ import annotations

import random
import re
from html import unescape

import attrs
import pytest
from long_runs import runs
from widgets.play.panel_words import CHOOSING, OTHER, OWN, words
from widgets.play_tables import MOVES, buttons, panel, past, read

from twingkit.core.words import LANGUAGES
from twingkit.twing.variants import variant
from twingkit_widgets.panel.house_rules_words import variant_name
from twingkit_widgets.panel.wording import say
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.twing.play.panel import PlayPanel
from twingkit_widgets.twing.play.words import WORDS


def test_another_seat_can_be_the_persons() -> None:
    play = PlayPanel("FWL", seat=2, seed=1, opponents="greedy")
    assert play.match.view.own_seat.character == "L"
    assert "You are the Sorceress" in play.html


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("drawer", ["dice", "new", "save", "help"])
def test_every_tool_opens_with_its_words_and_closes(drawer: str, lang: str) -> None:
    play = panel(OWN, OTHER)
    play.do("toggle_panel", drawer)
    title = WORDS.say(f"{drawer}.title")
    assert f">{title}</h3>" in play.html
    assert f'data-key="drawer:{drawer}" tabindex="-1" data-arrives="{drawer}"' in play.html, (
        "it takes the focus"
    )
    assert play.status == title
    if drawer == "dice":
        assert WORDS.say("dice.none") in play.html
    if drawer == "help":
        assert WORDS.say("help.assumed") in read(play.html)
    play.do("toggle_panel", drawer)
    assert "tk-play-drawer" not in play.html


@pytest.mark.parametrize(
    ("roll", "wanted"), [("Sun", "You win the game!"), ("Cross", "You lose this battle.")]
)
def test_TW_END_7_who_takes_the_last_object_wins(roll: str, wanted: str) -> None:
    seats = ("p1 hand F6 F4; objects hat,bra,cup", "p2 hand W1; objects boots")
    play = panel(*seats, "p1: endgame", "p1: lay F6", "p2: lay W1", f"p1: roll {roll}")
    assert play.match.pause_reason == "battle"
    if roll == "Sun":
        assert "You win this battle." in play.html, "the result comes before any other question"
        past(play)
        assert "Which object do you take from the Witch?" in play.html
        play.do("answer", "take boots")
    assert wanted in play.html
    if roll == "Sun":
        assert "TW-END-7" in play.html
        assert "because nobody else owned an object after your end-game attack." in read(play.html)
        assert "Vice Archmage" in play.html
        assert "The game took 5 turns." in play.html


def test_TW_END_3_an_attack_on_all_can_end_in_several_ways() -> None:
    seats = ("p1 hand F3; objects hat,teddy,cup", "p2 hand W3; objects boots", "p3 hand L6; objects bra")
    answers = ("p1: endgame", "p1: lay F3", "p2: lay W3", "p3: lay L6", "p1: roll 0", "p2: roll 0")
    play = panel(*seats, *answers, players="F W L")
    assert [pairing.scene.result.winner for pairing in play.match.contest_scene] == [None, 1]
    assert "Your attack is decided: 0 won, 1 lost, 1 tied." in play.html
    play = panel(*seats, *answers, players="F W L", seat="p3")
    assert "You win this battle." in play.html


@pytest.mark.parametrize(
    ("objects", "title"), [("; objects hat", "You win the game!"), ("", "The game ends in a draw.")]
)
def test_TW_PLAY_2_a_game_that_ends_by_the_limit_says_so(objects: str, title: str) -> None:
    start = panel(f"p1 hand F5{objects}", "p2 hand W5", variant="box turn_limit=100")
    play = PlayPanel(2, opponents="greedy")
    drawn = "p1: pass\np1: draw spell F1\np1: draw spell F1\n"
    play.restore(start.record.replace("turn 5", "turn 100") + drawn)
    assert play.match.game.result.end_reason == "limit"
    assert title in play.html
    assert "TW-PLAY-2" in play.html


def test_TW_VAR_2_different_colours_are_part_of_the_goal() -> None:
    play = panel(OWN, OTHER, variant="box distinct_colours=true")
    assert "of different colours" in play.html


def test_TW_TURN_6_a_winner_reads_that_no_ornicle_is_left() -> None:
    seats = ("p1 hand F6 F1; ornicles 0", "p2 hand W1; ornicles 30")
    play = panel(*seats, "p1: attack p2", "p1: lay F6", "p2: lay W1", "p1: roll 1", "p2: roll 1")
    assert "The middle has no Ornicle left, so you get none." in read(play.html)


def test_TW_BAT_6_support_in_the_end_game_a_variant_is_for_another_defender() -> None:
    seats = (
        "p1 hand F3; objects hat,teddy,cup",
        "p2 hand W3; objects boots",
        "p3 hand L6 W2; objects bra; ornicles 1",
    )
    play = panel(
        *seats,
        "p1: endgame",
        "p1: lay F3",
        "p2: lay W3",
        "p3: lay L6",
        players="F W L",
        seat="p3",
        variant="box endgame_support=true",
    )
    assert play.match.question.kind == "support"
    assert "The Mage attacks everyone: do you support another defender?" in play.html


@pytest.mark.parametrize(
    ("card", "rolls", "said"),
    [
        ("creature F3", ("1", "1"), ("The Mage wins with your support.", "stake back", "take 1", "returns")),
        ("spell F2", ("-4", "3"), ("This battle is a tie.", "stake back", "spent card is discarded")),
        ("creature F3", ("Cross", "1"), ("The Mage loses in spite of", "takes your stake", "you discard")),
    ],
    ids=["won", "tied", "lost"],
)
def test_TW_BAT_22_a_supporter_sees_the_end_the_stake_and_what_becomes_of_the_card(
    card: str, rolls: tuple[str, str], said: tuple[str, ...]
) -> None:
    seats = ("p1 hand F5; ornicles 0", "p2 hand W4; ornicles 0", "p3 hand F2 W1; entourage F3; ornicles 1")
    lays = ("p1: attack p2", "p1: lay F5", "p2: lay W4", f"p3: support attacker {card}")
    rolled = [f"p{seat}: roll {face}" for seat, face in enumerate(rolls, 1)]
    play = panel(*seats, *lays, *rolled, players="F W L", seat="p3")
    assert play.match.pause_reason == "battle"
    page = read(play.html)
    for part in said:
        assert part in page
    assert "You support the Mage with Fire" in page
    lines = play.player_view().headline.news_lines
    back = [len(line.sentences) for line in lines if line.sentences[0].case == "stake_back"]
    assert back in ([], [2], [3]), "the stake, the gain and the card share a line"
    other = read(panel(*seats, *lays, *rolled, players="F W L", seat="p2").html)
    assert ("You won and take the stake of the Sorceress" in other) == (rolls[0] == "Cross")


def test_a_hint_for_the_objects_chooses_them() -> None:
    play = panel("p1 hand F5; objects hat,cup,bra; aside shamrock", "p2 hand W1; objects boots")
    play.do("hint")
    assert "Giant Red Shamrock" in play.status
    assert "shamrock" not in play.ui_state.active_objects
    play.do("take_hint")
    assert "shamrock" in play.ui_state.active_objects
    play.do("use")
    assert "shamrock" in play.match.view.own_seat.active_objects


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(runs(1, 12)))
def test_every_own_battle_is_followed_by_a_pause_that_shows_its_result(seed: int) -> None:
    rng = random.Random(seed)
    play = PlayPanel(2 + seed % 3, seed=seed, opponents="greedy", variant="short turn_limit=100")
    fought = shown = 0

    def results() -> int:
        own = play.match.seat
        return sum(note[0] == "battle" and own in note[3:5] for note in play.match.game.table.stats_entries())

    for _ in range(runs(200, 400)):
        if play.match.game.over:
            break
        before = results()
        play.do(
            *rng.choice([button for button in buttons(play.html) if button[0] in MOVES[:4] + CHOOSING[5:8]])
        )
        if (now := results()) == before:
            continue
        fought += 1
        ended = [pairing for pairing in play.match.contest_scene if play.match.seat in pairing.seats]
        assert len(ended) == now - before
        assert all(pairing.scene.result for pairing in ended)
        if not play.match.game.over:
            assert play.match.pause_reason == "battle"
            assert re.search(r"<h2[^>]*>(You (win|lose) this|This battle is a tie|Your attack is)", play.html)
            shown += 1
    assert fought >= shown > 1


def test_TW_BAT_10_who_is_asked_again_reads_that_the_other_side_passed() -> None:
    begun = ("p1: attack p2", "p1: lay F5", "p2: lay W6", "p1: roll 0", "p2: roll 0")
    seats = ("p1 hand F5 cat*2", "p2 hand W6")
    assert "The Witch does not respond." not in read(panel(*seats, *begun).html)
    assert "The Witch does not respond." in read(panel(*seats, *begun, "p1: cat", "p1: roll 0").html)


@pytest.mark.parametrize("seat", ["p1", "p2"])
def test_TW_BAT_13_the_points_after_a_trap_stand_in_the_order_of_the_screen(seat: str) -> None:
    asked = "p1: pass" if seat == "p1" else "p2: pass"  # a trap before the roll
    begun = ("p1: attack p2", "p1: lay F5 + F4", "p2: lay W4 + W3", asked, "p1: roll 0", "p2: roll 0")
    own, other = (" trap", "") if seat == "p1" else ("", " trap")
    seats = (f"p1 hand F5{own}; entourage F4", f"p2 hand W4{other}; entourage W3")
    page = read(panel(*seats, *begun, seat=seat).html)
    assert ("9\u00a0:\u00a04" if seat == "p1" else "5\u00a0:\u00a07") in page


def test_TW_DUEL_3_the_challenged_player_reads_that_an_object_is_at_stake() -> None:
    seats = ("p1 hand F5; ornicles 1", "p2 hand W6; objects hat")
    for action, said in (
        ("duel p2", "If you lose two of the three battles, the Mage takes one of your objects"),
        ("attack p2", "Losing costs you no Ornicle and no object."),
    ):
        page = read(panel(*seats, f"p1: {action}", "p1: lay F5", seat="p2").html)
        assert said in page


def test_TW_END_2_losing_says_why_and_a_rival_with_enough_objects_is_a_warning() -> None:
    seats = ("p1 hand F5", "p2 hand W6; objects hat,bra,cup")
    play = panel(*seats)
    danger = "The Witch owns 3 objects: you are out if you own no object when the end game is announced."
    assert danger in read(play.html)
    assert danger not in read(panel(f"{seats[0]}; objects boots", seats[1]).html)
    attacked = "p1: endgame", "p1: lay W6"
    for held, said in (
        ("boots", "takes your only object: you are out and give back your Ornicles."),
        ("boots,socks", "takes one of"),
    ):
        rival, own = seats[1].replace("p2", "p1"), f"p2 hand F5; objects {held}"
        page = read(panel(rival, own, *attacked, seat="p2").html)
        assert said in page
        assert "Losing costs you no" not in page, "one line says what a defeat costs"
        assert "The Mage’s objects" in page, "nobody takes them for the own ones"
    play = panel(seats[1].replace("p2", "p1"), "p2 hand F5", "p1: endgame", seat="p2")
    assert play.match.game.over
    assert WORDS.say("end.to_middle") in unescape(play.html), (
        "the table of the end shows no Ornicles for them"
    )
    assert "You lost, because you owned no object when an end-game attack was announced." in read(play.html)
    assert "the title that everyone plays for" in read(play.html)
    assert ("rule", "now:rule|TW-END-2") in buttons(play.html)


@pytest.mark.parametrize(
    ("lang", "why"),
    [
        ("en", "You lost, because you owned no object after the end-game attack."),
        ("de", "Du hast verloren, weil du nach dem Endspiel-Angriff kein Objekt mehr hattest."),
    ],
)
def test_TW_END_2_who_loses_the_last_object_to_an_end_game_attack_reads_so(lang: str, why: str) -> None:
    seats = ("p1 hand F6 F4; objects hat,bra,cup", "p2 hand W1; objects boots")
    answers = (
        "p1: endgame",
        "p1: lay F6",
        "p2: lay W1",
        "p1: roll Sun",
        "p2: roll 1",
        "p1: pass",
        "p1: take boots",
    )
    play = panel(*seats, *answers, seat="p2")
    assert play.match.game.over
    assert why in read(play.html)
    assert ("rule", "now:rule|TW-END-2") in buttons(play.html)


def test_TW_END_5_who_holds_out_in_the_end_game_reads_of_the_ornicle_and_of_who_is_out() -> None:
    seats = ("p1 hand F3; objects hat,teddy,cup", "p2 hand W6; objects boots", "p3 hand L1; objects bra")
    answers = ("p1: endgame", "p1: lay F3", "p2: lay W6", "p3: lay L1")
    rolled = ("p1: roll 0", "p2: roll 0", "p3: roll 0")
    play = panel(*seats, *answers, *rolled, players="F W L", seat="p2")
    assert "You held out against the end-game attack and take 1 Ornicle." in read(play.html)
    page = read(past(play).html)
    assert "the Sorceress" in page
    assert (
        "no object after this end-game attack: the Sorceress is out and discards all cards and creatures."
        in page
    )


@pytest.mark.parametrize(("lang", "word"), [("en", "The Witch’s turn"), ("de", "Am Zug: die Hexe")])
def test_the_opponents_turns_are_told_at_the_top(lang: str, word: str) -> None:
    play = PlayPanel("FW", seed=3, opponents="random", lang=lang)
    told = 0
    for _ in range(12):
        past(play)
        question = play.match.question
        if question.kind == "act" and len(play.match.game) > 20:
            lines = read(play.html.partition("tk-play-digest")[2].partition("</div>")[0])
            passed = [
                ruling
                for ruling in play.match.rulings[play.match.first_new_ruling :]
                if (ruling.rule, ruling.case) == ("TW-TURN-3", "passed") and ruling.facts["side"] == "witch"
            ]
            for ruling in passed:
                assert word in lines
                assert ruling.text() in lines
                told += 1
        play.do(
            "answer", "pass" if question.kind == "act" else question.format_answer(next(question.options()))
        )
    assert told


def test_TW_BAT_13_what_just_changed_in_the_battle_stands_at_the_top() -> None:
    play = panel(
        "p1 hand F5 trap cat",
        "p2 hand W4; entourage W3",
        "p1: attack p2",
        "p1: lay F5",
        "p2: lay W4 + W3",
    )
    play.do("answer", "trap W3")
    lines = words(play.html.partition("tk-play-digest")[2].partition("</ul>")[0])
    sprung = next(ruling for ruling in play.match.rulings if ruling.rule == "TW-BAT-13")
    assert sprung.text() in lines
    rolled = [ruling for ruling in play.match.rulings if ruling.rule == "TW-BAT-7"]
    assert rolled
    assert all(ruling.text() in lines for ruling in rolled)


def digest(play: PlayPanel) -> str:
    """Return what happened since the last answer, as shown at the top."""
    return read(play.html.partition("tk-play-digest")[2].partition("</ul>")[0])


def test_TW_BAT_20_the_creatures_of_a_shield_that_fell_stand_at_the_top() -> None:
    seats = ("p1 hand F6 F5; ornicles 0", "p2 hand W4; entourage W1 W2")
    play = panel(*seats, "p1: attack p2", "p1: lay F6 F5", seat="p2")
    play.do("answer", "lay shield W2 W1")
    assert play.match.pause_reason == "battle"
    assert "The shield was beaten, and you discard these creatures: Water 2 and Water 1." in digest(play)


def test_TW_TURN_4_the_card_that_came_stands_above_the_question_what_goes() -> None:
    play = panel("p1 hand F1 W1 L1", "p2 hand W4", "p1: pass", "p1: draw spell A1")
    assert play.match.question.kind == "discard_element"
    assert "You draw: Air 1." in digest(play)
    play.do("answer", "A")
    assert "discard all of Air" in digest(play)


def test_hints_come_from_the_expert_whatever_the_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 0.0)  # no hint is cut short by a busy processor
    hints = set()
    for opponents in ("expert", "steady", "greedy", "random"):
        play = panel(OWN, OTHER)
        play.match = Match(
            attrs.evolve(play.match.settings, opponent_level=opponents), play.match.game.copy()
        )
        play.do("hint")
        hints.add(play.status)
    assert len(hints) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_variant_is_named_at_the_top_and_in_the_form(lang: str) -> None:
    play = PlayPanel(2, seed=1, variant="box price=3 ties=defender", lang=lang)
    titles = [variant.SWITCHES[key].title() for key in ("price", "ties")]
    shown = unescape(play.html)
    assert all(title in shown for title in titles)
    assert f"<summary>{say('rule.in_use', name=variant_name(play.match.settings.variant))}" in shown
    play.do("toggle_panel", "new")
    assert WORDS.say("new.preset.own", names=", ".join(titles)) in unescape(play.html)
    play.do("begin", {"variant": str(play.match.settings.variant)})
    assert play.match.view.variant.price == 3
    assert 'data-key="variant"' not in PlayPanel(2, seed=1, lang=lang).html


def test_one_point_is_one_point() -> None:
    play = panel("p1 hand F1 F2", "p2 hand W1; entourage W1")
    assert "Creatures: 1 point<" in read(play.html)
    play.do("answer", "attack p2")
    play.do("spell", "1")
    assert "Your cards: 1 point, and your die." in play.html


def test_TW_END_2_an_end_game_that_wins_at_once_says_so_before_and_after() -> None:
    play = panel("p1 hand F6; objects hat,bra,cup", "p2 hand W1")
    assert WORDS.say("act.endgame.wins") in play.html
    play.do("answer", "endgame")
    assert "You won, because nobody else owned an object when you announced" in read(play.html)
