"""The pages: the frame is sent at once, the outputs of the notebook follow as its kernel makes them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import mimetypes
import os
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from tornado import iostream, web

from twingkit.core.language import call_in_language, language
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.address.addresses import ROOT, START, parse_address, part_parameter, subpage_names
from twingkit_widgets.panel.address.publishing_way import PUBLISHED
from twingkit_widgets.panel.settings.active_settings import AUTHOR, publisher_settings
from twingkit_widgets.panel.settings.colours import publisher_colour_css
from twingkit_widgets.panel.settings.logo import logo_data_url
from twingkit_widgets.site.assets import BUNDLE, AssetHandler, CommonHeadersHandler
from twingkit_widgets.site.documentation import DOCS, DOCS_FOLDER, documentation_file
from twingkit_widgets.site.head.content_policy import CONTENT_POLICY
from twingkit_widgets.site.head.discovery import discovery_files, icon_name, page_metadata
from twingkit_widgets.site.head.qr_code import qr_html
from twingkit_widgets.site.health import FORWARDED
from twingkit_widgets.site.own_notebook import text_cell_html
from twingkit_widgets.site.page_parts import part_names_of
from twingkit_widgets.site.publisher.foot import footer_html
from twingkit_widgets.site.render import PageRenderer
from twingkit_widgets.site.server_log import LONGEST_ADDRESS, logged_address
from twingkit_widgets.site.site import SiteContext
from twingkit_widgets.site.text_page import is_text_page, text_page_facts
from twingkit_widgets.site.visitors.neighbourhood import visitor_network
from twingkit_widgets.site.visitors.slots import ServerFull

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
POLICY = f"{CONTENT_POLICY}; frame-ancestors 'self'"
_FAULTS = {404: "missing", 421: "host", 429: "crowd", 503: "full", 500: "start"}
_FAVICON = "favicon.ico"  # browsers request it on their own
LONGEST_LINK = 8000  # characters of an address for a QR code
_SEND_TIMEOUT = 30  # seconds that a visitor may take to receive what was sent


class SiteHandler(CommonHeadersHandler, JupyterHandler):
    """A request handler that uses the visitor's language and shows errors in the look of the site."""

    def initialize(self, site: SiteContext) -> None:
        """Store the data that all handlers of one server share."""
        self.site = site
        self.path_args: list[str] = []  # Tornado sets them only after checking the method

    def _request_summary(self) -> str:
        address = logged_address(self.request, self.site)
        return f"{self.request.method} {str(self.request.path)[:LONGEST_ADDRESS]} ({address})"

    @property
    def content_security_policy(self) -> str:
        """The content policy, which forbids loading anything from other sites."""
        return POLICY

    def check_origin(self, origin_to_satisfy_tornado: str = "") -> bool:
        """True if the requesting page belongs to this site."""
        try:
            return bool(super().check_origin(origin_to_satisfy_tornado))
        except ValueError:  # its Origin or Referer is not a valid address
            return False

    def check_referer(self) -> bool:
        """True if the referring page belongs to this site."""
        try:
            return bool(super().check_referer())
        except ValueError:
            return False

    @property
    def lang(self) -> str:
        """The visitor's language: from the address, a cookie, or the browser's list of languages."""
        try:
            asked = self.get_query_argument("lang", "")
        except web.HTTPError:  # bytes that are not valid text
            asked = ""
        languages = [asked, self.get_cookie("tk-lang", "")]
        languages += self.request.headers.get("Accept-Language", "").split(",")
        for code in languages:
            if (code or "").strip()[:2].lower() in LANGUAGES:
                return (code or "").strip()[:2].lower()
        return publisher_settings().language

    @property
    def visitor_network(self) -> str:
        """The visitor's network; sessions from the same network are counted together."""
        said = self.request.headers
        forwarded = said.get("X-Forwarded-For") or said.get("X-Real-IP", "")
        return visitor_network(self.request.remote_ip or "", forwarded, self.site.proxies)

    @property
    def root(self) -> str:
        """The relative address of the root of the site, so that pages work below any prefix."""
        path = self.request.path
        if path.startswith(self.base_url):
            return "../" * path.removeprefix(self.base_url).count("/") or "./"
        return self.base_url.split("/")[-2] + "/" if path + "/" == self.base_url else self.base_url

    @property
    def relative_paths(self) -> dict[str, str]:
        """The relative paths to the server's base URL ("base") and to the root of the pages ("root")."""
        return {"base": self.root, "root": self.root + self.site.prefix}

    @property
    def publisher_facts(self) -> dict[str, object]:
        """The publisher's name, logo and links, for every page."""
        own = publisher_settings()
        return {
            "name": call_in_language(self.lang, own.name),
            "icon": logo_data_url(own.logo) if own.logo else "",
            "colours": publisher_colour_css(own.colours),
            "foot": footer_html(self.relative_paths["root"]),
        }

    def redirect_to_page(self, page: str, query: str) -> None:
        """Redirect to the folder of a page, with a relative address that keeps any prefix."""
        folder = f"{language()}/" if page == START else f"{language()}/{page}/"
        self.set_status(302)
        self.set_header("Location", self.relative_paths["root"] + folder + (f"?{query}" if query else ""))

    def write_error(self, status_code: int, **_: object) -> None:
        """Send an error page in both languages, with links to other pages."""
        fault = _FAULTS.get(status_code, "other")
        if status_code in (429, 503):
            self.set_header("Retry-After", "60")
        home = f"{self.relative_paths['root']}{self.lang}/"
        site = {"base": self.root, **self.publisher_facts}
        self.finish(self.render_page("fault.html.j2", fault=fault, status=status_code, home=home, site=site))

    def render_page(self, template: str, **facts: object) -> str:
        """Return the page made from a template and `facts`, in the visitor's language."""
        page_facts = call_in_language(self.lang, self.site.template_facts, **facts)
        return self.site.environment.get_template(template).render(page_facts)


class MissingPageHandler(SiteHandler):
    """A request handler for every address that has no page; it sends an error."""

    async def prepare(self, **_: object) -> None:
        """Send an error: there is no such page, or the host name is not the server's."""
        hosts = self.site.hosts
        raise web.HTTPError(421 if hosts and self.request.host_name not in hosts else 404)


class _DiscoveryFileHandler(SiteHandler):
    """Handler of the files for search engines and shared links."""

    @web.authenticated
    def get(self, name: str) -> None:
        """Send the file `name`; 404 if the settings lack the site's address or the picture."""
        name = icon_name() if name == _FAVICON else name
        if not self.site.default_page_names:
            raise web.HTTPError(404)
        kept = self.site.discovery_file_cache
        if name not in kept:
            made = discovery_files(_pages, on_server=True).get(name)
            if made is None:
                raise web.HTTPError(404)
            kept[name] = made()
        kinds = {"xml": "application/xml", "txt": "text/plain", "png": "image/png", "svg": "image/svg+xml"}
        self.set_header("Content-Type", kinds.get(name.rpartition(".")[2], "image/jpeg"))
        self.finish(kept[name])

    head = get


class _DocumentationHandler(SiteHandler):
    @web.authenticated
    def get(self, name: str | None) -> None:
        """Send a file, or 404; the folder without a slash redirects to its first page."""
        if name is None:
            self.redirect(self.relative_paths["root"] + DOCS_FOLDER)
            return
        file = documentation_file(Path(os.environ[DOCS]), name)
        if file is None:
            raise web.HTTPError(404)
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        self.set_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        self.set_header("Cache-Control", "no-cache")
        self.finish(file.read_bytes())

    head = get


def _pages() -> list[tuple[str, Sequence[str]]]:
    return [(page, part_names_of(page)) for page in (START, *subpage_names())]


class HomeRedirectHandler(SiteHandler):
    """A request handler that redirects from the root of the site to its first page."""

    @web.authenticated
    def get(self) -> None:
        """Redirect to the first page, in the visitor's language."""
        said = parse_address("", self.request.query)
        assert said is not None  # the root is an address
        call_in_language(said.lang or self.lang, self.redirect_to_page, said.page, said.query)

    head = get


class _RedirectToPageFolder(SiteHandler):
    """Handler of all other addresses of a page, which redirects to the folder of the page.

    Examples are the address of its notebook, without a language, or with the part in the query.
    """

    @web.authenticated
    def get(self, path: str) -> None:
        """Redirect to the folder of the page."""
        said = parse_address(path, self.request.query)
        if said is None or said.page not in self.site.page_names() or not self.has_part(path):
            raise web.HTTPError(404)
        call_in_language(said.lang or self.lang, self.redirect_to_page, said.page, said.query)

    def has_part(self, path: str) -> bool:
        """Return whether the part of a page that the path names exists; `de/learn/nothing/` names a part that
        does not.
        """
        said = parse_address(path)
        part = unquote(said.query.partition("=")[2]) if said else ""
        parts = part_names_of(said.page) if said and part else []
        return not parts or part in parts

    head = get


class _PageHandler(SiteHandler):
    """Handler of a page: it runs the page's notebook for one visitor."""

    kernel_start: asyncio.Future[Any] | None = None  # its process, once it is being started
    has_visitor_left = False  # True once the visitor has gone
    finish_turn: Callable[[], None] | None = None  # while others wait for its start

    @property
    def page_name(self) -> str:
        """The name of the page in the address."""
        return self.path_args[1] if len(self.path_args) > 1 else START

    @property
    def lang(self) -> str:
        """The language in the address."""
        return self.path_args[0] if self.path_args else super().lang

    @property
    def relative_paths(self) -> dict[str, str]:
        """The relative paths as in `SiteHandler`, and the name of the page ("page")."""
        return {**super().relative_paths, "page": self.page_name}

    @property
    def shows_only_texts(self) -> bool:
        """True if the page consists only of texts, so that it needs no kernel."""
        return bool(self.site.default_page_names) and is_text_page(self.page_name)

    def send_texts(self) -> None:
        """Send a page that consists only of texts, or the QR code that it requests."""
        self.set_header("Cache-Control", "no-cache")
        if address := self.get_query_argument("qr", "")[:LONGEST_LINK]:
            self.set_header("Content-Type", "text/plain; charset=utf-8")
            self.finish(str(call_in_language(self.lang, qr_html, address)))
            return
        facts = call_in_language(self.lang, text_page_facts, self.page_name, self.relative_paths["root"])
        facts["title"] = self.site.title(self.page_name)
        facts["site"] = {**self.relative_paths, **self.publisher_facts}
        facts["card"] = call_in_language(self.lang, page_metadata, self.page_name, on_server=True)
        self.finish(self.render_page("text.html.j2", **facts))

    @web.authenticated
    def head(self, *_: str) -> None:
        """Report, without opening the page, whether it exists and a slot is free."""
        if not self.is_forwarded() and not self.shows_only_texts:
            with self.report_full_server():
                self.site.start_queue.check_waiting_time()
                self.site.slots.page_to_end(self.visitor_network)
            self.set_header("Content-Type", "text/html; charset=utf-8")
            self.set_header("Cache-Control", "no-store")

    @staticmethod
    @contextlib.contextmanager
    def report_full_server() -> Iterator[None]:
        """Turn `ServerFull` in the block into an error status."""
        try:
            yield
        except ServerFull as full:
            raise web.HTTPError(429 if full.is_address_full else 503) from full

    def is_forwarded(self) -> bool:
        """Redirect the visitor if the query requests another page or language. Returns whether it did."""
        said = parse_address(f"{self.lang}/{self.page_name}", self.request.query)
        if said is None or said.page not in self.site.page_names():
            raise web.HTTPError(404)
        same = (said.page, said.lang) == (self.page_name, self.lang)
        if not same:
            call_in_language(said.lang, self.redirect_to_page, said.page, said.query)
        return not same

    @web.authenticated
    async def get(self, *_: str) -> None:
        """Send the page, piece by piece."""
        name = self.page_name
        if self.is_forwarded():
            return
        if self.shows_only_texts:
            self.send_texts()
            return
        kernel = str(uuid.uuid4())
        with self.report_full_server():
            self.site.start_queue.check_waiting_time()
            await self.site.slots.reserve(kernel, self.visitor_network)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        assert self.xsrf_token  # reading it sets the cookie that lets the page end its process
        try:
            async for part in self.parts(self.site.notebook_path(name), kernel):
                await self.send(part)
                if not self.site.slots.is_wanted(kernel):
                    raise iostream.StreamClosedError
        except iostream.StreamClosedError:  # the visitor has left already
            await self.give_slot_back(kernel)
        except Exception:  # the frame has been sent, so errors can only be shown inside it
            ended = not self.site.slots.is_wanted(kernel)  # with the server, or for another page
            await self.give_slot_back(kernel)
            if ended:
                return
            if not self._headers_written:
                raise
            log.exception("the page %s could not be started", name)
            self.site.statistics.error_count += 1
            self.write(self.render_page("failed.html.j2"))
        else:
            self.site.slots.note_page_sent(kernel)
            self.site.statistics.opened_count += 1
        finally:
            if self.finish_turn:
                self.finish_turn()

    def on_connection_close(self) -> None:
        """Record that the visitor has gone, so that nothing more is started."""
        self.has_visitor_left = True
        super().on_connection_close()

    async def send(self, part: str) -> None:
        """Send a piece of HTML. Raises `StreamClosedError` if the visitor has gone or does not receive it."""
        self.write(part)
        try:
            await asyncio.wait_for(self.flush(), _SEND_TIMEOUT)
        except TimeoutError as slow:
            raise iostream.StreamClosedError from slow

    async def give_slot_back(self, kernel: str) -> None:
        """Free the slot of the page; a kernel that is just starting is awaited first, so that it ends too."""
        if self.kernel_start:
            # takes the error of a start that was given up, which asyncio would log as never retrieved
            await asyncio.gather(self.kernel_start, return_exceptions=True)
        await self.site.slots.free(kernel)

    async def parts(self, path: Path, kernel: str) -> AsyncIterator[str]:
        """Yield the HTML of the page in pieces; the first one needs no kernel."""
        assets = self.root + self.site.assets.folder
        config = {
            **self.site.page_config,
            "baseUrl": self.root,
            "fullStaticUrl": f"{assets}/static",
            "fullLabextensionsUrl": f"{assets}/labextensions",
            "kernelId": kernel,
        }
        renderer = PageRenderer(
            request_handler=self,
            voila_configuration=self.site.voila,
            traitlet_config=self.site.voila.config,
            notebook_path=str(path),
            template_paths=self.site.template_paths,
            contents_manager=self.contents_manager,
            base_url=self.base_url,
            kernel_spec_manager=self.kernel_spec_manager,
            page_config=config,
        )
        renderer.adds_frame = bool(self.site.default_page_names)
        renderer.name, renderer.publisher_page = self.page_name, self.site.publisher_page(self.page_name)
        renderer.reports_faults = self.is_author
        await renderer.initialize()
        early = [f"{assets}/{name}" for name in self.site.assets.entry_files()]
        title = self.site.title(self.page_name)
        facts: dict[str, Any] = {"title": title, "front_end": f"{assets}/{BUNDLE}", "early": early}
        facts["site"] = {**self.relative_paths, **self.publisher_facts}
        part = self.get_query_argument(part_parameter(self.page_name) or "-", "")
        facts["card"] = (
            call_in_language(self.lang, page_metadata, self.page_name, part, on_server=True)
            if self.site.default_page_names
            else None
        )
        facts["text"] = partial(text_cell_html, folder=path.parent, root=self.relative_paths["root"])
        facts["plotly"] = self.root + self.site.assets.plotly if self.site.assets.plotly else ""
        renderer.resources.update(call_in_language(self.lang, self.site.template_facts, **facts))
        self.kernel_start = asyncio.ensure_future(
            self.start(kernel, renderer.notebook.metadata.kernelspec.name)
        )
        async for part, _ in renderer.generate_content_generator(kernel, self.kernel_start):
            yield part

    @property
    def is_author(self) -> bool:
        """True if the request comes from this computer and no proxy; the page then shows its faults."""
        here = self.request.host_name in ("localhost", "127.0.0.1", "::1")
        return (
            here and not self.visitor_network and not any(name in self.request.headers for name in FORWARDED)
        )

    async def start(self, kernel: str, spec: str) -> object:
        """Start a kernel for the address and language when its turn comes, and return its manager."""
        request_variables = {
            "QUERY_STRING": self.request.query,
            "TWINGKIT_LANG": self.lang,
            ROOT: self.relative_paths["root"],
            PUBLISHED: "jupyter" if self.site.prefix else "here" if self.is_author else "server",
        }
        environment = {**os.environ, **request_variables, **({AUTHOR: "1"} if self.is_author else {})}
        kernels = self.kernel_manager
        self.finish_turn = await self.site.start_queue.wait_for_turn()
        if self.has_visitor_left or not self.site.slots.is_wanted(kernel):  # or the server is being stopped
            raise iostream.StreamClosedError
        folder = str(self.site.notebook_path(self.page_name).parent)
        await kernels.start_kernel(kernel_id=kernel, kernel_name=spec, cwd=folder, env=environment)
        return kernels.get_kernel(kernel)


def page_routes(site: SiteContext, base_url: str) -> list[object]:
    """Return Tornado's routes of the pages and of the files that they load."""
    spoken = "|".join(LANGUAGES)

    def below(path: str, handler: type) -> object:
        return url_path_join(base_url, site.prefix + path), handler, {"site": site}

    shown = (
        [below(rf"{DOCS_FOLDER.removesuffix('/')}(?:/(.*))?", _DocumentationHandler)]
        if os.environ.get(DOCS)
        else []
    )
    assets = url_path_join(base_url, r"voila/assets/[^/]+/(.*)")
    return [
        (assets, AssetHandler, {"assets": site.assets}),
        below(
            r"(sitemap\.xml|robots\.txt|picture\.(?:png|jpe?g)|icon\.(?:png|svg)|favicon\.ico)",
            _DiscoveryFileHandler,
        ),
        *shown,
        below(rf"({spoken})/", _PageHandler),
        below(rf"({spoken})/([^/]+)/", _PageHandler),
        below(rf"((?:{spoken})(?:/[^/]+){{0,2}}/?)", _RedirectToPageFolder),
        below(r"([^/]+\.ipynb|[\w-]+/?)", _RedirectToPageFolder),
    ]
