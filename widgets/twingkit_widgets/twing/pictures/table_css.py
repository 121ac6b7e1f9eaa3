"""The styles of tables and battles of Imperial Twing, in addition to those of all panels."""

from __future__ import annotations

from pathlib import Path

TABLE_CSS = Path(__file__).with_name("table.css").read_text(encoding="utf-8")
"""The style of tables, sums and small battles."""

TABLE_STEPS_CSS = Path(__file__).with_name("table_steps.css").read_text(encoding="utf-8")
"""The style of a battle in the stepper, added to the style of the stepper."""
