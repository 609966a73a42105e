#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Compares the speed of the filter tonelift with the filter chain zscale,tonemap,zscale in the same
FFmpeg. The two run alternately.

    tests/bench/filter_speed.py [--rounds N] [--frames N] [--json FILE] [PART ...]

PARTs; default: all except peers
    sources   a phone's clip, an HLG chart, a 4K film, saturated noise
    avx2      the same clips, with at most AVX2 for both filters. In "sources", zimg and the C
              library use AVX-512 even when tonelift uses AVX2.
    sizes     the phone's clip from 480p to 8K
    threads   the phone's clip with 1 thread up to the number of cores
    presets   the phone's clip with each preset, compared with natural
    peers     three presets compared with Jellyfin's tonemapx, all in the ffmpeg of the variable
              TONEMAPX_FFMPEG; also with at most AVX2, like tonemapx
    memory    peak memory of FFmpeg with the filter, minus that of FFmpeg without it; also the same
              without the memory for code, as a number of input frames

Real clips come from the folder TONELIFT_MEDIA. --frames is the number of frames of a 1080p clip;
larger clips have fewer frames, and "peers" uses 4 times as many. CPU time is the user and system
time of FFmpeg, minus the same time of a run with one frame. So neither the start of FFmpeg nor
other programs count. In each round, the CPU time of the other filter is divided by the CPU time of
tonelift. The printed ratio is the median over the rounds; above 1, tonelift is faster. Tables are
written as Markdown.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import re
import statistics
import subprocess
import time

import clips

PEERS = {f"zscale,tonemap={curve},zscale":
         "zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,"
         f"tonemap={curve}:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p"
         for curve in ("hable", "mobius")}
PEER = next(iter(PEERS))
AVX2 = "tonelift, AVX2"
OURS = {"tonelift, AVX-512": "tonelift=cpu=avx512", AVX2: "tonelift=cpu=avx2"}
ZIMG_LIMIT = clips.SCRATCH / "zimg_avx2.so"
LIMIT_SAYS = "zimg is held to AVX2"
FOR_MEMORY = ("tonelift=natural", "tonelift=faithful")
LEAST_FRAMES = 2
NO_GPU = {"CUDA_VISIBLE_DEVICES": ""}


TONEMAPX = {f"tonemapx={curve}":
            f"tonemapx=tonemap={curve}:desat=0:t=bt709:m=bt709:p=bt709:r=tv:format=yuv420p"
            for curve in ("bt2390", "hable")}
BESIDE_TONEMAPX = [preset + limit for preset in ("natural", "faithful", "cinema")
                   for limit in ("", ":cpu=avx2")]


@dataclasses.dataclass
class Limits:
    options: list[str] = dataclasses.field(default_factory=list)
    environment: dict[str, str] = dataclasses.field(default_factory=dict)
    program: str | pathlib.Path = clips.FFMPEG


NO_LIMITS = Limits()


def limits_of_avx2():
    """Returns the limits with which FFmpeg, zimg and the C library use at most AVX2. zimg has no
    setting for this, so a preloaded library limits it."""
    source = clips.ROOT / "tests/bench/zimg_avx2.c"
    ZIMG_LIMIT.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-Wall", "-Werror", f'-DSAYS="{LIMIT_SAYS}"',
                    "-o", ZIMG_LIMIT, source, "-lzimg"], check=True)
    return Limits(["-cpuflags", "avx2+fma3+bmi2"],
                  {"LD_PRELOAD": str(ZIMG_LIMIT),
                   "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL"})


@dataclasses.dataclass
class Usage:
    clock: float
    cpu: float
    memory: float


def run(clip, frames, chain, limits=NO_LIMITS):
    return usage_in(said_by(clip, frames, chain, limits))


def said_by(clip, frames, chain, limits):
    command = [limits.program, "-nostdin", "-benchmark", *limits.options, "-stream_loop", "-1",
               "-i", clip.file, "-vf", f"{clip.tags},{chain}", "-frames:v", str(frames),
               "-f", "null", "-"]
    # sh starts FFmpeg, because the peak memory of a program that Python starts includes Python's
    # memory.
    said = subprocess.run(["sh", "-c", '"$@"; exit $?', "sh", *command], stderr=subprocess.PIPE,
                          text=True, errors="replace", check=False,
                          env={**os.environ, **NO_GPU, **limits.environment})
    if said.returncode != 0:
        raise SystemExit(f"{said.stderr}no figures: FFmpeg failed with the filter {chain}")
    return said.stderr


def usage_in(said):
    value = {name: float(number) for name, number in
             re.findall(r"\b(utime|stime|rtime|maxrss)=([0-9.]+)", said)}
    return Usage(value["rtime"], value["utime"] + value["stime"], value["maxrss"])


def cost(clip, frames, chain, limits):
    for _ in range(5):
        start, whole = run(clip, 1, chain, limits), run(clip, frames + 1, chain, limits)
        if whole.clock > start.clock and whole.cpu > start.cpu:
            return Usage((whole.clock - start.clock) / frames,
                         (whole.cpu - start.cpu) / frames, whole.memory)
    raise SystemExit(f"no figures: {frames} frames more take no longer with the filter {chain}")


def rounds_of(count, chains, measure):
    names = list(chains)
    usages = {name: [] for name in names}
    for number in range(count):
        for step in range(len(names)):
            name = names[(number + step) % len(names)]
            usages[name].append(measure(chains[name]))
    return usages


def spread(values):
    return {"min": min(values), "median": statistics.median(values), "max": max(values)}


def figures(usages, pixels, peer):
    rows = []
    for name, own in usages.items():
        ratios = [b.cpu / a.cpu for a, b in zip(own, usages[peer])]
        clock = [b.clock / a.clock for a, b in zip(own, usages[peer])]
        rows.append({"chain": name,
                     "fps": spread([1 / usage.clock for usage in own]),
                     "cpu_ms": spread([1e3 * usage.cpu for usage in own]),
                     "ns_pixel": spread([1e9 * usage.cpu / pixels for usage in own]),
                     "ratio": spread(ratios), "ratio_fps": spread(clock)})
    return rows


def frames_of(clip, frames):
    return max(LEAST_FRAMES, round(frames * 1920 * 1080 / clip.pixels))


def compared(clip, chains, peer, arguments, limits=NO_LIMITS):
    frames = frames_of(clip, arguments.frames)
    usages = rounds_of(arguments.rounds, chains, lambda chain: cost(clip, frames, chain, limits))
    return [{"clip": clip.name, "width": clip.width, "height": clip.height, "frames": frames, **row}
            for row in figures(usages, clip.pixels, peer)]


def sized_clip(name):
    size = clips.SIZES[name]
    return clips.phone(size, 28 if size[0] <= 1920 else LEAST_FRAMES)


def available(chains):
    flags = set(re.findall(r"\w+", pathlib.Path("/proc/cpuinfo").read_text()))
    return {name: chain for name, chain in chains.items()
            if "AVX-512" not in name or "avx512vl" in flags}


def beside_peer(ours, arguments, limits=NO_LIMITS):
    chains = {"no filter": "null", PEER: PEERS[PEER], **ours}
    return [row for source in clips.SOURCES.values()
            for row in compared(source(), chains, PEER, arguments, limits)]


def part_sources(arguments):
    return beside_peer(available(OURS), arguments)


def part_avx2(arguments):
    limits = limits_of_avx2()
    if LIMIT_SAYS not in said_by(clips.phone(), 1, PEERS[PEER], limits):
        raise SystemExit("no figures: zimg is not held to AVX2 in this FFmpeg")
    return beside_peer({AVX2: OURS[AVX2]}, arguments, limits)


def part_sizes(arguments):
    chains = {"no filter": "null", **PEERS, **available(OURS),
              "tonelift=faithful": "tonelift=faithful"}
    rows = []
    for name in clips.SIZES:
        rows += [{"size": name, **row}
                 for row in compared(sized_clip(name), chains, PEER, arguments)]
    return rows


def part_threads(arguments):
    counts = range(1, (os.cpu_count() or 1) + 1)
    chains = {f"tonelift=threads={count}": f"tonelift=threads={count}" for count in counts}
    return compared(clips.phone(), chains, next(iter(chains)), arguments)


def part_presets(arguments):
    table = (clips.ROOT / "core/algorithms/presets.def").read_text()
    names = re.findall(r"^TONELIFT_PRESET\((\w+),", table, re.M)
    chains = {name: f"tonelift={name}" for name in names}
    return compared(clips.phone(), chains, "natural", arguments)


def part_peers(arguments):
    program = os.environ.get("TONEMAPX_FFMPEG")
    if not program:
        raise SystemExit("no figures: TONEMAPX_FFMPEG is not set; it is the path of an ffmpeg with "
                         "the filters tonemapx and tonelift")
    chains = {"no filter": "null", PEER: PEERS[PEER], **TONEMAPX,
              **{f"tonelift={name}": f"tonelift={name}" for name in BESIDE_TONEMAPX}}
    limits = Limits(program=program)
    # FFmpeg allocates memory for its first 20 frames or so. This takes longer than some filters.
    longer = argparse.Namespace(**{**vars(arguments), "frames": 4 * arguments.frames})
    return [row for name, source in clips.SOURCES.items() if name != "hostile"
            for row in compared(source(), chains, PEER, longer, limits)]


def memory_beyond_host(clip, rounds):
    host, *ours = (min(run(clip, 6, chain).memory for _ in range(rounds))
                   for chain in ("null", *FOR_MEMORY))
    return {chain: kib - host for chain, kib in zip(FOR_MEMORY, ours)}


def part_memory(arguments):
    code = memory_beyond_host(clips.phone((64, 36)), arguments.rounds)
    rows = []
    for name in clips.SIZES:
        clip = sized_clip(name)
        for chain, kib in memory_beyond_host(clip, arguments.rounds).items():
            rows.append({"size": name, "chain": chain, "mib": kib / 1024,
                         "code_mib": code[chain] / 1024,
                         "frames": 1024 * (kib - code[chain]) / clip.frame_bytes})
    return rows


PARTS = {"sources": part_sources, "avx2": part_avx2, "sizes": part_sizes, "threads": part_threads,
         "presets": part_presets, "peers": part_peers, "memory": part_memory}
UNLESS_NAMED = [name for name in PARTS if name != "peers"]


def shown(values, digits):
    return " / ".join(f"{values[key]:.{digits}f}" for key in ("min", "median", "max"))


def table_of(rows):
    if "mib" in rows[0]:
        lines = ["| size | filter | MiB beyond the host | at 64x36 | input frames between |",
                 "|---|---|---|---|---|"]
        return lines + [f"| {row['size']} | `{row['chain']}` | {row['mib']:.1f} | "
                        f"{row['code_mib']:.1f} | {row['frames']:.1f} |" for row in rows]
    lines = ["| clip | filter | fps by the clock | CPU ms a frame | ns a pixel | CPU time, ratio "
             "| fps, ratio |", "|---|---|---|---|---|---|---|"]
    return lines + [f"| {row['clip']} {row['width']}x{row['height']} | `{row['chain']}` | "
                    f"{shown(row['fps'], 1)} | {shown(row['cpu_ms'], 1)} | "
                    f"{shown(row['ns_pixel'], 1)} | {row['ratio']['median']:.2f} | "
                    f"{row['ratio_fps']['median']:.2f} |" for row in rows]


def machine():
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    commit = subprocess.run(["git", "-C", clips.ROOT, "describe", "--always", "--dirty"],
                            capture_output=True, text=True, check=False).stdout.strip()
    return {"processor": model.group(1) if model else "unknown", "cores": os.cpu_count(),
            "load": os.getloadavg()[0], "date": time.strftime("%Y-%m-%d"), "commit": commit}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--frames", type=int, default=24)
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE")
    parser.add_argument("parts", nargs="*", metavar="PART")
    arguments = parser.parse_args()
    if arguments.rounds < 1 or arguments.frames < 1:
        parser.error("rounds and frames are at least 1")
    for name in set(arguments.parts) - set(PARTS):
        parser.error(f"no part called {name}; there are: {' '.join(PARTS)}")
    result = {"machine": machine(), "rounds": arguments.rounds}
    print(", ".join(f"{key} {value}" for key, value in result["machine"].items()))
    for name in arguments.parts or UNLESS_NAMED:
        result[name] = PARTS[name](arguments)
        print(f"\n{name}: least / median / most of {arguments.rounds} rounds\n")
        print("\n".join(table_of(result[name])), flush=True)
        if arguments.json:
            arguments.json.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
