"""The play page of Imajica: whole games, picking, targets, refusals, news, and hidden information."""

from __future__ import annotations

import html
import random
import re

import pytest
from long_runs import runs
from widgets.imajica.play_pages import digest
from widgets.play_tables import unguarded
from widgets.read_pages import words

from twingkit.imajica.box.decks import Deck, load_decks
from twingkit.imajica.rules.answers import Play, UsePower
from twingkit.imajica.rules.questions import PASS, ImajicaQuestion
from twingkit.imajica.starts import position_game
from twingkit_widgets.imajica.pictures.table import autarch_name, fight_html
from twingkit_widgets.imajica.play import choosing
from twingkit_widgets.imajica.play.auto_pass import is_calm_window
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel
from twingkit_widgets.imajica.play.settings import deck_address_word, decks_by_seat
from twingkit_widgets.imajica.play.words import WORDS
from twingkit_widgets.imajica.words import say

SEIZING = (
    "imajica: p1 active gideon isaac-abelove huzzah-aping irish:pivoted hand sway; "
    "p2 active dowd hand old-oath; p3 active lamp-boy; circle glass-shore circle-of-stones; to move p1 ally"
)


def played(record: str, seat: int = 0) -> ImajicaPlayPanel:
    """Return the page of a position, seen by one of its Autarchs."""
    return ImajicaPlayPanel(record=record, seat=seat, seed=3, opponents="random")


def values(panel: ImajicaPlayPanel, act: str) -> list[str]:
    """Return the values of the page's buttons with this action."""
    return [html.unescape(text) for text in re.findall(rf'data-act="{act}" data-value="([^"]+)"', panel.html)]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "lang"), runs([(2, "de")], [(2, "en"), (3, "de")]))
def test_a_whole_game_is_played_with_the_hints(players: int, lang: str) -> None:
    panel = ImajicaPlayPanel(players, seed=players, lang=lang, form="three")
    for _ in range(600):
        if panel.match.game.over:
            break
        if panel.match.question is None:
            panel.do("to_end" if panel.match.pause_reason == "watch" else "go_on")
        else:
            panel.do("answer", panel.match.hint())
        assert panel.error is None
    assert panel.match.game.over
    assert ImajicaPlayPanel(record=panel.record, seat=0, seed=1).match.game.over


def test_IJ_ORDER_1_six_autarchs_sit_at_one_table() -> None:
    panel = ImajicaPlayPanel(6, seed=6, opponents="random")
    for _ in range(20):
        panel.do("answer", panel.match.hint()) if panel.match.question else panel.do("go_on")
        assert panel.error is None
    assert all(f"Player {number}" in panel.html for number in range(2, 7))


@pytest.mark.parametrize(
    ("phase", "deed", "said"),
    [
        ("ally", "retreat irish", "Irish is about to retreat."),
        ("autarch", "reassign irish>slew gideon>slew", "is about to move Irish and Gideon."),
    ],
)
def test_IJ_TIME_2_who_may_answer_a_deed_is_told_what_it_is(phase: str, deed: str, said: str) -> None:
    line = "imajica: p1 active irish gideon state slew=gentle; p2 active dowd hand sudden-sleep"
    game = position_game(f"{line}; to move p1 {phase} now")
    game.answer(deed)
    assert f"{said} Do you answer?" in played(game.record, seat=1).html


def chosen(panel: ImajicaPlayPanel) -> str:
    """Return the answer that has been put together so far."""
    return str(choosing.picked_answer(panel.match.question, panel.ui_state.begun, panel.ui_state.picked))


def pressed(panel: ImajicaPlayPanel, rng: random.Random) -> None:
    """Press some button that advances the game: an answer, a beginning, a pick and then the confirmation."""
    assert unguarded(panel.html) == []
    answers, aims, picks = (values(panel, act) for act in ("answer", "start_answer", "pick"))
    if picks and rng.random() < 0.8:
        panel.do("pick", rng.choice(picks))
        if panel.ui_state.picked and not panel.match.game.refusal(chosen(panel)) and rng.random() < 0.7:
            panel.do("confirm")
            assert panel.error is None
    elif answers or aims:
        act, value = rng.choice(
            [("answer", one) for one in answers] + [("start_answer", one) for one in aims]
        )
        panel.do(act, value)
        assert panel.error is None, value
    else:
        panel.do("start_answer", "")


@pytest.mark.parametrize("seed", range(2))
def test_every_button_leads_on(seed: int) -> None:
    rng = random.Random(seed)
    panel = ImajicaPlayPanel(2 + seed, seed=seed, opponents="random")
    for _ in range(60):
        if panel.match.game.over:
            return
        if panel.match.question is None:
            panel.do("go_on")
        else:
            pressed(panel, rng)
    assert len(panel.match.game) > 25


def test_IJ_SEIZE_1_a_site_is_seized_with_those_who_are_picked() -> None:
    panel = played(SEIZING)
    panel.do("answer", PASS) if panel.match.question.kind == "respond" else None
    panel.do("start_answer", "seize glass-shore")
    assert values(panel, "pick") == ["gideon", "isaac-abelove", "huzzah-aping"]
    assert "influence 2: Magic 3, change at this Site −1" in panel.html
    assert "Glass Shore: Each seizing character: Influence −1." in words(panel.html)
    panel.do("pick", "gideon")
    assert "Influence 2 against Resistance 4" in panel.html, "Glass Shore takes 1 from each seizer"
    panel.do("pick", "huzzah-aping")
    assert "Influence 7 against Resistance 4: enough." in panel.html
    assert "Player 3 cannot stop you" in panel.html or "Player 3 has influence 2" in panel.html
    panel.do("confirm")
    assert panel.error is None
    assert "p1: seize glass-shore with gideon huzzah-aping" in panel.record


def test_IJ_PIV_1_who_cannot_take_part_says_why() -> None:
    panel = played(SEIZING)
    panel.do("start_answer", "seize glass-shore")
    assert "IJ-PIV-1" in panel.html
    panel.do("pick", "irish")
    assert panel.error is not None, "a pivoted Ally"


def test_IJ_SEIZE_2_the_page_says_what_it_takes_to_stop_a_seizure() -> None:
    line = SEIZING.replace("to move p1", "to move p2").replace("dowd", "celestine dowd")
    panel = ImajicaPlayPanel(record=line, seat=1, seed=1, opponents="random")
    panel.do("start_answer", "seize glass-shore")
    panel.do("pick", "celestine")
    panel.do("pick", "dowd")
    assert "Player 1 can contest with influence 11 and stop the seizure without a card." in panel.html


def dealing() -> ImajicaPlayPanel:
    """Return the page where three damage are assigned: gek-a-gek has won against Gideon and the Lamp Boy."""
    line = "imajica: p1 active gek-a-gek; p2 active gideon lamp-boy; to move p1 ally"
    game = position_game(line)
    game.give_answers("p1: challenge gideon with gek-a-gek", "p2: defend lamp-boy")
    return played(game.record)


def test_IJ_CHAL_7_damage_is_split_at_will_by_clicking() -> None:
    panel = dealing()
    assert "Strength 8 against 5 if all defend" not in panel.html
    panel.do("pick", "lamp-boy")
    assert chosen(panel) == "damage lamp-boy 2", "what kills is taken first"
    panel.do("pick", "gideon")
    assert chosen(panel) == "damage lamp-boy 2 gideon 1", "then what is left"
    assert "1 damage: survives (dies at 5)" in panel.html
    panel.do("share", "lamp-boy>1")
    panel.do("share", "gideon>9")
    assert chosen(panel) == "damage lamp-boy 1 gideon 2"
    panel.do("share", "lamp-boy>0")
    panel.do("pick", "gek-a-gek")
    assert chosen(panel) == "damage gideon 2 gek-a-gek 1", "own ones too, and never more than there is"
    panel.do("confirm")
    assert "p1: damage gideon 2 gek-a-gek 1" in panel.record


def test_IJ_CHAL_7_all_that_is_picked_can_be_dealt() -> None:
    panel = dealing()
    panel.do("share", "nobody>1")
    assert panel.error is not None
    panel.do("pick", "gideon")
    assert chosen(panel) == "damage gideon 3"
    assert "Deal 3" in panel.html
    panel.do("pick", "gideon")
    assert panel.ui_state.picked == ()


def test_IJ_REC_1_all_reserves_move_up_at_once() -> None:
    line = "imajica: p1 reserve irish gideon dowd:pivoted; p2; to move p1 reconciliation"
    panel = played(line)
    assert "All move up" in panel.html
    panel.do("answer", f"{len(panel.match.game)}:advance irish gideon")
    assert "p1: advance irish gideon" in panel.record


@pytest.mark.parametrize(
    ("hand", "vain", "why"),
    [
        ("sudden-sleep", ["dowd"], "pivoted · This would have no effect now."),
        ("lightning", ["dowd"], "Dowd takes 3 damage, not more than its Strength"),
        (
            "hapexamendios-hand",
            ["irish", "dowd"],
            "Dowd is an Adorer: Hapexamendios’ Hand has no effect",
        ),
    ],
)
def test_IJ_TIME_8_a_card_that_would_do_nothing_says_so_before_it_is_played(
    hand: str, vain: list[str], why: str
) -> None:
    panel = played(f"imajica: p1 active irish hand {hand}; p2 active lamp-boy dowd:pivoted; to move p1 ally")
    question = panel.match.question
    uses = choosing.uses_starting_with(question, Play(hand))
    assert [use.targets[0] for use in uses if choosing.does_nothing(question, use)] == vain
    panel.do("start_answer", f"play {hand}")
    assert why in words(panel.html)
    assert all(question.refusal(use) is None for use in uses), "no rule forbids it"


@pytest.mark.parametrize(
    ("own", "rival", "hand", "why"),
    [
        ("gideon", "dowd", "edict-of-hapexamendios", "damage kills only if"),
        ("gideon lamp-boy", "dowd", "edict-of-hapexamendios", "could kill only your own Lamp Boy"),
        ("gideon lamp-boy", "lamp-boy", "edict-of-hapexamendios", ""),
        ("gideon lamp-boy", "dowd", "amnesty", "only a pivoted character"),
    ],
)
def test_IJ_TIME_8_a_card_says_why_it_would_do_nothing_or_harm_only_own_cards(
    own: str, rival: str, hand: str, why: str
) -> None:
    panel = played(f"imajica: p1 active {own} hand {hand}; p2 active {rival}; to move p1 autarch")
    texts = ["damage kills only if", "only a pivoted character", "only your own Lamp Boy"]
    assert [text for text in texts if text in words(panel.html)] == [text for text in texts if text in why]
    assert why in words(panel.html)


def test_IJ_HOLD_4_a_power_that_loses_its_own_site_says_so_before_it_is_used() -> None:
    realm = "state retreat-house=huzzah-aping kite-fields=gentle,irish"
    panel = played(f"imajica: p1 {realm}; p2 active dowd; to move p1 ally")
    question = panel.match.question
    lost = {
        use.targets[0]: choosing.sites_lost_by(question, use)
        for use in choosing.uses_starting_with(question, UsePower("retreat-house"))
    }
    assert lost == {"huzzah-aping": ("retreat-house",), "gentle": ("kite-fields",), "irish": ()}
    panel.do("start_answer", "use retreat-house")
    assert panel.html.count("This would cost you") == 2
    panel.do("answer", f"{len(panel.match.game)}:use retreat-house on huzzah-aping")
    assert "retreat-house" not in [site.token for site in panel.match.game.table.circle_or_held_sites(0)]


def test_IJ_AUT_4_a_reassignment_is_picked_move_by_move() -> None:
    realm = "active gentle state slew=gideon,huzzah-aping kite-fields=irish"
    panel = played(f"imajica: p1 {realm}; p2 active dowd; to move p1 autarch now")
    panel.do("start_answer", "reassign")
    panel.do("pick", "gideon>kite-fields")
    panel.do("pick", "gideon>reserve")
    assert panel.ui_state.picked == ("gideon>reserve",), "an Ally moves once"
    panel.do("pick", "gentle>slew")
    panel.do("confirm")
    assert "p1: reassign gideon>reserve gentle>slew" in panel.record


def test_IJ_ALLY_8_a_card_with_many_ways_asks_by_whom_first() -> None:
    line = (
        "imajica: p1 active gentle irish gideon hand hapexamendios-hand; p2 active dowd lamp-boy judith; "
        "p3 active celestine; to move p1 ally now"
    )
    panel = played(line)
    assert "play hapexamendios-hand" in values(panel, "start_answer")
    panel.do("start_answer", "play hapexamendios-hand")
    assert "play hapexamendios-hand by irish" in values(panel, "start_answer")
    panel.do("start_answer", "play hapexamendios-hand by irish")
    shown = [value.partition(":")[2] for value in values(panel, "answer")]
    assert "play hapexamendios-hand by irish on judith" in shown
    panel.do("start_answer", "")
    assert "call" not in panel.ui_state.answer_start


@pytest.mark.parametrize("seed", range(3))
def test_IJ_AREA_2_the_page_does_not_depend_on_what_the_person_cannot_see(seed: int) -> None:
    pages = []
    for hidden in (("riot", "sway", "bandits"), ("census", "irish", "mud-road")):
        line = (
            f"imajica: p1 active gentle hand sway; p2 active dowd hand {hidden[0]} destiny {hidden[1]}; "
            f"circle reed-cradle/{'bandits' if hidden[0] == 'riot' else 'mud-road'}@p2; to move p1 ally"
        )
        panel = ImajicaPlayPanel(record=line, seat=0, seed=seed)
        panel.do("all_turns")
        for drawer in ("dice", "help"):
            panel.do("toggle_panel", drawer)
            pages.append(panel.html.replace(panel._prefix, ""))
    assert pages[:2] == pages[2:]


def test_IJ_TIME_3_calm_windows_are_passed_until_something_is_announced() -> None:
    line = (
        "imajica: p1 active gentle irish hand cold-feet destiny 9*lamp-boy; p2 active gideon dowd "
        "destiny 9*toll-guard; circle slew; to move p2 ally"
    )
    panel = played(line)
    assert WORDS.say("answer.pass_calm") in panel.html
    panel.do("pass_on")
    assert panel.error is None
    assert panel.match.question is None or not is_calm_window(panel.match.question)
    panel.do("undo")
    assert panel.match.question.kind == "respond"


def test_IJ_TIME_3_who_keeps_passing_is_told_why_a_window_with_something_new_asks_again() -> None:
    panel = played(
        "imajica: p1 active pie-oh-pah ink-painter destiny 9*lamp-boy; "
        "p2 active dowd hand toll-guard destiny 9*toll-guard; circle slew; to move p2 autarch"
    )
    panel.do("pass_on")
    assert panel.ui_state.page_message == ""
    panel.do("answer", "end")
    question = panel.match.question
    assert (question.kind, question.when) == ("respond", "begins")
    assert panel.ui_state.page_message == WORDS.say("now.respond.stopped")
    assert "Ink Painter" in panel.html


def test_IJ_TIME_3_a_fight_is_passed_for_the_rest_of_the_turn() -> None:
    panel = played(
        "imajica: p1 active gideon irish hand cold-feet; p2 active dowd; circle slew; to move p1 ally now"
    )
    panel.do("answer", "seize slew with gideon")
    assert "Keep passing this turn" in panel.html
    moments = []
    while panel.match.question.kind == "respond" and not is_calm_window(panel.match.question):
        moments.append(panel.match.question.when)
        panel.do("pass_on")
        assert panel.error is None
    assert moments == ["seizes", "contested", "read"], "where the Flash would take the contester away"


def test_IJ_COME_1_the_news_do_not_tell_that_others_draw() -> None:
    panel = ImajicaPlayPanel(3, seed=7)
    for _ in range(40):
        if any(text.startswith("You draw") for text in digest(panel)):
            break
        assert "Player 2 draws" not in " ".join(digest(panel))
        panel.do("answer", panel.match.hint())
    told = " ".join(digest(panel))
    assert "Player 2 draws" not in told
    assert "You draw" in told


def test_IJ_ORDER_1_and_DECK_1_impossible_choices_are_reported_in_the_form() -> None:
    panel = ImajicaPlayPanel(3, seed=1)
    for typed, word in (
        ({"players": "7"}, "IJ-ORDER-1"),
        ({"deck": "mine"}, "daughters"),
        ({"form": "x"}, "IJ-SHORT-1"),
    ):
        panel.do("begin", typed)
        assert word in panel.html
    panel.do("begin", {"players": "4", "deck": "teeth", "form": "three", "opponents": "random", "seed": "3"})
    assert panel.match.settings.seat_count == 4
    assert panel.match.settings.variant.victory == "three"
    assert panel.match.settings.variant.prime_limit == 9
    assert panel.address() == {"players": "4", "deck": "teeth", "opponents": "random", "variant": "short"}


def test_IJ_DECK_1_an_own_deck_is_kept_for_the_next_game_and_its_link() -> None:
    cards = load_decks()["teeth"].counts | {"gek-a-gek": 2, "gentle": 1}
    deck = deck_address_word(Deck("own", cards))
    panel = ImajicaPlayPanel(2, seed=1, deck=deck)
    assert panel.address() == {"players": "2", "deck": deck}
    panel.do("toggle_panel", "new")
    assert "Your own deck" in panel.html
    panel.do("begin", {"players": "3", "deck": deck})
    assert panel.match.settings.start.decks[0].counts == cards
    panel.do("begin", {"deck": "own: 60 gentle"})
    assert "IJ-DECK-1" in panel.html
    assert panel.match.settings.start.decks[0].counts == cards


def test_every_deck_sits_at_the_table_before_one_comes_twice() -> None:
    for players in range(2, 7):
        ids = [deck.id for deck in decks_by_seat(players, seat=1, own_deck_word="teeth")]
        assert ids[1] == "teeth"
        assert len(set(ids)) == min(players, 4)


def test_IJ_UNIQ_1_an_impossible_position_is_reported() -> None:
    panel = ImajicaPlayPanel(2, seed=1)
    panel.do("load", "imajica: p1 active gentle; p2 active gentle")
    assert "IJ-UNIQ-1" in panel.html
    assert "in play" in panel.html


@pytest.mark.parametrize(
    ("areas", "asked_back"), [("reserve dowd", True), ("reserve dowd active gentle", False)]
)
def test_IJ_REC_1_who_would_have_nobody_to_act_is_asked_back(areas: str, asked_back: bool) -> None:
    panel = ImajicaPlayPanel(lang="en")
    panel.do("load", f"imajica: p1 {areas}; p2 active gideon; to move p1 reconciliation")
    panel.do("answer", "0:pass")
    assert panel.error is None
    assert ('data-key="harm"' in panel.html) == asked_back


@pytest.mark.parametrize("seed", range(4))
def test_every_card_of_the_hand_can_be_played_or_says_why_not(seed: int) -> None:
    game, rng, kinds = ImajicaPlayPanel(3, seed=seed, form="three").match.game, random.Random(seed), set()
    while not game.over and len(game) < 250:
        question = game.question
        if not isinstance(question, ImajicaQuestion):
            game.answer(question.random_answer(rng))
            continue
        kinds.add(question.kind)
        answers = {*map(str, (*question.options(), *question.uses(), *question.single_steps()))}
        playable = {way.split()[1] for way in answers if way.split()[0] in ("call", "lay", "play", "path")}
        unplayable = choosing.forbidden_answer_by_card(question)
        assert {*game.table.players[question.player].hand} - playable <= {*unplayable}, question.kind
        for answer in unplayable.values():
            assert question.refusal(answer) is not None, (question.kind, answer)
        game.answer(question.random_answer(rng))
    assert {"ally", "autarch", "respond"} <= kinds


def test_a_card_of_the_hand_that_cannot_be_played_says_why_when_it_is_opened() -> None:
    line = "imajica: p1 active irish:pivoted hand bribed-warden sway; p2 state slew=dowd; to move p1 ally now"
    shown = words(played(line).html)
    assert "Only an active, unpivoted character can play Bribed Warden" in shown
    assert "Sway is an influence maneuver: you can play it only in a contest" in shown
    assert "press to see why Bribed Warden" in shown


@pytest.mark.parametrize("hinted", [True, False])
def test_IJ_REC_1_nobody_moving_up_is_asked_back_unless_the_hint_says_so(
    monkeypatch: pytest.MonkeyPatch, *, hinted: bool
) -> None:
    monkeypatch.setattr("twingkit_widgets.table.play.panel.hinted_answer", lambda *_, **__: "pass")
    line = "imajica: p1 reserve irish destiny slew slew; p2 reserve dowd destiny slew slew; "
    record = position_game(line + "to move p1 reconciliation").record
    panel = ImajicaPlayPanel(record=record, seat=0, seed=1, opponents="random")
    if hinted:
        panel.do("hint")
    panel.do("answer", "pass")
    assert bool(panel.ui_state.answer_and_warning[0]) is not hinted


def test_IJ_TIME_8_cards_that_change_nothing_now_are_folded_below_the_others() -> None:
    line = "imajica: p1 active gideon irish hand second-wind{}; p2 active dowd; to move p1 ally now"
    html = played(line.format(" hapexamendios-hand")).html
    shown, folded = html.split('data-key="group:useless"')
    assert 'data-value="play hapexamendios-hand"' in shown
    assert "Second Wind" in words(folded).partition("Retreat")[0]
    assert "play an action or power" in words(html)
    idle = played(line.format("")).html
    assert "play an action or power" not in words(idle)
    assert 'data-key="group:useless"' in idle


def test_the_picture_of_a_fight_says_whose_each_side_is() -> None:
    record = SEIZING.replace("to move p1", "to move p2")
    answer = "challenge gideon with dowd"
    for seat, sides in ((1, [1, 0]), (0, [0, 1]), (2, [0, 0])):
        view = position_game(record).give_answers(answer).view(seat)
        heads = re.findall(r'<div class="im-side"><b>([^<]+)</b>', fight_html(view))
        names = [autarch_name(owner, view) for owner in (1, 0)]
        assert [head.startswith(f"{name} · ") for head, name in zip(heads, names, strict=True)] == [True] * 2
        assert [name == say("table.you") for name in names] == [bool(own) for own in sides]
