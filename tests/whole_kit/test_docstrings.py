"""Every public name has a docstring, also where the style checker does not look.

The style checker passes over the setters of properties.
"""

from __future__ import annotations

from kit_syntax import ROOTS, syntax_of

MODULES = [path for root in ROOTS for path in sorted(root.rglob("*.py"))]
"""Every module of the kit."""


def test_every_public_name_has_a_docstring() -> None:
    assert len(MODULES) > 400
    missing = [f"{path}: {name}" for path in MODULES for name in syntax_of(path).undocumented]
    assert missing == []
