"""Sentences of a panel about the sides of a battle, and errors with their own messages, for any game."""

from __future__ import annotations

from typing import ClassVar

from twingkit.core.language import localized
from twingkit.core.rulebook import FormattableFact, Rulebook
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first


def catalogue_sentence(
    catalogue: PanelTexts, book: Rulebook, key: str, role: str = "", /, **facts: object
) -> str:
    """Return the sentence `key` of a catalogue with a capital first letter. `role` is the side that the
    sentence is about, if any.

    With a `role`, `{who}` and `{whose}` name that side in the words of `book`, in the grammatical form that
    the sentence asks for (`{who:dat}`, `{who:acc}`).
    """
    if role:
        names = {
            name: FormattableFact(role, book.words, form) for name, form in (("who", ""), ("whose", "gen"))
        }
        facts = {**names, **facts}
    text = catalogue.say(key, **facts)
    return capitalize_first(text)


class CatalogueFault(ValueError):
    """Base class of errors whose messages are in a `catalogue`."""

    catalogue: ClassVar[PanelTexts]

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key, facts)
        self.key, self.facts = key, facts

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the message."""
        return self.catalogue.say(self.key, **self.facts)

    def __str__(self) -> str:
        return self.text("en")
