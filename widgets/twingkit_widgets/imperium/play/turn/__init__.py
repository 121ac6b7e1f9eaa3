"""A whole game on the play page: the map with its systems, what a turn offers, and the own hand."""
