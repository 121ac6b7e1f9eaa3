"""`twingkit rule`: the text of a rule of any game."""

from __future__ import annotations

from typing import Annotated

import typer

from twingkit.cli.options import Lang, LangOption, examples_for_help, exit_with_error
from twingkit.core.games import game_of_rule, games
from twingkit.core.messages import message
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook.rule_errors import UnknownRule


def rule(
    rule_id: Annotated[str, typer.Argument(help=f"The id of a rule: {examples_for_help(rules=True)}")],
    lang: LangOption = Lang.EN,
) -> None:
    """Print a rule's text, its source, and related rules."""
    try:
        rule_found = game_of_rule(rule_id).load("rules")().find_rule(rule_id)
    except UnknownRule as fault:
        unknown = message("rule.unknown", id=one_line_excerpt(fault.wanted))
        exit_with_error(
            message("rule.near", unknown=unknown, ids=", ".join(fault.near)) if fault.near else unknown
        )
    except LookupError:
        known = ", ".join(f"{entry.rule_prefix}-…" for entry in games())
        exit_with_error(message("rule.no_game", id=one_line_excerpt(rule_id), known=known))
    print(f"{rule_found.id}  {rule_found.title(lang.value)}  ({message(f'rule.{rule_found.status}')})")
    print(rule_found.text(lang.value))
    if rule_found.note(lang.value):
        print(message("rule.note", note=rule_found.note(lang.value)))
    if rule_found.sources:
        print(message("rule.source", source="; ".join(rule_found.sources)))
    if rule_found.related_rules:
        print(message("rule.see", ids=", ".join(rule_found.related_rules)))
