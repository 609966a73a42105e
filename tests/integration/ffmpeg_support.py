# SPDX-License-Identifier: BSD-2-Clause
"""Functions that the tests of the FFmpeg filter share. They run scripts/ffmpeg and inspect its
output."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MEDIA = ROOT / "media"
SKIPPED = 77


def run(program, *arguments, check=True):
    command = [str(ROOT / "scripts" / program), "-hide_banner", *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    result.stdout = result.stdout.decode(errors="replace")
    result.stderr = result.stderr.decode(errors="replace")
    if check and result.returncode != 0:
        raise AssertionError(f"{' '.join(command)}\nstatus {result.returncode}\n{result.stderr}")
    return result


def ffmpeg(*arguments, check=True):
    return run("ffmpeg", "-y", "-nostats", *arguments, check=check)


def probe(path, *arguments):
    return json.loads(run("ffprobe", "-v", "error", "-of", "json", *arguments, path).stdout)


def video_stream(path):
    return probe(path, "-select_streams", "v", "-show_streams")["streams"][0]


def frames(path):
    return probe(path, "-select_streams", "v", "-show_frames")["frames"]


def side_data_types(frame):
    return {entry["side_data_type"] for entry in frame.get("side_data_list", [])}


def pictures(*arguments):
    text = ffmpeg("-v", "error", "-bitexact", *arguments, "-an", "-f", "framemd5", "-").stdout
    rows = [line.split(",") for line in text.splitlines() if not line.startswith("#")]
    return [(int(row[2]), row[5].strip()) for row in rows]


def source(pixel_format="yuv420p", size="64x36", count=10, rate=10, **color):
    tags = {"color_primaries": "bt709", "color_trc": "bt709", "colorspace": "bt709",
            "color_range": "tv", **color}
    # FFmpeg 5.1 ignores color tags that a lavfi graph sets, so options of the decoder set them.
    options = [word for name, value in tags.items() for word in ("-" + name, value)]
    graph = f"testsrc2=s={size}:r={rate}:d={count / rate},format={pixel_format}"
    return [*options, "-f", "lavfi", "-i", graph]


def rotate(plain, rotated):
    """Writes a copy of a film with a tag that rotates it by 90 degrees. FFmpeg 5.1 and later
    releases write this tag with different options."""
    if "display_rotation" in run("ffmpeg", "-h", "full").stdout:
        ffmpeg("-v", "error", "-display_rotation", 90, "-i", plain, "-c", "copy", rotated)
    else:
        ffmpeg("-v", "error", "-i", plain, "-c", "copy", "-metadata:s:v", "rotate=90", rotated)


PQ = {"color_primaries": "bt2020", "color_trc": "smpte2084", "colorspace": "bt2020nc"}
HLG = {**PQ, "color_trc": "arib-std-b67"}


class FilterTest(unittest.TestCase):
    longMessage = True

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="tonelift-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def film_of_sizes(self, *sizes):
        film = self.folder / "sizes.h264"
        with film.open("wb") as parts:
            for size in sizes:
                part = self.folder / f"{size}.h264"
                ffmpeg("-v", "error", "-y", *source(size=size, count=9), "-c:v", "libx264", "-preset",
                       "ultrafast", part)
                parts.write(part.read_bytes())
        return film

    def expect_the_timestamps(self, *chains, count=10):
        uneven = source("yuv420p10le", count=count, **PQ) + ["-fps_mode", "passthrough"]
        times = r"setpts='if(lt(N\,4)\,N\,3*N)/(10*TB)'"
        given = [time for time, _ in pictures(*uneven, "-vf", times)]
        for chain in chains:
            made = pictures(*uneven, "-vf", f"{times},{chain}")
            self.assertEqual([time for time, _ in made], given, chain)

    def expect_no_influence_of_batches_and_threads(self, clip, chain, count):
        expected = pictures(*clip, "-vf", f"{chain}:batch=1:threads=1")
        self.assertEqual(len(expected), count)
        for options in ("batch=7:threads=1", "batch=64:threads=2", "batch=1:threads=2"):
            with self.subTest(f"{chain}:{options}"):
                self.assertEqual(pictures(*clip, "-vf", f"{chain}:{options}"), expected)

    def expect_every_frame(self, chain, counts):
        for count in counts:
            made = pictures(*source(count=count), "-vf", chain)
            self.assertEqual(len(made), count, chain)

    def expect_an_early_end(self, *chains):
        """Expects no error if FFmpeg stops the output while frames wait in the filter."""
        for chain in chains:
            made = pictures(*source(count=60), "-vf", chain, "-frames:v", "3")
            self.assertEqual(len(made), 3, chain)


class Report(unittest.TextTestResult):
    """Records the result of each test in the XML form of GoogleTest's reports."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.cases = []

    def startTest(self, test):
        super().startTest(test)
        self.started = time.monotonic()

    def record(self, test, result, failure=None):
        case = xml.Element("testcase", status="run", result=result,
                           name=getattr(test, "_testMethodName", str(test)),
                           classname=type(test).__name__,
                           time=f"{time.monotonic() - self.started:.3f}")
        if failure:
            xml.SubElement(case, "failure", message=failure)
        self.cases.append(case)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.record(test, "completed")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.record(test, "skipped")

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.record(test, "completed", str(error[1]))

    def addError(self, test, error):
        super().addError(test, error)
        self.record(test, "completed", str(error[1]))

    def write(self, path):
        suite = xml.Element("testsuite", name=path.stem)
        suite.extend(self.cases)
        document = xml.Element("testsuites")
        document.append(suite)
        xml.ElementTree(document).write(path, encoding="utf-8", xml_declaration=True)


def main():
    """Runs the tests of the script that calls this function. If GTEST_OUTPUT=xml:DIR/ is set,
    writes a report to DIR."""
    if run("ffmpeg", "-version", check=False).returncode != 0:
        print("scripts/ffmpeg is not built: run ffmpeg_filter/build.sh")
        sys.exit(SKIPPED)
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    runner = unittest.TextTestRunner(verbosity=2, resultclass=Report)
    result = runner.run(suite)
    output = os.environ.get("GTEST_OUTPUT", "")
    if output.startswith("xml:") and output.endswith("/"):
        folder = Path(output[len("xml:"):])
        folder.mkdir(parents=True, exist_ok=True)
        result.write(folder / (Path(sys.argv[0]).name + ".xml"))
    sys.exit(0 if result.wasSuccessful() else 1)
