#!/usr/bin/env python3
"""Measures what simulating costs, row by row, against the targets, and prints a table.

    benches/run.py [--prefix DIR] [--only TEXT] [--list] [--smpi] [--json FILE]

CPU is user and system time of the whole process tree on one core, memory is anonymous memory of the same, that of a
rank beyond others by the largest resident set; of short rows the median of five runs counts. A run that takes a minute of CPU, or far more memory than it may, is cut. The first line says how
fast this machine is, so that tables of two machines can be compared. The rows are in rows.py; how costs grow with sizes, which comes
last, in growth.py. `--only` takes a part of names, and can be repeated. `--smpi` also runs the programs in SMPI (Debian's
libsimgrid-dev) where that takes a bearable time.
Exit status: 0 if every target is met, 1 if not, 2 if something could not be run.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import growth
from bench import PROGRAMS, Bench
from rows import ROWS, Row


def host_figures(work):
    """How fast this machine is, in a line."""
    program = work / "host"
    subprocess.run(["cc", "-O2", "-o", program, PROGRAMS / "host.c"], check=True)
    operations, copy, load = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    model = next((line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), "unknown processor")
    return {"processor": model, "million_operations_per_second": float(operations), "copy_gb_per_second": float(copy),
            "load_ns": float(load)}


def line(result):
    """A row of the table."""
    row = result.row
    if result.error:
        return f"{row.name:<56}{'':>10}{'':>10}{'':>9}{'':>8}  ERROR\n    " + result.error.replace("\n", "\n    ")
    target = f"{row.target:g} {row.unit}" if row.target else "-"
    limit = f"{row.memory:.3g}" if row.memory else "-"
    verdict = ", ".join(result.misses) or (f"{result.size / 1e6:.1f} MB" if result.size else "ok" if row.target else "")
    value = f"{result.bound}{result.value:.3f} {row.unit:<2}" if not result.cut else result.cut
    return (f"{row.name:<56}{value:>10}{target:>10}{result.memory:>9.2f}{limit:>8}"
            f"  {verdict:<24}{result.smpi}")


def growth_line(result):
    """A row of the table of growth."""
    if result.error:
        return f"{result.row.name:<56}  ERROR\n    " + result.error.replace("\n", "\n    ")
    points = ", ".join(f"{point.size:,}: {cost:.2f} s" for point, cost in zip(result.row.points, result.costs, strict=False))
    exponent = f"{'>' if result.cut else ''}{result.exponent:.2f}"
    return f"{result.row.name:<56}{exponent:>6}  {', '.join(result.misses) or 'ok':<16}  {points}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--prefix", type=Path, default=os.environ.get("WT_PREFIX"),
                        help="the tunnel's prefix (tools/stage.sh); default: WT_PREFIX, else PATH")
    parser.add_argument("--only", action="append", default=[], help="only rows whose name contains this text; repeatable")
    parser.add_argument("--list", action="store_true", help="prints the names of the rows")
    parser.add_argument("--smpi", action="store_true", help="also runs the programs in SMPI")
    parser.add_argument("--runs", type=int, default=5, help="runs of a short row, the median of which counts")
    parser.add_argument("--json", type=Path, help="also writes the figures here")
    options = parser.parse_args()
    wanted = [row for row in ROWS + growth.ROWS if not options.only or any(text in row.name for text in options.only)]
    rows = [row for row in wanted if isinstance(row, Row)]
    growing = [row for row in wanted if isinstance(row, growth.Growth)]
    if options.list:
        print("\n".join(row.name for row in wanted))
        return
    if options.smpi and shutil.which("smpicc") is None:
        print("SMPI is not installed (apt-get install libsimgrid-dev): its column only quotes", file=sys.stderr)
        options.smpi = False
    results, grown = [], []
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        work = Path(folder)
        bench = Bench(options.prefix and options.prefix.resolve(), work, options.runs)
        host = host_figures(work)
        print(f"{host['processor']}: {host['million_operations_per_second']:.0f} M dependent operations/s, "
              f"copy {host['copy_gb_per_second']:.1f} GB/s, load {host['load_ns']:.0f} ns")
        if rows:
            print(f"{'':<56}{'CPU':>10}{'target':>10}{'GiB':>9}{'target':>8}  {'verdict':<24}SMPI [4.2-dev, quoted]")
        for row in rows:
            results.append(bench.measure(row, options.smpi))
            print(line(results[-1]), flush=True)
        if growing:
            print(f"{'growth':<54}exponent  {'verdict':<16}  CPU at each size")
        for row in growing:
            grown.append(bench.growth(row))
            print(growth_line(grown[-1]), flush=True)
    if options.json:
        table = [{"row": r.row.name, "value": r.value, "unit": r.row.unit, "target": r.row.target,
                  "bound": r.bound, "cut": r.cut, "anonymous_gib": r.memory,
                  "memory_target_gib": r.row.memory, "simulated": r.simulated, "bytes": r.size,
                  "misses": r.misses, "error": r.error, "smpi": r.smpi} for r in results]
        growths = [{"row": r.row.name, "sizes": [point.size for point in r.row.points], "cpu_s": r.costs,
                    "exponent": r.exponent, "cut": r.cut, "misses": r.misses, "error": r.error} for r in grown]
        options.json.write_text(json.dumps({"host": host, "rows": table, "growth": growths}, indent=1) + "\n")
    both = results + grown
    errors, missed = sum(bool(r.error) for r in both), sum(bool(r.misses) for r in both)
    print(f"{len(both)} rows: {len(both) - errors - missed} met, {missed} missed, {errors} failed")
    sys.exit(2 if errors else 1 if missed else 0)


if __name__ == "__main__":
    main()
