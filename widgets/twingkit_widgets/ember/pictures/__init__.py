"""The pictures of Ember: wizards, creatures, the table."""
