"""The commands of the lab, a module each, and how their findings are shown."""
