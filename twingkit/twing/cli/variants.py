"""`twingkit variants`: all switches of Imperial Twing, one in full, a preset, or what changes between two.

Results go to standard output, errors as one clear message to standard error with exit code 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from twingkit.cli.options import Lang, LangOption, fail
from twingkit.messages import message
from twingkit.twing.variants.variant import (
    BOX,
    PRESETS,
    PUBLISHER,
    Change,
    Switch,
    Value,
    Variant,
    VariantError,
    diff,
    switch,
    switches,
)

Name = Annotated[str | None, typer.Argument(metavar="SWITCH", help="A switch to read in full.")]
PresetOption = Annotated[str | None, typer.Option("--preset", help="A preset, as its changes to the box.")]
DiffOption = Annotated[
    tuple[str, str] | None,
    typer.Option("--diff", metavar="A B", help='Two variants: presets or lines such as "box price=4".'),
]


def variants(
    name: Name = None,
    preset: PresetOption = None,
    compare: DiffOption = None,
    lang: LangOption = Lang.EN,
) -> None:
    """The switches of Imperial Twing: what can be played another way, and which rules that changes."""
    options = {"SWITCH": name, "--preset": preset, "--diff": compare}
    chosen = [option for option, value in options.items() if value is not None]
    if len(chosen) > 1:
        fail(message("variants.one_thing", lang, found=", ".join(chosen)))
    try:
        if name is not None:
            lines = _in_full(switch(name), lang)
        elif preset is not None:
            lines = [_line(Variant.preset(preset))]
        elif compare is not None:
            lines = _compared(Variant.parse(compare[0]), Variant.parse(compare[1]), lang)
        else:
            lines = [*_table(lang), "", message("variants.presets", lang, names=", ".join(PRESETS))]
    except VariantError as fault:
        fail(fault.text(lang))
    print("\n".join(lines))


def _line(variant: Variant) -> str:
    """A variant as its changes to the box."""
    return " ".join(["box", *(_settings({change.switch.key: change.other}) for change in diff(BOX, variant))])


def _settings(values: Mapping[str, Value]) -> str:
    return " + ".join(f"{key}={switch(key).choice(value)}" for key, value in values.items())


def _table(lang: Lang) -> list[str]:
    """One row for each switch, in columns."""
    head = [
        message(f"variants.{name}", lang) for name in ("switch", "values", "default", "meaning", "source")
    ]
    rows = [head] + [
        [
            switch.key,
            ", ".join(map(str, switch.values)),
            str(switch.values[0]),
            switch.title(lang),
            _books(switch, lang),
        ]
        for switch in switches()
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def _books(switch: Switch, lang: Lang) -> str:
    """The sources that mention a switch, in short."""
    short = [
        message("variants.publisher_short", lang) if source == PUBLISHER else source.partition(" ")[0]
        for source in switch.sources
    ]
    books = ", ".join(dict.fromkeys(short)) or message("variants.silent_short", lang)
    return f"{books} ({switch.reading})" if switch.reading else books


def _in_full(switch: Switch, lang: Lang) -> list[str]:
    """The full description of one switch, as lines."""
    lines = [f"{switch.key}  {switch.title(lang)}", switch.text(lang)]
    for choice in switch.values:
        mark = f" ({message('variants.is_default', lang)})" if choice.value == switch.default else ""
        lines.append(f"  {choice}{mark}: {choice.text(lang)}")
    lines.append(message("variants.rules", lang, ids=", ".join(switch.rules)))
    if switch.reading:
        lines.append(message("variants.reading", lang, id=switch.reading))
    for conflict in switch.conflicts:
        settings = _settings(conflict.settings)
        lines.append(message("variants.conflict", lang, settings=settings, why=conflict))
    sources = [message("variants.publisher", lang) if x == PUBLISHER else x for x in switch.sources]
    text = "; ".join(sources) or message("variants.silent", lang)
    return [*lines, message("rule.source", lang, source=text)]


def _compared(one: Variant, other: Variant, lang: Lang) -> list[str]:
    """The changes from one variant to another, as lines."""
    changes = diff(one, other)
    if not changes:
        return [message("variants.same", lang, line=str(one))]
    lines = [f"A: {one}", f"B: {other}"]
    for change in changes:
        lines += _changed(change, lang)
    return lines


def _changed(change: Change, lang: Lang) -> list[str]:
    switch = change.switch
    one, other = switch.choice(change.one), switch.choice(change.other)
    return [
        "",
        f"{switch.key}  {switch.title(lang)}  [{', '.join(change.rules)}]",
        f"  A {one}: {one.text(lang)}",
        f"  B {other}: {other.text(lang)}",
    ]
