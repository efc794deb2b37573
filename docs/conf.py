"""How Sphinx makes the site of these pages: `make docs`."""

from __future__ import annotations

import sys
from pathlib import Path

import houseway

sys.path.insert(0, str(Path(__file__).parent))

project = "Houseway"
author = "The Houseway authors"
project_copyright = "the Houseway authors, Apache-2.0"
version = release = houseway.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "_extension"]
exclude_patterns = ["_build", "_extension", "example-*/src", "example-*/tests"]
nitpicky = True

myst_enable_extensions = ["html_image"]
myst_heading_anchors = 3

default_role = "code"  # docstrings write `this` as Markdown does
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {
    "members": True,
    "inherited-members": "int,tuple,BaseException,Generic",
    "show-inheritance": True,
}
python_display_short_literal_types = True
toc_object_entries = False

html_theme = "furo"
html_title = f"Houseway {release}"
html_copy_source = False
html_show_sphinx = False
