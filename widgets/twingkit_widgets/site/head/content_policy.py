"""The content policy of pages: a page may only load things from its own origin."""

CONTENT_POLICY = (
    "default-src 'self'; script-src 'self' blob: 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; "
    "base-uri 'self'; form-action 'self'"
)
"""The Content-Security-Policy header: no text is executed as code; scripts of panels come as blobs."""
