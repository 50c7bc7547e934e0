"""Which files scenarios read: the command tells, for many of them at once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from windtunnel.campaign.start import words
from windtunnel.command import call, surroundings
from windtunnel.errors import WindtunnelError

#: Keys and groups of keys that name no file: scenarios that differ in them alone read the same ones.
NAMELESS = frozenset(
    ["arguments", "collective", "environment", "mode", "network", "observe", "oversubscribe", "payload", "ppn", "repeat"]
    + ["seed", "stdin", "time-limit"]
)


@dataclass(frozen=True)
class Input:
    """A file that the scenario of a point names, or that another such file names."""

    #: The scenario's key.
    key: str
    #: Its path, as the run opens it.
    path: str
    #: Of its contents.
    address: str


class Lister:
    """Lists the files that scenarios read, as they are in a folder. Each file is looked at once."""

    def __init__(self, base: Path) -> None:
        self._base = base
        #: By what names files, of scenarios that can be run.
        self._inputs: dict[str, tuple[Input, ...]] = {}
        #: Why scenarios cannot be run.
        self._refused: dict[str, str] = {}

    def inputs(self, scenario: Mapping[str, Any]) -> tuple[Input, ...] | str:
        """The inputs of a scenario that was learned, or why it cannot be run."""
        found = self._inputs.get(_names(scenario))
        return self._refused[_text(scenario)] if found is None else found

    def learn(self, scenarios: Sequence[Mapping[str, Any]]) -> None:
        """Learns what scenarios read."""
        # One stands for all that name the same files; where it cannot be run for another reason, each has its turn.
        self._ask({_names(one): one for one in reversed(scenarios) if not self._knows(one)})
        self._ask({_text(one): one for one in scenarios if not self._knows(one)})

    def _knows(self, scenario: Mapping[str, Any]) -> bool:
        return _names(scenario) in self._inputs or _text(scenario) in self._refused

    def _ask(self, scenarios: Mapping[str, Mapping[str, Any]]) -> None:
        asked = []
        for one in scenarios.values():
            try:
                asked.append((one, json.dumps(words(one))))
            except (TypeError, ValueError) as error:
                self._refused[_text(one)] = str(error)
        if not asked:
            return
        with surroundings(self._base):
            answers = call(["scenario", "inputs"], input="".join(f"{line}\n" for _, line in asked)).check().out
        for (one, _), line in zip(asked, answers.removesuffix("\n").split("\n"), strict=True):
            answer = json.loads(line)
            if "error" in answer:
                self._refused[_text(one)] = answer["error"]
                continue
            for found in answer["inputs"]:
                if found.get("changed"):
                    raise WindtunnelError(f"{found['path']}: has changed while it was read; run the campaign again")
            self._inputs[_names(one)] = tuple(Input(found["key"], found["path"], found["sha256"]) for found in answer["inputs"])


def _names(scenario: Mapping[str, Any]) -> str:
    return _text({key: value for key, value in scenario.items() if key.partition(".")[0] not in NAMELESS})


def _text(scenario: Mapping[str, Any]) -> str:
    return json.dumps(scenario, sort_keys=True, default=str)
