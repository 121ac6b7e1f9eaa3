"""The eight strategy cards: a primary ability for the owner, a secondary one for the other players."""
