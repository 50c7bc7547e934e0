#!/usr/bin/env python3
"""Finds names that were replaced by the field's terms: identifiers of Rust, Python, C and JavaScript, options and columns.

A name counts if it is one as a whole: `Room` is found, `Roomy` is not. Words that are right in one place and wrong elsewhere
name the folder that they are wrong in. Phrases that plain English says differently are counted, and each count may only fall.
"""

import collections
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Old name: (what to say instead, where the old one is wrong).
RUST = "crates/"
ENGINE = "crates/mpi/src/"
PACKET = "crates/models/src/network/packet/"
RUNTIME = "crates/runtime/src/"
# `windtunnel platform place` is a command.
ALL_BUT_COMMANDS = tuple(f"crates/{path.name}/" for path in sorted((ROOT / "crates").iterdir()) if path.name != "cli")
WORDS = {
    "Sector": ("Partition", RUST),
    "World": ("SharedState, SpawnedJob, ImageProcess", RUST),
    "Eyes": ("RoutingView", RUST),
    "Sight": ("RoutingScope", RUST),
    "Dice": ("HopRng", RUST),
    "Crew": ("WorkerPool", RUST),
    "hands": ("workers", PACKET),
    "PATIENCE": ("SPINS_BEFORE_YIELD", RUST),
    "POLITENESS": ("YIELDS_BEFORE_PARK", RUST),
    "Mail": ("Outbox", RUST),
    "Gate": ("RemoteLink", PACKET),
    "Desk": ("MessageAllocator", RUST),
    "Figures": ("LinkClass", RUST),
    "Note": ("CreditReturn", PACKET),
    "Notes": ("CreditPool", PACKET),
    "List": ("CreditList", PACKET),
    "Room": ("BufferCredit, SlotPool", RUST),
    "Place": ("what place it is", ALL_BUT_COMMANDS),
    "Part": ("what it is a part of", tuple(set(ALL_BUT_COMMANDS) - {"crates/kernel/"})),
    "Kind": ("what kind it is of", RUST),
    "Blocks": ("what blocks they are", tuple(set(ALL_BUT_COMMANDS) - {"crates/mpi-rank/"}) + ("crates/cli/",)),
    "Outlet": ("OutputBuffer", RUST),
    "Deed": ("LastAction, LinkActivity", RUST),
    "because": ("set_wait_cause", ENGINE),
    "because_of_last": ("cause_of_last", ENGINE),
    "led_by": ("root_cause_rank", ENGINE),
    "Said": ("", ENGINE),
    "Slot": ("RequestId", "crates/ops/"),
    "Come": ("CommCreateOutcome", ENGINE),
    "Given": ("Grant", ENGINE),
    "Made": ("", ENGINE),
    "Awaited": ("", ENGINE),
    "fulfil": ("resolve", ENGINE),
    "wish": ("request", ENGINE),
    "bury": ("retire", ENGINE),
    "gone": ("retired", ENGINE),
    "tell_released": ("drain_retired", RUST),
    "What": ("WaitCondition", ENGINE),
    "Target": ("RequestKind", RUST),
    "Way": ("ActiveMessageId, Bypass", RUST),
    "looks": ("queued_polls", ENGINE),
    "sleepers": ("parked_pollers", ENGINE),
    "only_looks_are_left": ("only_polls_pending", ENGINE),
    "let_sleepers_look": ("repoll_parked", ENGINE),
    "hopeful": ("may_progress", ENGINE),
    "fruitless": ("poll_missed", ENGINE),
    "Flight": ("ActiveMessage", ENGINE),
    "FlightKind": ("ActiveMessageId", ENGINE),
    "PendingPeers": ("WaitsFor", ENGINE),
    "answer_rendezvous": ("send_cts", ENGINE),
    "own_group": ("local_group", ENGINE),
    "laned": ("multithreaded", RUST),
    "in_turn": ("holds_mpi_lock", RUST),
    "restless": ("running_threads", RUST),
    "Lane": ("RankThread", RUST),
    "Lanes": ("RankThreads", "crates/ops/"),
    "crowded": ("oversubscribed_compute", RUST),
    "settle": ("sync_counters, accrue, serve_ports_with_new_credit, apply_credits", RUST),
    "alone": ("uncontended_time", "crates/kernel/"),
    "pass_to": ("try_advance_to", RUST),
    "nothing_but": ("idle_except", RUST),
    "out_of_time": ("exceeds_time_range", RUST),
    "Glance": ("Progress", RUST),
    "Watch": ("ProgressHook", ENGINE),
    "Ending": ("Outcome", "crates/mpi/src/engine"),
    "refuses": ("precondition", ENGINE),
    "serves_all": ("always", ENGINE),
    "inhabit": ("attach", RUNTIME),
    "disown": ("detach", RUNTIME),
    "doom": ("abort_with", RUNTIME),
    "last_words": ("final_posts", RUNTIME),
    "say_last_words": ("flush_final_posts", RUNTIME),
    "renew": ("apply_answer", RUNTIME),
    "LinkPartUse": ("LinkUse", RUST),
    "Sort": ("ZoneTemplate", "crates/platform/"),
    "Door": ("Gateway", "crates/platform/"),
    "parting": ("diverge", ""),
    "twins": ("with_large_count", RUNTIME),
}
# Phrases in comments, messages and documents: (pattern, how often at most). Lower the number when there are fewer.
PHRASES = {
    "X is no Y": (r"(?<![Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b|such\b|less\b|later\b)\w", 47),
    "so many": (r"\b[Ss]o many\b", 154),
    "nobody": (r"\b[Nn]obody\b", 128),
    "is told": (r"\b(?:is|are) told\b", 52),
    "in vain": (r"\bin vain\b", 7),
    "goes with": (r"\bgo(?:es)? with\b", 12),
    "a comment that begins with What or Who": (r"(?://[/!]? |\"\"\"|# )(?:What|Whom?)\b", 1115),
}
SUFFIXES = (".rs", ".py", ".js", ".c", ".h", ".toml", ".md")
# Where old names are the subject.
EXCEPT = ("tools/check_words.py", "tests/layering/test_words.py", "CHANGELOG.md")


def files():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.splitlines() if name.endswith(SUFFIXES) and name not in EXCEPT]


def names(line, suffix):
    """A line of code without comments and literals; of a document what is set as code."""
    if suffix == ".md":
        return " ".join(re.findall(r"`([^`]*)`", line))
    if suffix == ".py":
        return re.sub(r"#.*", "", re.sub(r'"[^"]*"', "", line))
    return re.sub(r'"(?:\\.|[^"\\])*"|//.*|^\s*\*.*', "", line)


def more_phrases(counts):
    """What there is more of than there may be; prints what has fallen, too."""
    for phrase, (_, most) in PHRASES.items():
        if counts[phrase] > most:
            print(f"{phrase}: {counts[phrase]} times, {counts[phrase] - most} more than before; say it in plain English")
        elif counts[phrase] < most:
            print(f"{phrase}: {counts[phrase]} times: lower its number in PHRASES, {most}")
    return sum(max(0, counts[phrase] - most) for phrase, (_, most) in PHRASES.items())


def main():
    found = 0
    counts = collections.Counter()
    phrases = {phrase: re.compile(pattern) for phrase, (pattern, _) in PHRASES.items()}
    for name in files():
        suffix = Path(name).suffix
        for phrase, phrase_pattern in phrases.items():
            counts[phrase] += len(phrase_pattern.findall((ROOT / name).read_text()))
        wrong = {word: better for word, (better, where) in WORDS.items() if name.startswith(where)}
        pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, wrong))})(?!\w)") if wrong else None
        for number, line in enumerate((ROOT / name).read_text().splitlines(), 1):
            for match in pattern.finditer(names(line, suffix)) if pattern else ():
                found += 1
                print(f"{name}:{number}: `{match[0]}`; say {wrong[match[0]] or 'what it is'}")
    return 1 if found + more_phrases(counts) else 0


if __name__ == "__main__":
    sys.exit(main())
