#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Shows pictures side by side, to judge a look: source clipped at 203 nits | hable | libplacebo |
ours.

    tests/quality/contact_sheet.py -o sheet.png media/*.mkv media/*.exr
    tests/quality/contact_sheet.py --ours tonelift --ours tonelift=preset=vivid clip.mkv

Each input is a row and each treatment is a column, in the printed order. If an input is SDR, the
columns of other tone mappers show the source again. The script needs only python3 and FFmpeg. The
column libplacebo needs the option --peer, which names an ffmpeg with the filter libplacebo, and a
Vulkan driver for a GPU or for software. If a treatment fails, its picture is gray, and the error
message is written to standard error.
"""

import argparse
import json
import os
import shutil
import struct
import subprocess
import sys
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EVEN = "crop=iw-mod(iw\\,2):ih-mod(ih\\,2)"  # zscale does not support odd sizes in 4:2:0
TO_LINEAR = EVEN + ",zscale=t=linear:npl={white},format=gbrpf32le,zscale=p=bt709"
FROM_LINEAR = "zscale=t=bt709:m=bt709:r=tv,format=yuv444p"


def executable(name):
    built = os.path.join(ROOT, "scripts", name)
    if (
        os.path.exists(built)
        and not subprocess.run([built, "-version"], capture_output=True).returncode
    ):
        return built
    return shutil.which(name) or sys.exit(f"there is no {name}")


def transfer_of(path):
    if path.lower().endswith(".exr"):
        return "linear"
    command = [
        executable("ffprobe"),
        "-v",
        "error",
        "-select_streams",
        "v:0",
        "-show_entries",
        "stream=color_transfer",
        "-of",
        "json",
        path,
    ]
    answer = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    streams = json.loads(answer or "{}").get("streams", [])
    name = streams[0].get("color_transfer", "unknown") if streams else "unknown"
    known = {"smpte2084": "pq", "arib-std-b67": "hlg", "linear": "linear"}
    return known.get(name, "sdr")


def tags(transfer):
    linear = "setparams=color_trc=linear:color_primaries=bt709:colorspace=gbr,"
    return linear if transfer == "linear" else ""


def source_clipped(transfer):
    if transfer == "sdr":
        return "null"
    return tags(transfer) + ",".join([TO_LINEAR.format(white=203), FROM_LINEAR])


def hable(transfer):
    if transfer == "sdr":
        return None
    chain = [TO_LINEAR.format(white=100), "tonemap=hable:desat=0", FROM_LINEAR]
    return tags(transfer) + ",".join(chain)


def libplacebo(transfer):
    if transfer == "sdr":
        return None
    to_pq = "zscale=t=smpte2084:p=bt2020:m=bt2020nc:r=tv:npl=203," if transfer == "linear" else ""
    chain = "format=yuv420p10,hwupload,libplacebo=colorspace=bt709:color_primaries=bt709"
    chain += ":color_trc=bt709:range=tv:format=yuv420p,hwdownload,format=yuv420p"
    return tags(transfer) + f"{EVEN},{to_pq}{chain}"


def ours(transfer, filter_text):
    if transfer != "linear":
        return filter_text
    joint = ":" if "=" in filter_text else "="
    return tags(transfer) + filter_text + joint + "t=bt709:p=bt709:format=gbrp16le"


def ppm_size(data):
    lines = data.split(b"\n", 3)
    width, height = (int(n) for n in lines[1].split())
    return width, height, len(data) - len(lines[3])


def picture(path, treatment, args):
    program, chain = treatment
    scale = f"scale={args.width}:-2:flags=area" if args.width else "null"
    chain = f"{chain},{EVEN},select=gte(n\\,{args.frame}),{scale}"
    device = ["-init_hw_device", "vulkan=v", "-filter_hw_device", "v"]
    command = [
        program,
        "-v",
        "error",
        "-nostdin",
        *(device if "libplacebo" in chain else []),
        "-ss",
        str(args.time),
        "-i",
        path,
        "-map",
        "0:v:0",
        "-vf",
        chain,
        "-frames:v",
        "1",
        "-pix_fmt",
        "rgb24",
        "-c:v",
        "ppm",
        "-f",
        "image2pipe",
        "-",
    ]
    done = subprocess.run(command, capture_output=True)
    if done.returncode or not done.stdout:
        print(f"{path}: {chain}:\n{done.stderr.decode(errors='replace')}", file=sys.stderr)
        return None
    width, height, start = ppm_size(done.stdout)
    return width, height, done.stdout[start:]


def mean_luma(pixels):
    step = max(1, len(pixels) // 3 // 20000) * 3
    red, green, blue = (pixels[c::step] for c in range(3))
    return (0.2126 * sum(red) + 0.7152 * sum(green) + 0.0722 * sum(blue)) / max(1, len(green))


def treatments(transfer, args):
    columns = [(args.ffmpeg, source_clipped(transfer)), (args.ffmpeg, hable(transfer))]
    if args.peer:
        columns.append((args.peer, libplacebo(transfer)))
    columns += [(args.ffmpeg, ours(transfer, text)) for text in args.ours]
    return [column if column[1] else columns[0] for column in columns]


def row_of(path, args):
    columns = treatments(transfer_of(path), args)
    pictures = [picture(path, column, args) for column in columns]
    known = next((p for p in pictures if p), None)
    if known is None:
        return None
    lumas = " | ".join(f"{mean_luma(p[2]):6.1f}" if p else "failed" for p in pictures)
    print(f"{os.path.basename(path):44} mean luma {lumas}")
    gray = (known[0], known[1], b"\x40" * (known[0] * known[1] * 3))
    return [p if p and p[:2] == known[:2] else gray for p in pictures]


def png(width, rows):
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0))
    data = chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 6))
    return b"\x89PNG\r\n\x1a\n" + header + data + chunk(b"IEND", b"")


def sheet(rows, gap=4):
    widest = max(sum(p[0] for p in row) + gap * (len(row) - 1) for row in rows)
    lines = []
    for row in rows:
        for y in range(row[0][1]):
            line = bytes(gap * 3).join(p[2][y * p[0] * 3 : (y + 1) * p[0] * 3] for p in row)
            lines.append(line.ljust(widest * 3, b"\0"))
        lines += [bytes(widest * 3)] * gap
    return widest, lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("-o", "--output", default="contact_sheet.png")
    parser.add_argument(
        "--ours",
        action="append",
        metavar="FILTER",
        help="filter chain, repeatable; default: tonelift",
    )
    parser.add_argument("--width", type=int, default=640, help="of one picture; 0: as it is")
    parser.add_argument("--time", type=float, default=0, help="seconds into the clip")
    parser.add_argument(
        "--frame", type=int, default=0, help="frames after --time, so that a state can settle"
    )
    parser.add_argument("--ffmpeg", help="default: scripts/ffmpeg, or ffmpeg of the path")
    parser.add_argument("--peer", metavar="FFMPEG", help="an ffmpeg with libplacebo")
    args = parser.parse_args()
    args.ffmpeg = args.ffmpeg or executable("ffmpeg")
    args.ours = ["tonelift"] if args.ours is None else args.ours
    others = ["source clipped", "hable"] + (["libplacebo"] if args.peer else [])
    print("columns: " + " | ".join(others + args.ours))
    rows = [row for row in (row_of(path, args) for path in args.inputs) if row]
    if not rows:
        sys.exit("no input could be read")
    width, lines = sheet(rows)
    with open(args.output, "wb") as file:
        file.write(png(width, lines))
    print(args.output)


if __name__ == "__main__":
    main()
