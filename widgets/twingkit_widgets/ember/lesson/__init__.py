"""The lessons of Ember as the panels show them."""
