"""The button that opens the site on Binder, from the one setting `repository`."""

from __future__ import annotations

from urllib.parse import quote

from twingkit_widgets.panel.address.web_address import web_address
from twingkit_widgets.panel.settings.faults import WORDS

BINDER = "https://mybinder.org"
HOSTS = {"github.com": "gh", "gitlab.com": "gl"}
"""The hosts of repositories for which Binder has a short name."""
START_PAGE = "voila/render/notebooks/site/index.ipynb"


def button(repository: str, lang: str = "en") -> str:
    """Return the button as Markdown, or where there is no repository a sentence that says what to set.

    >>> print(button("https://github.com/berta/games"))  # doctest: +ELLIPSIS
    [![Open the site on Binder](https://mybinder.org/badge_logo.svg)](https://mybinder.org/v2/gh/berta/games/HEAD?...
    """
    if not repository:
        return WORDS.say(lang, "button.unset")
    title = WORDS.say(lang, "button.title")
    return f"[![{title}]({BINDER}/badge_logo.svg)]({binder_address(repository)})"


def binder_address(repository: str) -> str:
    """Return the address under which Binder builds a repository and opens the site.

    >>> binder_address("https://codeberg.org/berta/games").partition("?")[0]
    'https://mybinder.org/v2/git/https%3A%2F%2Fcodeberg.org%2Fberta%2Fgames/HEAD'
    """
    parts = web_address(repository)
    host, path = HOSTS.get(parts.netloc), parts.path.strip("/").removesuffix(".git")
    where = f"gh/{path}" if host == "gh" else f"{host}/{quote(path, safe='')}" if host else ""
    where = where or f"git/{quote(repository, safe='')}"
    return f"{BINDER}/v2/{where}/HEAD?urlpath={quote(START_PAGE, safe='')}"
