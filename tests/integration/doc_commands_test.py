#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Runs the command lines of README.md and docs/ unchanged, with small input files that have the
names in the commands. Afterward every output file must exist."""

import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from doc_clips import MINUTES, make_clips
from doc_commands import Command, commands, simple_commands, targets
from ffmpeg_support import ROOT, FilterTest, main, run

BUILD = Path(os.environ.get("TONELIFT_BUILD", ROOT / "build"))
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md")), ROOT / "ffmpeg_filter/README.md"]
VIDEO = re.compile(r".*\.(mkv|mp4|mov|webm|y4m|264|nut|png|jpg|exr)", re.IGNORECASE)

# Maps patterns of commands to the reason why this test does not run the commands.
EXCEPTIONS = {
    r"cuda|nvenc|nvh26": "needs an NVIDIA GPU",
    r"vaapi|qsv": "needs a GPU of Intel or AMD",
    r"init_hw_device vulkan": "needs FFmpeg 7.1 or newer; ffmpeg_vulkan_test.py runs the filter on Vulkan frames",
    r"read_gpu_log": "reads what a machine with a GPU wrote",
    r"scripts/(install-dependencies|demo|test|bench|gpu-bundle|package|wheel|cross-build|release)": "builds or measures for minutes",
    r"ffmpeg_filter/\w+\.sh|/configure|libavfilter|build/download": "builds FFmpeg, or needs what that gives",
    r"^meson ": "builds or installs the library",
    r"farm submit": "needs Slurm; tests/farm runs it",
    r"build/wheels": "tests/python/run installs the wheel",
    r"pkg-config": "tests/api/installed.sh compiles and runs it",
    r"^vspipe": "VapourSynth is not in Debian 12; tests/vapoursynth runs the plugin",
    r"^docker ": "needs a container engine",
    r"\bssh ": "needs another machine",
    r"-dolbyvision 1": "needs FFmpeg 7.1; ffmpeg_written_metadata_test.py encodes such films",
    r"dovi_split": "needs FFmpeg 9.0; ffmpeg_metadata_test.py composes such a film",
    r"^sudo apt|lavfi=\[tonelift\]|~/tonelift": "needs packages; scripts/test-packages does the same",
}

WRAPPERS = {
    "ffmpeg": 'exec {root}/scripts/ffmpeg -nostdin -y "$@"',
    "ffprobe": 'exec {root}/scripts/ffprobe "$@"',
    "tonelift": 'exec {build}/tools/tonelift "$@"',
    # Each wrapper removes its own folder from PATH. Otherwise scripts/gst-launch would run the
    # wrapper again instead of the real program with the same name.
    "gst-launch": 'PATH=${{PATH#*:}}\n'
                  'words=("${{@/#autovideosink/fakesink}}")\n'
                  'words=("${{words[@]/#autoaudiosink/fakesink}}")\n'
                  '[[ " $* " != *" playbin"* ]] || words+=(video-sink=fakesink audio-sink=fakesink)\n'
                  'exec {root}/scripts/gst-launch "${{words[@]}}"',
    "gst-inspect": 'PATH=${{PATH#*:}}\nexec {root}/scripts/gst-inspect "$@"',
    "mpv": 'exec {mpv} --no-config --vo=null --ao=null --ao-null-untimed --untimed --really-quiet "$@"',
}
NAMES = {"gst-launch-1.0": "gst-launch", "gst-inspect-1.0": "gst-inspect",
         "ffmpeg-tonelift": "ffmpeg", "ffprobe-tonelift": "ffprobe"}


def make_programs(folder):
    folder.mkdir()
    mpv = shutil.which("mpv") or "false"
    for name, body in WRAPPERS.items():
        script = folder / name
        script.write_text("#!/bin/bash\n" + body.format(root=ROOT, build=BUILD, mpv=mpv) + "\n")
        script.chmod(0o755)
    for name, other in NAMES.items():
        (folder / name).symlink_to(other)
    return folder


def why_not(command):
    for pattern, reason in EXCEPTIONS.items():
        if re.search(pattern, command.text):
            return reason
    stills = command.page in ("docs/guide/stills.md", "docs/guide/textures.md") or ".exr" in command.text
    if stills and os.environ.get("TONELIFT_STILLS") == "no":
        return "the build lacks the libraries of still pictures"
    if "tonemapx" in command.text and "tonemapx" not in run("ffmpeg", "-filters").stdout:
        return "FFmpeg was built without --names"
    for words in filter(None, simple_commands(command.text)[0]):
        if words[0] in ("mpv", "x264") and not shutil.which(words[0]):
            return f"{words[0]} is not installed"
    return None


class Documents(FilterTest):
    @classmethod
    def setUpClass(cls):
        cls.place = Path(tempfile.mkdtemp(prefix="tonelift-docs-"))
        cls.addClassCleanup(shutil.rmtree, cls.place)
        cls.programs = make_programs(cls.place / "programs")
        cls.clips = cls.place / "clips"
        cls.clips.mkdir()
        make_clips(cls.clips)
        cls.outcomes = {}

    @classmethod
    def tearDownClass(cls):
        print(f"\n{'page':36} {'run':>5} {'skipped':>8}")
        for page in dict.fromkeys(command.page for command in COMMANDS):
            count = Counter(outcome for (of, _), outcome in cls.outcomes.items() if of == page)
            print(f"{page:36} {count['run']:5} {count['skipped']:8}")

    def folder_of(self, command):
        folder = self.place / f"{command.page.replace('/', '-')}-{command.block}"
        if not folder.exists():
            shutil.copytree(self.clips, folder)
            if (command.page, command.block) in FARM_BLOCKS:
                shutil.copy(folder / MINUTES, folder / "film.mkv")
            for name in ("scripts", "build/tools"):
                (folder / name).parent.mkdir(exist_ok=True)
                (folder / name).symlink_to(self.programs)
            for name in ("tests", "media", "core"):
                (folder / name).symlink_to(ROOT / name)
        return folder

    def run_command(self, command):
        folder = self.folder_of(command)
        written = [folder / name for name in targets(command.text)]
        for path in written:
            path.unlink(missing_ok=True)
        script = "\n".join(["set -euo pipefail", *command.assignments, command.text])
        environment = {**os.environ, "PATH": f"{self.programs}:{os.environ['PATH']}"}
        result = subprocess.run(["timeout", "30", "bash", "-c", script], cwd=folder, check=False,
                                env=environment, stdin=subprocess.DEVNULL, capture_output=True)
        said = (result.stdout[-4000:] + result.stderr[-8000:]).decode(errors="replace")
        self.assertEqual(result.returncode, 0, f"{command.text}\n{said}")
        self.assertNotIn("Output file is empty", said, command.text)
        for path in written:
            self.assert_holds_something(path, command)

    def assert_holds_something(self, path, command):
        self.assertTrue(path.exists() and path.stat().st_size,
                        f"{path.name} was not written: {command.text}")
        if VIDEO.fullmatch(path.name):
            packets = run("ffprobe", "-v", "error", "-select_streams", "v", "-show_entries",
                          "packet=size", "-of", "csv", "-read_intervals", "%+#1", path).stdout
            self.assertIn("packet", packets, f"{path.name} has no pictures: {command.text}")

    def handle(self, command):
        syntax = subprocess.run(["bash", "-n", "-c", command.text], capture_output=True, text=True,
                                check=False)
        self.assertEqual(syntax.stderr, "", command.text)
        reason = why_not(command)
        self.outcomes[command.page, command.line] = "skipped" if reason else "run"
        if reason:
            self.skipTest(reason)
        self.run_command(command)

    def test_first_script_of_the_language_is_checked_without_a_warning(self):
        said = subprocess.run([self.programs / "tonelift", "check", "look.tl"], cwd=self.clips,
                              check=True, capture_output=True, text=True)
        self.assertNotIn("warning", said.stdout + said.stderr)

    def test_commands_that_fail_or_write_nothing_are_found(self):
        for text in ("ffmpeg -ss 9000 -i hdr10.mkv -vf tonelift -c:v libx264 nothing.mkv",
                     "ffmpeg -i hdr10.mkv -vf tonelift=nosuch=1 -c:v libx264 nothing.mkv",
                     "gst-launch-1.0 filesrc location=hdr10.mkv ! fakesink ! filesink location=nothing.mkv"):
            with self.assertRaises(AssertionError, msg=text):
                self.run_command(Command("nothing", 0, 0, (), text))


class Exceptions(FilterTest):
    def test_each_exception_matches_a_command(self):
        for pattern in EXCEPTIONS:
            self.assertTrue(any(re.search(pattern, command.text) for command in COMMANDS), pattern)


COMMANDS = [command for page in PAGES
            for command in commands(str(page.relative_to(ROOT)), page.read_text())]
# In blocks with commands of the farm, film.mkv has fewer frames than in other blocks.
FARM_BLOCKS = {(one.page, one.block) for one in COMMANDS if "farm local" in one.text}
for one in COMMANDS:
    name = f"test_{re.sub('[^a-z0-9]+', '_', one.page.lower())}_{one.line:04}"
    setattr(Documents, name, lambda self, command=one: self.handle(command))

if __name__ == "__main__":
    main()
