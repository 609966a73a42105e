#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Prints the tables of measured figures that documents show: bench/figures.py [TABLE ...]

All figures are stored in bench/results, in one JSON file per machine and day. A table uses the
newest file that contains the table's part. A caption names the machine, the date and the commit. If
a figure has no commit or no spread, docs/performance.md explains why. docs/update writes the tables
into the documents.
"""

import argparse
import json
import pathlib

import quality_figures as quality

RESULTS = pathlib.Path(__file__).resolve().parent / "results"
WEIGHTS = RESULTS.parents[1] / "tests/quality/people/weights.json"


def newest(part):
    """Returns the newest result file that contains `part`, with its name as `file`."""
    paths = sorted(RESULTS.glob("*.json"))
    results = [{**json.loads(path.read_text()), "file": path.name} for path in paths]
    with_part = [result for result in results if part in result]
    return max(with_part, key=lambda result: result["machine"]["date"])


def caption(result, about):
    machine = result["machine"]
    cores = f"{machine['cores']} cores of an " if machine.get("cores") else ""
    commit = ""
    for key, words in (("commit", "commit"), ("recorded_in", "recorded in")):
        if machine.get(key) and not commit:
            commit = f", {words} {machine[key]}"
    rounds = f", medians of {result['rounds']} rounds" if "rounds" in result else ""
    note = f"; {machine['note']}" if "note" in machine else ""
    return (f"{about}. {cores}{machine['processor']}{note}, {machine['date']}{commit}{rounds}: "
            f"[{result['file']}](PLACE/bench/results/{result['file']})")


def number(value, digits):
    return f"{value:,.{digits}f}"


def shown(value, digits=0):
    if value is None:
        return ""
    if isinstance(value, list):
        return " to ".join(dict.fromkeys(number(one, digits) for one in value))
    if not isinstance(value, dict):
        return number(value, digits)
    text = number(value["median"], digits)
    if "min" in value:
        text += f" ({number(value['min'], digits)} to {number(value['max'], digits)})"
    return text


def markdown(heads, rows):
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def unique(rows, key):
    return list(dict.fromkeys(row[key] for row in rows))


def value_of(rows, wanted, key):
    for row in rows:
        if all(row.get(name) == value for name, value in wanted.items()):
            return row.get(key)
    return None


def pivot(rows, down, across, key, digits=0, first=""):
    columns = unique(rows, across)
    lines = [[f"{name:,}" if isinstance(name, int) else str(name),
              *(shown(value_of(rows, {down: name, across: column}, key), digits)
                for column in columns)] for name in unique(rows, down)]
    return [first, *(str(column) for column in columns)], lines


def clip_name(row):
    return f"{row['clip']} {row['width']}x{row['height']}"


PEER = "zscale,tonemap=hable,zscale"


def beside_peer(result):
    rows = [{**row, "source": clip_name(row)} for row in result["sources"]]
    ours = [chain for chain in unique(rows, "chain") if chain.startswith("tonelift")]
    heads = ["source", f"`{PEER}`, fps"]
    for chain in ours:
        heads += [f"{chain.removeprefix('tonelift, ')}, fps", "relative to zscale", "CPU ms"]
    heads.append("AVX2 for both, relative to zscale")
    lines = []
    for source in unique(rows, "source"):
        line = [source, shown(value_of(rows, {"source": source, "chain": PEER}, "fps"), 1)]
        for chain in ours:
            wanted = {"source": source, "chain": chain}
            line += [shown(value_of(rows, wanted, key), digits)
                     for key, digits in (("fps", 1), ("ratio_fps", 2), ("cpu_ms", 1))]
        both = [{**row, "source": clip_name(row)} for row in result.get("avx2", [])]
        line.append(shown(value_of(both, {"source": source, "chain": "tonelift, AVX2"}, "ratio_fps"), 2))
        lines.append(line)
    return heads, lines


def peers(result):
    rows = [{**row, "source": clip_name(row)} for row in result["peers"]]
    for row in rows:
        row["both"] = f"{shown(row['fps'], 1)} fps, {shown(row['cpu_ms'])} ms"
    sources = unique(rows, "source")
    return ["filter", *sources], [[f"`{chain}`", *(value_of(rows, {"source": s, "chain": chain}, "both")
                                                  for s in sources)]
                                  for chain in unique(rows, "chain")]


def memory(result):
    rows = result["memory"]
    for row in rows:
        # Adding 0 turns -0.0 into 0.0.
        frames = f" ({round(row['frames'], 1) + 0.0:.1f})" if "frames" in row else ""
        row["shown"] = f"{row['mib']:.1f}{frames}"
    sizes = unique(rows, "size")
    return ["MiB", *sizes], [
        [f"`{chain}`", *(value_of(rows, {"size": s, "chain": chain}, "shown") for s in sizes)]
        for chain in unique(rows, "chain")]


def folded(heads, lines, times):
    height = -(-len(lines) // times)
    lines = lines + [[""] * len(heads)] * (height * times - len(lines))
    return heads * times, [sum(lines[row::height], []) for row in range(height)]


def cpu_presets(result):
    return folded(["preset", "speed"],
                  [[row["chain"], shown(row["ratio"], 2)] for row in result["presets"]], 6)


def gpu_presets(result):
    rows = [row for row in result["gpu"] if row["size"] == "4K" and row["batch"] in (1, 64)]
    return folded(["preset", "batch of 1", "64"],
                  [[look, *(shown(value_of(rows, {"look": look, "batch": batch}, "fps"))
                            for batch in (1, 64))] for look in unique(rows, "look")], 4)


def gpu_batches(result):
    rows = [row for row in result["gpu"] if row["look"] == "natural"]
    heads, lines = pivot(rows, "batch", "size", "fps", first="frames per launch")
    return (heads, lines) if len(heads) > 2 else None


def nvdec(result):
    rows = result["nvdec"]
    hosts = unique(rows, "host")
    heads = ["processes"]
    for host in hosts:
        heads += [f"{host} without tonelift", "with tonelift", "ratio"]
    lines = []
    for count in unique(rows, "processes"):
        line = [str(count)]
        for host in hosts:
            wanted = {"processes": count, "host": host}
            alone, filtered = (value_of(rows, wanted, key) for key in ("alone", "filtered"))
            line += [shown(alone), shown(filtered), f"{100 * filtered / alone:.1f} %"]
        lines.append(line)
    return heads, lines


def textures(result):
    return ["conversion", "`fast`, us", "`normal`, us"], [
        [row["conversion"], shown(row.get("fast"), 1), shown(row.get("normal"))]
        for row in result["textures"]]


def few_peers(result):
    rows = result["peers"]
    first = rows[0]["clip"]
    few = (PEER, "tonemapx=bt2390", "tonelift=natural", "tonelift=faithful")
    rows = [row for row in rows if row["clip"] == first and row["chain"] in few]
    base = value_of(rows, {"chain": PEER}, "fps")["median"]
    return ["filter", "frames per second", "relative to zscale"], [
        [f"`{row['chain']}`", shown(row["fps"]), f"{row['fps']['median'] / base:.1f}"]
        for row in rows]


def weights(_place):
    stored = json.loads(WEIGHTS.read_text())
    rows = [[name, quality.significant(weight)] for name, weight in stored["weights"].items()]
    return (f"The prediction is {number(stored['intercept'], 1)} points minus the weighted penalties:\n\n"
            + markdown(["penalty", "weight, points per unit"], rows) + "\n")


def votes(place):
    result = newest("votes")
    pictures = sum(row["pictures"] for row in result["votes"])

    def lead_over(mapper):
        lead = sum(row["pictures"] * (row["tonelift"] - row[mapper]) for row in result["votes"])
        return number(lead / pictures, 1)
    return (f"In [blind votes by AI models]({place}/docs/decisions/0057-small-objects-and-pure-colors.md) on "
            f"{pictures} pictures, each result got 0 to 100 points. On average, the default preset "
            f"scored {lead_over('hable')} points more than `tonemap=hable` and "
            f"{lead_over('libplacebo')} points more than libplacebo "
            f"([{result['file']}]({place}/bench/results/{result['file']})).\n")


# Maps the name of a table to its part of the result file, its caption, and the function that
# returns its column heads and rows.
TABLES = {
    "cpu": ("sources", "HDR to SDR in 8 bits in one FFmpeg, preset natural", beside_peer),
    "peers": ("peers", "All filters in Jellyfin's FFmpeg, frames per second and CPU time per frame",
              peers),
    "few_peers": ("peers", "A phone's HDR10 clip, 1080p", few_peers),
    "cpu_presets": ("presets", "CPU speed relative to natural, a phone's clip, 1080p",
                    cpu_presets),
    "memory": ("memory", "Additional peak memory of FFmpeg with the filter; in parentheses without the "
                         "code, as a number of input frames", memory),
    "gpu": ("gpu", "Frames per second for frames on the device, P010 to NV12, preset natural", gpu_batches),
    "gpu_presets": ("gpu", "Frames per second at 4K", gpu_presets),
    "nvdec": ("nvdec", "4K HEVC from NVDEC through the filter, output discarded, frames per second "
                       "of all processes", nvdec),
    "promises": ("tests", "Figures that each run of the tests measures and asserts", quality.promises),
    "look": ("tests", "Figures of the look, measured and asserted by each run of the tests", quality.look),
    "tones": ("tests", "Codes for a gray ramp, mapped with each preset", quality.tones),
    "mappers": ("mappers", "Figures of the quality tests for several tone mappers", quality.mappers),
    "faces": ("tests", "Rendered faces of `media/`", quality.faces_of("tests")),
    "photographs": ("photographs", "Photographs", quality.faces_of("photographs")),
    "textures": ("textures", "4K, batches of 64, microseconds per frame", textures),
}

# Functions that return the text of a block, by the name of the block. These blocks are not tables
# of results.
TEXTS = {"votes": votes, "weights": weights}
NAMES = [*TABLES, *TEXTS]


def table(name, place="."):
    """Returns a block as Markdown. `place` is the path from the document to the top of the source
    tree."""
    if name in TEXTS:
        return TEXTS[name](place)
    part, about, rows_of = TABLES[name]
    result = newest(part)
    return caption(result, about).replace("PLACE", place) + "\n\n" + markdown(*rows_of(result)) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", metavar="TABLE")
    names = parser.parse_args().tables or NAMES
    for name in set(names) - set(NAMES):
        parser.error(f"there is no table {name}; there are: {' '.join(NAMES)}")
    print("\n".join(table(name) for name in names), end="")


if __name__ == "__main__":
    main()
