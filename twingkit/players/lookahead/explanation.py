"""Why an answer is better than another one, from the playouts that rate both.

The playouts of two answers use the same deals and dice, so what each side has at their ends can be compared
pair by pair. What differs for certain, and matters for the estimated chance to win, is a reason; it cannot
contradict the rating, because both come from the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

import attrs

from twingkit.core.language import localized
from twingkit.core.rulebook import Ruling
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.core.words import SentenceCatalogue, format_number, format_percent
from twingkit.players.lookahead.consequences import WORDS, Consequence, sentence_key
from twingkit.players.lookahead.exact import ExactChance
from twingkit.players.lookahead.ratings import Verdict

CONSEQUENCE_COLUMNS = {
    **dict.fromkeys(("quantity", "side"), "str"),
    **dict.fromkeys(("level", "other_level", "difference", "error", "effect"), "float64"),
    "playouts": "int64",
    "direction": "str",
}
"""The columns of the table of consequences, with their types."""

MIN_VISIBLE_TIE = 0.0005
"""The smallest chance of a tie that is said."""

MIN_FIGHT_DIFFERENCE = 0.08
"""The smallest difference between two shares of won fights that is said."""


class FightShare(NamedTuple):
    """How often a seat wins a fight: its kind, the number of wins and of playouts, and what it is about."""

    kind: str
    won: int
    tries: int
    target: Callable[[], str]


@attrs.frozen
class Names:
    """The names in the sentences of an explanation: of an answer, of a seat (from 0), and of a quantity of a
    game without sentences of its own.
    """

    answer: Callable[[str], str]
    seat: Callable[[int], str]
    quantity: Callable[[str], str] = str


@attrs.frozen
class Explanation:
    """The reasons for an answer against one named alternative (`other`, "" if there is none).

    `plan` is a sequence of own answers that wins for certain, from this one on; `is_lost` says that the
    alternative loses at once. `exact` is a ruling with exact odds or facts of what the answer starts; without
    one, `fights` says how often each answer wins the fight that it starts or decides. `gains` speak for the
    answer, `prices` for the alternative. `win_probability` is the chance after each of the two in
    `playout_count` playouts; without playouts, `exact_chances` are the exact ones. `found` are all
    consequences, of which the sentences name the most important ones, and `seats` the names of the seats.

    >>> from twingkit import ember, explain
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> explained = explain(ember.position_game(line, seed=1), "done")
    >>> explained.verdict, explained.consequences.direction.tolist()[:1]
    ('clearly_worse', ['gain'])
    """

    answer: str
    other: str = ""
    seat: int = 0
    plan: tuple[str, ...] = ()
    is_lost: bool = False
    exact: Ruling | None = None
    fights: tuple[FightShare | None, FightShare | None] = (None, None)
    gains: tuple[Consequence, ...] = ()
    prices: tuple[Consequence, ...] = ()
    win_probability: tuple[float, float] = (0.0, 0.0)
    exact_chances: tuple[ExactChance, ExactChance] | None = None
    verdict: Verdict = "none"
    playout_count: int = 0
    seats: tuple[str, ...] = ()
    found: tuple[Consequence, ...] = attrs.field(default=(), repr=False)
    words: SentenceCatalogue = attrs.field(default=WORDS, repr=False)

    @property
    def consequences(self) -> DataFrame:
        """All quantities that certainly differ after the two answers, what matters most first.

        A row has the mean after each answer, their difference with its standard error, the effect on the
        chance to win (from -1 to 1) and its direction, "gain" or "price".
        """
        rows = [
            (one.quantity, self.seats[one.seat], one.level, one.other_level, one.level - one.other_level,
             one.error, one.effect, self.playout_count, "gain" if one.effect > 0 else "price")
            for one in self.found
        ]  # fmt: skip
        return frame_from_rows(rows, CONSEQUENCE_COLUMNS, answer=self.answer, other=self.other)

    @property
    def changes(self) -> list[str]:
        """The consequences in short, as in `p1 objects +0.6`."""
        return [
            f"{self.seats[one.seat]} {one.quantity} {one.level - one.other_level:+.1f}" for one in self.found
        ]

    def _repr_html_(self) -> str:
        return f"<p><b>{escape(self.answer)}</b>: {escape(self.text())}</p>"

    @property
    def rule(self) -> str:
        """The id of the rule behind the exact odds; "" if there are none."""
        return self.exact.rule if self.exact is not None else ""

    @localized
    def text(self, lang: str | None = None, *, names: Names | None = None) -> str:
        """Return the explanation in at most three sentences, by default with the names of records."""
        names = names or Names(str, self.seats.__getitem__)
        if self.plan:
            later = self.plan[1:]
            return WORDS.say("wins_by_plan" if later else "wins", n=len(later))
        if self.is_lost:
            return WORDS.say("loses", other=names.answer(self.other))
        fought = "" if self.exact else self._fought(names)
        rated = self._rated(names, is_named=bool(fought))
        return " ".join(filter(None, [self._exact_text(), fought, *rated]))

    @localized
    def reasons(self, lang: str | None = None, *, names: Names | None = None) -> str:
        """Return only what the answer starts and changes, without the chances to win; "" if nothing."""
        names = names or Names(str, self.seats.__getitem__)
        fought = "" if self.exact else self._fought(names)
        changes = _capitalized(self._changes(names))
        return " ".join(filter(None, [self._exact_text(), fought, changes]))

    def _exact_text(self) -> str:
        return self.exact.text() if self.exact is not None else ""

    def _fought(self, names: Names) -> str:
        """Return how often the fight is won after both answers; "" if it makes no difference."""
        own, other = self.fights
        if own is None and other is None:
            return ""
        facts: dict[str, object] = {"other": names.answer(self.other)}
        for fight, number in ((own, "n"), (other, "m")):
            if fight is not None:
                facts |= {number: round(100 * fight.won / fight.tries), "tries": fight.tries}
                name = self.words.say(f"fight.{fight.kind}", target=fight.target())
                facts["fight" if fight is own else "other_fight"] = name
        if own is not None and other is not None and own.kind == other.kind:
            if abs(own.won / own.tries - other.won / other.tries) < MIN_FIGHT_DIFFERENCE:
                return ""
            return WORDS.say("fight_both", **facts)
        return WORDS.say("fight_own" if own is not None else "fight_other", **facts)

    def _rated(self, names: Names, *, is_named: bool) -> Sequence[str]:
        """Return what it changes, and how sure it is; with `is_named`, the other answer is named already."""
        if not self.other:
            return (WORDS.say("all_alike", tries=self.playout_count),) if self.playout_count else ()
        other = names.answer(self.other)
        if self.exact_chances is not None:
            key = "exact_equal" if self.verdict == "none" else "exact"
            exact_win, exact_less = map(_chance_text, self.exact_chances)
            return (WORDS.say(key, win=exact_win, less=exact_less, other=other),)
        compared = _capitalized(changes := self._changes(names))
        if changes and not is_named:
            compared = WORDS.say("compared", other=other, changes=changes)
        win, less = map(format_percent, self.win_probability)
        key = f"verdict_{self.verdict}{'_named' if compared or is_named else ''}"
        return compared, WORDS.say(key, win=win, less=less, other=other, tries=self.playout_count)

    def _changes(self, names: Names) -> str:
        """Return the gains and the price in words, with the time at which they are seen; "" if there are
        none, or only a price that the answer is worth.
        """
        gains, prices = (
            _joined([_clause(one, self.seat, self.words, names) for one in found], "and")
            for found in (self.gains, self.prices)
        )
        when = self.words.say("when")
        if not gains and (not prices or not self.verdict.endswith("worse")):
            return ""
        key = "gain_and_price" if gains and prices else "gain" if gains else "price"
        return WORDS.say(key, when=when, gains=gains, prices=prices)


def _chance_text(chance: ExactChance) -> str:
    win, tie = format_percent(chance.win, 1), format_percent(chance.tie, 1)
    return WORDS.say("with_tie", win=win, tie=tie) if chance.tie >= MIN_VISIBLE_TIE else win


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def _joined(texts: Sequence[str], key: str) -> str:
    return WORDS.say(key).join(texts)


class _Level(float):
    """The level of a quantity in a sentence, with one decimal if it is not nearly whole."""

    def __str__(self) -> str:
        return format_number(float(self), 0 if abs(self - round(self)) < 0.05 else 1)

    def __format__(self, form: str) -> str:
        single, choice, several = form.partition("|")
        return (single if str(self) == "1" else several) if choice else str(self)


def _clause(one: Consequence, seat: int, words: SentenceCatalogue, names: Names) -> str:
    key = sentence_key(one, seat, words)
    is_share = f"{key}_share" in words
    n, m = (_Level(round(100 * level) if is_share else level) for level in (one.level, one.other_level))
    facts = {"n": n, "m": m, "who": names.seat(one.seat), "name": names.quantity(one.quantity)}
    return words.say(f"{key}_share" if is_share else key, **facts)
