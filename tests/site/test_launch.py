"""Starting the site from the command line."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from site_process import MAIN

from twingkit_widgets.site import server
from twingkit_widgets.site.launch import has_display, language


@pytest.fixture
def launch(
    site_original: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Start a site that cannot serve: `launch("--port=1", lang="de_DE.UTF-8")` returns what it says."""

    def launched(*options: str, lang: str = "en_GB.UTF-8") -> subprocess.CompletedProcess[str]:
        monkeypatch.setenv("LC_ALL", lang)
        out, error = tmp_path / "out.txt", tmp_path / "error.txt"
        code = site_original().copy(MAIN, "--no-browser", *options, out=out, error=error).wait(60)
        return subprocess.CompletedProcess(options, code, out.read_text("utf-8"), error.read_text("utf-8"))

    return launched


@pytest.mark.parametrize(
    ("lang", "words"), [("en_GB.UTF-8", "already in use"), ("de_DE.UTF-8", "schon belegt")]
)
def test_a_taken_port_gets_one_clear_message(
    site: Any, pages: Path, launch: Any, lang: str, words: str
) -> None:
    port = site.url.rsplit(":", 1)[1].strip("/")
    done = launch(f"--port={port}", f"--folder={pages}", lang=lang)
    assert done.returncode == 2
    assert done.stdout == ""
    assert words in done.stderr
    assert f"--port {int(port) + 1}" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 2


def test_a_folder_without_notebooks_is_named(tmp_path: Path, launch: Any) -> None:
    done = launch(f"--folder={tmp_path}")
    assert done.returncode == 2
    assert str(tmp_path) in done.stderr


@pytest.mark.parametrize(
    ("lang", "words"), [("en_GB.UTF-8", "pages at once, not for 99999"), ("de_DE.UTF-8", "nicht für 99999")]
)
def test_more_visitors_than_there_are_open_files_for_are_not_promised(
    site: Any, pages: Path, launch: Any, lang: str, words: str
) -> None:
    port = site.url.rsplit(":", 1)[1].strip("/")
    done = launch(f"--port={port}", f"--folder={pages}", "--visitors=99999", lang=lang)
    assert words in done.stderr


def test_the_address_is_printed(site: Any) -> None:
    assert site.url in site.log.read_text()


def test_the_root_leads_to_the_first_page(site: Any) -> None:
    with urllib.request.urlopen(site.url + "?lang=de") as answer:
        assert answer.url == site.url + "de/"


def test_the_root_works_below_a_base_url(serve: Any, pages: Path) -> None:
    site = serve(folder=pages, base_url="/games/twing/")
    with urllib.request.urlopen(site.url) as answer:
        assert answer.url == site.url + "en/"
    with urllib.request.urlopen(site.url.rstrip("/")) as answer:
        assert answer.url == site.url + "en/"


@pytest.mark.parametrize(
    ("path", "folder"),
    [
        ("counter", "de/counter/"),
        ("counter/?seed=4", "de/counter/?seed=4"),
        ("en/counter", "en/counter/"),
        ("en/counter/?lang=de&seed=4", "de/counter/?seed=4"),
        ("voila/render/counter.ipynb?lang=en", "en/counter/"),
        ("voila/render/index.ipynb", "de/"),
        ("en", "en/"),
    ],
)
def test_every_spelling_of_an_address_leads_to_the_pages_folder(site: Any, path: str, folder: str) -> None:
    request = urllib.request.Request(site.url + path, headers={"Accept-Language": "de"}, method="HEAD")
    with urllib.request.urlopen(request) as answer:
        assert answer.url == site.url + folder


@pytest.mark.parametrize(
    "path",
    [
        "nothing",
        "de/nothing/",
        "de/counter/nothing/",
        "fr/counter/",
        "voila/render/nothing.ipynb",
        "voila/tree",
        "voila/files/index.ipynb",
        "api/contents",
        "api/kernels",
    ],
)
def test_there_is_nothing_but_the_pages(site: Any, path: str) -> None:
    request = urllib.request.Request(site.url + path, headers={"Accept-Language": "de-CH,de;q=0.9"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    with refused.value as answer:
        page = answer.read().decode()
    assert refused.value.code == 404
    assert '<html class="tk-page" lang="de"' in page
    assert "There is no such page" in page
    assert "Diese Seite gibt es nicht" in page


def test_no_browser_is_opened_where_none_could_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not has_display()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_display()


@pytest.mark.parametrize(("setting", "lang"), [("de_CH.UTF-8", "de"), ("fr_FR.UTF-8", "en"), ("C", "en")])
def test_the_terminal_speaks_the_computers_language(
    monkeypatch: pytest.MonkeyPatch, setting: str, lang: str
) -> None:
    monkeypatch.setenv("LC_ALL", setting)
    assert language() == lang


def test_pages_are_reached_by_files_in_memory_so_that_a_full_disk_keeps_nobody_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    usage = SimpleNamespace(free=2**30)
    monkeypatch.setattr(server, "MEMORY", tmp_path)
    monkeypatch.setattr("shutil.disk_usage", lambda folder: usage)
    assert server.configuration(0, "", "/", debug=False).Voila.connection_dir_root == str(tmp_path)
    usage.free = 0
    assert server.connection_folder() == tempfile.gettempdir(), "memory is full, too"
    monkeypatch.setattr(server, "MEMORY", tmp_path / "none")
    assert server.connection_folder() == tempfile.gettempdir(), "not Linux"


def test_a_server_that_cannot_listen_leaves_no_folder_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def start(site_server: server.SiteServer) -> None:
        site_server.connection_dir = tempfile.mkdtemp(dir=tmp_path)
        raise server.PortError(80, OSError(98, "in use"))

    monkeypatch.setattr(server.Voila, "start", start)
    with pytest.raises(server.PortError):
        server.SiteServer().start()
    assert not list(tmp_path.iterdir())
