"""A deck with known ends: which card comes next, and who knows it."""

from __future__ import annotations

from twingkit.core.zones.deck import DeckWithKnownEnds


def drawn(deck: DeckWithKnownEnds[str], *chance: str) -> list[object]:
    """Return all cards of a deck in order, where chance brings these cards."""
    came, cards = [], iter(chance)
    while True:
        script = deck.take_next(lambda: None)  # type: ignore[arg-type, return-value]
        try:
            next(script)
            script.send(next(cards))
        except StopIteration as stop:
            if stop.value is None:
                return came
            came.append((stop.value[0], set(stop.value[1])))


def test_known_cards_come_first_and_last_and_chance_between() -> None:
    deck = DeckWithKnownEnds(["a", "b"])
    deck.put_on_top(["x", "y"], [1])
    deck.put_on_bottom(["z"], [0, 1])
    deck.put_on_bottom(["w"])
    assert (deck.size, deck.seats_knowing_next, deck.pieces_known_to(0), deck.all_cards()[0]) == (
        6,
        {1},
        ["z"],
        "x",
    )
    assert drawn(deck.copy(), "b", "a") == [
        ("x", {1}), ("y", {1}), ("b", set()), ("a", set()), ("z", {0, 1}), ("w", set()),
    ]  # fmt: skip
    assert deck.size == 6


def test_an_empty_deck_gives_nothing_and_a_pile_is_shuffled_in() -> None:
    deck, pile = DeckWithKnownEnds(["a", "b"]), ["b"]
    assert [card for card, _ in drawn(deck, "a", "b")] == ["a", "b"]  # type: ignore[misc]
    assert drawn(deck) == []
    deck.shuffle_in_pile(pile)
    assert (deck.shuffled_cards(), pile) == (["b"], [])
