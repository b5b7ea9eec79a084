"""The wheel holds a command for one platform with its models, and no Python at all."""

import os
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODELS = Path("models")
INSTALLED = Path("share/citelight/models")


class PlatformTag(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{os.environ['CITELIGHT_PLATFORM']}"
        folder = Path(self.root) / MODELS
        # File by file: of folders hatchling leaves out what it would not take for Python.
        build_data["shared_data"] = {
            str(file): str(INSTALLED / file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()
        }
