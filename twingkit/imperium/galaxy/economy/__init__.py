"""Resources and influence of Twilight Imperium: what one can pay, and what one can build for it."""
