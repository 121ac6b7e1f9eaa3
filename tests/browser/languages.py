"""Check that a page shows all its text in its language, and none in the other one."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import twingkit
import twingkit_widgets


def complete(page: Any, lang: str) -> None:
    """Assert that the page shows everything in this language."""
    other = "de" if lang == "en" else "en"
    assert page.locator("html").get_attribute("lang") == lang
    texts = " ".join(page.evaluate(TEXTS).split())
    assert left_over(texts, lang) != [], "this test sees the page's texts"
    assert left_over(texts, other) == [], (lang, left_over(texts, other))


TEXTS = """() => {
  const lang = document.documentElement.lang;
  const foreign = `[lang]:not([lang="${lang}"])`;  // what says that it is in the other language
  const unsaid = `${foreign}, script, style, template`;
  const shown = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL, (node) =>
    node.nodeType === 1 && node.matches(unsaid) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  const texts = [], labels = [document.title];
  while (shown.nextNode()) {
    const node = shown.currentNode;
    if (node.nodeType === 3) texts.push(node.data);
    else if (node.nodeType === 1)
      for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt"])
        if (node.hasAttribute(name)) labels.push(node.getAttribute(name));
  }
  return [...labels, texts.join("")].join("\\n");
}"""
"""What a page says, folded or not; what is set in the other language on purpose is left out. Where a word
ends that stands at the edge of a box does not matter to `left_over`."""


def left_over(texts: str, lang: str) -> list[str]:
    """Return the texts of the catalogues in `lang` that a page shows, or reads out to screen readers."""
    words = set(texts.split())
    return sorted(piece for piece, inner in pieces(lang).items() if inner <= words and piece in texts)


@cache
def pieces(lang: str) -> dict[str, set[str]]:
    """Return runs of three words or more between the placeholders of all sentences in `lang` that the other
    language lacks, each with its inner words: these occur unchanged in every text with the run."""
    own = runs_of_words()[lang] - runs_of_words()["de" if lang == "en" else "en"]
    return {piece: set(piece.split()[1:-1]) for piece in own}


@cache
def runs_of_words() -> dict[str, set[str]]:
    """Return all these runs by their language."""
    runs: dict[str, set[str]] = {"en": set(), "de": set()}
    for module in (twingkit, twingkit_widgets):
        for path in Path(str(module.__file__)).parent.rglob("*.toml"):
            for texts in sentences(tomllib.loads(path.read_text(encoding="utf-8"))):
                for spoken, text in texts.items():
                    parts = re.split(r"\{[^}]*\}|\n", text)
                    runs[spoken].update(part.strip() for part in parts if len(part.split()) >= 3)
    return runs


def sentences(tree: object) -> Iterator[Mapping[str, str]]:
    """Yield all tables `{en, de}` in a catalogue."""
    if isinstance(tree, Mapping) and set(tree) == {"en", "de"} and isinstance(tree["en"], str):
        yield tree
    elif isinstance(tree, Mapping):
        for branch in tree.values():
            yield from sentences(branch)
    elif isinstance(tree, list):
        for branch in tree:
            yield from sentences(branch)
