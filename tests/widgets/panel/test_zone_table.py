"""A declared table is drawn as a table: the location of each zone, and nothing that a seat may not see."""

from __future__ import annotations

import re
import sys
from types import ModuleType, SimpleNamespace

import attrs
import pytest

from twingkit.core.acts import Act, ActChoice, Choice
from twingkit.core.games import GameEntry
from twingkit.core.language import in_language
from twingkit.core.rulebook import Chapter, NamesByLanguage, Rule, Rulebook
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.core.zones.declaration import (
    NOBODY,
    OWNER,
    PieceKind,
    PlayedPiece,
    ZonePlayer,
    ZoneTable,
    players_field,
    value_field,
    zone_field,
)
from twingkit.core.zones.views import TableView, ZoneView, table_view
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.views import DefaultGameViews, load_views
from twingkit_widgets.table.play.any_game import newly_finished_trick

BOX = tuple(f"card{number}" for number in range(1, 31))
CARDS = PieceKind(all_pieces=BOX)
SEATS = ("p1", "p2", "p3")


@attrs.define(eq=False)
class Player(ZonePlayer):
    """A hand, won cards, points, and the number of tricks that follows from the won cards."""

    computed_values = ("tricks",)
    hand: list[str] = zone_field(CARDS, list, visible_to=OWNER)
    won: list[str] = zone_field(CARDS, list, is_pile=True)
    points: int = value_field(0)
    motto: str = value_field("")

    @property
    def tricks(self) -> int:
        """Return the number of won tricks."""
        return len(self.won) // 3


@attrs.define(eq=False)
class CardTable(ZoneTable):
    """A deck, a trick, and whose turn it is."""

    players: list[Player] = players_field(Player)
    deck: DeckWithKnownEnds[str] = zone_field(CARDS, CARDS.full_deck, visible_to=NOBODY)
    trick: list[PlayedPiece] = zone_field(CARDS, list, keeps_seat=True)
    current: int = value_field(0)
    trump: str = value_field("")


class Play(Choice):
    """Play a card of the hand."""

    word = "play"


class CardToPlay(ActChoice[CardTable]):
    """Which card is played?"""

    __slots__ = ()
    kind, act_class = "play", Play

    def broken_rule(self, answer: Act) -> None:
        """Return None: nothing is forbidden."""

    def sentence(self) -> str:
        """Return the question."""
        return "Which card?"


def book() -> Rulebook:
    """Return the words of the game: one card has a short form."""
    names = {
        "card1": {"en": "ace of coins", "de": "Münzen-Ass", "short": {"en": "A♦", "de": "A♦"}},
        "hand": {"en": "hand", "de": "Hand"},
        "won": {"en": "won cards", "de": "gewonnene Karten"},
        "deck": {"en": "deck", "de": "Stapel"},
        "points": {"en": "points", "de": "Punkte"},
        "play": {"en": "play", "de": "spiel"},
        "p1": {"en": "the first", "de": "Platz eins"},
    }
    rule = Rule("CA-1", "cards", "printed", {"en": "Play", "de": "Spiel"}, {"en": "Play.", "de": "Spiel."})
    return Rulebook([rule], [Chapter("cards", {"en": "Cards", "de": "Karten"})], {}, NamesByLanguage(names))


@pytest.fixture
def cards(monkeypatch: pytest.MonkeyPatch) -> GameEntry:
    """Return a game with words and no pictures."""
    module = ModuleType("cards_game")
    vars(module).update(book=book)
    monkeypatch.setitem(sys.modules, "cards_game", module)
    return GameEntry(
        id="cards", titles={"en": "Cards", "de": "Karten"}, rule_prefix="CA", rules="cards_game:book"
    )


@pytest.fixture
def views(cards: GameEntry) -> DefaultGameViews[TableView]:
    """Return its plain pictures."""
    return load_views(cards)


def dealt() -> CardTable:
    """Return a table in the middle of a game: the second player to move, in a trick of two cards."""
    table = CardTable(players=[Player(seat=seat) for seat in range(3)], current=1)
    for number, player in enumerate(table.players):
        hand = [f"card{3 * number + step}" for step in (1, 2, 3)]
        for card in hand:
            table.deck.take(card)
        player.gain("hand", hand)
    for card in ("card10", "card11", "card12", "card13", "card14", "card15"):
        table.deck.take(card)
    table.players[2].won = ["card10", "card11", "card12"]
    table.players[2].points = 7
    table.trick = [PlayedPiece(2, "card13"), PlayedPiece(0, "card14")]
    table.deck.put_on_bottom(["card15"], range(3))
    return table


def test_own_zones_lie_below_the_middle_and_the_others_in_the_order_of_play(
    views: DefaultGameViews[TableView],
) -> None:
    shown = views.table(table_view(dealt(), 1, SEATS))
    order = re.findall(r'data-key="(seat:\d|middle)"', shown)
    assert order == ["seat:2", "seat:0", "middle", "seat:1"]
    assert "P2 (you)" in shown
    own = shown[shown.index('data-key="seat:1"') :]
    assert "to move" in own
    assert shown.count("to move") == 1
    assert "Current" not in shown, "it is the sign at the seat"
    assert "Motto" not in shown, "it is empty"
    assert "<dt>Points</dt><dd>7</dd>" in shown
    assert re.findall(r"<dt>Tricks</dt><dd>(\d)</dd>", shown) == ["1", "0", "0"]


def test_the_middle_stands_by_itself_where_a_page_asks_and_no_turn_is_left_at_the_end(
    cards: GameEntry,
) -> None:
    pictures, seen = DefaultGameViews[TableView](cards).zone_pictures(), table_view(dealt(), 1, SEATS)
    middle = pictures.shared_zones_html(seen)
    assert middle
    assert "card13" in middle
    assert 'data-key="seat' not in middle
    others, own = pictures.others_and_own_html(seen, is_game_over=False)
    assert others
    assert own
    assert 'data-key="middle"' not in others + own
    assert "P2 (you)" not in others, "the own hand stands beside the answers"
    assert "to move" in own
    assert not any(
        "to move" in shown for shown in pictures.others_and_own_html(seen, is_game_over=True) if shown
    )


class Trick:
    """A game of one trick, as far as the page needs it: the second and third player complete the trick."""

    def __init__(self, table: CardTable, answered: int = 0) -> None:
        self.table, self.answered, self.start = table, answered, table.copy()

    def __len__(self) -> int:
        return self.answered

    def copy(self) -> Trick:
        twin = Trick(self.start, self.answered)
        twin.table = self.table.copy()
        return twin

    def undo(self, count: int) -> None:
        self.table, done, self.answered = self.start.copy(), self.answered - count, 0
        for _ in range(done):
            self.answer(self.entries(self.answered)[0].answer)

    def entries(self, first: int) -> list[SimpleNamespace]:
        given = (("p2", 1, "play card4"), ("p3", 2, "play card7"))[first : max(first + 1, len(self))]
        return [
            SimpleNamespace(
                player=seat,
                answer=text,
                act=Play(tuple(text.split()[1:])),
                question=CardToPlay(self.start, seat, self.start.players[seat].hand),
            )
            for _, seat, text in given
        ]

    def answer(self, text: str) -> None:
        seat, card = (1, 2)[self.answered], text.split()[1]
        self.table.players[seat].remove_face_up("hand", card)
        self.table.trick.append(PlayedPiece(seat, card))
        self.answered += 1
        if self.answered == 2:
            self.table.trick = []

    def view(self, seat: int) -> TableView:
        return table_view(self.table, seat, SEATS)


def test_a_trick_that_was_cleared_since_the_last_answer_is_still_shown() -> None:
    table = dealt()
    table.trick = [PlayedPiece(0, "card14")]
    game = Trick(table)
    match = SimpleNamespace(game=game, seat=1, last_own_answer_index=lambda: 0 if len(game) else None)
    assert newly_finished_trick(match) == []
    game.answer("play card4")
    assert newly_finished_trick(match) == [], "it lies on the table"
    game.answer("play card7")
    assert newly_finished_trick(match) == [(0, "card14"), (1, "card4"), (2, "card7")]
    assert len(game) == 2, "the game itself goes on from where it was"


def test_backs_are_counted_and_what_they_hide_is_not_in_the_page(views: DefaultGameViews[TableView]) -> None:
    table = dealt()
    shown = views.table(table_view(table, 1, SEATS))
    assert shown.count('aria-label="Hand: 3 cards face down"') == 2
    assert 'aria-label="Hand: 3 cards"' in shown
    assert 'aria-label="Deck: 16 cards, 15 face down"' in shown
    assert "at the bottom" in shown
    for card in (*table.players[0].hand, *table.players[2].hand, *table.deck.shuffled_cards()):
        assert not re.search(rf"\b{card}\b", shown), card
    assert "ace of coins" not in shown
    with in_language("de"):
        assert 'aria-label="Stapel: 16 Karten, 15 verdeckt"' in views.table(table_view(table, 1, SEATS))


def test_an_onlooker_sees_no_hand_and_the_people_by_their_names(views: DefaultGameViews[TableView]) -> None:
    shown = views.public_table(table_view(dealt(), -1, SEATS), {"p1": "Anna", "p3": "Eva"})
    assert shown.count("3 cards face down") == 2 * 3, "in the label and beside the backs of each hand"
    assert "(you)" not in shown
    assert re.findall(r"<small>(Anna|Eva)</small>.*?(card1\d)", shown) == [
        ("Eva", "card13"),
        ("Anna", "card14"),
    ]


def test_a_pile_shows_its_last_piece_and_unfolds(views: DefaultGameViews[TableView]) -> None:
    shown = views.table(table_view(dealt(), 1, SEATS))
    pile = re.search(r'aria-label="Won cards: 3 cards">(.*?)</details>', shown)
    assert pile
    assert re.findall(r"card1\d", pile[1].partition("<details")[0]) == ["card12"]
    assert re.findall(r"card1\d", pile[1].partition("<details")[2]) == ["card12", "card11", "card10"]
    assert shown.count('aria-label="Won cards') == 1, "empty piles are left out"


def test_partners_are_named_where_they_sit(views: DefaultGameViews[TableView]) -> None:
    seen = attrs.evolve(table_view(dealt(), 0, SEATS), teams=((0, 2),))
    parts = views.table(seen).split('data-key="seat:')
    said = {part[0]: "partner" in part for part in parts[1:]}
    assert said == {"1": False, "2": True, "0": False}
    onlooker = views.public_table(attrs.evolve(seen, player=-1), {"p1": "Anna", "p3": "Eva"})
    assert onlooker.count("team with Eva") == onlooker.count("team with Anna") == 1


def test_a_deck_of_known_cards_lies_face_down_from_its_top(views: DefaultGameViews[TableView]) -> None:
    table = CardTable(players=[Player(seat=0)])
    table.deck.replace_cards([])
    table.deck.put_on_top(["card2", "card3"], [0])
    seen = table_view(table, 0, SEATS)
    assert seen.zone("deck") == ZoneView("deck", None, ("card2", "card3"), is_pile=True, is_deck=True)
    shown = views.table(seen)
    assert shown.count("on top") == 2
    assert "<details" not in shown


def test_a_choice_among_own_pieces_is_named_by_the_piece(views: DefaultGameViews[TableView]) -> None:
    table = dealt()
    seen: TableView = table_view(table, 0, SEATS)
    offered = views.answer_controls(CardToPlay(table, 0, ("card1", "card2")), seen)
    assert '<b class="tk-short" aria-hidden="true">A♦</b>Ace of coins<' in offered
    assert ">Card2<" in offered
    assert 'data-value="play card1"' in offered
    of_another = views.answer_controls(CardToPlay(table, 0, ("card9",)), seen)
    assert "Play card9" in re.sub("<[^>]*>", "|", of_another)


def test_a_game_draws_its_own_pieces(cards: GameEntry) -> None:
    class Drawn(DefaultGameViews[TableView]):
        def component_html(self, name: str) -> Markup:
            return el("i", name)

    vars(sys.modules["cards_game"]).update(VIEWS=Drawn(cards))
    shown = load_views(attrs.evolve(cards, views="cards_game:VIEWS")).table(table_view(dealt(), 0, SEATS))
    assert "<i>card1</i>" in shown
