"""A whole game on the play page: the map with its systems, the options of a turn, and the person's hand."""
