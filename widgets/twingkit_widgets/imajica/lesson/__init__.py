"""The panels of Imajica's lessons."""
