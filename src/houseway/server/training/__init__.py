"""Training over the web: exercises, progress, exams."""
