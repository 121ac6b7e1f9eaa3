"""Every public name says what it is: also where the style checker does not look.

It passes over methods of private classes and the setters of properties.
"""

from __future__ import annotations

from kit_syntax import ROOTS, syntax, syntax_of

MODULES = [path for root in ROOTS for path in sorted(root.rglob("*.py"))]
"""Every module of the kit."""


def test_every_public_name_has_a_docstring() -> None:
    assert len(MODULES) > 400
    missing = [f"{path}: {name}" for path in MODULES for name in syntax_of(path).undocumented]
    assert missing == []


def test_a_name_without_one_is_seen_wherever_it_is() -> None:
    code = "class _A:\n    def seen(self): ...\n    def _own(self): ...\nif x:\n    def also(): ...\n"
    assert syntax(code).undocumented == ("_A.seen", "also")
    assert syntax('def told():\n    """What it is."""\n    def inner(): ...\n').undocumented == ()


def test_docstrings_begin_with_what_a_thing_is_and_locals_say_what_they_hold() -> None:
    breaches = []
    for path in MODULES:
        breaches += [f"{path}: {text}" for text in syntax_of(path).asking]
        breaches += [f"{path}:{line}: each" for line in syntax_of(path).each]
    assert breaches == []


def test_a_question_word_or_each_is_seen_wherever_it_is() -> None:
    code = (
        '"""How it is."""\nx = 1\n"""Whether it is."""\ndef f(each):\n    """The sum."""\n    return "What"\n'
    )
    assert syntax(code).asking == ("How it is.", "Whether it is.")
    assert syntax(code).each == (4,)
    assert syntax("y = [each for each in x]\n").each == (1,)
