"""The pictures of Imperial Twing for the machines of the panels; what is not here is drawn plainly."""

from __future__ import annotations

from types import SimpleNamespace

from twingkit_widgets.twing.pictures.table_css import TABLE_CSS
from twingkit_widgets.twing.practice.pictures import TwingQuestions

VIEWS = SimpleNamespace(questions=TwingQuestions(), css=TABLE_CSS)
"""The pictures that the entry names."""
