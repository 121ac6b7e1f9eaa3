"""Examples: for every rule of the rulebook a small position on which it acts, or says no.

    shown = example("EM-COST-5")
    print(shown.title())            # 12, 13 and an Archmage as an 11 are a run.
    print(shown.said)               # the ruling, as the game said it

The positions are in `examples.toml`. What is `said` is never written there: it is played.
"""

from __future__ import annotations

import difflib
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import attrs

from twingkit.asking import Refusal
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.starts import new_game, position_game
from twingkit.play import Game
from twingkit.rulebook import Ruling, Texts, UnknownRule


@attrs.frozen(kw_only=True)
class Example:
    """One rule at work.

    `table` are the set-up lines of a record; `before` are the answers up to just before the rule acts,
    `answer` the one at which it acts or which it refuses. `about` is the rule that speaks: `rule` itself, but
    where that one only makes another act. `case` says which of its sentences; `seen_by` is the seat (from 0)
    that hears it, None for all that is to know. `eyes` are the seats (from 0) whose views of the table are to
    be compared; none: that of `seen_by` is enough.
    """

    rule: str
    table: str
    before: tuple[str, ...] = ()
    answer: str
    about: str
    case: str = ""
    seen_by: int | None = None
    eyes: tuple[int, ...] = ()
    titles: Texts = attrs.field(eq=False)

    def title(self, lang: str = "en") -> str:
        """The hint on what to look at, in one short sentence."""
        return self.titles[lang]

    @property
    def said(self) -> Ruling | Refusal:
        """The statement of the rule: the ruling with which it acts, or its refusal."""
        return _statement(self)

    @property
    def refused(self) -> bool:
        """True if the rule forbids the answer."""
        return isinstance(self.said, Refusal)

    def game(self) -> Game:
        """The game just before the rule acts."""
        head, *variant = self.table.splitlines()
        named = variant[0].removeprefix("variant ") if variant else "box"
        if head.startswith("ember:"):
            game = position_game(head, variant=named)
        else:
            game = new_game(int(head.removeprefix("ember ")), variant=named, rolls="ask")
        return game.give(*self.before)

    def shown(self) -> Game:
        """The game just after; where the rule says no, nothing has changed."""
        return self.game() if self.refused else self.game().give(self.answer)


def examples() -> tuple[Example, ...]:
    """An example for every rule, in the order of the rulebook."""
    return tuple(_examples().values())


def example(rule: str) -> Example:
    """The example of a rule (`EM-COST-5`); raises `UnknownRule` naming the nearest.

    >>> print(example("EM-COST-5").said)
    1 Archmage is a wild card here. [EM-COST-5]
    """
    listed = _examples()
    if rule not in listed:
        raise UnknownRule(rule, difflib.get_close_matches(rule[:60].upper(), listed, n=2, cutoff=0.7))
    return listed[rule]


@cache
def _examples() -> dict[str, Example]:
    text = files("twingkit.ember").joinpath("examples.toml").read_text(encoding="utf-8")
    entries = {entry["rule"]: entry for entry in tomllib.loads(text)["example"]}
    return {rule.id: _example(entries[rule.id]) for rule in rulebook()}


def _example(entry: dict[str, Any]) -> Example:
    table = f"ember: {entry['line']}" if "line" in entry else f"ember {entry['game']}"
    if "variant" in entry:
        table += f"\nvariant {entry['variant']}"
    return Example(
        rule=entry["rule"],
        table=table,
        before=tuple(entry.get("before", ())),
        answer=entry["answer"],
        about=entry.get("about", entry["rule"]),
        case=entry.get("case", ""),
        seen_by=entry.get("seen_by"),
        eyes=tuple(entry.get("eyes", ())),
        titles=entry["title"],
    )


@cache
def _statement(example: Example) -> Ruling | Refusal:
    """Play an example; raises `ValueError` if its rule does not speak."""
    game = example.game()
    try:
        refusal = game.refused(example.answer)
    except Refusal as no:  # what is no answer to the question asked, and forbidden by a rule
        refusal = no
    said = [refusal] if refusal else list(game.give(example.answer).rulings)
    for one in said:
        if one.rule == example.about and example.case in ("", one.case):
            seat = example.seen_by
            return one.seen_by(seat) if seat is not None and isinstance(one, Ruling) else one
    raise ValueError(f"{example.rule}: {example.answer!r} leads to {[str(one) for one in said]}")
