"""The headline of Imajica's play page: who may act, why, what is pending, and the effect of an answer."""

from __future__ import annotations

import re

import pytest
from widgets.imajica.play_pages import digest

from twingkit import Game, imajica
from twingkit.core.questions import ChanceQuestion
from twingkit.core.words import LANGUAGES
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.questions import PASS
from twingkit.imajica.rules.windows import WINDOW_MOMENTS
from twingkit.imajica.starts import position_game
from twingkit_widgets.imajica.play.news import ImajicaNews
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel
from twingkit_widgets.imajica.play.words import WORDS


def seen(game: Game, seat: int = 0) -> ImajicaPlayPanel:
    """Return the page of a game, seen by an Autarch."""
    return ImajicaPlayPanel(record=game.record, seat=seat, seed=1, opponents="random")


def until(game: Game, kind: str, *given: str) -> Game:
    """Return the game after these answers and everybody's passes until a question of this kind."""
    for answer in (*given, ""):
        while game.question is not None and game.question.kind != (kind if not answer else "ally"):
            game.answer(PASS)
        if answer:
            game.answer(answer)
    return game


def head(panel: ImajicaPlayPanel) -> tuple[str, str]:
    """Return the question and the sentence below it."""
    headline = panel.player_view().headline
    return headline.title, headline.explanation


def test_IJ_PATH_2_who_chooses_for_a_path_is_told_what_it_does() -> None:
    game = position_game(
        "imajica: p1 active eurhetemec-singer; p2 active dowd kuyrmid-ferrier; "
        "circle eurhetemec-ruins/court-intrigue@p1; to move p1 ally"
    )
    game.give_answers("p1: seize eurhetemec-ruins with eurhetemec-singer", "p2: contest dowd kuyrmid-ferrier")
    title, text = head(seen(game))
    assert title == "Court Intrigue: choose the character that the Path hits"
    assert text.startswith("Pivot target character among the contesters.")


LEFT = "imajica: p1 active {active} hand {hand}; p2 active dowd; circle slew; to move p1 ally"


@pytest.mark.parametrize(
    ("active", "hand", "title"),
    [
        ("gideon", "irish", "Call characters first, then act"),
        ("gideon", "mud-road", "Act, or end the turn"),
        ("gideon:pivoted", "mud-road", "Nothing left to do: end the turn"),
    ],
)
def test_IJ_ALLY_1_the_headline_says_what_is_left_to_do(active: str, hand: str, title: str) -> None:
    panel = seen(until(position_game(LEFT.format(active=active, hand=hand)), "ally"))
    assert head(panel)[0] == title


@pytest.mark.parametrize(
    ("hand", "reasons"), [("gentle", 1), ("gentle sartori", 2), ("gentle sartori judith", 0)]
)
def test_IJ_ALLY_2_up_to_two_characters_that_cannot_be_called_are_told_with_the_reason(
    hand: str, reasons: int
) -> None:
    game = position_game(LEFT.format(active="gideon", hand=f"lamp-boy irish {hand}"))
    _, text = head(seen(until(game, "ally", "call irish", "call lamp-boy")))
    assert ("press one of them to read why" in text) == (not reasons)
    assert sum(name in text for name in ("Gentle", "Sartori", "Judith")) == reasons


def test_IJ_ALLY_2_the_prime_that_is_left_stands_beside_the_limit() -> None:
    game = position_game(LEFT.format(active="gideon", hand="irish lamp-boy"))
    assert "7 of 7 Prime left, only for this turn" in seen(until(game, "ally")).html
    line = "imajica: p1 hand gentle active judith; p2 active dowd; to move p1 ally"
    page = seen(until(position_game(line, variant="prime_limit=10"), "ally")).html
    assert "(printed Prime 11, 1 less because you have a female character in play: Judith)" in page
    line = "imajica: p1 hand irish state attic-studio=judith; p2 active dowd; to move p1 ally"
    assert (
        "8 of 8 Prime left, only for this turn; 8 instead of 7 because of Attic Studio"
        in seen(until(position_game(line), "ally")).html
    )
    assert "3 of 7 Prime left, only for this turn" in seen(until(game, "ally", "call irish")).html


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("the-erasure=gideon high-pass=gentle attic-studio=sartori", True),
        ("the-erasure=gideon high-pass=gentle attic-studio:pivoted=sartori", False),
    ],
)
def test_IJ_REC_2_who_would_win_at_the_end_of_the_round_is_said_all_the_time(state: str, said: bool) -> None:
    line = f"imajica: p1 state {state}; p2 active dowd; p3 active irish; to move p2 ally"
    other = seen(until(position_game(line), "ally"), 1)
    assert ("Player 1 would win at the end of the round" in other.html) == said
    own = line.replace("to move p2", "to move p1")
    assert ("you would win at the end of the round" in seen(until(position_game(own), "ally")).html) == said


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("", "but the number of unpivoted Sites is tied"),
        (" glass-shore=huzzah-aping", "Player 2 would win at the end of the round"),
    ],
)
def test_IJ_REC_2_of_two_with_enough_dominions_the_one_with_more_sites_would_win(
    more: str, said: str
) -> None:
    own = "slew=irish salt-gate=dowd attic-studio=gideon"
    rival = f"pale-wall=judith ferry-market=sartori kite-fields=gentle{more}"
    line = f"imajica: p1 state {own}; p2 state {rival}; to move p1 ally"
    assert said in seen(until(position_game(line, variant="short"), "ally")).html


SEIZURE = "imajica: p1 active huzzah-aping alice-tyrwhitt; p2 active dowd; circle slew; to move p1 ally"


def test_IJ_SEIZE_2_a_window_says_whether_contests_are_still_to_come() -> None:
    game = until(position_game(SEIZURE), "ally")
    game.answer("seize slew with huzzah-aping")
    title, text = head(seen(game))
    assert title == "A seizure is announced. Use a power now?"
    assert text.startswith("Slew: influence 6 against Resistance 6.")
    assert text.endswith("Next, the other players may contest.")
    until(game, "contest")
    game.answer(PASS)
    after, told = head(seen(game))
    assert (
        after == "This is your last chance to play a Flash before it is decided whether you secure the Site. "
        "Use a power now?"
    )
    assert told.startswith("Slew: influence 6 against Resistance 6.")
    assert not told.endswith("Next, the other players may contest.")


@pytest.mark.parametrize(
    ("path", "contests", "title"),
    [
        ("wild-dogs", "p1: contest irish", "Your Path Wild Dogs is turned up. Do you play a Flash first?"),
        ("kind-stranger", "p1: pass", "This is your last chance to play a Flash before the seizer tries"),
    ],
)
def test_IJ_PATH_1_a_flash_is_asked_for_at_an_own_path_only_if_the_path_can_harm_own_cards(
    path: str, contests: str, title: str
) -> None:
    line = "imajica: p1 active irish hand sudden-sleep; p2 active gentle; circle slew/{}@p1; to move p2 ally"
    game = until(position_game(line.format(path)), "ally")
    game.give_answers("p2: seize slew with gentle")
    until(game, "contest").give_answers(contests)
    while not game.table.waiting_acts:
        game.answer(PASS)
    assert head(seen(game))[0].startswith(title)


def test_IJ_PATH_1_the_news_tell_what_a_path_says_with_a_hidden_draw() -> None:
    realms = "p1 active judith destiny 3*census; p2 active dowd"
    game = position_game(f"imajica: {realms}; circle slew/kind-stranger@p2; to move p1 ally now")
    game.give_answers("p1: seize slew with judith")
    while game.question.kind != "ally":
        game.answer("census" if game.question.kind == "card" else PASS)
    news = " ".join(digest(seen(game, 1)))
    assert "The card says: “The seizing Autarch draws 1 card.” Player 1 draws a hidden card." in news


def test_IJ_TIME_7_a_card_that_answers_another_is_named_with_it() -> None:
    line = (
        "imajica: p1 active irish hand silence; p2 active general-rosengarten; "
        "p3 active dowd hand sudden-sleep silence; circle slew; to move p2 ally"
    )
    game = until(position_game(line), "ally")
    game.give_answers("p2: use general-rosengarten on slew", "p3: play sudden-sleep on general-rosengarten")
    while game.question.player != 0:
        game.answer(PASS)
    title, text = head(seen(game))
    assert title == "Player 3: Sudden Sleep on General Rosengarten (Player 2). Do you counter?"
    assert "You are answering General Rosengarten (Player 2)" in text


def test_IJ_TIME_2_a_power_is_asked_for_as_one() -> None:
    line = "imajica: p1 active ink-painter irish{}; p2 active dowd; to move p2 ally"
    for hand, title in (("", "Use a power now?"), (" hand sudden-sleep", "Play a Flash now?")):
        assert (
            head(seen(position_game(line.format(hand))))[0] == f"Player 2’s turn in phase 3 begins. {title}"
        )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_IJ_TIME_2_every_window_says_why_it_is_open(lang: str) -> None:
    keys = [f"now.when.{moment}" for moment in WINDOW_MOMENTS]
    said = {WORDS.say(key, who="Player 2", n=3) for key in keys}
    assert len(said) == len(WINDOW_MOMENTS), "no two moments are said alike"


def test_IJ_TIME_2_two_windows_in_a_row_are_not_alike() -> None:
    line = "imajica: p1 active irish hand 2*sudden-sleep; p2 active dowd gideon; to move p2 ally"
    game = until(position_game(line), "ally")
    game.give_answers("p2: end")
    titles = []
    while game.question is not None and len(titles) < 3:
        if game.question.player == 0 and game.question.kind == "respond":
            titles.append(head(seen(game))[0])
        game.answer("end" if game.question.kind in ("ally", "autarch") else PASS)
    assert len(set(titles)) == len(titles) > 1
    assert titles[0] == "Player 2’s turn in phase 3 ends. Play a Flash now?"


def test_IJ_CARD_6_a_target_of_a_card_is_marked_with_whose_it_is() -> None:
    line = "imajica: p1 active irish hand sudden-sleep; p2 active dowd; to move p1 ally"
    panel = seen(position_game(line))
    panel.do("start_answer", "play sudden-sleep")
    assert "Irish (yours)" in panel.html
    assert "Dowd (Player 2)" in panel.html


def test_IJ_AREA_3_the_news_tell_whom_a_card_has_discarded() -> None:
    game = position_game(
        "imajica: p1 active irish hand public-executions; p2 active lamp-boy; p3 active dowd; "
        "to move p1 autarch"
    )
    game.give_answers("p1: play public-executions on lamp-boy")
    assert any("Lamp Boy goes to player 2’s In Ovo." in line for line in digest(seen(game, 2)))


def test_IJ_CARD_1_the_news_tell_what_a_card_does_of_which_nothing_else_is_seen() -> None:
    game = position_game("imajica: p1 active irish hand census; p2 active lamp-boy; p3; to move p1 autarch")
    game.give_answers("p1: play census")
    told = [line for line in digest(seen(game, 1)) if "Census" in line]
    assert len(told) == 1
    assert told[0].startswith("Player 1 plays Census. ")
    effect = told[0].removeprefix("Player 1 plays Census. ")
    assert effect
    assert not any(effect in line for line in digest(seen(game, 0))), "who plays it knows what it does"


def test_IJ_TIME_2_what_one_has_announced_oneself_is_not_asked_as_if_it_came_from_another() -> None:
    game = position_game(
        "imajica: p1 active irish hand hapexamendios-hand cold-feet; p2 active dowd; to move p1 ally"
    )
    until(game, "ally").give_answers("p1: play hapexamendios-hand by irish on dowd")
    title = "You have announced Hapexamendios’ Hand on Dowd (Player 2). Do you play a Flash first?"
    assert head(seen(game))[0] == title


def test_IJ_TIME_7_a_counter_to_ones_own_act_says_whose_act_it_counters() -> None:
    said = []
    for actor in (1, 0):
        hands = ["hand refusal", f"hand hapexamendios-hand{'' if actor else ' refusal cold-feet'}"]
        own, other = hands if actor else hands[::-1]
        line = (
            f"imajica: p1 active irish {own}; p2 active dowd {other}; circle slew; to move p{actor + 1} ally"
        )
        game = until(position_game(line), "ally")
        game.give_answers(f"play hapexamendios-hand by {'dowd on irish' if actor else 'irish on dowd'}")
        while game.question.player != 0:
            game.answer(PASS)
        said.append("This would only undo or repeat" in seen(game).html)
    assert said == [False, True]


@pytest.mark.parametrize(
    ("hand", "title"),
    [
        ("slew census", "Nothing to lay: play a Dictate or end your turn?"),
        ("slew undermine", "Nothing to lay: do you end your turn?"),
        ("kite-fields census", "Lay Sites and Paths?"),
    ],
)
def test_IJ_AUT_3_who_has_nothing_to_lay_is_not_asked_what_to_lay(hand: str, title: str) -> None:
    line = "imajica: p1 active irish hand {}; p2 active dowd; circle slew; to move p1 autarch"
    assert head(seen(position_game(line.format(hand))))[0] == title


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (
            "damage none",
            "Damage that does not kill is gone after the fight anyway.",
        ),
        ("damage gideon 1", "not more than Strength 4, and lives; the damage is gone now."),
        ("damage gideon 5", "more than Strength 4, and dies: the card goes to player 2’s In Ovo."),
    ],
)
def test_IJ_CHAL_9_the_news_of_a_fight_say_who_dies(damage: str, said: str) -> None:
    game = position_game(
        "imajica: p1 active gek-a-gek irish; p2 active gideon; p3 active dowd; to move p1 ally"
    )
    game.give_answers("p1: challenge gideon with gek-a-gek irish")
    assert "deals none" not in " ".join(digest(seen(game, 2))), "not before the blows"
    game.answer(damage)
    told = [line for line in digest(seen(game, 2)) if "challenges Gideon" in line]
    assert len(told) == 1
    assert told[0].endswith(said)
    assert ("are pivoted after the fight: gek-a-gek, Irish and Gideon." in told[0]) == ("dies" not in said)


def test_IJ_CHAL_9_the_news_say_that_deaths_are_decided_after_a_flash() -> None:
    line = (
        "imajica: p1 active gek-a-gek irish; p2 active gideon hand waking; p3 active judith; to move p1 ally"
    )
    game = position_game(line)
    fight = ["challenge gideon with gek-a-gek irish", "pass", "pass", "damage gideon 5"]
    for answer in ["pass", *fight, "play waking on gideon"]:
        game.answer(answer)
    assert digest(seen(game, 2))[-1].endswith(
        "Gideon is unpivoted. Nobody plays another Flash, so deaths are decided now. "
        "Gideon has taken 5 damage, more than Strength 4, and dies: the card goes to player 2’s In Ovo."
    )


@pytest.mark.parametrize(
    ("phase", "deed", "title", "said"),
    [
        ("ally", "retreat irish", "Irish is about to retreat.", "retreat"),
        ("autarch", "reassign gideon>reserve", "You are about to move Gideon.", "reserve"),
    ],
)
def test_IJ_TIME_2_a_deed_is_one_line_of_news_from_its_announcement_on(
    phase: str, deed: str, title: str, said: str
) -> None:
    line = "imajica: p1 active irish state slew=gentle,gideon hand sudden-sleep amnesia; p2 active dowd"
    game = position_game(f"{line}; to move p1 {phase} now")
    game.answer(deed)
    assert head(seen(game))[0] == f"{title} Do you play a Flash first?"
    game.answer(PASS)
    told = [text for text in digest(seen(game, 1)) if said in text]
    assert len(told) == 1
    assert told[0].startswith("Player 1 ")
    assert ("Still held: Slew." in told[0]) == (phase == "autarch")


def test_IJ_TIME_2_a_window_at_the_end_of_a_turn_says_that_it_ends() -> None:
    """Otherwise it would look like the previous one."""
    for rival, said in (("dowd", "Dowd does not act this round"), ("dowd:pivoted", "no character can act")):
        line = f"imajica: p1 active irish hand sudden-sleep lamp-boy; p2 active {rival}; to move p2 ally"
        game = until(position_game(line), "ally")
        game.answer("end")
        text = digest(seen(game))[-1]
        assert text.startswith("Player 2 ends the turn")
        assert said in text


def test_IJ_ALLY_5_the_news_name_characters_that_a_rival_keeps_back_after_others_acted() -> None:
    line = "imajica: p1 active irish hand lamp-boy; p2 active dowd gideon; to move p2 ally now"
    game = until(position_game(line).give_answers("p2: retreat gideon"), "ally")
    game.answer("end")
    assert any("Dowd does not act this round" in text for text in digest(seen(game)))


def test_IJ_SEIZE_6_a_power_says_that_it_takes_its_user_out_of_the_seizure() -> None:
    for more, key in (("", "answer.ends_seizure"), (" irish", "answer.leaves_fight")):
        line = f"imajica: p1 active pie-oh-pah{more}; p2 active dowd; circle slew; to move p1 ally now"
        game = position_game(line)
        game.answer(f"seize slew with pie-oh-pah{more}")
        assert game.question.kind == "respond"
        said = WORDS.say(key, card=load_cards()["pie-oh-pah"].name())
        assert said in seen(game).html


def test_IJ_CHAL_7_the_news_say_how_much_of_the_damage_was_dealt() -> None:
    for dealt, said in ((7, True), (9, False)):
        game = position_game("imajica: p1 active gek-a-gek gek-a-gek; p2 active gentle; to move p1 ally")
        game = until(game, "damage", "challenge gentle with gek-a-gek gek-a-gek.2")
        game.answer(f"damage gentle {dealt}")
        assert any(WORDS.say("news.part_dealt", n=dealt) in line for line in digest(seen(game, 1))) == said


def test_IJ_DMG_1_the_page_asks_for_the_target_of_a_card_and_shows_how_strong_each_is() -> None:
    line = "imajica: p1 active irish hand lightning; p2 active lamp-boy gideon; to move p2 ally"
    panel = seen(position_game(line))
    panel.do("start_answer", "play lightning")
    assert head(panel) == (WORDS.say("now.aimed", what="Lightning"), "")
    assert re.findall(r"<small>Strength (\d)", panel.html) == ["1", "4"]


@pytest.mark.parametrize(("victim", "lost"), [("gideon", "you lose Gideon and Salt Gate."), ("irish", "")])
def test_IJ_DMG_1_a_card_of_a_rival_is_shown_with_what_it_would_take(victim: str, lost: str) -> None:
    line = (
        "imajica: p1 active irish state salt-gate=gideon hand refusal; "
        "p2 active dowd hand hapexamendios-hand; to move p2 ally"
    )
    game = until(position_game(line), "ally")
    game.give_answers(f"p2: play hapexamendios-hand by dowd on {victim}")
    while game.question.player != 0:
        game.answer(PASS)
    assert ("you lose" in head(seen(game))[1]) is bool(lost)
    assert lost in head(seen(game))[1]


def test_IJ_ALLY_2_a_turn_without_a_call_says_whether_a_character_is_in_the_hand() -> None:
    said = [
        head(seen(until(position_game(LEFT.format(active="gideon", hand=hand)), "ally")))[1]
        for hand in ("pneuma", "gentle")
    ]
    assert ["no character in your hand" in text for text in said] == [True, False]


def test_IJ_ORDER_2_the_badge_of_the_leader_comes_with_the_first_round() -> None:
    game = imajica.new_game(2, seed=3)
    shown = {}
    while "autarch" not in shown:
        shown[game.table.phase] = "leader" in seen(game, game.question.player).html
        game.answer(next(iter(game.question.options())))
    assert (shown["setup"], shown["autarch"]) == (False, True)


def test_IJ_AUT_1_the_news_say_that_a_rival_draws_for_a_site() -> None:
    hands = "p1 hand slew destiny census; p2 hand attic-studio destiny census lamp-boy"
    game = position_game(f"imajica: {hands}; to move p2 autarch now")
    game.answer("lay attic-studio")
    while isinstance(game.question, ChanceQuestion):
        game.roll()
    rulings = seen(game).player_view().visible_rulings
    told = [sentence.text() for line in ImajicaNews("p1").lines(rulings, 0) for sentence in line.sentences]
    assert told == ["Player 2 lays Attic Studio in the Circle. Whoever lays a Site draws a card."]


def test_IJ_AUT_2_with_nothing_to_lay_each_card_has_its_reason() -> None:
    line = (
        "imajica: p1 hand old-friend salt-gate state reed-cradle=pie-oh-pah; p2 active dowd; "
        "circle slew salt-gate; to move p1 autarch now"
    )
    title, text = head(seen(position_game(line)))
    assert title == "Nothing to lay: move Holders or end your turn?"
    assert text.startswith(
        "Old Friend needs a Site of Dominion 5 in the Circle. Salt Gate is unique and already in play."
    )


@pytest.mark.parametrize(
    ("rival", "said"),
    [
        ("dowd", "Nobody contests."),
        ("dowd:pivoted", "Nobody else has an active, unpivoted character to contest with (Holders"),
        (
            "dowd; p3 active christos:pivoted",
            "No player with an active, unpivoted character contests (Holders",
        ),
    ],
)
def test_IJ_SEIZE_2_the_news_say_whether_anybody_could_contest(rival: str, said: str) -> None:
    line = f"imajica: p1 active pie-oh-pah irish; p2 active {rival}; circle salt-gate; to move p1 ally now"
    game = until(position_game(line), "ally", "seize salt-gate with pie-oh-pah")
    assert said in " ".join(line.text("en") for line in lines_of(game))


def test_IJ_CHAL_2_the_news_say_why_nobody_could_defend() -> None:
    line = "imajica: p1 active irish; p2 active dowd gek-a-gek; to move p2 ally now"
    game = position_game(line).give_answers("p2: challenge irish with gek-a-gek")
    told = " ".join(line.text("en") for line in lines_of(game))
    assert "You have no other active, unpivoted character to defend with." in told


def test_IJ_TIME_7_whose_card_is_hit_reads_what_could_have_countered_it() -> None:
    game = position_game("imajica: p1 active irish; p2 active dowd hand lightning; to move p2 ally")
    game.give_answers("p2: play lightning on irish")
    assert "(Flash: only a counter to Flashes stops it;" in " ".join(
        line.text("en") for line in lines_of(game)
    )


def test_IJ_TIME_7_a_first_game_says_what_could_counter_the_card_of_a_rival() -> None:
    game = position_game("imajica: p1; p2 active dowd hand lightning; p3 active irish; to move p2 ally")
    game.give_answers("p2: play lightning on irish")
    said = "(Flash: only a counter to Flashes stops it;"
    explained, usual = (
        " ".join(line.text("en") for line in lines_of(game, explained=t)) for t in (True, False)
    )
    assert said in explained
    assert said not in usual


def test_IJ_REC_1_who_moves_up_reads_in_one_sentence_where_the_characters_of_a_rival_are() -> None:
    line = "imajica: p1 reserve irish; p2 active dowd hand gek-a-gek; to move p2 ally"
    panel = seen(until(position_game(line), "advance", "call gek-a-gek", "end", "end"))
    assert head(panel)[1].startswith("Player 2: Dowd in the active area (Strength 6 in all). ")


def test_IJ_REC_1_what_the_active_area_is_for_is_explained_at_the_first_advance_only() -> None:
    line = "p1 reserve irish gideon destiny 9*judith; p2 destiny 9*judith; to move p1 reconciliation"
    game, texts = position_game(f"imajica: {line}"), list[str]()
    for token in ("irish", "gideon"):
        while isinstance(game.question, ChanceQuestion) or game.question.kind != "advance":
            if isinstance(game.question, ChanceQuestion):
                game.roll()
            else:
                game.answer("pass" if game.question.kind == "respond" else "end")
        texts.append(head(seen(game))[1])
        game.answer(f"advance {token}")
    assert len(texts[1]) < len(texts[0]) - 100


def test_IJ_ALLY_2_the_call_of_a_second_copy_is_minor_news_but_a_hit_on_an_own_card_is_not() -> None:
    line = "imajica: p1 active lamp-boy gek-a-gek; p2 active dowd hand lightning gek-a-gek; to move p2 ally"
    game = position_game(line).give_answers("p2: play lightning on lamp-boy")
    rulings = seen(until(game, "ally", "call gek-a-gek")).player_view().visible_rulings
    told = {
        line.sentences[0].text("en").partition(".")[0]: (line.is_minor, line.is_against_reader)
        for line in ImajicaNews("p1").lines(rulings, 0)
    }
    assert told["Player 2 calls gek-a-gek (2), Prime 5; Prime 2 is left"] == (True, False)
    assert told["Player 2 plays Lightning on Lamp Boy"] == (False, True)


def lines_of(game: Game, *, explained: bool = False) -> list:
    """Return the news of a whole game for player 1, as sentences."""
    news = ImajicaNews("p1", explains_cards=explained).lines(seen(game).player_view().visible_rulings, 0)
    return [sentence for line in news for sentence in line.sentences]


def test_IJ_ORDER_2_a_leader_who_does_nothing_is_told_to_have_ended_the_turn() -> None:
    game = position_game(
        "imajica: p1 reserve irish destiny slew slew slew; p2 reserve dowd destiny slew slew slew; "
        "to move p1 reconciliation"
    )
    game.give_answers("p1: advance irish", "p2: advance dowd")
    while isinstance(game.question, ChanceQuestion):
        game.roll()
    game.give_answers("p2: end")
    news = digest(seen(game))
    assert news[-1] == "Player 2 ends the turn in phase 2."


def test_IJ_SEIZE_6_a_window_says_that_nobody_seizes_any_more() -> None:
    game = position_game(
        "imajica: p1 active judith lamp-boy; p2 hand sudden-sleep lightning; circle attic-studio; "
        "to move p1 ally now"
    )
    game.answer("seize attic-studio with judith")
    game.give_answers("p2: play sudden-sleep on judith")
    title, text = head(seen(game, 1))
    assert title.startswith("No seizer is left.")
    assert text == "When all pass, the seizure ends."


def test_only_the_end_of_a_turn_is_told_among_the_answers_that_do_nothing() -> None:
    rules = seen(position_game("imajica: p1 active irish; p2; to move p1 ally")).match.play_design
    silent = [answer for answer in ("pass", "end", "damage none") if rules.is_silent_answer(answer)]
    assert silent == ["pass", "damage none"]


def test_IJ_DMG_1_a_killed_character_goes_to_the_in_ovo_of_its_owner() -> None:
    line = "imajica: p1 active irish hand hapexamendios-hand; p2 active lamp-boy; to move p1 ally"
    game = until(position_game(line), "ally", "play hapexamendios-hand by irish on lamp-boy")
    killed = next(ruling for entry in game.transcript for ruling in entry.rulings if ruling.case == "killed")
    assert killed.text().endswith("and dies: the card goes to player 2’s In Ovo.")
