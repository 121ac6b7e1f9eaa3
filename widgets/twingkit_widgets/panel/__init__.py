"""The building blocks of every panel: markup, texts, controls, charts, and the client that shows it."""
