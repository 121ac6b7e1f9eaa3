"""Links to a game: a packed record or position begins where it ends, and "copy link" gives the game back."""

from __future__ import annotations

import pytest
from widgets.play.panel_words import played

from twingkit import Game
from twingkit.core.links import MAX_UNPACKED_BYTES, pack_text, unpack_text
from twingkit_widgets.ember.play.panel import EmberPlayPanel
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel
from twingkit_widgets.site.page import page
from twingkit_widgets.table.play.form import LONGEST_LINKED_GAME, game_link_query, parse_game_query
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.table.play.words import PlayFault
from twingkit_widgets.twing.play.panel import PlayPanel
from twingkit_widgets.twing.play.play_game import Settings

POSITION = """players F W L
variant short
p1 hand F5 F3 cat; entourage F4; ornicles 3
p2 hand W6 W2 cat*2; objects hat
p3 hand L4
table turn 8; to-move p2; phase action; display cup,bra
"""


def linked(query: str) -> tuple[PlayPanel, list[Exception]]:
    """Return the panel of the page with this query, and the messages of its faults."""
    made = page("play", f"{query}&lang=en")
    assert isinstance(made[0], PlayPanel)
    return made[0], list(made.fault_panel.faults) if made.fault_panel else []


def answer(panel: PlayPanel) -> None:
    """Give the first possible answer."""
    question = panel.match.question
    panel.do("answer", question.format_answer(next(question.options())))
    assert panel.error is None


def test_a_linked_game_goes_on_where_it_stood() -> None:
    before = played(5)
    query = before.link_query()
    assert set(query) == {"game"}
    assert len(query["game"]) < LONGEST_LINKED_GAME
    after, faults = linked(f"game={query['game']}")
    assert faults == []
    assert after.record == before.record
    assert after.match.seat == 0
    assert after.match.question.kind == before.match.question.kind
    answer(after)
    assert after.record.startswith(before.record)


def test_a_linked_position_seats_the_person_who_is_asked_first() -> None:
    panel, faults = linked(f"game={pack_text(POSITION)}")
    assert faults == []
    assert (panel.match.seat, panel.match.question.kind) == (1, "act")
    assert [len(panel.match.view.seats), str(panel.match.view.variant)] == [3, "short"]
    assert [card.power for card in panel.match.view.hand.spells] == [6, 2]
    assert "game" in panel.link_query()
    assert "seat" not in panel.link_query()


def test_another_seat_and_other_opponents_are_part_of_the_link() -> None:
    panel, faults = linked(f"game={pack_text(POSITION)}&seat=p1&opponents=random")
    assert faults == []
    assert panel.match.seat == 0
    assert (panel.match.settings.seat, panel.match.settings.opponent_level) == (0, "random")
    query = panel.link_query()
    again, _ = linked("&".join(f"{name}={value}" for name, value in query.items()))
    assert query["opponents"] == "random"
    assert again.match.seat == 0
    assert again.record == panel.record


def test_the_seat_is_named_where_another_one_is_asked() -> None:
    record = Game.replay(f"twingkit-record 1\ngame twing\n{POSITION}").record
    assert game_link_query(record, Settings(seat=0), 1) == {"game": pack_text(record), "seat": "p1"}
    assert game_link_query(record, Settings(seat=1, opponent_level="steady"), 1) == {
        "game": pack_text(record),
        "opponents": "steady",
    }


def test_a_game_too_long_for_a_link_gives_its_kind() -> None:
    panel = PlayPanel(3, variant="short", seed=4)
    assert set(panel.link_query()) == {"game"}
    assert game_link_query("".join(map(chr, range(33, 3000))), Settings(), 0) == {}
    commented = panel.record + "".join(f"# {number * 7919}\n" for number in range(900))
    assert set(PlayPanel(record=commented).link_query()) == {"game"}, "comments are no part of the game"
    assert panel.address() == {"players": "3", "variant": "short"}


def test_beginning_anew_after_a_link_begins_where_the_link_does() -> None:
    panel, _ = linked(f"game={pack_text(POSITION)}&seed=5")
    first = panel.record
    panel.do("answer", "pass")
    assert panel.record != first
    panel.restore("")
    assert panel.record == first
    assert panel.state == ""
    panel.do("answer", "pass")
    panel.do("restart")
    assert panel.record == first


def test_players_and_variant_of_the_address_do_not_count_beside_a_game() -> None:
    made, faults = parse_game_query(
        {"players": "4", "variant": "box", "game": pack_text(POSITION), "seed": "7"}, Settings()
    )
    assert (made, faults) == ({"record": POSITION, "seed": 7}, [])


def test_an_address_with_an_empty_seed_begins_any_game() -> None:
    panel, faults = linked("seed=")
    assert faults == []
    assert panel.match.settings.seed >= 0


BATTLE = "twingkit-record 1\ngame twing.battle\nbattle F: F5 vs W: W4\n"


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("game=AAAA", "The link is damaged"),
        ("game=", "The link is damaged"),
        ("game=%3Cb%3E", "The link is damaged"),
        (f"game={pack_text(POSITION)[:-4]}", "The link is damaged"),
        (f"game={pack_text('x' * (MAX_UNPACKED_BYTES + 1))}", "200 kB"),
        (f"game={pack_text('')}", "There is no text to read"),
        (f"game={pack_text('<b>nothing</b>')}", "This is not a saved game"),
        (f"game={pack_text(BATTLE)}", "another kind of game"),
        (f"game={pack_text(POSITION.replace('F5', 'F77x'))}", "F77x"),
        (f"game={pack_text(POSITION + 'p2: fly')}", "fly"),
        (f"game={pack_text(POSITION)}&seat=p4", "only 3 players"),
        (f"game={pack_text(POSITION)}&seat=second", "A seat is p1, p2, p3 or p4"),
        ("seat=p3", "only 2 players"),
    ],
)
def test_a_link_that_holds_no_game_is_one_clear_fault_and_the_page_works(query: str, told: str) -> None:
    made = page("play", f"{query}&lang=en")
    assert made.fault_panel.html.count("<p") == 1
    assert told in made.fault_panel.html.replace("&#x27;", "'")
    assert "<b>" not in made.fault_panel.html
    made[0].do("go_on")  # the start
    assert made[0].match.question is not None
    answer(made[0])


def test_the_frame_copies_the_game_and_leaves_the_address_alone() -> None:
    made = page("play", "seed=7&opponents=greedy&lang=en")
    made[0].do("answer", "pass")
    assert "game=" in made.frame.share
    assert made.frame.place == "lang=en"
    game = made.frame.share.partition("game=")[2].partition("&")[0]
    assert unpack_text(game) == made[0].record


@pytest.mark.parametrize("panel", [EmberPlayPanel, ImajicaPlayPanel, PlayPanel])
def test_a_link_can_name_any_seat_of_its_game(panel: type[MatchPanel]) -> None:
    record = panel(4, seed=3).record
    for seat in range(4):
        assert panel(record=record, seat=seat).match.seat == seat
    for wrong in ({"record": record, "seat": 4}, {"players": 4, "seat": 4}):
        with pytest.raises(PlayFault):
            panel(**wrong)
