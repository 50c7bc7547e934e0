"""Diagrams of the documentation that no machine draws: a message's life by protocol, rates on three links, levels of a host.

Each function returns an SVG; tools/drawings.py writes them beside the drawings of machines. Colours are those of the drawings.
"""

from html import escape

STYLE = (
    "<style>\ntext{font:12px system-ui,sans-serif;fill:#57606a}.title{font-size:16px;font-weight:600}.in{fill:#fff;text-anchor:middle}"
    ".axis{stroke:#8c959f;stroke-width:.8;fill:none}.wait{stroke:#8c959f;stroke-width:1.5;stroke-dasharray:3 3}"
    "@media(prefers-color-scheme:dark){text{fill:#adbac7}.in{fill:#fff}}\n</style>\n"
)
BLUE, ORANGE, GREEN, PURPLE, GREY = "#2f8fd0", "#c9731c", "#1f9d74", "#a85fa8", "#7d8590"


def svg(width, height, parts):
    head = f'<svg height="{height}" viewBox="0 0 {width} {height}" width="{width}" xmlns="http://www.w3.org/2000/svg">\n'
    return head + STYLE + "\n".join(parts) + "\n</svg>\n"


def text(x, y, words, kind="", anchor="start"):
    return f'<text class="{kind}" text-anchor="{anchor}" x="{x:g}" y="{y:g}">{escape(words)}</text>'


def box(x, y, width, height, colour, words):
    label = f'<text class="in" x="{x + width / 2:g}" y="{y + height / 2 + 4:g}">{escape(words)}</text>'
    return f'<rect fill="{colour}" height="{height:g}" rx="2" width="{width:g}" x="{x:g}" y="{y:g}"/>{label}'


def line(x1, y1, x2, y2, kind="axis"):
    return f'<path class="{kind}" d="M{x1:g} {y1:g}L{x2:g} {y2:g}"/>'


# The receive is called at 150 in all three: (lane, from, to, colour, label); lanes are sender, network, receiver. T1 and T3 are
# those of the library, T2 of the network model.
SEND, DATA, RECEIVE = (0, 0, 50, BLUE, "T₁"), ORANGE, 40
CALLED = 150
PROTOCOLS = {
    "eager: the data start at once": ([SEND, (1, 50, 190, DATA, "data: T₂"), (2, 190, 230, GREEN, "T₃")], 50, 230),
    "detached: the data wait for the receive": ([SEND, (1, 150, 290, DATA, "data: T₂"), (2, 290, 330, GREEN, "T₃")], 50, 330),
    "rendezvous: the data wait for the receive and a handshake": (
        [
            SEND,
            (2, 150, 170, PURPLE, "h"),
            (1, 170, 230, GREY, "H"),
            (0, 230, 250, PURPLE, "h"),
            (1, 250, 390, DATA, "data: T₂"),
            (2, 390, 430, GREEN, "T₃"),
        ],
        390,
        430,
    ),
}


def protocols():
    """A message's life under each protocol, with a receive that is called late."""
    parts = [text(14, 26, "A message whose receive is called late", "title")]
    left, top = 90, 64
    for name, (boxes, sent, received) in PROTOCOLS.items():
        parts.append(text(14, top - 8, name))
        for lane, who in enumerate(("sender", "network", "receiver")):
            y = top + 24 * lane
            parts += [text(left - 10, y + 15, who, anchor="end"), line(left, y + 22, left + 460, y + 22)]
            parts += [box(left + start, y, end - start, 20, colour, words) for at, start, end, colour, words in boxes if at == lane]
        below = top + 24 * 3 + 10
        # The last one first, so that no line crosses the words of another.
        ends = sorted([(CALLED, "receive called"), (sent, "send returns"), (received, "receive returns")], reverse=True)
        for number, (x, words) in enumerate(ends):
            parts += [line(left + x, top, left + x, below + 14 * number - 4, "wait"), text(left + x, below + 14 * number + 7, words)]
        top = below + 78
    return svg(620, top - 20, parts)


CAPACITY = {"A": 10, "B": 6, "C": 8}
ROUTES = {"1": "ABC", "2": "B", "3": "A", "4": "C"}


def max_min_rates(capacity, routes):
    """Water filling: the link whose share is least decides on its flows, again and again."""
    left, rates = dict(capacity), {}
    while len(rates) < len(routes):
        users = {name: [flow for flow in routes if name in routes[flow] and flow not in rates] for name in left}
        link = min((name for name in left if users[name]), key=lambda name: (left[name] / len(users[name]), name))
        share = left[link] / len(users[link])
        for flow in users[link]:
            rates[flow] = share
            for name in routes[flow]:
                left[name] -= share
    return rates


def max_min():
    """Max-min fair rates of four flows on three links."""
    rates = max_min_rates(CAPACITY, ROUTES)
    colours = dict(zip(ROUTES, (ORANGE, BLUE, GREEN, PURPLE), strict=True))
    parts = [text(14, 26, "Four flows on three links, max-min fair", "title")]
    for number, (name, capacity) in enumerate(CAPACITY.items()):
        x, y = 40 + 190 * number, 80
        parts += [text(x, y - 10, f"link {name}: {capacity} GB/s"), line(x, y, x + 150, y), line(x, y + 150, x + 150, y + 150)]
        for flow in (flow for flow in ROUTES if name in ROUTES[flow]):
            height = 150 * rates[flow] / capacity
            parts.append(box(x, y, 150, height, colours[flow], f"flow {flow}: {rates[flow]:g} GB/s"))
            y += height
    tightest = min(CAPACITY, key=lambda name: CAPACITY[name] / sum(name in route for route in ROUTES.values()))
    parts.append(text(14, 258, f"Flow 1 crosses all links. Link {tightest} has least for each of its flows, so it decides on flows 1 and 2;"))
    parts.append(text(14, 274, "flows 3 and 4 take what flow 1 leaves. No flow can gain but at the cost of a slower one."))
    return svg(620, 290, parts)


def levels():
    """The levels of a host: nested groups of cores, with what a message between two cores meets."""
    parts = [text(14, 26, "Levels of a host: 16 cores, L3 below numa below host", "title")]
    frame = '<rect class="axis" height="{}" rx="4" width="{}" x="{}" y="{}"/>'
    parts.append(frame.format(190, 592, 14, 44))
    for numa in range(2):
        x = 26 + 292 * numa
        parts += [frame.format(118, 276, x, 60), text(x + 8, 76, f"numa {numa}: fabric of 12.5 GB/s, latency 680 ns")]
        for cache in range(2):
            inner = x + 8 + 132 * cache
            parts += [frame.format(82, 126, inner, 86), text(inner + 6, 102, "L3: 310 ns")]
            for core in range(4):
                parts.append(box(inner + 6 + 29 * core, 112, 26, 24, BLUE, str(8 * numa + 4 * cache + core)))
            parts.append(box(inner + 6, 142, 113, 20, GREEN, "cache"))
    parts += [text(26, 200, "host: fabric of 23 GB/s, latency 1.15 us, 36 M messages/s"), box(26, 208, 276, 20, ORANGE, "memory bus")]
    parts += [box(318, 208, 276, 20, ORANGE, "memory bus")]
    parts.append(text(14, 254, "The innermost group that holds both cores counts: L3 from core 0 to 3, numa to 5, host to 9."))
    return svg(620, 270, parts)


DIAGRAMS = {"protocols": protocols, "max-min": max_min, "levels": levels}
