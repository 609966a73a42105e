#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Simulates a job of `tonelift farm` on your own nodes and on cloud nodes. Prints wall time and cost
for several numbers of cloud nodes; --plot also plots them (SVG).

    deploy/slurm/size.py --hours 2 --fps 24 --node-fps 6 --measure-fps 60 --own 4 --price 1.2

Each node that becomes free gets the next task. A cloud node is ready after --start seconds. It costs
money until it has been idle for --idle seconds. All pieces of the film are measured before the first
piece is encoded. One node joins the measurements, and later the encoded pieces. All nodes together
read at most --server-mb megabytes per second from the file server; the film has --film-mb megabytes.
"""

import argparse
import heapq
import math
import xml.sax.saxutils as sax


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--hours", type=float, default=2, help="length of the film (2)")
    add("--fps", type=float, default=24, help="frames per second of the film (24)")
    add("--node-fps", type=float, default=6, help="frames per second that a node encodes (6)")
    add("--measure-fps", type=float, default=50, help="frames per second that a node measures (50)")
    add("--chunk", type=float, default=60, help="seconds of a piece to encode (60)")
    add("--measure-chunk", type=float, default=300, help="seconds of a piece to measure (300)")
    add("--lead-in", type=float, default=8.5, help="seconds measured before a piece (8.5)")
    add("--overhead", type=float, default=1.2, help="overhead of a task in seconds (1.2)")
    add("--own", type=int, default=1, help="own nodes, which cost nothing here (1)")
    add("--start", type=float, default=240, help="seconds until a cloud node has started (240)")
    add("--idle", type=float, default=300, help="idle seconds before a cloud node is stopped (300)")
    add("--price", type=float, default=1, help="price of a cloud node per hour (1)")
    add("--join", type=float, default=20, help="seconds of both joining tasks (20)")
    add("--film-mb", type=float, default=40000, help="size of the film (40000)")
    add(
        "--server-mb", type=float, default=1000, help="megabytes per second of the file server (1000)"
    )
    add("--plot", metavar="FILE", help="draw wall time and cost as SVG")
    return parser.parse_args()


def run(tasks, free, overhead):
    """Gives each node that becomes free the next task. `free` contains the time at which each node
    becomes free at first. Returns the time at which each node ends its last task, in seconds."""
    ends = dict(enumerate(free))
    queue = [(time, node) for node, time in ends.items()]
    heapq.heapify(queue)
    for seconds in tasks:
        time, node = heapq.heappop(queue)
        ends[node] = time + seconds + overhead
        heapq.heappush(queue, (ends[node], node))
    return ends


def simulate(options, cloud):
    film = options.hours * 3600
    nodes = options.own + cloud
    # All nodes read the film from one file server at the same time, so they share its speed.
    wanted = nodes * options.film_mb / (film * options.fps) * options.node_fps
    slow = max(1.0, wanted / options.server_mb)

    def tasks(length, lead_in, rate):
        count = math.ceil(film / length)
        frames = [
            (film / count + (lead_in if piece else 0)) * options.fps for piece in range(count)
        ]
        return [each / rate * slow for each in frames]

    come = [0.0] * options.own + [options.start] * cloud
    measured = run(
        tasks(options.measure_chunk, options.lead_in, options.measure_fps), come, options.overhead
    )
    joined = max(measured.values()) + options.join / 2
    encoded = run(
        tasks(options.chunk, 0, options.node_fps),
        [max(joined, time) for time in come],
        options.overhead,
    )
    wall = max(encoded.values()) + options.join / 2
    # A cloud node costs money from the start of the job until it has been idle for --idle seconds.
    paid = sum(
        max(encoded[node], options.start) + options.idle for node in range(options.own, nodes)
    )
    return wall, paid / 3600 * options.price


def counts():
    made = [0]
    for decade in (1, 10, 100):
        made += [decade * step for step in (1, 2, 3, 5, 7)]
    return [*made, 1000]


WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640, 400, 60, 360, 20


def curve(values, top, color):
    """Draws wall time or cost over the number of cloud nodes. The horizontal axis is logarithmic,
    so 0 nodes are drawn at 0.5."""
    low, high = math.log10(0.5), 3.0
    points = []
    for cloud, value in values:
        x = LEFT + (math.log10(max(cloud, 0.5)) - low) / (high - low) * (WIDTH - 2 * LEFT)
        points.append(f"{x:.1f},{BOTTOM - value / top * (BOTTOM - TOP):.1f}")
    return f'<polyline fill="none" stroke="{color}" stroke-width="2" points="{" ".join(points)}"/>'


def label(x, y, text, color="#000", anchor="middle"):
    return f'<text x="{x}" y="{y}" fill="{color}" text-anchor="{anchor}">{sax.escape(text)}</text>'


def plot(path, rows):
    hours = [(cloud, wall / 3600) for cloud, wall, _ in rows]
    prices = [(cloud, price) for cloud, _, price in rows]
    most_hours, most_price = (max(value for _, value in line) or 1 for line in (hours, prices))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<path d="M{LEFT} {TOP}V{BOTTOM}H{WIDTH - LEFT}V{TOP}" fill="none" stroke="#888"/>',
        curve(hours, most_hours, "#06c"),
        curve(prices, most_price, "#c60"),
        label(LEFT - 6, TOP + 10, f"{most_hours:.1f} h", "#06c", "end"),
        label(WIDTH - LEFT + 6, TOP + 10, f"{most_price:.0f}", "#c60", "start"),
        label(LEFT + 70, TOP + 10, "wall time", "#06c"),
        label(WIDTH - LEFT - 50, TOP + 10, "price", "#c60"),
        label(WIDTH / 2, HEIGHT - 6, "cloud nodes"),
    ]
    for cloud, name in ((0.5, "0"), (1, "1"), (10, "10"), (100, "100"), (1000, "1000")):
        x = LEFT + (math.log10(cloud) - math.log10(0.5)) / (3 - math.log10(0.5)) * (
            WIDTH - 2 * LEFT
        )
        parts.append(label(f"{x:.0f}", BOTTOM + 16, name))
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([*parts, "</svg>"]) + "\n")


def main():
    options = arguments()
    rows = []
    work = None
    print(f"{'cloud nodes':>11} {'hours':>8} {'price':>9} {'of ideal':>9}")
    for cloud in counts():
        if options.own + cloud == 0:
            continue
        wall, price = simulate(options, cloud)
        work = work or wall * (options.own + cloud)
        rows.append((cloud, wall, price))
        ideal = work / (options.own + cloud) / wall
        print(f"{cloud:>11} {wall / 3600:>8.2f} {price:>9.2f} {100 * ideal:>8.0f} %")
    if options.plot:
        plot(options.plot, rows)


if __name__ == "__main__":
    main()
