"""Numbers with units, as scenarios and platform files have them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

#: A number and its unit.
FORM = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([A-Za-z/]+)\s*")

_DECIMAL = {"": 0, "k": 3, "K": 3, "M": 6, "G": 9, "T": 12, "P": 15}
_BINARY = {"Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30, "Ti": 1 << 40, "Pi": 1 << 50}


def _factors() -> dict[str, tuple[Decimal, str]]:
    """For each unit its factor and SI unit."""
    found = {
        name: (Decimal(10) ** power, "s")
        for name, power in {"s": 0, "ms": -3, "us": -6, "µs": -6, "ns": -9, "ps": -12}.items()
    }
    for per in ("", "/s"):
        for prefix, power in _DECIMAL.items():
            found[f"{prefix}B{per}"] = (Decimal(10) ** power, f"B{per}")
            found[f"{prefix}b{per}"] = (Decimal(10) ** power / 8, f"B{per}")
            found[f"{prefix}flop{per}"] = (Decimal(10) ** power, f"flop{per}")
        for prefix, factor in _BINARY.items():
            found[f"{prefix}B{per}"] = (Decimal(factor), f"B{per}")
    for prefix, power in _DECIMAL.items():
        found[f"{prefix}bps"] = (Decimal(10) ** power / 8, "B/s")
        found[f"{prefix}Bps"] = (Decimal(10) ** power, "B/s")
        found[f"{prefix}flops"] = (Decimal(10) ** power, "flop/s")
    return found


FACTORS = _factors()


@dataclass(frozen=True)
class Quantity:
    """A number in an SI unit: ``s``, ``B``, ``B/s``, ``flop`` or ``flop/s``; ``""`` without one."""

    value: Decimal
    unit: str

    def text(self) -> str | int | float:
        """As a scenario expects it. Times are whole picoseconds, all other quantities whole numbers of their unit."""
        match self.unit:
            case "":
                return int(self.value) if self.value == int(self.value) else float(self.value)
            case "s":
                return f"{round(self.value * 10**12)} ps"
        return f"{round(self.value)} {self.unit}"


def quantity(value: object) -> Quantity | None:
    """The quantity that a value stands for; None for any other text.

    >>> quantity("1.5 us"), quantity("ring")
    (Quantity(value=Decimal('0.0000015'), unit='s'), None)
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return Quantity(Decimal(repr(value)), "")
    found = FORM.fullmatch(value) if isinstance(value, str) else None
    if found is None or found[2] not in FACTORS:
        return None
    factor, unit = FACTORS[found[2]]
    return Quantity(Decimal(found[1]) * factor, unit)
