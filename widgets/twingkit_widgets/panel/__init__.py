"""The parts of every panel: markup, words, controls, charts, and the client that shows it."""
