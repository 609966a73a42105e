# SPDX-License-Identifier: BSD-2-Clause
"""Reads the streams of a film and the timestamps of its frames."""

import collections
import json
import shlex
import subprocess
from fractions import Fraction

from . import FarmError
from .film import Film

# FFmpeg's stream specifier for the first video stream that is not a cover.
PICTURE = "V:0"
PACKETS = "packet=pts,flags:stream=time_base,width,height,codec_name:format=start_time"
STREAMS = "stream=index,codec_type,codec_name:stream_disposition:stream_tags"
# Codecs with packets that show no new frame, because the frame is hidden or repeats the previous
# frame.
HIDING = ("vp8", "mpeg4", "theora")
COMPARED = 8
# Containers whose subtitles must be converted for Matroska.
QUICKTIME = (".mp4", ".m4v", ".mov")
# FFmpeg's options that make timestamps rise by at least a millisecond per frame. Without these
# options, FFmpeg drops one of two frames with equal timestamps.
RISING = (
    "-vf \"settb=1/1000,setpts='max(PREV_OUTPTS+1,PTS)'\" -fps_mode passthrough -enc_time_base 1:1000"
)


class Stream:
    """A stream of a film. `kind` is the codec_type of ffprobe, or "cover" for an attached
    picture."""

    def __init__(self, entry):
        self.index, self.codec = entry["index"], entry.get("codec_name", "unknown")
        self.dispositions = [name for name, on in entry.get("disposition", {}).items() if on]
        attached = "attached_pic" in self.dispositions
        self.kind = "cover" if attached else entry.get("codec_type", "unknown")
        self.tags = entry.get("tags", {})

    def __str__(self):
        return f"stream {self.index} ({self.kind}, {self.codec})"


def ask(ffprobe, path, *arguments):
    command = [ffprobe, "-v", "error", *arguments, "-of", "json", path]
    ran = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if ran.returncode != 0:
        raise FarmError(f"{path} cannot be read: {ran.stderr.strip()}")
    return json.loads(ran.stdout)


def streams_of(ffprobe, path):
    """Returns all streams of a film. The first stream is the video that the farm maps."""
    streams = list(map(Stream, ask(ffprobe, path, "-show_entries", STREAMS)["streams"]))
    films = [stream for stream in streams if stream.kind == "video"]
    return films[:1] + [stream for stream in streams if stream not in films[:1]]


def with_timestamps(path):
    """Returns a command line for users. The command gives the frames of a film new timestamps,
    without loss of quality."""
    others = "-map 0:a? -map 0:s? -map 0:t?"
    subtitles = "srt" if path.lower().endswith(QUICKTIME) else "copy"
    return (
        f"ffmpeg -i {shlex.quote(path)} -map 0:{PICTURE} {others} {RISING} -c:v ffv1 -c:a copy "
        f"-c:s {subtitles} film.mkv"
    )


def decoded(ffmpeg, path, time_base, most=None):
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
    for number, pts in enumerate(frames):
        if pts not in stamps:
            raise FarmError(
                f"{path}: frame {number} has no timestamp of its own, but pieces are found by timestamps; this adds them without loss: {with_timestamps(path)}"
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
    """Returns the timestamps without those of leading packets that give no frame, such as RASL
    pictures (H.265, 8.1.3)."""
    leading = sum(pts < keys[0] for pts in stamps)
    frames = sorted(decoded(ffmpeg, path, time_base, leading + COMPARED))
    if not frames or set(frames) - set(stamps):
        return all_frames(ffmpeg, path, set(stamps), time_base)
    return [pts for pts in stamps if pts > frames[-1] or pts in set(frames)]


def probe(ffmpeg, ffprobe, path, decode=False, made=False):
    """Describes a film. With `decode`, decodes the whole file to find its frames. With `made`,
    assumes that each packet gives a frame, as in files that the farm made."""
    entry = ask(ffprobe, path, "-select_streams", PICTURE, "-show_entries", PACKETS)
    if not entry.get("streams"):
        raise FarmError(f"{path} has no video")
    stream, time_base = entry["streams"][0], Fraction(entry["streams"][0]["time_base"])
    shown = [packet for packet in entry["packets"] if "D" not in packet["flags"]]
    stamps = sorted(packet["pts"] for packet in shown if "pts" in packet)
    if not shown:
        raise FarmError(f"{path} has no frames")
    keys = sorted(
        packet["pts"] for packet in entry["packets"] if "K" in packet["flags"] and "pts" in packet
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
    return Film(time_base, entry["format"].get("start_time", "0"), *size, frames, keys)
