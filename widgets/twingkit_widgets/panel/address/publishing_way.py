"""How the visitor's page is published, and what that means for privacy: the only sentences about it."""

from __future__ import annotations

import os

from twingkit_widgets.panel.address.addresses import FOLDERS
from twingkit_widgets.panel.address.page_words import WORDS

PUBLISHED = "TWINGKIT_PUBLISHED"
"""The environment variable in which a server names its way of publishing, one of `WAYS`."""

WAYS = ("here", "server", "jupyter", "files")
"""The ways of publishing: pages run on the visitor's own computer, on a site's server, on a Jupyter server
such as Binder's, or, as static files, in the browser."""


def publishing_way() -> str:
    """Return the way of publishing, one of `WAYS`; "jupyter" in a notebook, which no page of a site runs."""
    return "files" if os.environ.get(FOLDERS) else os.environ.get(PUBLISHED, "jupyter")


def privacy_sentences(subject: str) -> str:
    """Return what is true of the visitor's page: "sent" says where what the visitor does goes, "log" who
    records requests, "cookies" which cookies there are.
    """
    return WORDS.say(f"privacy.{subject}.{publishing_way()}")
