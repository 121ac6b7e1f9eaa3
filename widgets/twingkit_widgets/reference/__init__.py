"""The reference for analysts: every public name with an example that runs."""
