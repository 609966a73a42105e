# SPDX-License-Identifier: BSD-2-Clause
"""Tests that the code in docs/guide/python.md runs unchanged."""

import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/guide/python.md").read_text()
INTRODUCTION = "Python"


def code_of(title):
    section = re.split(r"^#+ ", PAGE, flags=re.MULTILINE)
    (text,) = [part for part in section if part.startswith(title + "\n")]
    return "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))


def test_the_examples_of_arrays_and_streams_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(code_of(INTRODUCTION), names)
    assert names["sdr"].shape == (360, 640, 3) and names["sdr"].dtype == "uint8"
    exec(code_of("Streams"), names)
    assert (tmp_path / "film.stats").exists() and len(names["results"]) == 2
    assert "natural" in capsys.readouterr().out


@pytest.mark.parametrize("title, packages", [("PyAV", ["av"]), ("TorchCodec", ["torch", "torchcodec"])])
def test_the_examples_of_other_packages_map_a_film(title, packages, tmp_path, monkeypatch):
    for package in packages:
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "media/room_hdr10.mkv", "hdr10.mkv")
    names = {}
    exec(code_of(INTRODUCTION) + code_of(title), names)
    if title == "PyAV":
        mapped = names["av"].open("sdr.mp4")
        frames = list(mapped.decode(video=0))
        original = list(names["av"].open("hdr10.mkv").decode(video=0))
        assert len(frames) == len(original)
        assert [f.time for f in frames] == pytest.approx([f.time for f in original], abs=0.001)
        assert frames[0].to_ndarray(format="gray").std() > 10
    else:
        assert names["sdr"].shape == names["hdr"].shape
