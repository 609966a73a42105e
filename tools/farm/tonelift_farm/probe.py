# SPDX-License-Identifier: BSD-2-Clause
"""What a film holds: its streams, and the timestamps of the frames of its picture. Packets are read and
not decoded, some seconds for two hours. They are not frames everywhere: a decoder gives none for pictures
that lead the first key frame of a recording, and none for hidden ones. What the decoder gives counts."""

import collections
import json
import shlex
import subprocess
from fractions import Fraction

from . import FarmError
from .film import Film

# The first video that is no cover, as FFmpeg calls it.
PICTURE = "V:0"
PACKETS = "packet=pts,flags:stream=time_base,width,height,codec_name:format=start_time"
STREAMS = "stream=index,codec_type,codec_name:stream_disposition=attached_pic:stream_tags"
# Codecs that have packets without a frame: hidden references, and frames that repeat the one before.
HIDING = ("vp8", "mpeg4", "theora")
# The decoder gives so many frames more than lead the first key frame, to be compared with packets.
COMPARED = 8


class Stream:
    """A stream of a film. kind: as ffprobe says it, or "cover" for an attached picture."""

    def __init__(self, told):
        self.index, self.codec = told["index"], told.get("codec_name", "unknown")
        attached = told.get("disposition", {}).get("attached_pic")
        self.kind = "cover" if attached else told.get("codec_type", "unknown")
        self.tags = told.get("tags", {})

    def __str__(self):
        return f"stream {self.index} ({self.kind}, {self.codec})"


def ask(ffprobe, path, *arguments):
    command = [ffprobe, "-v", "error", *arguments, "-of", "json", path]
    ran = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if ran.returncode != 0:
        raise FarmError(f"{path} cannot be read: {ran.stderr.strip()}")
    return json.loads(ran.stdout)


def streams_of(ffprobe, path):
    """All streams of a film; the first is the one whose frames are mapped."""
    streams = list(map(Stream, ask(ffprobe, path, "-show_entries", STREAMS)["streams"]))
    films = [stream for stream in streams if stream.kind == "video"]
    return films[:1] + [stream for stream in streams if stream not in films[:1]]


def with_timestamps(path):
    """A command that gives a film new timestamps without loss, and keeps its sound and subtitles."""
    others = "-map 0:a? -map 0:s? -map 0:t?"
    return f"ffmpeg -i {shlex.quote(path)} -map 0:{PICTURE} {others} -c:v ffv1 -c:a copy -c:s copy film.mkv"


def decoded(ffmpeg, path, time_base, most=None):
    """Timestamps of the frames that the decoder gives, from the beginning on, at most so many."""
    limit = [] if most is None else ["-frames:v", str(most)]
    unit = f"{time_base.numerator}:{time_base.denominator}"
    ran = subprocess.run(
        [
            *(ffmpeg, "-nostdin", "-v", "error", "-copyts", "-i", path, "-map", f"0:{PICTURE}"),
            *("-fps_mode", "passthrough", "-enc_time_base", unit, "-c:v", "wrapped_avframe"),
            *(*limit, "-f", "framecrc", "-"),
        ],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if ran.returncode != 0:
        raise FarmError(f"{path} cannot be decoded: {ran.stderr.strip()}")
    return [int(line.split(",")[2]) for line in ran.stdout.splitlines() if line[:1] != "#"]


def check_stamps(path, stamps, frames, time_base):
    """Whether the frames of a decoder have timestamps by which they can be found again."""
    for number, pts in enumerate(frames):
        if pts not in stamps:
            raise FarmError(
                f"{path}: frame {number} has no timestamp of its own, and pieces are found by them; "
                f"give the film some, without loss: {with_timestamps(path)}"
            )
    twice = [pts for pts, count in collections.Counter(frames).items() if count > 1]
    if twice:
        number, when = frames.index(twice[0]), float(twice[0] * time_base)
        raise FarmError(
            f"{path}: frames {number} and {number + 1} have one timestamp, {when:.3f} s, and pieces are "
            f"found by them; give the film others, without loss: {with_timestamps(path)}"
        )


def all_frames(ffmpeg, path, stamps, time_base):
    frames = sorted(decoded(ffmpeg, path, time_base))
    check_stamps(path, stamps, frames, time_base)
    return frames


def without_leading(ffmpeg, path, stamps, keys, time_base):
    """The sorted timestamps of packets without those that the decoder gives no frame for at the beginning,
    as for pictures that refer to others before it (H.265, 8.1.3: RASL of the first CRA)."""
    leading = sum(pts < keys[0] for pts in stamps)
    frames = sorted(decoded(ffmpeg, path, time_base, leading + COMPARED))
    if not frames or set(frames) - set(stamps):
        return all_frames(ffmpeg, path, set(stamps), time_base)
    return [pts for pts in stamps if pts > frames[-1] or pts in set(frames)]


def probe(ffmpeg, ffprobe, path, decode=False, made=False):
    """The film in a file. decode: all of it, to know its frames. made: by an encoder here, so that it
    begins with a frame that needs no other."""
    told = ask(ffprobe, path, "-select_streams", PICTURE, "-show_entries", PACKETS)
    if not told.get("streams"):
        raise FarmError(f"{path} has no video")
    stream, time_base = told["streams"][0], Fraction(told["streams"][0]["time_base"])
    # Packets with D are decoded and not shown, as before the beginning of an edit list.
    shown = [packet for packet in told["packets"] if "D" not in packet["flags"]]
    stamps = sorted(packet["pts"] for packet in shown if "pts" in packet)
    if not shown:
        raise FarmError(f"{path} has no frames")
    keys = sorted(
        packet["pts"] for packet in told["packets"] if "K" in packet["flags"] and "pts" in packet
    )
    keys = keys or stamps[:1]
    doubtful = len(set(stamps)) < len(shown) or stream.get("codec_name") in HIDING
    if decode or doubtful:
        frames = all_frames(ffmpeg, path, set(stamps), time_base)
    else:
        frames = stamps if made else without_leading(ffmpeg, path, stamps, keys, time_base)
    if not frames:
        raise FarmError(f"{path} has no frames that FFmpeg can decode")
    size = stream["width"], stream["height"]
    return Film(time_base, told["format"].get("start_time", "0"), *size, frames, keys)
