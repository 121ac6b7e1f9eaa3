"""The output of the scripts of these tests."""

from __future__ import annotations

import json
from subprocess import CompletedProcess
from typing import Any


def values(done: CompletedProcess[str]) -> Any:
    """Return what a script printed as JSON, if it succeeded."""
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
