"""What all pages of one server share: the pages, their notebooks, and the data for templates."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import jinja2
from voila.configuration import VoilaConfiguration
from voila.paths import collect_template_paths
from voila.utils import get_page_config

from twingkit.core.language import call_in_language, language
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.address.addresses import START, shows_page, subpage_names
from twingkit_widgets.panel.address.page_words import page_text
from twingkit_widgets.panel.settings.active_settings import publisher_settings
from twingkit_widgets.panel.settings.own_page import NOTEBOOK, PublisherPage, title_from_name
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.site import folder
from twingkit_widgets.site.assets import Assets
from twingkit_widgets.site.folder import PACKAGE
from twingkit_widgets.site.visitors.neighbourhood import Network
from twingkit_widgets.site.visitors.slots import PageSlots
from twingkit_widgets.site.visitors.start_queue import PageStartQueue

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
# The parts of the front end that the panels need; the others (plotly's alone has 5 MB) stay on the server.
_FRONT_END_EXTENSIONS = (
    "@voila-dashboards/widgets-manager8",
    "@jupyter-widgets/jupyterlab-manager",
    "anywidget",
)


@dataclass
class ServerStatistics:
    """Statistics of a server since its start: pages opened, pages refused because it was full, and errors."""

    opened_count: int = 0
    refused_count: int = 0
    error_count: int = 0


@dataclass
class SiteContext:
    """The data that all request handlers of one server share, such as settings, slots and statistics.

    `prefix` is where the pages begin, below the base URL of the server; `hosts` are the host names it answers
    to (any if empty); `proxies` are the trusted web servers in front.
    """

    folder: Path
    voila: VoilaConfiguration
    slots: PageSlots
    prefix: str = ""
    theme: str = "auto"
    hosts: tuple[str, ...] = ()
    proxies: tuple[Network, ...] = ()
    start_queue: PageStartQueue = field(default_factory=PageStartQueue)
    words: PanelTexts = field(default_factory=lambda: PanelTexts(HERE / "words.toml"))
    statistics: ServerStatistics = field(default_factory=ServerStatistics)
    discovery_file_cache: dict[str, bytes] = field(default_factory=dict)
    """The files for search engines (icon, sitemap, …), by name; cached while the server runs."""

    @cached_property
    def template_paths(self) -> list[str]:
        """The folders of templates: the site's own, then those of Voila and nbconvert."""
        return [
            str(HERE / "template"),
            str(PACKAGE / "panel"),
            *collect_template_paths(["voila", "nbconvert"], "lab"),
        ]

    @cached_property
    def environment(self) -> jinja2.Environment:
        """The Jinja environment for pages that are not notebooks."""
        loader = jinja2.FileSystemLoader([HERE / "template", PACKAGE / "panel"])
        return jinja2.Environment(loader=loader, autoescape=True)

    @cached_property
    def page_config(self) -> dict[str, Any]:
        """The configuration of Voila's front end, with only the extensions that panels need."""
        config = get_page_config(base_url="/", settings={}, log=log, voila_configuration=self.voila)
        extensions = [
            extension
            for extension in config["federated_extensions"]
            if extension["name"] in _FRONT_END_EXTENSIONS
        ]
        # The text "null" makes Voila use the MathJax it carries instead of one from the network.
        return {
            **config,
            "federated_extensions": extensions,
            "fullMathjaxUrl": "null",
            "mathjaxConfig": "null",
        }

    @cached_property
    def assets(self) -> Assets:
        """The files of the front end."""
        return Assets(self.page_config["federated_extensions"])

    def page_names(self) -> list[str]:
        """Return the names of all pages."""
        written = (
            {path.stem for path in self.folder.glob("*.ipynb")} if not self.default_page_names else set()
        )
        return sorted(written | self.default_page_names)

    @cached_property
    def default_page_names(self) -> set[str]:
        """The names of pages that are shown even without a notebook file; empty unless the folder is the
        default one.
        """
        return (
            {START, *subpage_names()}
            if self.folder.resolve() == folder.site_pages_folder().resolve()
            else set()
        )

    def publisher_page(self, name: str) -> PublisherPage | None:
        """Return the publisher's page of this name, or None."""
        return publisher_settings().own_page(name) if self.default_page_names else None

    def notebook_path(self, name: str) -> Path:
        """Return the file of a page: the publisher's, or else the default notebook, which may not exist."""
        own = self.publisher_page(name)
        return own.first_file if own else self.folder / f"{name}{NOTEBOOK}"

    def title(self, name: str) -> dict[str, str]:
        """Return the title of a page in each language."""
        if shows_page(name):
            return {lang: call_in_language(lang, page_text, "title", name) for lang in LANGUAGES}
        return dict(title_from_name(name))

    def template_facts(self, **facts: object) -> dict[str, object]:
        """Return the data for every template, with `facts` added. In templates, `both(key)` is a text in each
        language.
        """
        return {
            "lang": language(),
            "frame_theme": self.theme,
            "fault_at": lambda fault: {
                code: call_in_language(code, self.words.say, "fault.cell_at", fault=fault)
                for code in LANGUAGES
            },
            "both": lambda key: {code: call_in_language(code, self.words.say, key) for code in LANGUAGES},
            **facts,
        }
