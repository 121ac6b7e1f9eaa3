"""Stopping a seizure or a challenge, against the script: every answer of the rival is tried."""

from __future__ import annotations

import random
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, isnan

import pytest
from imajica_games import stopped_by_script
from long_runs import runs

from twingkit import imajica
from twingkit.core.messages import Fault
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.imajica.box.decks import deck_from_lines, load_decks
from twingkit.imajica.exact_odds import defenders
from twingkit.imajica.exact_odds import stops as stops_module
from twingkit.imajica.exact_odds.defenders import best_defenders
from twingkit.imajica.exact_odds.stops import RivalStopResults, can_they_stop
from twingkit.imajica.exact_odds.unseen import RivalHand, chance_hand_contains_way, possible_unseen_cards
from twingkit.imajica.exact_odds.who_to_send import allies_to_send
from twingkit.imajica.starts import new_game


@pytest.mark.parametrize(
    ("line", "deed", "held"),
    [
        (
            "imajica: p1 active dowd oethac-bruiser gek-a-gek; p2 active isaac-abelove henry-holland",
            "challenge isaac-abelove with dowd oethac-bruiser gek-a-gek",
            ["pneuma"],
        ),
        (
            "imajica: p1 active dowd oethac-bruiser; p2 active kuyrmid-ferrier:pivoted henry-holland",
            "challenge kuyrmid-ferrier with dowd oethac-bruiser",
            ["waking", "pneuma"],
        ),
    ],
    ids=["who has a power", "who is pivoted"],
)
def test_IJ_CHAL_9_the_challenged_plays_what_saves_it_though_a_defender_could_play_it(
    line: str, deed: str, held: list[str]
) -> None:
    assert can_they_stop(line, deed, holdings={"p2": RivalHand(tuple(held), 0)}).stop_chance == 1
    assert stopped_by_script(line.replace("; p2 ", f"; p2 hand {' '.join(held)} "), deed, "target")


"""Scenes in which the table stops the deed, a card does (37), nobody can (11, 23), and useless cards are held
(35)."""


# -- powers of characters that come later, and the text of the answer


def test_IJ_POWER_1_who_comes_forward_brings_its_power() -> None:
    line = (
        "imajica: p1 active sartori irish; p2 active huzzah-aping:pivoted eurhetemec-singer "
        "reserve lake-mother hand patashoquan-highway; circle slew"
    )
    rival = can_they_stop(line, "seize slew with sartori irish").rival_stops[0]
    assert (rival.acting_total, rival.rival_total, rival.missing_points) == (7, 4, 3)
    assert [way.card_counts for way in rival.ways] == [(("patashoquan-highway", 1),)]
    assert stopped_by_script(line, "seize slew with sartori irish")


def test_IJ_SEIZE_7_too_little_influence_fails_by_itself_but_a_maestro_alone_does_not() -> None:
    line = "imajica: p1 active sartori irish; p2; circle lamp-bridge"
    stops = can_they_stop(line, "seize lamp-bridge with sartori irish")
    assert stops.failure is not None
    assert stops.failure.rule == "IJ-SEIZE-7"
    assert stops.stop_chance == 1
    assert can_they_stop(line, "seize lamp-bridge with sartori").failure is None


def test_IJ_SEIZE_2_each_rival_for_itself_in_order_and_nobody_to_contest() -> None:
    line = "imajica: p1; p2 active sartori; p3 active dowd; circle slew; to move p2 ally"
    stops: RivalStopResults = can_they_stop(line, "seize slew with sartori")
    assert [(rival.seat, rival.missing_points, rival.way_without_cards) for rival in stops.rival_stops] == [
        (2, 4, None),
        (0, None, None),
    ]
    assert "nobody to contest" in str(stops)
    assert "niemand zum Anfechten" in stops.text("de")
    assert "<table>" in stops._repr_html_()


def test_IJ_PIV_1_what_is_forbidden_is_refused_and_so_is_an_invalid_deed() -> None:
    line = "imajica: p1 active irish:pivoted; p2 active gideon; circle slew"
    with pytest.raises(Refusal) as no:
        can_they_stop(line, "seize slew with irish")
    assert no.value.rule == "IJ-PIV-1"
    for deed in ("retreat irish", "seize slew", "seize slew with irish irish"):
        with pytest.raises(BadAnswer):
            can_they_stop(line, deed)


# -- the hidden cards


@pytest.mark.parametrize("seed", range(runs(20, 500)))
def test_the_chance_is_that_of_every_hand_counted(seed: int) -> None:
    rng = random.Random(seed)
    pool = {name: rng.randint(1, 3) for name in "abcd"} | {"other": rng.randint(1, 3)}
    sets = [dict(Counter(rng.choices("abcde", k=rng.randint(1, 3)))) for _ in range(rng.randint(1, 4))]
    cards = [name for name, number in pool.items() for _ in range(number)]
    hand = rng.randint(0, min(5, len(cards)))
    known = rng.choices("abe", k=rng.randint(0, 2))
    count = sum(
        any(Counter(one) <= Counter([*known, *chosen]) for one in sets)
        for chosen in combinations(cards, hand)
    )
    assert chance_hand_contains_way(sets, pool, hand, known) == Fraction(count, comb(len(cards), hand))


def test_the_chance_of_a_way_is_that_of_the_deck_without_what_was_seen() -> None:
    deck = deck_from_lines("small", ["2 sudden-sleep", "2 cold-feet", "6 irish"])
    line = "imajica: p1 active sartori; p2 active dowd ovo sudden-sleep; circle slew"
    deck = deck_from_lines("small", [*deck.lines(), "dowd"])
    stops = can_they_stop(line, "seize slew with sartori", holdings={"p2": RivalHand((), 3, deck)})
    # nine cards are unseen, three of them put Sartori out
    assert sum(stops.rival_stops[0].unseen_cards.values()) == 9
    assert stops.stop_chance == 1 - Fraction(comb(6, 3), comb(9, 3))
    assert list(stops.frame()["cards"]) == ["cold-feet"]
    assert list(stops.frame()["count"]) == [1]


BRUISERS = (
    "imajica: p1 active gek-a-gek gek-a-gek irish; p2 active gideon lamp-boy",
    "challenge gideon with gek-a-gek gek-a-gek.2 irish",
)
SLEW = "imajica: p1 active sartori; p2 active dowd; circle slew", "seize slew with sartori"


@pytest.mark.parametrize(
    ("scene", "deck", "known", "unseen", "sets"),
    [
        (SLEW, "teeth", (), 5, ["cold-feet", "sudden-sleep"]),
        (SLEW, "teeth", ("cold-feet",), 0, ["cold-feet"]),
        (BRUISERS, "maestros", (), 7, None),
        (BRUISERS, "maestros", ("crowd", "cold-feet"), 1, None),
        (BRUISERS, "teeth", ("old-oath",), 3, None),
        (BRUISERS, "", (), 4, None),
    ],
)
def test_the_chance_is_that_of_a_hand_with_the_cards_of_some_row(
    scene: tuple[str, str], deck: str, known: tuple[str, ...], unseen: int, sets: list[str] | None
) -> None:
    holding = RivalHand(known, unseen, load_decks()[deck] if deck else None)
    stops = can_they_stop(*scene, holdings={"p2": holding})
    rival, rows = stops.rival_stops[0], list(stops.stopping_sets()["cards"])
    assert sets is None or rows == sets
    assert len(rows) == len(set(rows)) == stops.frame()["sets"][0] > 0
    needs = [
        {card: int(count or 1) for count, card in re.findall(r"(?:(\d+)×)?([a-z][a-z-]*)", row)}
        for row in rows
    ]
    assert chance_hand_contains_way(needs, rival.unseen_cards, unseen, known) == rival.chance
    fits = [(Counter(need) - Counter(known)).total() <= unseen for need in needs]
    assert all(fits), "a row needs more unseen cards than the hand has"


def test_a_list_of_sets_that_is_too_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stops_module, "MOST_LISTED_SETS", 1)
    listed = can_they_stop(*SLEW, holdings={"p2": RivalHand((), 5, load_decks()["teeth"])}).stopping_sets()
    assert (len(listed), listed.attrs["complete"]) == (1, False)


def test_IJ_AREA_2_more_cards_than_are_unseen_are_refused() -> None:
    line = "imajica: p1 active sartori; p2 active dowd; circle slew"
    deck = deck_from_lines("small", ["sudden-sleep"])
    with pytest.raises(Fault, match="only 1 of that deck"):
        can_they_stop(line, "seize slew with sartori", holdings={"p2": RivalHand((), 2, deck)})


def test_IJ_AREA_2_in_a_game_only_sizes_of_other_hands_are_used() -> None:
    game = new_game(["maestros", "teeth"], seed=3)
    rng = random.Random(1)
    for _ in range(4000):
        question = game.question
        assert question is not None
        if question.kind == "ally":
            deeds = [deed for deed in map(str, question.options()) if deed.startswith("seize")]
            if deeds:
                break
        game.answer_randomly(rng)
    rival = 1 - game.table.current
    before = can_they_stop(game, deeds[0])
    pool = possible_unseen_cards(game.table, rival, before.rival_stops[0].known_hand)
    assert before.rival_stops[0].known_hand.deck == load_decks()[["maestros", "teeth"][rival]]
    player = game.table.players[rival]
    hidden = sum(
        piece.area == "path" and not piece.known
        for piece in game.table.pieces.values()
        if piece.owner == rival
    )
    assert pool.total() == len(player.hand) + player.destiny.shuffled_count + hidden
    player.hand = [next(iter(pool))] * len(player.hand)
    assert can_they_stop(game, deeds[0]).stop_chance == before.stop_chance


def test_IJ_SEIZE_4_a_large_hand_that_needs_seven_cards_is_counted_hand_by_hand() -> None:
    """20 are lacking; an Old Oath brings 3, a Whispered Name 2: eight of these thirteen cards are held."""
    people = "sartori huzzah-aping horace-tyrwith bright-mother"
    line = f"imajica: p1 active {people}; p2 active dowd; circle slew"
    brings = {"old-oath": 3, "whispered-name": 2, "irish": 0}
    cards = ["old-oath"] * 7 + ["whispered-name"] * 4 + ["irish"] * 2
    held = {"p2": RivalHand((), 8, deck_from_lines("own", cards))}
    stops = can_they_stop(line, f"seize slew with {people}", holdings=held)
    enough = sum(sum(brings[card] for card in hand) >= 20 for hand in combinations(cards, 8))
    assert stops.is_exact
    assert stops.stop_chance == Fraction(enough, comb(13, 8))
    assert min(way.card_count for way in stops.rival_stops[0].ways) == 7


def test_a_search_that_would_be_too_long_says_how_far_it_went() -> None:
    people = "sartori huzzah-aping horace-tyrwith bright-mother"
    line = f"imajica: p1 active {people}; p2 active dowd gideon irish toll-guard; circle slew"
    stops = can_they_stop(line, f"seize slew with {people}", holdings={"p2": RivalHand((), 12)})
    rival = stops.rival_stops[0]
    assert not rival.is_exact
    assert all(way.card_count <= rival.searched_set_size for way in rival.ways)
    assert "at least" in str(stops)
    bound = stops.frame().iloc[0]
    assert (bound["low"], bound["high"], bound["exact"], bound["complete"]) == (
        float(rival.chance),
        1,
        "",
        False,
    )
    known = can_they_stop(
        line, f"seize slew with {people}", holdings={"p2": RivalHand((), 3, load_decks()["teeth"])}
    )
    assert known.rival_stops[0].is_exact
    exact = known.frame().iloc[0]
    assert exact["low"] == exact["chance"] == exact["high"]
    assert Fraction(exact["exact"]) == known.stop_chance


def test_defenders_of_whom_no_set_was_tried_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    line, deed = (
        "imajica: p1 active irish; p2 active lamp-boy toll-guard gideon",
        "challenge lamp-boy with irish",
    )
    whole = best_defenders(line, deed)
    assert (whole.tried_every_set, len(whole.defences)) == (True, 4)
    monkeypatch.setattr(defenders, "MOST_DEFENDERS", 1)
    part = best_defenders(line, deed)
    assert (part.tried_every_set, len(part.defences), len(part.untried_characters)) == (False, 2, 1)
    assert not part.frame()["complete"].any()
    assert part.frame().attrs["untried"] in ("toll-guard", "gideon")


@pytest.mark.parametrize("deed", ["seize slew with sartori", "challenge dowd with sartori"])
def test_IJ_AREA_2_the_answer_says_that_the_own_hand_is_not_counted(deed: str) -> None:
    line = "imajica: p1 active sartori hand old-oath; p2 active dowd; circle slew"
    stops = can_they_stop(line, deed)
    assert "own hand not counted" in stops.text("en")
    assert "eigene Hand nicht gezählt" in stops.text("de")
    assert "plays no card in answer" in " ".join((can_they_stop.__doc__ or "").split())


def test_the_chance_of_a_hand_that_is_not_given_is_not_given_and_neither_is_a_total() -> None:
    line = "imajica: p1 active sartori; p2 active dowd; p3 active gideon; circle slew"
    stops = can_they_stop(line, "seize slew with sartori", holdings={"p2": RivalHand()})
    known, unknown = stops.rival_stops
    assert known.chance == 0
    assert isnan(unknown.chance)
    assert isnan(stops.stop_chance)
    assert not stops.is_exact
    assert str(stops).count("hand not given") == 1
    assert "Hand nicht angegeben" in stops.text("de")
    assert str(stops).splitlines()[-1].endswith("–")
    row = stops.frame().set_index("player").loc["p3"]
    assert isnan(row["chance"])
    assert (row["low"], row["high"], row["exact"], row["complete"]) == (0, 1, "", False)
    assert (row["outcome"], row["rules"]) == ("not_given", [])
    assert row["reason"] == "p3’s hand is not given."
    figure = imajica.charts.stopping(stops.frame())
    assert "left out because their hands are not known: 1." in figure.to_json()


def test_what_lies_there_stops_a_deed_whatever_the_hand() -> None:
    line = "imajica: p1 active sartori; p2 active huzzah-aping; p3 active dowd; circle slew"
    stops = can_they_stop(line, "seize slew with sartori")
    assert [rival.is_hand_given for rival in stops.rival_stops] == [False, False]
    assert (stops.rival_stops[0].chance, stops.stop_chance) == (1, 1)
    assert isnan(stops.rival_stops[1].chance)


def test_sets_of_allies_whose_chance_is_not_given_come_last() -> None:
    line = "imajica: p1 active sartori lamp-boy; p2 active huzzah-aping; circle slew"
    sendings = allies_to_send(line, "seize slew")
    assert sendings["chance"].tolist()[:2] == [1.0, 1.0]
    assert isnan(sendings["chance"][2])
    assert (sendings["outcome"][2], sendings["reason"][2]) == ("not_given", "p2’s hand is not given.")
