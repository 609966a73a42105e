#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Tests that the recipes of the documents work with special films: with a cover picture, rotated,
or with non-square pixels."""

import os
import shlex
import subprocess
import unittest
from pathlib import Path

from doc_commands import commands
from ffmpeg_support import PQ, ROOT, FilterTest, ffmpeg, main, probe, rotate, run, source

BUILD = Path(os.environ.get("TONELIFT_BUILD", ROOT / "build"))


def recipes(*parts):
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    found = [command.text for page in pages for command in commands(page.name, page.read_text())
             if all(part in command.text for part in parts)]
    assert found, f"no recipe has {parts}"
    return found


class Recipes(FilterTest):
    def run_recipe(self, text):
        program, *words = shlex.split(text)
        script = ROOT / "scripts" / Path(program).name.removesuffix("-1.0")
        ran = subprocess.run([script, *words], cwd=self.folder, capture_output=True, text=True,
                             stdin=subprocess.DEVNULL, check=False)
        self.assertEqual(ran.returncode, 0, f"{text}\n{ran.stderr[-2000:]}")
        return self.folder / words[-1].removeprefix("location=")

    def videos(self, path):
        streams = probe(path, "-show_streams")["streams"]
        path.unlink()
        return [stream for stream in streams if stream["codec_type"] == "video"]

    def test_thumbnails_have_square_pixels(self):
        ffmpeg("-v", "error", *source(size="720x576", count=70), "-vf", "setsar=64/45", "-c:v", "libx264",
               "-preset", "ultrafast", self.folder / "film.mkv")
        for text in recipes("setsar=1", "-frames:v 1"):
            made = self.run_recipe(text.replace("-ss 60", "-ss 1"))
            size = self.videos(made)[0]
            self.assertEqual((size["width"], size["height"]), (1024, 576), text)

    def test_films_keep_their_covers(self):
        plain, cover = self.folder / "plain.mkv", self.folder / "cover.png"
        ffmpeg("-v", "error", *source("yuv420p10le", count=5, **PQ), "-c:v", "libx265", "-x265-params",
               "log-level=error", plain)
        ffmpeg("-v", "error", "-f", "lavfi", "-i", "color=red:s=61x61", "-frames:v", 1, "-update", 1, cover)
        ffmpeg("-v", "error", "-i", plain, "-attach", cover, "-metadata:s:t", "mimetype=image/png",
               "-metadata:s:t", "filename=cover.png", "-c", "copy", self.folder / "film.mkv")
        for text in recipes("ffmpeg -i film.mkv", "-map 0 ", "tonelift="):
            made = self.run_recipe(text)
            film, attached = self.videos(made)
            self.assertEqual(film["color_transfer"], "bt709", text)
            self.assertEqual(attached["codec_name"], "png", text)

    def test_films_keep_all_streams(self):
        subtitles, chapters, cover = (self.folder / name for name in ("text.srt", "chapters.txt", "cover.png"))
        subtitles.write_text("1\n00:00:00,000 --> 00:00:00,400\nHello\n\n")
        chapters.write_text(";FFMETADATA1\n" + "".join(
            f"[CHAPTER]\nTIMEBASE=1/10\nSTART={i}\nEND={i + 2}\ntitle={i}\n" for i in (0, 2)))
        ffmpeg("-v", "error", "-f", "lavfi", "-i", "color=red:s=61x61", "-frames:v", 1, "-update", 1, cover)
        sound = ["-f", "lavfi", "-t", "0.5", "-i", "sine=r=48000"]
        ffmpeg("-v", "error", *source("yuv420p10le", count=5, **PQ), *sound, *sound, "-i", subtitles, "-i",
               chapters, "-map", 0, "-map", 1, "-map", 2, "-map", 3, "-map_chapters", 4, "-c:v", "libx265",
               "-x265-params", "log-level=error", "-c:a", "aac", "-c:s", "subrip", "-attach", cover,
               "-metadata:s:t", "mimetype=image/png", "-metadata:s:t", "filename=cover.png",
               self.folder / "film.mkv")
        cover.unlink()
        (extract,) = recipes("ffmpeg -i film.mkv", "-map 0:v:1", "cover.png")
        self.run_recipe(extract)
        for text in recipes("ffmpeg -i film.mkv", "-attach cover.png") + recipes("film.mkv", "-c:s mov_text"):
            made = self.run_recipe(text)
            streams = probe(made, "-show_streams")["streams"]
            kinds = [stream["codec_type"] for stream in streams]
            texts = [stream["codec_name"] for stream in streams if stream["codec_type"] == "subtitle"]
            self.assertEqual((kinds.count("video"), kinds.count("audio")), (2, 2), text)
            self.assertEqual(texts, ["mov_text" if made.suffix == ".mp4" else "subrip"], text)
            self.assertEqual(len(probe(made, "-show_chapters")["chapters"]), 2, text)
            film, attached = self.videos(made)
            self.assertEqual(film["color_transfer"], "bt709", text)
            self.assertEqual(attached["disposition"]["attached_pic"], 1, text)

    @unittest.skipUnless((BUILD / "gst_plugin/libgsttonelift.so").exists(), "the element is not built")
    def test_clips_from_an_upright_phone_are_upright(self):
        plain, clip = self.folder / "plain.mov", self.folder / "IMG_0001.MOV"
        ffmpeg("-v", "error", *source(size="320x180", count=10), "-c:v", "libx264", plain)
        rotate(plain, clip)
        for text in recipes("gst-launch-1.0", "videoflip"):
            size = self.videos(self.run_recipe(text))[0]
            self.assertEqual((size["width"], size["height"]), (180, 320), text)


if __name__ == "__main__":
    main()
