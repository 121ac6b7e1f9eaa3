"""Cards of any game: box files (load, check, write), stacks, and draws from them."""
