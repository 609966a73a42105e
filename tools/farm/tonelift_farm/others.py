# SPDX-License-Identifier: BSD-2-Clause
"""Copies the other streams of a film, such as sound, subtitles and covers."""

import os

from . import FarmError
from .probe import Stream

NEEDED = ("audio", "subtitle", "video")
# Containers that store cover pictures as attached files. Other containers store them as video
# streams.
MATROSKA = (".mkv", ".webm")
COVERS = {"png": "image/png", "mjpeg": "image/jpeg", "webp": "image/webp", "bmp": "image/bmp",
          "gif": "image/gif"}
# Containers that preserve the HDR light level of each encoded part. For all other output
# containers, parts are NUT files.
KEPT = (".mkv", ".mp4", ".mov")
TRIED = "0.1"  # seconds of each stream that are copied to test the output container


def ending_of(output):
    return os.path.splitext(output)[1].lower()


def ending_of_parts(output):
    return ending_of(output) if ending_of(output) in KEPT else ".nut"


def is_file(stream, output):
    cover = stream.kind == "cover" and stream.codec in COVERS
    return cover and ending_of(output) in MATROSKA


def cover_name(stream):
    ending = "jpg" if stream.codec == "mjpeg" else stream.codec
    return f"cover_{stream.index}.{ending}"


def extraction(ffmpeg, film, stream, path):
    copy = ["-map", f"0:{stream.index}", "-c", "copy", "-frames:v", "1", "-update", "1"]
    return [ffmpeg, "-nostdin", "-v", "warning", "-i", film, *copy, "-f", "image2", "-y", path]


def maps(streams, output, folder, source):
    """Returns the arguments for FFmpeg that copy the streams of its input number `source`. Covers
    that become attached files are read from `folder`."""
    arguments, files = [], [stream for stream in streams if is_file(stream, output)]
    for stream in streams:
        if stream not in files:
            arguments += ["-map", f"{source}:{stream.index}"]
    number = sum(stream.kind == "attachment" for stream in streams)
    for at, stream in enumerate(files, number):
        name = stream.tags.get("filename", cover_name(stream))
        arguments += ["-attach", os.path.join(folder, cover_name(stream))]
        arguments += [f"-metadata:s:t:{at}", f"mimetype={COVERS[stream.codec]}"]
        arguments += [f"-metadata:s:t:{at}", f"filename={name}"]
    return arguments


def copies(ffmpeg, film, streams, output):
    plain = [stream for stream in streams if not is_file(stream, output)]
    some = ["-nostdin", "-v", "error", "-i", film, *maps(plain, output, "", 0), "-c", "copy"]
    return [ffmpeg, *some, "-t", TRIED, "-y", "others" + ending_of(output)] if plain else None


def fitting(streams, fits, output):
    if fits(streams):
        return streams, []
    left_out = [stream for stream in streams if not fits([stream])]
    needed = [stream for stream in left_out if stream.kind in NEEDED]
    if needed:
        numbers = " ".join(f"--without {stream.index}" for stream in needed)
        other = ".mp4" if ending_of(output) == ".mkv" else ".mkv"
        raise FarmError(
            f"{ending_of(output)} cannot hold {', '.join(map(str, needed))} of the film; name an output whose container can, such as {other}, or leave it out: {numbers}",
            2,
        )
    return [stream for stream in streams if stream not in left_out], left_out


def notes(kept, left_out, output):
    left = [f"{stream} is copied as it is: the filter is for the first film"
            for stream in kept if stream.kind == "video"]
    return left + [f"{stream} is left out: {ending_of(output)} cannot hold it" for stream in left_out]


def as_values(streams):
    return [
        {
            "index": stream.index,
            "codec_type": stream.kind,
            "codec_name": stream.codec,
            "tags": stream.tags,
            "disposition": dict.fromkeys(stream.dispositions, 1),
        }
        for stream in streams
    ]


def from_values(values):
    return list(map(Stream, values))
