"""The content policy of pages: everything that one may load comes from where it came from itself."""

CONTENT_POLICY = (
    "default-src 'self'; script-src 'self' blob: 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; "
    "base-uri 'self'; form-action 'self'"
)
"""No text becomes code; panels' own scripts come as blobs. A widget that wants more is refused at once."""
