"""The style of the tables and battles of Imperial Twing, on top of the panels' common style."""

from __future__ import annotations

from pathlib import Path

TABLE_CSS = Path(__file__).with_name("table.css").read_text(encoding="utf-8")
"""The style of tables, sums and small battles."""

TABLE_STEPS_CSS = Path(__file__).with_name("table_steps.css").read_text(encoding="utf-8")
"""The style of a battle in the stepper, added after that of the stepper: narrow screens, and faces to set."""
