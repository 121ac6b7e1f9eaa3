"""Markdown as HTML. The text is a publisher's, and trusted less than code: HTML in it is shown as text."""

from __future__ import annotations

from functools import cache

from twingkit_widgets.panel.markup import Markup


@cache
def markdown(text: str) -> Markup:
    """Return a Markdown text as markup, its headings one level lower, since the page has a title.

    >>> print(markdown("# Who we are\\n\\nWe: <script>x</script> [us](javascript:x)"))
    <h2>Who we are</h2>
    <p>We: &lt;script&gt;x&lt;/script&gt; <a rel="noopener noreferrer" href="#harmful-link">us</a></p>
    <BLANKLINE>
    """
    import mistune  # where such a page is opened, and nowhere else

    class Escaping(mistune.HTMLRenderer):
        """HTML without any of the text's own."""

        def heading(self, text: str, level: int, **attrs: object) -> str:
            """A heading below that of the page."""
            return str(super().heading(text, min(level + 1, 6)))

        def link(self, text: str, url: str, title: str | None = None) -> str:
            """A link that tells nobody where the visitor was."""
            shown = str(super().link(text, url, title))
            return shown.replace("<a ", '<a rel="noopener noreferrer" ', 1)

        def image(self, text: str, url: str, title: str | None = None) -> str:
            """The words of a picture: nothing is loaded from elsewhere."""
            return text

    shown = mistune.create_markdown(renderer=Escaping(escape=True))(text)
    return Markup(str(shown))
