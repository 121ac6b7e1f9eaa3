"""`twingkit rule`: what a rule says, of whatever game it is."""

from __future__ import annotations

from typing import Annotated

import typer

from twingkit.cli.options import Lang, LangOption, examples, fail
from twingkit.core.games import game_of_rule
from twingkit.core.messages import message
from twingkit.core.rulebook.rule_errors import UnknownRule


def rule(
    rule_id: Annotated[str, typer.Argument(help=f"A rule's id: {examples(rules=True)}")],
    lang: LangOption = Lang.EN,
) -> None:
    """Print a rule's text, its source, and related rules."""
    try:
        rule_found = game_of_rule(rule_id).load("rules")().named(rule_id)
    except UnknownRule as fault:
        fail(str(fault))
    except LookupError as fault:
        fail(str(fault.args[0]))
    print(f"{rule_found.id}  {rule_found.title(lang.value)}  ({message(f'rule.{rule_found.status}')})")
    print(rule_found.text(lang.value))
    if rule_found.note(lang.value):
        print(message("rule.note", note=rule_found.note(lang.value)))
    if rule_found.sources:
        print(message("rule.source", source="; ".join(rule_found.sources)))
    if rule_found.see:
        print(message("rule.see", ids=", ".join(rule_found.see)))
