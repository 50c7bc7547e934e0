"""Optional packages."""

from __future__ import annotations

import importlib
from types import ModuleType

from windtunnel.errors import MissingExtra


def need(module: str, extra: str, what: str) -> ModuleType:
    """Imports an optional package. Raises :class:`MissingExtra`, which says how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise MissingExtra(f"{what} needs the package {package}: pip install 'windtunnel[{extra}]'") from error
