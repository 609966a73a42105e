# SPDX-License-Identifier: BSD-2-Clause
"""Tests streams: the same pictures as the tool, statistics files, look-ahead, and threads."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest

import tonelift
from pictures import rgb, video, yuv420p10

TOOL = os.environ.get("TONELIFT_TOOL", "tonelift")


def write_y4m(path, frames):
    height, width = frames[0][0].shape
    with open(path, "wb") as file:
        file.write(f"YUV4MPEG2 W{width} H{height} F25:1 Ip A1:1 C420p10 XYSCSS=420P10\n".encode())
        for planes in frames:
            file.write(b"FRAME\n" + b"".join(plane.astype("<u2").tobytes() for plane in planes))


def read_y4m(path, shape):
    header, _, rest = path.read_bytes().partition(b"\n")
    assert b"C420" in header and b"p1" not in header
    size = shape[0] * shape[1] + 2 * ((shape[0] + 1) // 2) * ((shape[1] + 1) // 2)
    parts = [rest[i:i + size + 6] for i in range(0, len(rest), size + 6)]
    assert all(part.startswith(b"FRAME\n") for part in parts)
    return [part[6:] for part in parts]


@pytest.mark.parametrize("preset", ["natural", "cinema", "faithful"])
@pytest.mark.parametrize("shape", [(90, 160), (51, 63)])
def test_the_picture_equals_that_of_the_tool(tmp_path, preset, shape):
    frames = [yuv420p10(*shape, seed=seed) for seed in range(4)]
    write_y4m(tmp_path / "in.y4m", frames)
    subprocess.run([TOOL, "map", "--preset", preset, "--with", "in_transfer=pq", "--with",
                    "in_primaries=bt2020", "--with", "in_matrix=bt2020nc", "--with", "in_range=limited",
                    tmp_path / "in.y4m", tmp_path / "out.y4m"], check=True)
    filter = tonelift.Filter(video(format="yuv420p10le"), preset=preset,
                             frame_rate=25)
    mapped = [b"".join(plane.tobytes() for plane in filter(planes)) for planes in frames]
    assert mapped == read_y4m(tmp_path / "out.y4m", shape)


def test_statistics_are_written_and_read(tmp_path):
    file = tmp_path / "film.stats"
    frames = [rgb(seed=seed // 3) for seed in range(9)]
    with tonelift.Filter(video(), stats_file=file, stats="write", frame_rate=24) as first:
        written = [first(frame) for frame in frames]
    assert file.exists()
    second = tonelift.Filter(video(), stats_file=file, stats="read", frame_rate=24)
    for number in (6, 7, 2):
        read = second(frames[number], timestamp=number, time=number / 24)
        assert numpy.array_equal(read, written[number])
    with pytest.raises(tonelift.FileError):
        second(frames[0], timestamp=100)


def test_a_refused_frame_does_not_advance_the_frame_number(tmp_path):
    file = tmp_path / "film.stats"
    frames = [rgb(seed=seed) for seed in range(3)]
    with tonelift.Filter(video(), stats_file=file, stats="write", frame_rate=24) as first:
        first(frames[0])
        with pytest.raises(tonelift.ArgumentError):
            first(frames[1], out=numpy.empty((2, 2, 3), frames[1].dtype))
        with pytest.raises(tonelift.ArgumentError):
            first(frames[1], time=[0, 1])
        written = [first(frame) for frame in frames[1:]]
    second = tonelift.Filter(video(), stats_file=file, stats="read", frame_rate=24)
    assert numpy.array_equal(second(frames[2], timestamp=2, time=2 / 24), written[1])


@pytest.mark.parametrize("kind", [list, numpy.asarray, lambda times: numpy.asarray(times, "float32")])
def test_times_of_a_batch_may_be_any_sequence_type(kind):
    frames = numpy.stack([rgb(seed=seed) for seed in range(3)])
    times = [0, 0.5, 1]
    batch = tonelift.Filter(video())(frames, time=kind(times), timestamp=numpy.arange(3))
    one = tonelift.Filter(video())
    singles = [one(frame, time=time) for frame, time in zip(frames, times)]
    assert numpy.array_equal(batch, numpy.stack(singles))


def test_a_failed_stream_writes_no_statistics(tmp_path):
    file = tmp_path / "film.stats"
    with pytest.raises(KeyError):
        with tonelift.Filter(video(), stats_file=file, stats="write") as filter:
            filter(rgb())
            raise KeyError
    assert not file.exists()


def test_map_looks_ahead():
    frames = [rgb(seed=1) // 16 * (8 + number) for number in range(8)]
    shot = tonelift.Filter(video(), smoothing="shot", frame_rate=24)
    ahead = list(shot.map(iter(frames)))
    blind = tonelift.Filter(video(), smoothing="shot", frame_rate=24)
    assert len(ahead) == len(frames)
    assert not numpy.array_equal(ahead[0], blind(frames[0]))


def shot_filter(**options):
    return tonelift.Filter(video(), smoothing="shot", frame_rate=24, **options)


def some_frames(count=60):
    return [rgb(32, 48, seed=1) // 16 * (1 + number % 14) for number in range(count)]


def test_map_begins_again_after_an_unfinished_map():
    frames = some_frames()
    filter = shot_filter()
    unfinished = filter.map(frames)
    for _ in range(3):
        next(unfinished)
    unfinished.close()
    expected = list(shot_filter().map(frames))
    assert numpy.array_equal(list(filter.map(frames)), expected)


def test_map_begins_again_after_an_error():
    frames = some_frames()
    filter = shot_filter()
    with pytest.raises(tonelift.ArgumentError):
        list(filter.map([*frames[:30], rgb(8, 8)]))
    assert numpy.array_equal(list(filter.map(frames)), list(shot_filter().map(frames)))


def test_map_follows_single_calls():
    frames = some_frames()
    filter = shot_filter()
    for frame in frames[:5]:
        filter(frame)
    assert len(list(filter.map(frames[5:]))) == 55


def test_timestamps_are_checked():
    with pytest.raises(tonelift.ArgumentError, match="timestamp=18446744073709551616"):
        tonelift.Filter(video())(rgb(), timestamp=2**64)


def test_map_without_look_ahead_equals_single_calls():
    frames = [rgb(seed=seed) for seed in range(3)]
    single = tonelift.Filter(video(), frame_rate=24)
    for mapped, frame in zip(tonelift.Filter(video(), frame_rate=24).map(frames), frames):
        assert numpy.array_equal(mapped, single(frame))


def test_reset_discards_earlier_frames():
    dark, bright = rgb() // 8, rgb()
    filter, fresh = (tonelift.Filter(video(), frame_rate=24) for _ in range(2))
    filter(dark)
    filter.reset()
    assert numpy.array_equal(filter(bright), fresh(bright))


def test_number_of_times_must_equal_the_batch():
    with pytest.raises(tonelift.ArgumentError, match="2 frames has another number of times"):
        tonelift.Filter(video())(numpy.stack([rgb(), rgb()]), time=[0.5])


def test_threads_run_their_own_filters_in_parallel():
    def films(seed):
        filter = tonelift.Filter(video(), threads=1)
        return [filter(rgb(seed=seed + n)).tobytes() for n in range(4)]

    expected = [films(seed) for seed in range(8)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(films, range(8))) == expected


def test_threads_share_a_filter():
    picture = rgb()
    expected = tonelift.Filter(video(), smoothing=0)(picture)
    for _ in range(3):
        filter = tonelift.Filter(video(), smoothing=0)
        with ThreadPoolExecutor(8) as pool:
            for result in pool.map(lambda _: filter(picture), range(8)):
                assert numpy.array_equal(result, expected)
    with ThreadPoolExecutor(8) as pool:
        for result in pool.map(lambda _: filter(picture), range(40)):
            assert numpy.array_equal(result, expected)


class StartingWhileChecking:
    """The module _native, but another thread maps the first frame while options are checked."""

    def __init__(self, filter, native):
        self._filter, self._native = filter, native

    def __getattr__(self, name):
        return getattr(self._native, name)

    def check_options(self, options):
        self._native.check_options(options)
        thread = threading.Thread(target=self._filter, args=[rgb()])
        thread.start()
        thread.join()


def test_options_that_change_while_the_filter_starts_are_used(monkeypatch):
    filter = tonelift.Filter(video(), smoothing=0, strength=1)
    module = tonelift._filter
    monkeypatch.setattr(module, "_native", StartingWhileChecking(filter, module._native))
    filter.set(strength=0)
    expected = tonelift.Filter(video(), smoothing=0, strength=0)(rgb())
    assert numpy.array_equal(filter(rgb()), expected)


class StartingWhileRead(tonelift.Filter):
    """A filter whose first frame is mapped by another thread while `source` is assigned. The class
    acts when the setter first reads whether the filter has started."""

    starting = False

    def __getattribute__(self, name):
        value = super().__getattribute__(name)
        if name == "_native" and self.starting:
            self.starting = False
            thread = threading.Thread(target=self, args=[rgb()])
            thread.start()
            thread.join()
        return value


def test_a_source_that_changes_while_the_filter_starts_is_used():
    filter = StartingWhileRead(video(), preset="cinema", smoothing=0)
    filter.starting = True
    filter.source = video(mastering_max=400)
    expected = tonelift.Filter(video(mastering_max=400), preset="cinema", smoothing=0)(rgb())
    assert numpy.array_equal(filter(rgb()), expected)


def test_a_thousand_filters_equal_one():
    picture = rgb(32, 48)
    expected = tonelift.Filter(video(), threads=1)(picture)
    filters = [tonelift.Filter(video(), threads=1) for _ in range(1000)]
    for filter in filters:
        assert numpy.array_equal(filter(picture), expected)


def test_the_gil_is_released():
    picture = rgb(1080, 1920)
    filter = tonelift.Filter(video(), threads=1)
    filter(picture)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        for _ in range(10):
            started, done = threading.Event(), []

            def call():
                started.set()
                filter(picture)
                done.append(True)

            thread = threading.Thread(target=call)
            thread.start()
            started.wait()
            overlapped = not done
            thread.join()
            if overlapped:
                return
    finally:
        sys.setswitchinterval(interval)
    assert False, "no call let another thread run"
