"""The processes behind the pages: copies of one that has loaded everything, each with a memory limit."""
