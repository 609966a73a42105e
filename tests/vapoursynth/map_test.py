# SPDX-License-Identifier: BSD-2-Clause
"""Tests the VapourSynth plugin: pictures, properties, the order of frames, and errors."""

import os
import random
import subprocess

import numpy
import pytest
import vapoursynth as vs

core = vs.core
TOOL = os.environ["TONELIFT_TOOL"]
PQ = {"_Transfer": 16, "_Primaries": 9, "_Matrix": 9, "_Range": 0, "_ChromaLocation": 2}


def luma_of(number, height, width):
    blocks = numpy.random.default_rng(1).integers(64, 600, (height // 8 + 1, width // 8 + 1))
    picture = blocks.repeat(8, 0).repeat(8, 1)[:height, :width]
    return numpy.roll(picture, number, 1) + 8 * number


def clip_of(frames=30, height=90, width=160, format=vs.YUV420P10, **properties):
    blank = core.std.BlankClip(format=format, width=width, height=height, length=frames,
                               fpsnum=24, fpsden=1, color=[0, 512, 512] if format == vs.YUV420P10 else None)

    def draw(n, f):
        made = f.copy()
        numpy.copyto(numpy.asarray(made[0]), luma_of(n, height, width).astype(numpy.uint16))
        return made

    drawn = core.std.ModifyFrame(blank, blank, draw) if format == vs.YUV420P10 else blank
    return core.std.SetFrameProps(drawn, **{**PQ, **properties})


def bytes_of(frame):
    return b"".join(numpy.asarray(plane).tobytes() for plane in frame)


def mapped_by_tool(folder, clip, *options):
    with open(folder / "in.y4m", "wb") as file:
        file.write(f"YUV4MPEG2 W{clip.width} H{clip.height} F24:1 Ip A1:1 C420p10\n".encode())
        for frame in clip.frames():
            file.write(b"FRAME\n" + bytes_of(frame))
    words = ["in_transfer=pq", "in_primaries=bt2020", "in_matrix=bt2020nc", *options]
    arguments = [word for option in words for word in ("--with", option)]
    subprocess.run([TOOL, "map", *arguments, folder / "in.y4m", folder / "out.y4m"], check=True)
    data = (folder / "out.y4m").read_bytes().partition(b"\n")[2]
    size = len(data) // clip.num_frames
    return [data[i:i + size][6:] for i in range(0, len(data), size)]


@pytest.mark.parametrize("preset", ["natural", "cinema"])
def test_the_picture_equals_that_of_the_tool(tmp_path, preset):
    clip = clip_of()
    mapped = [bytes_of(frame) for frame in core.tonelift.Map(clip, preset=preset).frames()]
    assert mapped == mapped_by_tool(tmp_path, clip, f"preset={preset}")


def test_frames_requested_at_once_are_mapped_in_order():
    sequential = core.tonelift.Map(clip_of())
    expected = [bytes_of(sequential.get_frame(n)) for n in range(30)]
    parallel = core.tonelift.Map(clip_of())
    assert [bytes_of(frame) for frame in parallel.frames(prefetch=16)] == expected


def test_skipped_frames_of_a_small_step_are_mapped():
    sequential, stepping = core.tonelift.Map(clip_of()), core.tonelift.Map(clip_of())
    expected = [bytes_of(frame) for frame in sequential.frames()]
    assert [bytes_of(stepping.get_frame(n)) for n in (0, 10, 11, 29)] == [
        expected[n] for n in (0, 10, 11, 29)]


def test_a_large_step_restarts_the_stream():
    clip = clip_of(60)
    jumped, fresh = core.tonelift.Map(clip), core.tonelift.Map(clip[40:])
    jumped.get_frame(0)
    assert bytes_of(jumped.get_frame(40)) == bytes_of(fresh.get_frame(0))
    back = core.tonelift.Map(clip)
    back.get_frame(50)
    assert bytes_of(back.get_frame(40)) == bytes_of(fresh.get_frame(0))


def test_without_smoothing_the_order_does_not_matter():
    clip = clip_of()
    expected = [bytes_of(f) for f in core.tonelift.Map(clip, smoothing=0.0).frames()]
    order = list(range(30))
    random.Random(1).shuffle(order)
    shuffled = core.tonelift.Map(clip, smoothing=0.0)
    futures = {n: shuffled.get_frame_async(n) for n in order}
    assert [bytes_of(futures[n].result()) for n in range(30)] == expected


@pytest.mark.parametrize("script", [
    "output input * (0.2 / smooth(mean(luminance(input)), 2));",
    "output input * (0.2 / previous(mean(luminance(input))));",
])
def test_without_smoothing_scripts_map_each_frame_alone(script):
    clip = clip_of()
    mapped = core.tonelift.Map(clip, smoothing=0.0, script_text=script)
    for n in (3, 4, 5, 1):
        alone = core.tonelift.Map(clip[n], smoothing=0.0, script_text=script)
        assert bytes_of(mapped.get_frame(n)) == bytes_of(alone.get_frame(0)), n


@pytest.mark.parametrize("previewed", [[59], [50, 20, 40], range(60)])
def test_statistics_are_complete_after_a_preview(tmp_path, previewed):
    file, clip = tmp_path / "film.stats", clip_of(60)
    writer = core.tonelift.Map(clip, stats_file=str(file), stats="write")
    for n in previewed:
        writer.get_frame(n)
    assert file.exists() == (len(previewed) == 60)
    mapped = [bytes_of(writer.get_frame(n)) for n in range(60)]
    assert "\nend 60\n" in file.read_text()
    reader = core.tonelift.Map(clip, stats_file=str(file), stats="read")
    assert [bytes_of(reader.get_frame(n)) for n in range(60)] == mapped


def warnings_of(mapped, word, frames):
    messages = []
    handle = core.add_log_handler(lambda kind, text: messages.append(text))
    try:
        for n in frames:
            mapped.get_frame(n)
    finally:
        core.remove_log_handler(handle)
    return [text for text in messages if word in text]


def test_interlaced_frames_are_logged_once():
    for field_based, count in ((2, 1), (0, 0)):
        mapped = core.tonelift.Map(clip_of(3, _FieldBased=field_based))
        assert len(warnings_of(mapped, "interlaced", range(3))) == count


def test_a_file_that_is_read_causes_no_warning_of_writing(tmp_path):
    file, clip = str(tmp_path / "film.stats"), clip_of(60)
    list(core.tonelift.Map(clip, stats_file=file, stats="write").frames())
    assert not warnings_of(core.tonelift.Map(clip, stats_file=file), "not written", [59])


@pytest.mark.parametrize("format, range", [(vs.GRAY8, 0), (vs.YUV420P8, 0), (vs.RGB24, 1)])
def test_yuv_and_gray_without_a_range_are_limited(format, range):
    blank = core.std.BlankClip(format=format, width=32, height=32, length=1)
    blank = core.std.RemoveFrameProps(blank)
    assert core.tonelift.Map(blank).get_frame(0).props["_Range"] == range


def test_statistics_from_a_file_allow_any_order(tmp_path):
    file, clip = str(tmp_path / "film.stats"), clip_of()
    writer = core.tonelift.Map(clip, stats_file=file, stats="write")
    expected = [bytes_of(frame) for frame in writer.frames()]
    assert (tmp_path / "film.stats").exists()
    reader = core.tonelift.Map(clip, stats_file=file, stats="read")
    for n in (29, 3, 17, 0, 28):
        assert bytes_of(reader.get_frame(n)) == expected[n]


def test_properties_describe_the_output():
    clip = clip_of(1, MasteringDisplayMaxLuminance=1000.0, MasteringDisplayMinLuminance=0.005,
                   ContentLightLevelMax=900, ContentLightLevelAverage=200, DolbyVisionRPU=b"1",
                   kept="yes")
    sdr = core.tonelift.Map(clip).get_frame(0).props
    assert (sdr["_Transfer"], sdr["_Primaries"], sdr["_Matrix"], sdr["_Range"]) == (1, 1, 1, 0)
    assert sdr["kept"] == "yes"
    assert not {"MasteringDisplayMaxLuminance", "ContentLightLevelMax", "DolbyVisionRPU"} & set(sdr)
    hdr = core.tonelift.Map(clip, transfer="pq", target_peak=600.0, format="yuv420p10le")
    props = hdr.get_frame(0).props
    assert (props["_Transfer"], props["_Primaries"], props["_Matrix"]) == (16, 9, 9)
    assert props["MasteringDisplayMaxLuminance"] == 600


def test_properties_of_the_input_change_the_picture():
    blank = core.std.BlankClip(format=vs.YUV420P10, width=32, height=32, length=1,
                               color=[400, 450, 650])

    def mapped(**properties):
        clip = core.std.SetFrameProps(blank, **{**PQ, **properties})
        return bytes_of(core.tonelift.Map(clip).get_frame(0))

    for properties in ({"_Transfer": 18}, {"_Range": 1}, {"_Primaries": 1}):
        assert mapped(**properties) != mapped(), properties
    dark = core.tonelift.Map(clip_of(1, MasteringDisplayMaxLuminance=400.0), preset="cinema")
    assert bytes_of(dark.get_frame(0)) != bytes_of(
        core.tonelift.Map(clip_of(1), preset="cinema").get_frame(0))


def test_a_change_of_properties_is_followed():
    clip = clip_of(2)
    changed = core.std.SetFrameProps(clip, _Transfer=18)
    both = core.tonelift.Map(clip[:1] + changed[1:], smoothing=0.0)
    whole = core.tonelift.Map(changed, smoothing=0.0)
    both.get_frame(0)
    assert bytes_of(both.get_frame(1)) == bytes_of(whole.get_frame(1))


@pytest.mark.parametrize("format", [vs.RGB24, vs.RGB30, vs.RGB48, vs.RGBS])
def test_channels_keep_their_order(format):
    low, high = (0.1, 0.6) if format == vs.RGBS else (10, (1 << vs.core.get_video_format(format).bits_per_sample) // 2)
    for channel in range(3):
        color = [high if i == channel else low for i in range(3)]
        clip = core.std.BlankClip(format=format, width=32, height=32, length=1, color=color)
        clip = core.std.SetFrameProps(clip, _Transfer=8 if format == vs.RGBS else 13, _Primaries=1)
        frame = core.tonelift.Map(clip, preset="vivid").get_frame(0)
        means = [numpy.asarray(plane).mean() for plane in frame]
        assert numpy.argmax(means) == channel


@pytest.mark.parametrize("arguments, text", [
    ({"preset": "naturel"}, "did you mean 'natural'|there is no preset"),
    ({"saturation": 9.0}, "allowed are -1 and 0 to 4"),
    ({"tonemap": "habel"}, "did you mean 'hable'"),
    ({"format": "nv12"}, "no format nv12"),
    ({"script_text": "output inpt;"}, "there is no variable"),
    ({"nonsense": 1}, "nonsense"),
])
def test_errors_have_the_text_of_the_library(arguments, text):
    with pytest.raises(vs.Error, match=text):
        core.tonelift.Map(clip_of(1), **arguments)


@pytest.mark.parametrize("format", [vs.YUV420P14, vs.RGBH, vs.YUV440P8])
def test_other_formats_are_refused(format):
    blank = core.std.BlankClip(format=format, width=32, height=32, length=1)
    with pytest.raises(vs.Error, match="core.resize makes such a clip"):
        core.tonelift.Map(blank)


def test_a_missing_frame_of_the_statistics_is_an_error(tmp_path):
    file = str(tmp_path / "film.stats")
    list(core.tonelift.Map(clip_of(10), stats_file=file, stats="write").frames())
    reader = core.tonelift.Map(clip_of(30), stats_file=file, stats="read")
    with pytest.raises(vs.Error, match="film.stats"):
        reader.get_frame(20)


# The value of the property exceeds 32 bits. Its low 32 bits alone would mean PQ.
def test_a_property_beyond_the_known_numbers_is_refused():
    with pytest.raises(vs.Error, match="not supported"):
        core.tonelift.Map(clip_of(1, _Transfer=2**32 + 16))
