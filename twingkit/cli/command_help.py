"""The help of every command, and how a command ends on an error.

A switch that takes no value says so by showing none; an error that a person can cause ends the command as one
message.
"""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from twingkit.cli.options import fail, fault_text
from twingkit.cli.output import flushed_output
from twingkit.core.language import in_language
from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal

Context = Any
"""The context of a command, of click as typer holds it."""

Parameters = list[Any]
"""The parameters of a command, of click as typer holds it."""


def _plain(parameters: Parameters) -> Parameters:
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    return parameters


class Command(TyperCommand):
    """A command whose help shows no type for switches, and that a `Fault` or `Refusal` ends with its text."""

    def invoke(self, ctx: Context) -> object:
        """The value that the command returns."""
        lang = ctx.params.get("lang")
        with in_language(str(lang) if lang else None):  # a default may come as it is written, a text
            try:
                with flushed_output():
                    return super().invoke(ctx)
            except (Fault, Refusal) as fault:
                fail(fault_text(fault))

    def get_params(self, ctx: Context) -> Parameters:
        """All parameters, the help option among them."""
        return _plain(super().get_params(ctx))


class Group(TyperGroup):
    """A group of commands, whose help does the same."""

    def get_params(self, ctx: Context) -> Parameters:
        """All parameters, the help option among them."""
        return _plain(super().get_params(ctx))


def with_plain_help(app: typer.Typer) -> None:
    """Let all commands and groups of `app` have that help."""
    for command in app.registered_commands:
        command.cls = Command
    for group in app.registered_groups:
        group.cls = Group
        if group.typer_instance is not None:
            group.typer_instance.info.cls = Group
            with_plain_help(group.typer_instance)
