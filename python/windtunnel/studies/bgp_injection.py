"""A ping over one, two and three paths of a Blue Gene/P torus, with processor FIFOs mapped onto one, two and three torus FIFOs."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import as_file, files
from itertools import product

from windtunnel.plots.look import PALETTE
from windtunnel.results import Run
from windtunnel.studies.lab import Lab, Planned, Study, size

#: Payload bandwidth of a link of ``bluegene-p`` in full packets: 240 of 256 B at 400 MB/s.
LINK = 400e6 * 240 / 256

#: The processor FIFOs of the default setting, and the highest torus FIFO: masks 0x80 to 0x04.
QUEUES, HIGHEST = 6, 7

PATHS = (1, 2, 3)
WIDTHS = (1, 2, 3)
KIB, MIB = 1 << 10, 1 << 20


@dataclass(frozen=True)
class Plan:
    """A machine, and what is sent on it."""

    #: Hosts along each of three dimensions.
    side: int
    #: Sizes of the pings alone, and with all-to-all in the background.
    quiet: tuple[int, ...]
    loaded: tuple[int, ...]
    #: Bytes for each pair of the all-to-all.
    block: int
    #: Messages of each size: alone, with background.
    messages: tuple[int, int]
    #: The size whose packets are counted.
    counted: int

    @property
    def hosts(self) -> int:
        """Nodes."""
        return self.side**3

    def target(self, paths: int) -> int:
        """The host one further in this many dimensions than host 0."""
        return sum(self.side**dimension for dimension in range(paths))


WHOLE = Plan(8, tuple(KIB << power for power in range(0, 13, 2)), (64 * KIB, 256 * KIB, MIB), KIB, (4, 1), 4 * MIB)
SMALL = Plan(4, (KIB, 64 * KIB, MIB), (64 * KIB, 256 * KIB), 512, (2, 1), 4 * MIB)


def masks(width: int) -> list[int]:
    """For each processor FIFO a torus FIFO of its own, and the next ones of the six."""
    return [sum(1 << (HIGHEST - (queue + other) % QUEUES) for other in range(width)) for queue in range(QUEUES)]


def simulate(lab: Lab, plan: Plan, folder: str, paths: int, width: int, sizes: tuple[int, ...], loaded: bool) -> Planned:
    """The program on ranks 0 and 1, this many paths apart, and on all other hosts if there is background traffic."""
    target = plan.target(paths)
    hosts = [0, target]
    if loaded:
        hosts += [host for host in range(plan.hosts) if host not in hosts]
    lab.out.mkdir(parents=True, exist_ok=True)
    mapping = lab.out / f"{folder}.hosts"
    mapping.write_text("".join(f"host{host}\n" for host in hosts), encoding="utf-8")
    with as_file(files(__package__) / "bgp_ping.c") as program:
        return lab.program(
            folder,
            program,
            [plan.block, plan.messages[loaded], *sizes],
            len(hosts),
            platform="bluegene-p",
            set={"topology.dimensions": [plan.side] * 3, "nic.fifos.masks": masks(width)},
            network="packet",
            mapping=mapping,
            compute="none",
            observe=["links", "link_channels"],
        )


#: Targets of node 0, by how many dimensions further: each alone, two, all three.
FANS: dict[str, list[tuple[int, ...]]] = {
    "neighbours": [(0,), (1,), (2,)],
    "corners": [(0, 1), (1, 2), (0, 2), (0, 1, 2)],
}
FANS["both"] = [*FANS["neighbours"], *FANS["corners"]]


#: A processor FIFO for each destination, as that of a choice by message, but all with three torus FIFOs.
OWN = "1-to-3, own"


def masks_by_message(plan: Plan, targets: list[int], ways: list[int]) -> list[int]:
    """A memory FIFO for each destination, with as many torus FIFOs as the message has paths: the next ones of the six."""
    chosen, first = [1 << (HIGHEST - host % QUEUES) for host in range(plan.hosts)], 0
    for target, paths in zip(targets, ways, strict=True):
        chosen[target] = sum(1 << (HIGHEST - (first + other) % QUEUES) for other in range(paths))
        first += paths
    return chosen


def fan(lab: Lab, plan: Plan, pattern: str, mapping: str) -> Planned:
    """Rank 0 sends to all targets of a pattern at once."""
    targets = [sum(plan.side**dimension for dimension in dimensions) for dimensions in FANS[pattern]]
    ways = [len(dimensions) for dimensions in FANS[pattern]]
    by_width = {f"1-to-{width}": masks(width) for width in (*WIDTHS, QUEUES)}
    by_width[OWN] = [masks(3)[host % QUEUES] for host in range(plan.hosts)]
    hosts = lab.out / f"{pattern}.hosts"
    hosts.parent.mkdir(parents=True, exist_ok=True)
    hosts.write_text("".join(f"host{host}\n" for host in [0, *targets]), encoding="utf-8")
    with as_file(files(__package__) / "bgp_fan.c") as program:
        return lab.program(
            f"fan-{pattern}-{mapping.replace(', ', '-').replace(' ', '-')}",
            program,
            [plan.messages[False], plan.counted // 4],
            1 + len(targets),
            platform="bluegene-p",
            set={
                "topology.dimensions": [plan.side] * 3,
                "nic.fifos.masks": by_width.get(mapping) or masks_by_message(plan, targets, ways),
            },
            network="packet",
            mapping=hosts,
            compute="none",
        )


#: Mappings of processor FIFOs, and what the paper would like to have.
CHOICES = (*(f"1-to-{width}" for width in (*WIDTHS, QUEUES)), OWN, "by message")


def fans(lab: Lab, plan: Plan) -> dict[tuple[str, str], float]:
    """Bandwidth of node 0 in bytes per second, by pattern and mapping."""
    planned = {(pattern, mapping): fan(lab, plan, pattern, mapping) for pattern in FANS for mapping in CHOICES}
    found = {}
    for (pattern, mapping), run in lab.runs(planned).items():
        sent = len(FANS[pattern]) * plan.messages[False] * plan.counted // 4
        found[pattern, mapping] = sent / float(run.stdout)
    rows = [[mapping, *(f"{found[pattern, mapping] / 1e6:.1f}" for pattern in FANS)] for mapping in CHOICES]
    lab.say(f"bandwidth of a node that sends {size(plan.counted // 4)} to several others at once; three links lead to all of them")
    lab.table("fans", ["mapping", *(f"{pattern} [MB/s]" for pattern in FANS)], rows)
    return found


def bandwidths(run: Run, messages: int) -> dict[int, float]:
    """Bytes per second for each size that the program has printed."""
    lines = (line.split() for line in run.stdout.splitlines())
    return {int(count): messages * int(count) / float(seconds) for count, seconds in lines}


def sweep(lab: Lab, plan: Plan, loaded: bool) -> dict[tuple[int, int], dict[int, float]]:
    """Bandwidths by mapping and number of paths."""
    sizes, name = (plan.loaded, "loaded") if loaded else (plan.quiet, "quiet")
    runs = lab.runs(
        {
            (width, paths): simulate(lab, plan, f"{name}-1to{width}-{paths}", paths, width, sizes, loaded)
            for width, paths in product(WIDTHS, PATHS)
        }
    )
    found = {key: bandwidths(run, plan.messages[loaded]) for key, run in runs.items()}
    heads = ["mapping", "paths", *(f"{size(count)} [MB/s]" for count in sizes), "largest / one link"]
    rows = [
        [f"1-to-{width}", paths, *(f"{rates[count] / 1e6:.1f}" for count in sizes), rates[sizes[-1]] / LINK]
        for (width, paths), rates in found.items()
    ]
    lab.say("with an all-to-all of all other nodes" if loaded else "the ping alone")
    lab.table(name, heads, rows)
    return found


def packets(lab: Lab, plan: Plan) -> dict[int, dict[str, int]]:
    """Packets of every link that one long message over three paths uses, by mapping (Fig. 4)."""
    found = {}
    planned = {width: simulate(lab, plan, f"packets-1to{width}", 3, width, (plan.counted,), False) for width in (1, 3)}
    for width, run in lab.runs(planned).items():
        links, channels = run.table("links"), run.table("link_channels")
        # What goes back, over links downwards, are the handshake and the answer.
        names = {link: name for link, name in zip(links["link"], links["name"], strict=True) if "+" in name}
        counts = dict.fromkeys(sorted(names.values()), 0)
        for link, count in zip(channels["link"], channels["packets"], strict=True):
            if link in names:
                counts[names[link]] += count
        found[width] = counts
    rows = [[name, count, found[3].get(name, 0)] for name, count in found[1].items()]
    lab.say(f"packets of {plan.messages[False]} messages of {size(plan.counted)} over three paths, by link")
    lab.table("packets", ["link", "1-to-1", "1-to-3"], rows)
    return found


def check(
    lab: Lab,
    plan: Plan,
    quiet: dict[tuple[int, int], dict[int, float]],
    loaded: dict[tuple[int, int], dict[int, float]],
    counts: dict[int, dict[str, int]],
) -> None:
    """The bounds."""
    largest = plan.quiet[-1]
    base = quiet[1, 1][largest]
    gain = {key: rates[largest] / base for key, rates in quiet.items()}
    lab.bound(
        f"1-to-1: no gain from more paths (within 2 %): {gain[1, 2]:.3f}, {gain[1, 3]:.3f}",
        all(abs(gain[1, paths] - 1) <= 0.02 for paths in PATHS),
    )
    lab.bound(
        f"one path: no gain from more FIFOs (within 2 %): {gain[2, 1]:.3f}, {gain[3, 1]:.3f}",
        all(abs(gain[width, 1] - 1) <= 0.02 for width in WIDTHS),
    )
    lab.bound(
        f"1-to-2: twofold with two paths and with three (± 5 %): {gain[2, 2]:.2f}, {gain[2, 3]:.2f}",
        all(abs(gain[2, paths] / 2 - 1) <= 0.05 for paths in (2, 3)),
    )
    lab.bound(
        f"1-to-3: with three paths more than that, threefold (± 8 %): {gain[3, 3]:.2f}; with two, twofold: {gain[3, 2]:.2f}",
        abs(gain[3, 3] / 3 - 1) <= 0.08 and abs(gain[3, 2] / 2 - 1) <= 0.05,
    )
    over = max(max(rates.values()) / (LINK * min(key)) for key, rates in quiet.items())
    lab.bound(f"never more than min(FIFOs, paths) links carry: {over:.3f} of it", over <= 1)
    check_packets(lab, counts)
    heaviest = plan.loaded[-1]
    rise = {width: loaded[width, 3][heaviest] / loaded[1, 3][heaviest] for width in WIDTHS}
    alone = {width: quiet[width, 3][heaviest if heaviest in plan.quiet else largest] / quiet[1, 3][largest] for width in WIDTHS}
    lab.bound(f"with background more FIFOs still help: {rise[2]:.2f}, {rise[3]:.2f}", 1 <= rise[2] <= rise[3] * 1.02)
    lab.bound(f"but less than without: {rise[3]:.2f} of {alone[3]:.2f}", rise[3] < alone[3])


def check_packets(lab: Lab, counts: dict[int, dict[str, int]]) -> None:
    """Fig. 4: the same packets on the same links."""
    one, three = counts[1], counts[3]
    lab.bound(f"both mappings use the same {len(one)} links, all of the six ways", len(one) == 12 and one.keys() == three.keys())
    apart = max(abs(one[name] / three[name] - 1) for name in one)
    lab.bound(f"and put the same number of packets on each (within 5 %): {100 * apart:.1f} %", apart <= 0.05)
    lab.bound(f"{sum(one.values())} packets on all links together with both", sum(one.values()) == sum(three.values()))


def check_fans(lab: Lab, found: dict[tuple[str, str], float]) -> None:
    """Whether a choice by message is worth it."""
    limit = len(FANS["neighbours"]) * LINK
    lab.bound(f"no node sends more than three links carry: {max(found.values()) / limit:.3f} of it", max(found.values()) <= limit)
    least = min(found[pattern, "by message"] / limit for pattern in FANS)
    lab.bound(f"chosen by message, FIFOs fill at least 90 % of these links whatever is sent: {least:.3f} of them", least >= 0.9)


def draw(lab: Lab, panels: dict[str, dict[tuple[int, int], dict[int, float]]]) -> None:
    """Fig. 3: bandwidth over the size of a message, without and with background."""
    plt = lab.pyplot()
    if plt is None:
        return
    figure, both = plt.subplots(1, len(panels), figsize=(11, 4.6), layout="constrained", sharey=True)
    marks = {1: "o", 2: "s", 3: "^"}
    for axes, (title, rates) in zip(both, panels.items(), strict=True):
        for (width, paths), line in rates.items():
            style = {1: "-", 2: "--", 3: ":"}[width]
            label = f"1-to-{width}, {paths} {'path' if paths == 1 else 'paths'}"
            sizes = [count / KIB for count in line]
            values = [rate / 1e6 for rate in line.values()]
            axes.plot(sizes, values, style, marker=marks[paths], markersize=5, color=PALETTE[width - 1], label=label)
        axes.set_xscale("log", base=2)
        axes.set_xticks(sizes, [f"{count:g}" for count in sizes])
        axes.set_xlabel("message [KiB]")
        axes.set_title(title, loc="left")
    both[0].set_ylabel("bandwidth [MB/s]")
    both[0].set_ylim(bottom=0)
    figure.legend(*both[0].get_legend_handles_labels(), frameon=False, loc="outside right center")
    lab.save(figure, "bandwidth")


def draw_packets(lab: Lab, counts: dict[int, dict[str, int]]) -> None:
    """Fig. 4: packets by link."""
    plt = lab.pyplot()
    if plt is None:
        return
    figure, axes = plt.subplots(figsize=(8, 3.8), layout="constrained")
    names = list(counts[1])
    for at, (width, found) in enumerate(counts.items()):
        places = [place + 0.4 * at - 0.2 for place in range(len(names))]
        axes.bar(places, [found.get(name, 0) for name in names], 0.38, color=PALETTE[width - 1], label=f"1-to-{width}")
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
    axes.set_ylabel("packets")
    figure.legend(frameon=False, loc="outside upper right", ncols=2)
    lab.save(figure, "packets")


def study(lab: Lab) -> None:
    """Pings alone, pings with background, packets by link."""
    plan = SMALL if lab.small else WHOLE
    lab.say(f"Blue Gene/P, {plan.side} × {plan.side} × {plan.side} nodes, network packet; payload of a link {LINK / 1e6:.0f} MB/s\n")
    quiet, loaded = sweep(lab, plan, False), sweep(lab, plan, True)
    counts = packets(lab, plan)
    found = fans(lab, plan)
    draw(lab, {"the ping alone": quiet, "with all-to-all of all other nodes": loaded})
    draw_packets(lab, counts)
    check(lab, plan, quiet, loaded, counts)
    check_fans(lab, found)


STUDY = Study(
    "bgp-injection",
    "A ping over one, two and three paths of a Blue Gene/P torus, by the mapping of processor FIFOs onto torus FIFOs, with and "
    "without background traffic (LLNL-CONF-587533, §IV).",
    "Minutes; --small: seconds.",
    study,
)
