"""Files and metadata for search engines and shared links: page cards, a sitemap, a preview picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from twingkit.core.language import call_in_language, language
from twingkit.core.words import LANGUAGES, language_of
from twingkit_widgets.panel.address.addresses import (
    START,
    canonical_address,
    part_parameter,
    server_page_address,
)
from twingkit_widgets.panel.settings.active_settings import publisher_settings
from twingkit_widgets.site.head.page_description import page_description, page_title

_SITEMAP = "sitemap.xml"
_ROBOTS = "robots.txt"


def _preview_file_name() -> str:
    """Return the file name of the preview picture for links; "" if there is none."""
    picture = publisher_settings().preview_picture
    return f"picture{picture.suffix.lower()}" if picture else ""


_ICON = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>"
    "<rect width='16' height='16' rx='3' fill='#5b2a86'/>"
    "<path d='M4 4h8v2.4H9.3V13H6.7V6.4H4z' fill='#fff'/></svg>"
)
"""The default icon of the site, as SVG."""


def icon_name() -> str:
    """Return the name of the site's icon file, which depends on the format of the publisher's logo."""
    logo = publisher_settings().logo
    return f"icon{logo.suffix.lower()}" if logo else "icon.svg"


def page_folder(page: str, part: str = "") -> str:
    """Return the folder of a page, or of one of its parts, as a path relative to the root of the site."""
    return canonical_address(page, **({part_parameter(page): part} if part else {}))


def _address_by_language(page: str, part: str, on_server: bool) -> dict[str, str]:
    """Return the address at which a page or a part of it is served without a redirect, by language."""
    relative_address = server_page_address if on_server else canonical_address
    query = {part_parameter(page): part} if part else {}
    site = publisher_settings().address
    return {code: site + call_in_language(code, relative_address, page, **query) for code in LANGUAGES}


def page_metadata(page: str, part: str = "", on_server: bool = False) -> dict[str, object]:
    """Return the metadata of a page, such as title and description, for search engines and link previews in
    chats.

    That is the title, description, name and language and, if the address of the site is set, the page's
    addresses in all languages, and the picture.
    """
    address, picture = publisher_settings().address, _preview_file_name()
    card: dict[str, object] = {
        "title": page_title(page, part),
        "description": page_description(page, part),
        "name": publisher_settings().name(),
        "locale": language_of(language()).locale or language(),
    }
    if not address:
        return card
    twins = _address_by_language(page, part, on_server)
    return {
        **card,
        "address": twins[language()],
        "twins": {**twins, "x-default": address if page == START else twins[publisher_settings().language]},
        "picture": address + picture if picture else "",
    }


def site_root_metadata() -> dict[str, object]:
    """Return the metadata of the root of the site, which leads to the start page."""
    card = call_in_language(publisher_settings().language, page_metadata, START)
    return {**card, "address": publisher_settings().address} if publisher_settings().address else card


def sitemap(pages_with_parts: Sequence[tuple[str, Sequence[str]]], on_server: bool = False) -> str:
    """Return the XML sitemap of every page and part in every language; the site's address must be set."""
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
            ' xmlns:xhtml="http://www.w3.org/1999/xhtml">',
            *(_entry(page, part, on_server) for page, parts in pages_with_parts for part in ("", *parts)),
            "</urlset>",
            "",
        ]
    )


def _entry(page: str, part: str, on_server: bool) -> str:
    twins = {code: escape(twin) for code, twin in _address_by_language(page, part, on_server).items()}
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{code}" href="{twin}"/>' for code, twin in twins.items()
    )
    return "\n".join(f"<url><loc>{twin}</loc>{links}</url>" for twin in twins.values())


def robots_txt() -> str:
    """Return the text of `robots.txt`, which allows everything and names the sitemap."""
    return f"User-agent: *\nAllow: /\nSitemap: {publisher_settings().address}{_SITEMAP}\n"


def discovery_files(
    get_pages_with_parts: Callable[[], Sequence[tuple[str, Sequence[str]]]], on_server: bool = False
) -> dict[str, Callable[[], bytes]]:
    """Map the names of the files for search engines and link previews to functions that create their
    contents.

    The files are the icon, the picture and, if the address is set, the sitemap, which calls
    `get_pages_with_parts`.
    """
    logo = publisher_settings().logo
    files = {icon_name(): logo.read_bytes if logo else _ICON.encode}
    if publisher_settings().address:
        files[_SITEMAP] = lambda: sitemap(get_pages_with_parts(), on_server).encode()
        files[_ROBOTS] = lambda: robots_txt().encode()
    if picture := publisher_settings().preview_picture:
        files[_preview_file_name()] = picture.read_bytes
    return files
