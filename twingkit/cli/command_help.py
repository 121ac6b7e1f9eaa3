"""The help of every command, and how a command ends on an error.

Options without a value show no type in the help. An error that a user can cause ends the command with one
message.
"""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from twingkit.cli.options import exit_with_error, fault_text
from twingkit.core.language import in_language
from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.core.running.command_output import flushed_output

Context = Any
"""The type of a command's context (click's, as typer exposes it)."""

Parameters = list[Any]
"""The type of a command's parameters (click's, as typer exposes them)."""


def _plain(parameters: Parameters) -> Parameters:
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    return parameters


class Command(TyperCommand):
    """A command whose help shows no type for flags; a `Fault` or `Refusal` ends it with one message."""

    def invoke(self, ctx: Context) -> object:
        """Run the command and return its value."""
        lang = ctx.params.get("lang")
        with in_language(str(lang) if lang else None):  # a default may arrive as plain text
            try:
                with flushed_output():
                    return super().invoke(ctx)
            except (Fault, Refusal) as fault:
                exit_with_error(fault_text(fault))

    def get_params(self, ctx: Context) -> Parameters:
        """Return all parameters, including the help option."""
        return _plain(super().get_params(ctx))


class Group(TyperGroup):
    """A group of commands whose help shows no type for flags."""

    def get_params(self, ctx: Context) -> Parameters:
        """Return all parameters, including the help option."""
        return _plain(super().get_params(ctx))


def use_plain_help(app: typer.Typer) -> None:
    """Change all commands of `app`, also in its groups: their help shows no type for flags, and
    a fault ends them with one message.
    """
    for command in app.registered_commands:
        command.cls = Command
    for group in app.registered_groups:
        group.cls = Group
        if group.typer_instance is not None:
            group.typer_instance.info.cls = Group
            use_plain_help(group.typer_instance)
