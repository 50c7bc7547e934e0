"""Runs the conformance programs in Windtunnel and on MPICH and compares what they print.

    python3 tests/conformance/run.py [NAME...]                  all programs in Windtunnel, against MPICH's recorded output
    python3 tests/conformance/run.py --mode serialised|processes     the same in another mode
    python3 tests/conformance/run.py --face mpich               built with MPICH's mpicc, run in Windtunnel
    python3 tests/conformance/run.py --face openmpi             built with Open MPI's header, run in Windtunnel
    python3 tests/conformance/run.py --mpich -n 4               on MPICH itself, against the recorded output
    python3 tests/conformance/run.py --record [NAME...]         run on MPICH and keep the output

WT_PREFIX names the installed tunnel (.venv), WT_MPICH the virtual environment with PyPI's mpich (this Python's).
MPICH polls, so many ranks on few cores are slow there.
"""

import argparse
import sys
import time

from openmpi import OpenMpi

from programs import MODES, Failure, Mpich, Prefix, difference, find, not_simulated, read_recorded, write_recorded


def record(programs, counts, prefix, mpich) -> int:
    """Runs programs on MPICH and keeps what they print. Gives the number of failures."""
    bad = 0
    for program in programs:
        if program.not_on_mpich:
            print(f"{program.name}: {program.not_on_mpich}")
            continue
        try:
            outputs = read_recorded(program) if counts else {}
        except Failure:
            outputs = {}
        begin = time.monotonic()
        for ranks in [n for n in program.ranks if not counts or n in counts]:
            result = mpich.run(program, prefix.build(program), ranks)
            output = result.comparable(program)
            if result.status or "all checks passed" not in output:
                print(f"{program.name}, {ranks} ranks: status {result.status}\n{output}{result.stderr}")
                bad += 1
            else:
                outputs[ranks] = output
        if outputs:
            kept = {ranks: outputs[ranks] for ranks in program.ranks if ranks in outputs}
            write_recorded(program, mpich.version, kept)
        print(f"{program.name}: {len(outputs)} of {len(program.ranks)} recorded, {time.monotonic() - begin:.1f} s")
    return bad


def compare(programs, counts, run, on_mpich=False, lacks=lambda program: None) -> int:
    """Runs programs and compares with the record, but those of which `lacks` says why not. Gives the number of failures."""
    missing = not_simulated()
    bad = passed = skipped = 0
    for program in programs:
        lacking = sorted(missing.intersection(program.needs))
        if lacking:
            print(f"{program.name}: skipped, not simulated: {', '.join(lacking)}")
            skipped += 1
            continue
        if on_mpich and program.not_on_mpich:
            print(f"{program.name}: {program.not_on_mpich}")
            skipped += 1
            continue
        if lacks(program):
            print(f"{program.name}: {lacks(program)}")
            skipped += 1
            continue
        recorded = read_recorded(program)
        for ranks in [n for n in program.ranks if not counts or n in counts]:
            result = run(program, ranks)
            output = result.comparable(program)
            # Numbers of ranks that are too slow on MPICH are not recorded: there the program's own checks decide.
            lines = difference(recorded[ranks], output) if ranks in recorded else ""
            if result.status or lines or "all checks passed" not in output:
                print(f"{program.name}, {ranks} ranks: FAILED, status {result.status}\n{lines}\n{result.stderr[-2000:]}")
                bad += 1
            else:
                passed += 1
    print(f"{passed} passed, {bad} failed, {skipped} programs skipped")
    return bad


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs the conformance programs.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs, without the ending")
    parser.add_argument("-n", type=int, action="append", metavar="N", help="only this number of ranks")
    parser.add_argument("--mode", choices=MODES, default="images", help="how Windtunnel runs ranks")
    parser.add_argument("--face", choices=("abi", "mpich", "openmpi"), default="abi", help="whose ABI the programs are built for")
    parser.add_argument("--mpich", action="store_true", help="run on MPICH instead of Windtunnel")
    parser.add_argument("--record", action="store_true", help="keep what MPICH prints")
    options = parser.parse_args()

    programs = find()
    unknown = set(options.names) - {program.name for program in programs}
    if unknown:
        parser.error(f"no such program: {', '.join(sorted(unknown))}")
    programs = [program for program in programs if not options.names or program.name in options.names]
    prefix, mpich = Prefix(), Mpich()
    if (options.record or options.mpich or options.face == "mpich") and not mpich.version:
        parser.error("pip install mpich, or name a virtual environment that has it in WT_MPICH")
    try:
        if options.record:
            return 1 if record(programs, options.n, prefix, mpich) else 0
        if options.mpich:
            return 1 if compare(programs, options.n, lambda p, n: mpich.run(p, prefix.build(p), n), True) else 0
        face, lacks = None, lambda program: None
        if options.face == "mpich":
            face, lacks = mpich.compilers, lambda program: program.only_abi
        elif options.face == "openmpi":
            openmpi = OpenMpi(prefix)
            if not openmpi.include:
                print("SKIPPED: no Open MPI header: apt-get install libopenmpi-dev, or name a folder in WT_OPENMPI")
                return 0
            face, lacks = openmpi.compilers, openmpi.lacks
        run = lambda p, n: prefix.run(p, n, options.mode, compilers=face)
        only = lambda p: None if options.mode in p.modes else f"runs only in mode {', '.join(p.modes)}"
        return 1 if compare(programs, options.n, run, lacks=lambda p: only(p) or lacks(p)) else 0
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
