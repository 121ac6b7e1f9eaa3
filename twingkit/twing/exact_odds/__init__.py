"""Exact odds of battles, duels, end-game attacks and supported battles, with open or hidden hands."""
