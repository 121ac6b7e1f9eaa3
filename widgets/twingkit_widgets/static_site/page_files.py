"""The files of a published site's pages: each with its first view, and redirects from other addresses."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import attrs
import jinja2

from twingkit.core.language import call_in_language, language
from twingkit.core.words import LANGUAGES, language_of
from twingkit_widgets.panel.address.addresses import START, part_parameter
from twingkit_widgets.panel.address.page_words import page_text
from twingkit_widgets.panel.markup import raw
from twingkit_widgets.panel.settings.active_settings import publisher_settings
from twingkit_widgets.panel.settings.colours import publisher_colour_css
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.site.folder import PACKAGE
from twingkit_widgets.site.head.content_policy import CONTENT_POLICY
from twingkit_widgets.site.head.discovery import (
    discovery_files,
    icon_name,
    page_folder,
    page_metadata,
    site_root_metadata,
)
from twingkit_widgets.site.publisher.foot import footer_html
from twingkit_widgets.static_site.program import PageRequirements

CLIENT = Path(__file__).parent / "client"
_SITE = PACKAGE / "site"

_SIZE_STEP_MEGABYTES = 5
"""The step to which the shown size of the site is rounded, so that equal programs show equal sizes."""

Model = Mapping[str, Any]
"""One part of a page, as returned by `run_page.RunningPage.part_models`."""


@attrs.frozen
class PublishedPage:
    """A page ready to publish: its cells, first views by (language, part), styles by name, and required
    files.
    """

    name: str
    cells: Sequence[Mapping[str, str]]
    views: Mapping[tuple[str, str], list[Model]]
    styles: Mapping[str, str]
    requirements: PageRequirements

    @property
    def part_names(self) -> list[str]:
        """The names of the page's parts, such as lessons, that have their own folders."""
        return [part for lang, part in self.views if part and lang == LANGUAGES[0]]


def page_files(
    pages: Sequence[PublishedPage], assets_folder: str, bytes_by_file: Mapping[str, int]
) -> dict[str, bytes]:
    """Return the contents of the HTML files that publish the pages, keyed by path.

    They load `bytes_by_file` (name to number of bytes) from the folder `assets_folder`. Included are
    redirects from addresses without a language, the service worker, and the page for unknown addresses.
    """
    environment = _environment()
    page_template, forward = (environment.get_template(f"{name}.html.j2") for name in ("page", "forward"))
    texts: dict[str, str] = {}
    fetched = sum(
        size for name, size in bytes_by_file.items() if not name.startswith("page-")
    )  # see `paths` below
    fetched += sum(
        len(_json(models)) for page in pages for (_, part), models in page.views.items() if not part
    )
    size = max(_SIZE_STEP_MEGABYTES, round(fetched / 1e6 / _SIZE_STEP_MEGABYTES) * _SIZE_STEP_MEGABYTES)
    for page in pages:
        for (lang, part), models in page.views.items():
            facts = call_in_language(lang, _facts, page, part, models)
            texts[f"{call_in_language(lang, page_folder, page.name, part)}index.html"] = page_template.render(
                assets=assets_folder, size=size, **facts
            )
    kept = {
        call_in_language(lang, page_folder, page.name): part_parameter(page.name)
        for lang in LANGUAGES
        for page in pages
    }
    # folders without a language, and the page that each redirects to
    ways = {f"{page.name}/" if page.name != START else "": page for page in pages}
    for path, page in ways.items():
        place = {
            "root": "../" * path.count("/") or "./",
            "page": page.name,
            **call_in_language(publisher_settings().language, _publisher_facts),
        }
        facts = {
            "languages": publisher_settings().languages,
            "parts": page.part_names,
            "parameter": part_parameter(page.name),
        }
        spelled = {name: _json(value) for name, value in facts.items()}
        spoken = {code: language_of(code).name for code in LANGUAGES}
        texts[f"{path}index.html"] = forward.render(
            site=place,
            spoken=spoken,
            first=publisher_settings().language,
            card=site_root_metadata() if path == "" else None,
            **spelled,
        )
    missing = environment.get_template("missing.html.j2")
    texts["404.html"] = missing.render(
        first=publisher_settings().language,
        site=call_in_language(publisher_settings().language, _publisher_facts),
        languages=_json(publisher_settings().languages),
    )
    shells = [texts["404.html"], *(texts[f"{folder}index.html"] for folder in (*kept, *ways))]
    version = hashlib.sha256(f"{assets_folder}{''.join(shells)}".encode()).hexdigest()[:12]
    paths = [f"{assets_folder}/{name}" for name in bytes_by_file if not name.startswith("page-")]
    paths += [*ways, "404.html", icon_name()]
    service = environment.get_template("service.js.j2")
    texts["service.js"] = service.render(files=_json(sorted(paths)), pages=_json(kept), version=version)
    site_files = discovery_files(lambda: [(page.name, page.part_names) for page in pages])
    made = {name: content() for name, content in site_files.items()}
    return {**{path: text.encode() for path, text in texts.items()}, **made}


def panel_styles_by_name(page: PublishedPage) -> dict[str, str]:
    """Map the names of a page's panel styles (file names without `.css`) to the CSS that each adds to the
    common style.
    """
    shared = (PACKAGE / "panel" / "panel.css").read_text(encoding="utf-8")
    return {name: text.removeprefix(shared) for name, text in sorted(page.styles.items())}


def _environment() -> jinja2.Environment:
    """Return the Jinja environment; `both(key)` in templates is a text in every language."""
    words = PanelTexts(_SITE / "words.toml")

    def both(key: str, **facts: object) -> dict[str, str]:
        return {code: call_in_language(code, words.say, key, **facts) for code in LANGUAGES}

    loader = jinja2.FileSystemLoader([CLIENT, _SITE / "template", PACKAGE / "panel"])
    environment = jinja2.Environment(loader=loader, autoescape=True)
    environment.globals |= {"both": both, "theme": "auto", "policy": CONTENT_POLICY}
    return environment


def _facts(page: PublishedPage, part: str, models: Sequence[Model]) -> dict[str, object]:
    folder = page_folder(page.name, part)
    memories = {name for model in models for name in model.get("state", {}).get("memories", ())}
    kept = [f"tk-state:{page.name}", *sorted(f"tk-memory:{name}" for name in memories)]
    data = {
        "page": page.name,
        "lang": language(),
        "parameter": part_parameter(page.name),
        "parts": page.part_names,
        "cells": page.cells,
        "styles": list(page.styles),
        "kept": kept,
        "folder": folder,
        "models": [_without_html(model) for model in models],
    }
    return {
        "lang": language(),
        "twins": {
            code: call_in_language(code, page_folder, page.name, part)
            for code in LANGUAGES
            if code != language()
        },
        "folder": folder,
        "site": {"root": "../" * folder.count("/"), "page": page.name, **_publisher_facts()},
        "title": {code: call_in_language(code, page_text, "title", page.name) for code in LANGUAGES},
        "card": page_metadata(page.name, part),
        "styles": list(page.styles),
        "kept": _json(kept),
        "here": _json(folder),
        "firsts": [raw(_first(model, folder)) for model in models],
        "models": _json(data),
    }


def _publisher_facts() -> dict[str, object]:
    own = publisher_settings()
    return {
        "name": own.name(),
        "icon": icon_name(),
        "colours": publisher_colour_css(own.colours),
        "foot": footer_html(""),
    }


def _without_html(model: Model) -> Model:
    """Return a model without its HTML, which the page itself contains."""
    if "state" not in model:
        return model
    state = {name: value for name, value in model["state"].items() if name != "html"}
    return {"client": model["client"], "state": state}


def _first(model: Model, folder: str) -> str:
    """Return the HTML of a panel's first view, with links within the page relative to the site's root."""
    if "state" not in model:
        return str(model["html"]) if "html" in model else f"<pre>{escape(model['text'])}</pre>"
    state = model["state"]
    kind = "tk-panel tk-frame-panel" if model["client"] == "frame" else "tk-panel"
    body = re.sub(r'(<a [^>]*?href=")#', rf"\g<1>{folder}#", state["html"])
    inner = f'<div class="tk-body">{body}</div><div class="tk-status"></div>'
    return f'<div class="{kind}" lang="{state["lang"]}">{inner}</div>'


def _json(data: object) -> Any:  # JSON
    """Return JSON that is safe inside a script element."""
    return raw(json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"))
