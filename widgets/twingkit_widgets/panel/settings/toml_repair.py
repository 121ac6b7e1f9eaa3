"""Drop the lines of a TOML text that cannot be parsed, so that the faults of all others are reported at
once.
"""

from __future__ import annotations

import re
import tomllib

import attrs

MAX_FAULTS = 10
"""The largest number of dropped lines; a text with more faults is not TOML at all."""

_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_WORDS = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|#.*")
_PAIRS = {"{": "}", "[": "]"}


@attrs.frozen
class TomlFault:
    """A syntax error in TOML: the line (None for the end of the text), the parser's message
    (`parser_message`), and the missing character ("" if unknown).
    """

    line: int | None
    parser_message: str
    missing_character: str = ""


def blank_faulty_lines(text: str) -> tuple[str, list[TomlFault]]:
    r"""Blank the lines of a TOML text that cannot be parsed, and return the valid text and the faults.

    If a line that starts a table is dropped, so is the whole table. The text is "" if dropping lines does not
    help.

    >>> mended, faults = blank_faulty_lines('name = { en = "x"\nlogo = "y"')
    >>> mended, faults[0].line, faults[0].missing_character
    ('\nlogo = "y"', 1, '}')
    """
    lines, faults = text.replace("\r\n", "\n").split("\n"), list[TomlFault]()
    while len(faults) < MAX_FAULTS:
        try:
            tomllib.loads("\n".join(lines))
        except RecursionError:
            return "", [TomlFault(None, "[[[…")]
        except ValueError as why:  # not TOML, or a number too long to parse
            match = _LINE.search(str(why))
            at = int(match[1]) - 1 if match else None
            if at is not None and "Unclosed array" in str(why):  # the parser notices it at a later line
                at = next((line for line in range(at, -1, -1) if _missing_sign(lines[line]) == "]"), at)
            sign = _missing_sign(lines[at] if at is not None else lines[-1])
            faults.append(TomlFault(at + 1 if at is not None else None, str(why), sign))
            if at is None or not lines[at]:
                break
            is_table = lines[at].lstrip().startswith("[")
            lines[at] = ""
            for line in range(at + 1, len(lines)) if is_table else ():
                if lines[line].lstrip().startswith("["):
                    break
                lines[line] = ""
        else:
            return "\n".join(lines), faults
    return "", faults[:1]


def double_brackets(text: str, table_name: str) -> tuple[str, list[int]]:
    r"""Turn the headers `[table_name]` in a TOML text into `[[table_name]]`; return the new text and the
    numbers of the changed lines.

    >>> double_brackets('[page]\nfile = "a.md"\n[[page]]\nfile = "b.md"', "page")
    ('[[page]]\nfile = "a.md"\n[[page]]\nfile = "b.md"', [1])
    """
    single = re.compile(rf"[ \t]*\[[ \t]*{table_name}[ \t]*\][ \t]*(#.*)?")
    lines = text.replace("\r\n", "\n").split("\n")
    numbers = [number for number, line in enumerate(lines, 1) if single.fullmatch(line)]
    try:
        if not numbers or not isinstance(tomllib.loads(text).get(table_name), dict):
            return text, []  # inside a multi-line string it is not a table
    except (ValueError, RecursionError):
        pass  # as before a second entry
    for number in numbers:
        lines[number - 1] = f"[[{table_name}]]"
    return "\n".join(lines), numbers


def _missing_sign(line: str) -> str:
    """Return the bracket or quotation mark that is missing in a line; "" if none is.

    >>> _missing_sign('games = ["a", "b"'), _missing_sign('logo = "x'), _missing_sign('a = 1 # [')
    (']', '"', '')
    """
    bare = _WORDS.sub("", line)
    if '"' in bare:
        return '"'
    return next((end for begin, end in _PAIRS.items() if bare.count(begin) > bare.count(end)), "")
