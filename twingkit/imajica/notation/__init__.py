"""The notation of Imajica: positions as lines of text."""
