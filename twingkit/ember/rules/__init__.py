"""The rules of Ember: one module per chapter, beside the texts they cite."""
