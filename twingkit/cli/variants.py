"""`twingkit variants`: all switches of a game, one in full, a preset, or the differences between two
variants.

Results go to standard output; errors go to standard error as one clear message, with exit code 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from twingkit.cli.options import Lang, LangOption, exit_with_error
from twingkit.cli.output import aligned_table
from twingkit.core.games import games_with_part
from twingkit.core.language import language
from twingkit.core.messages import Fault, message
from twingkit.core.questions import one_line_excerpt
from twingkit.core.variants.switches import Switch, Switches, Value
from twingkit.core.variants.variant import BaseVariant

Name = Annotated[str | None, typer.Argument(metavar="SWITCH", help="A switch to describe in full.")]
PresetOption = Annotated[
    str | None, typer.Option("--preset", help="Show a preset as its changes to the box.")
]
DiffOption = Annotated[
    tuple[str, str] | None,
    typer.Option("--diff", metavar="A B", help='Two variants: presets or lines such as "box price=4".'),
]
GameOption = Annotated[
    str, typer.Option("--game", help="The id of the game; default: the first one with switches.")
]


def variants(
    name: Name = None,
    preset: PresetOption = None,
    compare: DiffOption = None,
    game: GameOption = "",
    lang: LangOption = Lang.EN,
) -> None:
    """Show the switches of a game: what you can play differently, and which rules change."""
    options = {"SWITCH": name, "--preset": preset, "--diff": compare}
    chosen = [option for option, value in options.items() if value is not None]
    if len(chosen) > 1:
        exit_with_error(message("variant.one_thing", found=", ".join(chosen)))
    kind = variant_class_of(game)
    if name is not None:
        lines = _in_full(kind.switches, kind.switches[name])
    elif preset is not None:
        lines = [_line(kind.preset(preset))]
    elif compare is not None:
        lines = _comparison(kind.parse(compare[0]), kind.parse(compare[1]))
    else:
        names = ", ".join(kind.presets())
        lines = [*_table(kind.switches), "", message("variant.presets", names=names)]
    print("\n".join(lines))


def variant_class_of(game: str) -> type[BaseVariant]:
    """Return the variant class of the game with this id; if empty, of the first game that has variants.

    Raises `Fault`, which lists the games with variants.
    """
    having = {entry.id: kind for entry, kind in games_with_part("variants")}
    if not having or (game and game not in having):
        raise Fault("variant.game", found=one_line_excerpt(game), known=", ".join(having))
    kind: type[BaseVariant] = having[game or next(iter(having))]
    return kind


def _line(variant: BaseVariant) -> str:
    changed = {change.switch.key: change.second_value for change in type(variant).box().diff(variant)}
    return " ".join(["box", *(_settings(variant.switches, changed) if changed else ())])


def _settings(switches: Switches, values: Mapping[str, Value]) -> list[str]:
    return [f"{key}={switches[key].switch_value(value)}" for key, value in values.items()]


def _table(switches: Switches) -> list[str]:
    names = ("switches", "values", "default", "meaning", "source")
    rows = [[message(f"variant.column.{name}") for name in names]]
    for switch in switches.all_switches:
        values, default = ", ".join(_values(switch)), str(switch.values[0])
        rows.append([switch.key, values, default, switch.title(), _books(switches, switch)])
    return aligned_table(rows, left_columns=len(names))


def _values(switch: Switch) -> list[str]:
    between = [f"{switch.value_range[0]} … {switch.value_range[1]}"] if switch.value_range else []
    return [*map(str, switch.values), *between]


def _books(switches: Switches, switch: Switch) -> str:
    """Return short names of the sources that mention a switch."""
    named = switches.named_sources
    short = [
        named[source].short_titles[language()] if source in named else source.partition(" ")[0]
        for source in switch.sources
    ]
    books = ", ".join(dict.fromkeys(short)) or message("variant.silent_short")
    return f"{books} ({switch.interpretation_rule})" if switch.interpretation_rule else books


def _in_full(switches: Switches, switch: Switch) -> list[str]:
    lines = [f"{switch.key}  {switch.title()}", switch.text()]
    for choice in switch.values:
        mark = f" ({message('variant.is_default')})" if choice.value == switch.default else ""
        lines.append(f"  {choice}{mark}: {choice.text()}")
    if switch.value_range:
        lines.append(f"  {_values(switch)[-1]}: {switch.range_texts[language()].format(n='n')}")
    lines.append(message("variant.rules", ids=", ".join(switch.rules)))
    if switch.interpretation_rule:
        lines.append(message("variant.reading", id=switch.interpretation_rule))
    for conflict in switch.conflicts:
        settings = " + ".join(_settings(switches, conflict.settings))
        lines.append(message("variant.not_together", settings=settings, why=conflict))
    named = switches.named_sources
    sources = [named[source].titles[language()] if source in named else source for source in switch.sources]
    text = "; ".join(sources) or message("variant.silent")
    return [*lines, message("rule.source", source=text)]


def _comparison(first: BaseVariant, second: BaseVariant) -> list[str]:
    changes = first.diff(second)
    if not changes:
        return [message("variant.same", line=str(first))]
    lines = [f"A: {first}", f"B: {second}"]
    for change in changes:
        switch = change.switch
        lines += ["", f"{switch.key}  {switch.title()}  [{', '.join(change.rules)}]"]
        for side, value in (("A", change.first_value), ("B", change.second_value)):
            choice = switch.switch_value(value)
            lines.append(f"  {side} {choice}: {choice.text()}")
    return lines
