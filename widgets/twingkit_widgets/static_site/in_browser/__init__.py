"""The part that runs in the visitor's browser: a page's program, and stand-ins for what notebooks have."""
