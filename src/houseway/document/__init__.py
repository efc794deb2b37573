"""Documents as data, and what writes them: the terminal, HTML, Markdown, PDF, JSON."""
