"""`twingkit rule`: the text of a rule of any game, or the rules that answer a question."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from twingkit.cli.options import Lang, LangOption, examples_for_help, exit_with_error
from twingkit.core.games import GameEntry, game_by_id, game_of_rule, games
from twingkit.core.messages import message
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook import Rule, Rulebook
from twingkit.core.rulebook.rule_errors import UnknownRule

Wanted = Annotated[
    str, typer.Argument(help=f"The id of a rule, {examples_for_help(rules=True)}, or a question in quotes.")
]
GameOption = Annotated[str, typer.Option(help="The id of the game whose rules are searched; default: all.")]

_LIKE_AN_ID = re.compile(r"[A-Z]{2,}-\S+")

MOST, MOST_OF_EACH_GAME = 5, 2
"""The number of rules that a search shows, in one game or in each of all games."""


def rule(wanted: Wanted, game: GameOption = "", lang: LangOption = Lang.EN) -> None:
    """Print a rule's text, its source, and related rules; or the rules that answer a question."""
    entry = _game_of_id(wanted)
    if entry is not None:
        _print_rule(_rule_with_id(entry, wanted))
    else:
        _print_results(wanted, game)


def _game_of_id(wanted: str) -> GameEntry | None:
    try:
        return game_of_rule(wanted) if "-" in wanted else None
    except LookupError:
        return None


def _rule_with_id(entry: GameEntry, rule_id: str) -> Rule:
    book: Rulebook = entry.load("rules")()
    try:
        return book.find_rule(rule_id)
    except UnknownRule as fault:
        unknown = message("rule.unknown", id=one_line_excerpt(fault.wanted))
        exit_with_error(
            message("rule.near", unknown=unknown, ids=", ".join(fault.near)) if fault.near else unknown
        )


def _print_rule(found: Rule) -> None:
    print(f"{found.id}  {found.title()}  ({message(f'rule.{found.status}')})")
    print(found.text())
    for question in found.player_questions:
        print(message("rule.asked", question=question.text(), answer=question.answer()))
    if found.note():
        print(message("rule.note", note=found.note()))
    if found.sources:
        print(message("rule.source", source="; ".join(found.sources)))
    if found.related_rules:
        print(message("rule.see", ids=", ".join(found.related_rules)))


def _print_results(query: str, game: str) -> None:
    """Print the rules that best match a query, each with the passage that matches."""
    entries = [entry for entry in ([game_by_id(game)] if game else games()) if entry.rules]
    near: list[str] = []
    lines: list[str] = []
    for entry in [] if _LIKE_AN_ID.fullmatch(query) else entries:
        results = entry.load("rules")().search_results(query)
        near += results.near_words
        if results.rules:
            right = ", ".join(results.corrections.values())
            lines += [
                f"\n{entry.title()}" + (f" ({message('rule.corrected', words=right)})" if right else "")
            ]
        for found in results.rules[: MOST if game else MOST_OF_EACH_GAME]:
            lines += [f"{found.id}  {found.title()}", f"  {results.excerpt_and_language(found)[0]}"]
    if not lines:
        known = ", ".join(f"{entry.rule_prefix}-…" for entry in games())
        nothing = message("rule.nothing", query=one_line_excerpt(query), known=known)
        words = ", ".join(dict.fromkeys(near))
        exit_with_error(message("rule.near", unknown=nothing, ids=words) if words else nothing)
    print("\n".join(lines).strip())
