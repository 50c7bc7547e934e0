"""All-to-all in a supernode: pairwise exchange against the ordering for fully connected hosts (Fig. 7 and 9)."""

from __future__ import annotations

from typing import Any, Unpack

from windtunnel.launch import Options
from windtunnel.plots.look import PALETTE
from windtunnel.studies.lab import Lab, Planned, Study, size
from windtunnel.studies.percs import QCM, Supernode

BASE, NEW = "pairwise", "node_shift"

#: A random mapping breaks the lockstep of pairwise exchange between two QCMs.
RANDOM = "random:1"
KIB = 1024

#: The paper's claim for blocks beyond 256 KB.
CLAIMED = "3 to 5"


def simulate(
    lab: Lab, machine: Supernode, algorithm: str, block: int, folder: str, **options: Unpack[Options]
) -> Planned:
    """One all-to-all of blocks of this many bytes."""
    options["platform"], options["set"], options["ppn"] = "percs-supernode", machine.changes(), machine.cores
    options["collective"] = {"alltoall": algorithm}
    return lab.motif(folder, "alltoall", {"bytes": size(block), "barrier": "no"}, machine.ranks, **options)


def compare(lab: Lab, machine: Supernode, blocks: list[int]) -> list[tuple[int, float, float, float]]:
    """Blocks of all sizes: bytes, seconds of pairwise exchange, the same with a random mapping, and of the new ordering."""
    variants = ((BASE, BASE, "block"), ("random", BASE, RANDOM), (NEW, NEW, "block"))
    runs = lab.runs(
        {
            (block, name): simulate(
                lab, machine, algorithm, block, f"{name}-{size(block).replace(' ', '')}", mapping=mapping
            )
            for block in blocks
            for name, algorithm, mapping in variants
        }
    )
    times = []
    for block in blocks:
        base, loose, new = (runs[block, name].simulated_time for name, *_ in variants)
        times.append((block, base, loose, new))
    heads = [
        "block",
        "pairwise [s]",
        "random mapping [s]",
        "node_shift [s]",
        "speed-up",
        "over random",
        "paper",
        "lockstep [s]",
        "bound [s]",
        "with messages [s]",
        "node_shift/bound",
    ]
    rows = [
        [
            size(block),
            base,
            loose,
            new,
            base / new,
            loose / new,
            CLAIMED if block > 256 * KIB else "",
            machine.lock_step(block) + machine.messages(block),
            machine.bound(block),
            machine.bound(block) + machine.messages(block),
            new / machine.bound(block),
        ]
        for block, base, loose, new in times
    ]
    lab.table("times", heads, rows)
    return times


def check(lab: Lab, machine: Supernode, times: list[tuple[int, float, float, float]]) -> None:
    """The bounds."""
    worst = max(new / (machine.bound(block) + machine.messages(block)) for block, _, _, new in times)
    lab.bound(f"the new ordering takes at most 1.15 × max(d/5, 31·d/96) ns and its messages' own time: {worst:.3f} ×", worst <= 1.15)
    least = min(new / machine.bound(block) for block, _, _, new in times)
    lab.bound(f"and no less than that: {least:.3f} ×", least >= 1.0)
    large = [base / new for block, base, _, new in times if block > 256 * KIB]
    if not large:
        lab.say("beyond 256 KiB: not run")
        return
    lab.bound(f"beyond 256 KiB it is at least 3 times as fast: {min(large):.2f} to {max(large):.2f}", min(large) >= 3)


def draw_times(lab: Lab, machine: Supernode, times: list[tuple[int, float, float, float]]) -> None:
    """Fig. 9."""
    plt = lab.pyplot()
    if plt is None:
        return
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    blocks = [block / KIB for block, *_ in times]
    for label, values, colour, style in (
        ("pairwise exchange", [base for _, base, _, _ in times], PALETTE[0], "o-"),
        ("the same, random mapping", [loose for _, _, loose, _ in times], PALETTE[5], "^-"),
        ("node_shift, the new ordering", [new for *_, new in times], PALETTE[1], "s-"),
        ("bound by LR links and QCM", [machine.bound(block) for block, *_ in times], PALETTE[2], "--"),
        ("bound by LR links, as in the paper", [machine.links_bound(block) for block, *_ in times], PALETTE[3], ":"),
    ):
        axes.plot(blocks, values, style, color=colour, label=label)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xticks(blocks, [f"{block:g}" for block in blocks])
    axes.set_xlabel("block [KiB]")
    axes.set_ylabel("time [s]")
    axes.set_title(f"All-to-all of {machine.ranks} tasks in a supernode (Fig. 9)", loc="left")
    axes.legend(frameon=False)
    lab.save(figure, "times")


def use_of_links(lab: Lab, machine: Supernode, block: int) -> None:
    """Fig. 7: how much of three links of QCM 0 is in use, over time, for both algorithms."""
    last = machine.hosts - 1
    picked = {"s0d0h0>s0d0h1": "LL"} | {f"s0d0h0>s0d{host // machine.hubs}h{host % machine.hubs}": "LR" for host in (last // 2 + 1, last)}
    series: dict[str, list[tuple[str, list[float], list[float]]]] = {}
    rows = []
    planned = {}
    for algorithm in (BASE, NEW):
        bucket = machine.lock_step(block) / (240 if algorithm == BASE else 900)
        joint = "," if ":" in lab.network else ":"
        network = f"{lab.network}{joint}bucket={max(1, round(bucket * 1e6))} us"
        tables = ["links", "link_buckets"]
        planned[algorithm] = simulate(lab, machine, algorithm, block, f"links-{algorithm}", network=network, observe=tables)
    for algorithm, run in lab.runs(planned).items():
        links, buckets = run.table("links"), run.table("link_buckets")
        series[algorithm], busy = [], []
        for name, kind in picked.items():
            link = links.filter(links["name"] == name).row(0, named=True)
            own = buckets.filter(buckets["link"] == link["link"]).sort("start")
            busy.append(link["busy"] / 1e12 / run.simulated_time)
            rate = {"LL": 24e9, "LR": 5e9}[kind]
            middle = [(row["start"] + row["end"]) / 2e12 for row in own.iter_rows(named=True)]
            share = [row["bytes"] / (row["end"] - row["start"]) * 1e12 / rate for row in own.iter_rows(named=True)]
            series[algorithm].append((f"{kind} {name}", middle, share))
        outward = links.filter(links["name"] == "host0-up").row(0, named=True)
        took = run.simulated_time
        rows.append([algorithm, took, *busy, outward["bytes"] / took / QCM])
    heads = ["algorithm", "time [s]", *(f"{name}: share of the time in use" for name, _, _ in series[BASE]), "use of the QCM links"]
    lab.table("links", heads, rows)
    draw_links(lab, series)


def draw_links(lab: Lab, series: dict[str, list[tuple[str, list[float], list[float]]]]) -> None:
    """Stacked use of the links, one over the other, for each algorithm."""
    plt = lab.pyplot()
    if plt is None:
        return
    figure, both = plt.subplots(1, 2, figsize=(11, 4), layout="constrained", sharey=True)
    for axes, (algorithm, links) in zip(both, series.items(), strict=True):
        stack(axes, links)
        axes.set_title(f"{algorithm}", loc="left")
        axes.set_xlabel("time [s]")
    both[0].set_ylabel("use of three links of a QCM, stacked [%]")
    both[0].legend(frameon=False, loc="upper right")
    lab.save(figure, "links")


def stack(axes: Any, links: list[tuple[str, list[float], list[float]]]) -> None:
    """Bars over all buckets in which any of the links is in use."""
    times = sorted({time for _, middle, _ in links for time in middle})
    base = dict.fromkeys(times, 0.0)
    # Buckets are alike but for the last, which ends with the run.
    gaps = sorted(after - before for before, after in zip(times, times[1:], strict=False))
    width = gaps[len(gaps) // 2] if gaps else 1.0
    for colour, (label, middle, share) in zip(PALETTE, links, strict=False):
        heights = dict(zip(middle, share, strict=True))
        values = [100 * heights.get(time, 0.0) for time in times]
        axes.bar(times, values, width, [100 * base[time] for time in times], color=colour, label=label, linewidth=0)
        for time in times:
            base[time] += heights.get(time, 0.0)


def study(lab: Lab) -> None:
    """Times for all sizes, then the use of links for one."""
    machine = Supernode(drawers=4, hubs=2, cores=8) if lab.small else Supernode()
    packets = lab.network.startswith("packet")
    blocks = [KIB << power for power in range(5, 13)]
    if lab.small:
        blocks = [32 * KIB, 1024 * KIB]
    elif packets:
        # Time is in proportion to them: each doubling takes as long again as all before it.
        blocks = [32 * KIB, 128 * KIB]
    lab.say(f"All-to-all of {machine.ranks} tasks on {machine.hosts} QCMs, network {lab.network}\n")
    times = compare(lab, machine, blocks)
    use_of_links(lab, machine, 256 * KIB if lab.small else 128 * KIB if packets else 1024 * KIB)
    draw_times(lab, machine, times)
    check(lab, machine, times)


STUDY = Study(
    "percs-alltoall",
    "All-to-all of 1,024 tasks in a PERCS supernode: pairwise exchange against a new ordering (Totoni et al., ICPADS 2011, "
    "§VI-C; Totoni and Kale, SC 2011 poster).",
    "Flow: minutes; packet, blocks of 32 and 128 KiB: ten minutes; --small: seconds.",
    study,
    any_network=True,
)
