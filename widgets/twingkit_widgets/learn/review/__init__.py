"""The page on which a game is reviewed: decisions, curve, luck."""
