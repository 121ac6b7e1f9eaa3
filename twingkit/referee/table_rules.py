"""The parts that a game fills in so that a real table can be typed: where its hidden cards lie, and how
they are named. Everything has a default that any game can use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from twingkit.asking import Question
from twingkit.games import game_named
from twingkit.play import Game
from twingkit.referee.typed import named_words
from twingkit.starts import Start


def _any_word(answer: str) -> Iterable[str]:
    return tuple(named_words(answer))


@attrs.frozen(kw_only=True)
class TableRules:
    """The parts that a game fills in.

    `hand(table, seat)` are the tokens of the cards that a seat (from 0) holds unseen; None where the game
    does not say. `needs(answer)` are the tokens of hand cards that an answer names. `silences` are answers
    that nobody says aloud: a typed game may leave them out, and name them where nobody is asked.
    `forms(game, question, cards)` are the answers that could be possible, with `?` for each card of a hand
    that is to be named; None: those of some completions. `stack(table, seat)` are the tokens of the cards
    that this seat may still draw. `seen(game)` is the view of an onlooker, who sees no hand.
    """

    hand: Callable[[Any, int], Iterable[str]] | None = None  # each game has its table
    stack: Callable[[Any, int], Iterable[str]] | None = None
    draws: tuple[str, ...] = ()
    """The kinds of draws whose cards go into a hand unseen, unless a ruling shows them."""
    unseen: tuple[str, ...] = ()
    """The kinds of other questions whose answers only some players see."""
    window: Callable[[Any, int], Question] | None = None
    """The question to a seat that may act while another one is asked, and whom nobody asks if it cannot."""
    one_deck: bool = True
    """True if all draw from one deck."""
    needs: Callable[[str], Iterable[str]] = _any_word
    silences: tuple[str, ...] = ("pass",)
    silent_kinds: tuple[str, ...] = ()
    """The kinds of questions to which nobody says them aloud; all, where there are none."""
    forms: Callable[[Game, Question, frozenset[str]], Iterable[str] | None] | None = None
    seen: Callable[[Game], Any] | None = None  # the game's view
    players: tuple[int, ...] = (2,)
    """The numbers of players for which a table can be laid out."""
    variants: tuple[str, ...] = ()
    """The presets of rules to choose from, the usual one first."""


def table_rules(start: Start) -> TableRules:
    """The `TableRules` of the game of this start, the default where its entry names none.

    >>> from twingkit import ember
    >>> table_rules(ember.new_game(2).start).silences
    ('pass', 'done', 'turn')
    """
    own = game_named(start.name.partition(".")[0]).load("referee")
    if own is None:
        return TableRules()
    filled: TableRules = own
    return filled
