"""The build backend: hatchling, with metadata that come without a build.

Under pip, hatchling leaves out the hook for metadata, and pip then builds the whole wheel in its step "Preparing metadata", where
minutes of compilation look like a hang. It knows pip by a variable, which is hidden while it is imported.
"""

import os

TRACKER = "PIP_BUILD_TRACKER"
tracker = os.environ.pop(TRACKER, None)
from hatchling.build import *  # noqa: E402, F403

if tracker is not None:
    os.environ[TRACKER] = tracker
