"""House edges counted in the background, and the coaches."""
