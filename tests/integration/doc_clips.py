# SPDX-License-Identifier: BSD-2-Clause
"""Makes small files with the file names that the documents use, so that the command lines of the
documents can run."""

import shutil

from ffmpeg_support import MEDIA, ROOT, ffmpeg

DISPLAY = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
HDR10 = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
         f"log-level=error:hdr10=1:keyint=2:master-display={DISPLAY}:max-cll=900,200"]
MINUTES = "minutes.mkv"  # is film.mkv for commands of the farm
AUDIO = ["-f", "lavfi", "-i", "sine=r=48000"]


def film(path, clip, seconds, frames, *encoder):
    ffmpeg("-v", "error", "-stream_loop", -1, "-i", MEDIA / clip, *AUDIO,
           "-vf", f"scale=160:90,setpts=N*{seconds}/TB", "-r", str(1 / seconds), "-frames:v", frames, "-shortest", *encoder, "-c:a", "aac", path)


def with_cover(path):
    cover, plain = path.parent / "cover.png", path.parent / "plain.mkv"
    path.rename(plain)
    ffmpeg("-v", "error", "-f", "lavfi", "-i", "color=red:s=61x61", "-frames:v", 1, "-update", 1, cover)
    ffmpeg("-v", "error", "-i", plain, "-attach", cover, "-metadata:s:t", "mimetype=image/png",
           "-metadata:s:t", "filename=cover.png", "-c", "copy", path)
    plain.unlink()
    cover.unlink()


def make_films(folder):
    film(folder / "hdr10.mkv", "room_hdr10.mkv", 0.05, 6, *HDR10)
    film(folder / "in.mkv", "room_hdr10.mkv", 1, 6, *HDR10)
    for name, frames in (("film.mkv", 310), (MINUTES, 65)):
        film(folder / name, "room_hdr10.mkv", 2, frames, *HDR10)
        with_cover(folder / name)
    film(folder / "hlg.mp4", "street_hlg.mp4", 0.05, 6, "-c:v", "libx265", "-x265-params",
         "log-level=error")
    film(folder / "sdr.mp4", "portrait_sdr.mp4", 0.05, 6, "-c:v", "libx264")
    for copy, name in [("hdr.mkv", "hdr10.mkv"), ("IMG_0001.MOV", "hlg.mp4"),
                       ("dark.mp4", "sdr.mp4")]:
        shutil.copy(folder / name, folder / copy)
    ffmpeg("-v", "error", "-i", folder / "sdr.mp4", "-c", "copy", folder / "sdr.mkv")
    for name in ("sdr.y4m", "in.y4m"):
        ffmpeg("-v", "error", "-i", folder / "sdr.mp4", folder / name)


def make_stills(folder):
    ffmpeg("-v", "error", "-i", MEDIA / "portrait_16bit.png", "-vf", "scale=160:90,format=yuvj420p",
           folder / "photo.jpg")
    ffmpeg("-v", "error", "-i", MEDIA / "portrait_16bit.png", "-vf", "scale=160:90",
           folder / "photo16.png")
    (folder / "photos").mkdir()
    shutil.copy(folder / "photo.jpg", folder / "photos")
    ffmpeg("-v", "error", "-i", folder / "photo16.png", "-vf", "format=rgba",
           folder / "logo.png")
    shutil.copy(MEDIA / "room.exr", folder / "linear.exr")
    for number in (1, 2):
        shutil.copy(folder / "photo16.png", folder / f"render{number:03d}.png")
    ffmpeg("-v", "error", "-i", folder / "logo.png", "-vf", "premultiply=inplace=1,format=yuva444p10le",
           "-c:v", "prores_ks", folder / "overlay.mov")


def make_pieces(folder):
    for number, (start, end) in enumerate([(0, 240), (30, 440), (230, 900)], 1):
        ffmpeg("-v", "error", "-copyts", "-i", folder / "film.mkv", "-an", "-vf",
               f"trim=start={start}:end={end},tonelift=smoothing=0:stats=write:stats_file={folder}/part{number}.stats",
               "-f", "null", "-")
    shutil.copy(folder / "part1.stats", folder / "film.stats")
    for number in (1, 2):
        ffmpeg("-v", "error", "-i", folder / "sdr.mp4", "-an", "-c", "copy", folder / f"part{number}.mkv")
    (folder / "parts.txt").write_text("".join(f"file part{number}.mkv\nduration 0.3\n" for number in (1, 2)))


def first_script(page):
    return page.read_text().split("```c\n")[1].split("```")[0]


def make_clips(folder):
    make_films(folder)
    make_stills(folder)
    make_pieces(folder)
    shutil.copy(ROOT / "core/algorithms/portrait.tl", folder / "my.tl")
    (folder / "look.tl").write_text(first_script(ROOT / "docs/reference/language.md"))
    (folder / "films, part 1:2").mkdir()
    shutil.copy(folder / "my.tl", folder / "films, part 1:2")
    (folder / "my").mkdir()
    shutil.copy(folder / "hdr10.mkv", folder / "my")
