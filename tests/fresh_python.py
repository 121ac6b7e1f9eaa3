"""Run code in a new Python process, in which nothing was imported before."""

from __future__ import annotations

import subprocess
import sys


def printed_by(code: str, given: str = "") -> str:
    """Return what the code prints, without white space around it; `given` is its standard input."""
    done = subprocess.run(
        [sys.executable, "-c", code], input=given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
