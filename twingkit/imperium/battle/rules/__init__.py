"""The rules of Twilight Imperium's battles: one module per step or idea, beside their texts."""
