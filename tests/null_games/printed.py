"""What the scripts of these tests print."""

from __future__ import annotations

import json
from subprocess import CompletedProcess
from typing import Any


def values(done: CompletedProcess[str]) -> Any:
    """What a script printed as JSON, if it ended well."""
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
