"""The pictures of Ember: cards, creatures, and the table."""
