"""The play page: a whole game by its buttons, hidden information, refusals, undo and hints."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest
from long_runs import runs
from widgets.play.panel_words import CHOOSING, OTHER, OWN, words
from widgets.play_tables import buttons, panel, past, read, with_other_hidden_cards

from twingkit import Game, twing
from twingkit.core.language import call_in_language, in_language
from twingkit.core.words import LANGUAGES, NO_BREAK
from twingkit_widgets.panel.sentences import CatalogueFault
from twingkit_widgets.table.play.save import unsealed_record
from twingkit_widgets.twing.pictures.picture_words import say
from twingkit_widgets.twing.play.offers import answer_groups
from twingkit_widgets.twing.play.panel import PlayPanel
from twingkit_widgets.twing.play.words import WORDS, PlayFault

NOTATION = re.compile(r"\b(?:[FWLA]\d+M?|p[1-4])\b")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "lang", "seed"),
    runs([(3, "de", 6)], [(2, "en", 1), (3, "de", 6), (3, "de", 2), (4, "en", 3)]),
)
def test_a_whole_game_by_pressing_what_is_offered(players: int, lang: str, seed: int) -> None:
    rng = random.Random(seed)
    play = PlayPanel(players, seed=seed, opponents="greedy", variant="short turn_limit=100", lang=lang)
    kinds = set()
    for _ in range(3000):
        if play.match.game.over:
            break
        question = play.match.question
        kinds.add(question.kind if question else play.match.pause_reason)
        offered = [button for button in buttons(play.html) if button[0] in CHOOSING]
        assert offered, "there is always something to press"
        before = len(play.match.game)
        play.do(*rng.choice(offered))
        assert play.error is None
        if len(play.match.game) != before:
            assert play.status, "every step is said aloud"
    assert play.match.game.over
    assert {"act", "attack", "battle"} <= kinds
    assert WORDS.say("end.summary") in play.html
    assert Game.replay(play.record).result == play.match.game.result
    assert buttons(play.html)[-1][0] == "toggle_panel"
    turns = play.match.view.turn_number
    play.do("again")
    assert play.match.view.turn_number < turns


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(runs(1, 6)))
def test_TW_PLAY_1_nothing_in_the_html_depends_on_what_is_hidden(seed: int) -> None:
    rng = random.Random(seed)
    play = PlayPanel(2 + seed % 3, seed=seed, opponents="greedy", variant="short turn_limit=100")
    looked = 0
    for step in range(runs(120, 250)):
        if play.match.game.over:
            break
        if step % 7 == 0:
            play._hint = None
            play.refresh()
            game = play.match.game
            shown, play.match.game = play.html, with_other_hidden_cards(game, play.match.seat, rng)
            play.refresh()
            assert play.html == shown
            play.match.game = game
            looked += 1
        play.do(*rng.choice([button for button in buttons(play.html) if button[0] in CHOOSING]))
    assert looked > 5


def test_TW_PLAY_1_a_drawn_card_of_another_is_only_a_card() -> None:
    play = PlayPanel("FW", seed=3, opponents="greedy")
    for _ in range(4):
        play.do("answer", "pass")
        if play.match.question.kind == "discard_element":
            play.do("answer", play.match.question.format_answer(next(play.match.question.options())))
    play.do("all_turns")
    for number in range(play.match.view.turn_number):
        if f'data-value="{number}" data-key="turn:{number}" aria-expanded="false"' in play.html:
            play.do("turn", number)
    drawn = [entry for entry in play.match.game.transcript if entry.kind == "draw" and entry.player == 1]
    hidden = [entry for entry in drawn if "creature" not in entry.answer]
    assert len(hidden) > 3
    closed = hidden[0].rulings[0].seen_by(0).text()
    assert words(play.html).count(closed) == len(hidden)
    assert hidden[0].rulings[0].text() not in words(play.html)


def test_buttons_are_words_and_never_notation() -> None:
    kinds: set[str] = set()
    tried: dict[int, set[str]] = {seed: set() for seed in (1, 2, 3)}
    play = PlayPanel(3, seed=1, opponents="random", variant="short turn_limit=100")
    for seed in tried:
        rng = random.Random(seed)
        game = twing.new_game(3, seed=seed, variant="short turn_limit=100")
        while (question := game.question) is not None:
            if question.player == play.match.seat and question.kind not in tried[seed]:
                tried[seed].add(question.kind)
                play.restore(unsealed_record(game, play.match.settings))
                past(play)
                assert play.match.question is not None
                kinds.add(play.match.question.kind)
                for lang in LANGUAGES:
                    play.lang = lang
                    assert call_in_language(lang, WORDS.say, "tool.help") in play.html, (
                        "it is in this language"
                    )
                    text = words(re.sub(r"<svg.*?</svg>", "", play.html))
                    assert NOTATION.findall(text) == [], (question.kind, lang)
            game.answer_randomly(rng)
    assert {"act", "attack", "defend", "respond", "support", "discard_element", "direction"} <= kinds, kinds


def test_TW_DUEL_1_a_duel_without_stake_and_prize_names_both_and_other_closed_actions_say_what_they_do() -> (
    None
):
    play = panel("p1 hand F5", "p2 hand W6; entourage F3 L4 F2")
    question = play.match.question
    reason = question.refusal(question.parse_answer("duel p2")).text("en")
    assert "stake" in reason
    assert "no object" in reason
    offers = {offer.answer: offer for group in answer_groups(play.match.view) for offer in group.buttons}
    assert WORDS.say("act.ritual.text") == offers["ritual"].effect_note
    assert WORDS.say("act.capture.text") in [offer.effect_note for offer in offers.values()]
    creatures = offers["attack p2"].effect_note.replace(NO_BREAK, " ")
    assert "Fire 3+2, Life 4" in creatures, "a battle counts one element"


def test_what_is_forbidden_says_why_and_by_which_rule() -> None:
    play = panel("p1 hand F5; entourage F4; ornicles 2", "p2 hand W6; entourage F3")
    for answer, rule in (
        ("buy puppet", "TW-OBJ-1"),
        ("duel p2", "TW-DUEL-1"),
        ("capture p2 F3", "TW-OBJ-4"),
        ("ritual", "TW-OBJ-3"),
        ("endgame", "TW-END-1"),
    ):
        refusal = play.match.game.refusal(answer)
        assert refusal.rule == rule
        shown = unescape(play.html)
        assert play.match.phrase_for_person(refusal).text() in shown
        assert f'data-act="why_forbidden" data-value="{answer}"' in shown.replace("tk-no-open", "")
        play.do("why_forbidden", answer)
        assert play.status == f"{play.match.phrase_for_person(refusal).text()} {rule}"
        assert "tk-no-open" in play.html
        play.do("why_forbidden", answer)
        assert "tk-no-open" not in play.html
        before = play.record
        play.do("answer", answer)
        assert play.error.rule == rule
        assert play.record == before, "nothing is lost"
        assert 'role="alert"' in play.html


def test_TW_LEAVE_1_retiring_has_to_be_confirmed() -> None:
    play = panel(OWN, OTHER)
    assert ("answer", "0:retire") not in buttons(play.html)
    play.do("ask_to_retire")
    assert "Really retire?" in play.html
    assert 'data-bring="sure"' in play.html, "the buttons come above the bar"
    play.do("stay")
    assert "Really retire?" not in play.html
    play.do("ask_to_retire")
    play.do("answer", "0:retire")
    assert play.match.game.over
    assert "The Witch wins the game." in play.html
    assert play.match.rulings[-1].rule == "TW-END-7"
    assert "TW-END-7" in play.html


def test_who_is_out_watches_turn_by_turn_or_the_end() -> None:
    play = PlayPanel(3, seed=4, opponents="greedy", variant="short")
    play.do("ask_to_retire")
    if play.match.question.kind != "act":
        play.do("answer", str(next(play.match.question.options())))
    play.do("answer", "retire")
    assert play.match.pause_reason == "watch"
    assert "You are out." in play.html
    assert "Your goal" not in play.html
    turn = play.match.view.turn_number
    play.do("go_on")
    assert play.match.view.turn_number == turn + 1
    play.do("to_end")
    assert play.match.game.over


def test_a_second_click_answers_no_other_question() -> None:
    play = panel(OWN, OTHER)
    play.do("answer", "0:attack p2")
    record = play.record
    play.do("answer", "0:pass")
    assert play.error is None
    assert play.record == record


def test_what_is_not_asked_is_refused_in_words() -> None:
    play = panel(OWN, OTHER)
    for act, value in (("lay", None), ("use", None), ("spell", "0"), ("face", "3:Sun"), ("face", "x")):
        play.do(act, value)
        assert isinstance(play.error, CatalogueFault), act
        assert len({play.error.text("en"), play.error.text("de")}) == 2
    play.do("answer", "attack p2")
    for act, value in (
        ("spell", "77"),
        ("spell", "x"),
        ("creature", "-1"),
        ("ride", "0>0"),
    ):
        play.do(act, value)
        assert isinstance(play.error, CatalogueFault), act


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_opens_its_rule_and_an_object_on_the_table_has_its_rule_inside(lang: str) -> None:
    play = panel(OWN, OTHER)
    book = twing.rulebook()
    for name in play.match.view.object_display:
        _, _, inside = play.html.partition(f'data-key="object:display:{name}"')
        assert book[f"TW-POW-{name}"].text() in read(inside.partition("</details>")[0])
    play.do("answer", "attack p2")
    play.do("rule", "told:0|TW-BAT-1")
    assert book["TW-BAT-1"].text() in read(play.html)
    assert play.status == f"TW-BAT-1: {book['TW-BAT-1'].title()}"
    play.do("rule", "")
    assert book["TW-BAT-1"].text() not in read(play.html)


def test_a_rule_opens_below_the_text_that_was_tapped_and_says_why_it_matters_now() -> None:
    play = panel(OWN, OTHER)
    barred = re.findall(r'data-act="why_forbidden" data-value="([^"]*)"', play.html)[0]
    play.do("why_forbidden", barred)
    (place,) = re.findall(rf'data-value="(answer:{re.escape(barred)}:rule\|[^"]*)"', play.html)
    rule = place.rpartition("|")[2]
    title = f'data-key="rule:{rule}"'
    play.do("rule", place)
    assert play.html.index(place) < play.html.index(title) < play.html.index("tk-play-bar")
    assert "In this game:" not in read(play.html), "the reason stands above the rule"
    play.do("rule", rule)
    assert play.html.index(title) < play.html.index(place), "below the headline"
    reason = play.match.phrase_for_person(play.match.game.refusal(barred)).text()
    assert re.search(rf"In this game: [^<]*: {re.escape(reason)}", read(play.html))
    play.do("rule", rule)
    assert not play.ui_state.open_rule


def test_a_rule_that_is_opened_says_what_it_has_decided_in_this_game() -> None:
    play = panel("p1 hand F5 F4 F3; ornicles 0", "p2 hand W1; ornicles 0")
    play.do("rule", "TW-BAT-18")
    assert "In this game:" not in read(play.html), "it has not acted yet"
    play.do("answer", "attack p2")
    for place in ("0", "1", "2"):
        play.do("spell", place)
    play.do("lay")
    for rule in ("TW-BAT-7", "TW-BAT-18"):
        said = [ruling.text() for ruling in play.match.rulings if ruling.rule == rule]
        play.do("rule", rule)
        assert f"In this game: {' '.join(said)}" in read(play.html)
    play.do("go_on")
    play.do("rule", "TW-BAT-18")
    assert f"In this game: {said[-1]}" in read(play.html), "and the last time, where it is a while ago"


def test_the_end_of_an_own_battle_is_shown_before_play_goes_on() -> None:
    play = panel("p1 hand F5 F4 F3; ornicles 0", "p2 hand W1; ornicles 0")
    play.do("answer", "attack p2")
    for place in ("0", "1", "2"):
        play.do("spell", place)
    play.do("lay")
    assert play.match.pause_reason == "battle"
    scene = play.match.contest_scene[0].scene
    assert scene.result is not None
    wanted = {0: "You win this battle.", 1: "You lose this battle.", None: "This battle is a tie."}
    assert wanted[scene.result.winner] in play.html
    assert None not in [side.face for side in scene.sides], "both dice lie there"
    own, other = re.findall(r'<section class="tk-side[^"]*" aria-label="([^"]+)"', play.html)
    assert own == say("table.you", role=say("table.attacker"))
    assert other == say("table.defender")
    assert play.match.question is None
    play.do("go_on")
    assert all(pairing.scene.result is None for pairing in play.match.contest_scene), (
        "that battle is put away"
    )
    assert play.match.question is not None


def test_undo_leads_back_to_the_last_answer_and_what_was_known_then() -> None:
    play = panel(OWN, OTHER)
    first = play.html
    play.do("undo")
    assert play.match.can_undo is False
    play.do("answer", "attack p2")
    second = play.record
    play.do("spell", "0")
    play.do("lay")
    assert play.record != second
    play.do("undo")
    assert play.record == second
    play.do("undo")
    assert play.match.question.kind == "act"
    assert "been undone" in play.status
    assert words(play.html) == words(first)


def test_two_dice_that_had_fallen_differently_are_tried_together() -> None:
    play = panel("p1 hand F5 F4 F3", "p2 hand W1")
    play.do("answer", "attack p2")
    play.do("spell", "0")
    play.do("lay")
    real = play.record
    throws = play.match.changeable_results()
    play.do("toggle_panel", "dice")
    assert 'data-act="try_faces"' not in play.html
    other = [next(face for face in ("2", "3") if face != throw.face) for throw in throws]
    for throw, face in zip(throws, other, strict=True):
        play.do("choose_face", f"{throw.index}:{face}")
        assert play.match.game.record == real, "nothing is tried yet"
        shown = re.findall(rf'data-value="{throw.index}:([^"]*)"[^>]*aria-pressed="true"', play.html)
        assert shown == [face]
    play.do("choose_face", f"{throws[0].index}:7")
    assert play.error is not None
    play.do("try_faces")
    assert [throw.face for throw in play.match.changeable_results()] == other
    assert play.record == real
    play.do("try_faces")
    assert play.error is not None, "nothing is chosen any more"


def test_a_die_that_had_fallen_differently_and_back_again() -> None:
    play = panel("p1 hand F5 F4 F3", "p2 hand W1")
    play.do("answer", "attack p2")
    play.do("spell", "0")
    play.do("lay")
    real, html = play.record, play.html
    throws = play.match.changeable_results()
    assert [throw.seat for throw in throws] == [0, 1]
    play.do("toggle_panel", "dice")
    assert play.html.count('data-act="choose_face"') == 24
    face = "Cross" if throws[0].face != "Cross" else "Sun"
    play.do("face", f"{throws[0].index}:{face}")
    assert [throw.face for throw in play.match.changeable_results()] == [face, throws[1].face], (
        "the other die stays"
    )
    assert "You are trying something out" in play.html
    assert play.record == real, "what is kept is the real game"
    play.do("face", f"{throws[0].index}:7")
    assert play.error is not None
    play.do("really")
    assert play.match.game.record == real
    assert words(play.html) == words(html)


def test_the_hint_is_the_experts_and_its_cards_are_chosen_on_demand() -> None:
    play = panel(OWN, OTHER)
    play.do("hint")
    assert WORDS.say("now.hint", answer="\0").partition("\0")[0] in play.status
    assert ("take_hint", "") not in buttons(play.html), "an answer is not chosen, it is given"
    play.do("answer", "attack p2")
    play.do("spell", "2")
    play.do("hint")
    assert play.ui_state.picks.spells == [2], "what was chosen stays"
    play.do("take_hint")
    lay = play.ui_state.picks.lay(play.match.view)
    assert lay == play._hint
    play.lang = "de"
    with in_language("de"):
        assert WORDS.say("now.hint", answer="\0").partition("\0")[0] in play.html
    play.do("lay")
    assert play.error is None


def test_TW_OBJ_2_three_objects_are_chosen_to_be_active() -> None:
    play = panel("p1 hand F5; objects hat,cup,bra; aside teddy; ornicles 0", "p2 hand W1; objects boots")
    assert play.match.question.kind == "switch"
    assert "Chosen: 3 (3 can be active)" in play.html
    play.do("active", "hat")
    assert ("use", "") not in buttons(play.html)
    play.do("use")
    assert play.error.rule == "TW-OBJ-2"
    play.do("active", "teddy")
    play.do("use")
    assert play.match.view.own_seat.active_objects == ("bra", "cup", "teddy")
    play.do("active", "hat")
    assert isinstance(play.error, PlayFault)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_head_says_the_goal_and_what_to_do(lang: str) -> None:
    play = panel(OWN, OTHER)
    text = words(play.html)
    assert WORDS.say("goal.collect", needed=3) in text
    assert WORDS.say("now.act.title") in text
    assert WORDS.say("goal.objects", n=1, needed=3) in text
    play = panel("p1 hand F5; objects hat,cup,bra", "p2 hand W1; objects boots")
    assert WORDS.say("goal.enter", needed=3) in words(play.html)


def test_a_new_game_by_the_form_and_faults_that_stay_in_it() -> None:
    play = panel(OWN, OTHER)
    form = {"players": "3", "character": "L", "opponents": "random", "variant": "short", "seed": "12"}
    for name, value in (("players", "7"), ("opponents", "nobody"), ("variant", "long"), ("seed", "-1")):
        before = play.record
        play.do("begin", {**form, name: value})
        assert play.error is None
        assert play.record == before
        assert 'role="alert"' in play.html
        if name == "seed":
            assert f'value="{value}"' in play.html, "what was typed stays"
    play.do("begin", form)
    view = play.match.view
    assert len(view.seats) == 3
    assert view.own_seat.character == "L"
    assert str(view.variant) == "short"
    assert play.address() == {"players": "3", "opponents": "random", "variant": "short"}
    assert "A new game has begun." in play.status
    other = PlayPanel(3)
    other.do("begin", form)
    assert other.record == play.record, "the same seed, the same game"


def test_a_game_starts_over_with_the_same_cards_also_from_a_position() -> None:
    play = PlayPanel(3, seed=9, opponents="greedy")
    first = play.record
    play.do("answer", str(next(play.match.question.options())))
    play.do("restart")
    assert play.record == first
    play = panel(OWN, OTHER)
    first = play.record
    play.do("answer", "pass")
    play.do("restart")
    assert play.record == first


def test_the_panel_refuses_what_cannot_be() -> None:
    with pytest.raises(PlayFault):
        PlayPanel(2, seat=2)
    with pytest.raises(ValueError, match="players"):
        PlayPanel(5)
    with pytest.raises(ValueError, match="long"):
        PlayPanel(2, variant="long")
    with pytest.raises(ValueError, match="nobody"):
        PlayPanel(2, opponents="nobody")


def test_a_hint_that_failed_can_be_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a published site, the files for a hint may not be loaded yet."""
    panel = PlayPanel(lang="en", seed=7)
    panel.do("go_on")
    with monkeypatch.context() as patch:
        patch.setattr(type(panel.match.play_design), "hint_reason", lambda *given: 1 / 0)
        panel.do("hint")
        assert panel.error is not None
    panel.do("hint")
    assert panel.error is None
    assert 'data-key="hint"' in panel.html
