# SPDX-License-Identifier: BSD-2-Clause
"""Tests frames as arrays: layouts, types, batches, strides, and errors."""

import re

import numpy
import pytest

import tonelift
from pictures import channels_first, rgb, video, yuv420p10


@pytest.mark.parametrize("kind", [numpy.uint8, numpy.uint16])
@pytest.mark.parametrize("channels", [3, 4])
def test_channels_first_and_channels_last_give_the_same_picture(kind, channels):
    picture = rgb(kind=kind, channels=channels)
    last = tonelift.Filter(video())(picture)
    first = tonelift.Filter(video())(channels_first(picture))
    assert last.shape == picture.shape and last.dtype == kind
    assert numpy.array_equal(channels_first(last), first)
    assert not numpy.array_equal(last, picture)


def test_gray_with_and_without_a_channel_is_the_same_picture():
    picture = rgb(channels=1)
    flat = tonelift.Filter(video())(picture[:, :, 0])
    assert flat.shape == picture.shape[:2]
    assert numpy.array_equal(tonelift.Filter(video())(picture)[:, :, 0], flat)


def test_floats_are_linear_light():
    filter = tonelift.Filter(tonelift.Video(primaries="bt709"), tonemap="clip", preset="faithful")
    picture = channels_first(rgb(kind=numpy.float32))
    result = filter(picture)
    assert result.dtype == numpy.float32 and result.shape == picture.shape
    assert filter.source.transfer == "" and filter.output.transfer == "bt709"


def test_ten_bits_are_read_in_the_format_of_the_video():
    ten = tonelift.Filter(video(format="gbrp10le", range="full"), format="gbrp")
    full = tonelift.Filter(video(format="gbrp16le", range="full"), format="gbrp")
    codes = channels_first(rgb(kind=numpy.uint16)) >> 6
    wide = numpy.round(codes * (65535 / 1023)).astype(numpy.uint16)
    difference = ten(codes).astype(int) - full(wide)
    assert abs(difference).max() <= 1


@pytest.mark.parametrize("shape", [(1, 1), (17, 31), (2, 3)])
def test_sizes_that_are_not_multiples_of_vectors_are_mapped(shape):
    picture = rgb(*shape)
    assert tonelift.Filter(video(), layout="HWC")(picture).shape == picture.shape
    planes = tonelift.Filter(video(format="yuv420p10le"))(yuv420p10(*shape))
    assert planes[0].shape == shape and planes[1].shape == ((shape[0] + 1) // 2, (shape[1] + 1) // 2)


@pytest.mark.parametrize("convert", [numpy.asarray, channels_first])
def test_a_batch_equals_single_frames(convert):
    frames = [convert(rgb(seed=seed)) for seed in range(4)]
    one = tonelift.Filter(video(), frame_rate=24)
    singles = [one(frame) for frame in frames]
    batch = tonelift.Filter(video(), frame_rate=24)(numpy.stack(frames))
    assert numpy.array_equal(batch, numpy.stack(singles))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 8])
def test_a_batch_of_gray_equals_single_frames(count):
    frames = numpy.stack([rgb(channels=1, seed=seed)[:, :, 0] for seed in range(count)])
    one, other = (tonelift.Filter(video(format="gray16le")) for _ in range(2))
    assert numpy.array_equal(other(frames), numpy.stack([one(frame) for frame in frames]))


def test_an_array_with_three_channels_is_no_batch_of_gray():
    with pytest.raises(tonelift.ArgumentError, match="cannot hold gray16le"):
        tonelift.Filter(video(format="gray16le"))(rgb()[:, :, :3])


def test_a_batch_of_planes_equals_single_frames():
    frames = [yuv420p10(seed=seed) for seed in range(3)]
    one = tonelift.Filter(video(format="yuv420p10le"))
    singles = [one(frame) for frame in frames]
    batch = tonelift.Filter(video(format="yuv420p10le"))(
        [numpy.stack(planes) for planes in zip(*frames)])
    for plane, of_batch in enumerate(batch):
        assert numpy.array_equal(of_batch, numpy.stack([single[plane] for single in singles]))


@pytest.mark.parametrize("view", [
    lambda wide: wide[5:95, 20:180],
    lambda wide: wide[94:4:-1, 20:180],
])
def test_views_are_mapped_without_a_copy(view):
    part = view(rgb(100, 200))
    assert not part.flags["C_CONTIGUOUS"]
    kept = part.copy()
    result = tonelift.Filter(video())(part)
    assert numpy.array_equal(result, tonelift.Filter(video())(numpy.ascontiguousarray(part)))
    assert numpy.array_equal(part, kept)


def test_out_is_written_in_place():
    picture = rgb()
    wide = numpy.zeros((90, 200, 3), numpy.uint16)
    out = wide[:, 20:180]
    filter = tonelift.Filter(video())
    assert filter(picture, out=out) is out
    assert numpy.array_equal(out, tonelift.Filter(video())(picture))
    assert not wide[:, :20].any() and not wide[:, 180:].any()


def test_output_is_planes_if_one_array_cannot_hold_it():
    filter = tonelift.Filter(video(), format="nv12")
    luma, chroma = filter(rgb())
    assert luma.shape == (90, 160) and chroma.shape == (45, 160) and luma.dtype == numpy.uint8
    assert filter.output.format == "nv12" and filter.output.matrix == "bt709"


def test_every_format_maps_from_planes():
    size = {"width": 34, "height": 18}
    for format in tonelift.formats():
        if format.name.startswith("bc"):
            continue
        maker = tonelift.Filter(video(range=""), format=format.name, transfer="pq",
                                primaries="bt2020")
        planes = maker(rgb(18, 34))
        if not isinstance(planes, list):
            planes = [planes]
        if len(planes) != format.planes:
            continue
        planes = [plane.reshape(plane.shape[0], -1) for plane in planes]
        filter = tonelift.Filter(video(format=format.name, range="", **size), format="rgb24")
        result = filter(planes)
        flat = result[0] if isinstance(result, list) else result
        assert flat.size == 18 * 34 * 3, format.name
        assert flat.std() > 10, format.name


def test_textures_are_output_as_blocks():
    blocks = tonelift.Filter(video(), format="bc1")(rgb(18, 34))
    assert [plane.shape for plane in blocks] == [(5, 9 * 8)]


class OnlyDlpack:
    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **arguments):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_any_object_with_dlpack_is_a_frame():
    picture = rgb()
    result = tonelift.Filter(video())(OnlyDlpack(picture))
    assert numpy.array_equal(result, tonelift.Filter(video())(picture))


@pytest.mark.parametrize("frame, text", [
    ("picture", "the frame is str; allowed are an array"),
    (None, "the frame is None"),
    (rgb().astype(numpy.float64), "floats of 64 bits"),
    (rgb()[:, ::2], "gaps between the elements of a row"),
    (rgb()[0, 0], "(H, W), (H, W, C) or (C, H, W)"),
    (rgb().reshape(90, 80, 6), "neither the first nor the last dimension"),
    (rgb(3, 4)[:, :, :3].reshape(3, 4, 3), "set layout='HWC' or 'CHW'"),
    (rgb()[:0], "does not follow"),
    (numpy.stack([rgb()])[:0], "the batch has 0 frames"),
    (rgb().astype(">u2"), "the byte order of the CPU"),
    (rgb(kind=numpy.float32), "float32 needs the channels first"),
    ([rgb()[:, :, 0]], "the format of the planes is unknown"),
    ([], "the list of planes is empty"),
])
def test_frames_that_do_not_fit_are_refused(frame, text):
    with pytest.raises(tonelift.ArgumentError, match=re.escape(text)):
        tonelift.Filter(video())(frame)


@pytest.mark.parametrize("change, text", [
    (lambda planes: planes[:2], "2 planes are given, but yuv420p10le has 3"),
    (lambda planes: [planes[0], planes[1][:-1], planes[2]], "plane 1 of a picture of 160x90"),
    (lambda planes: [planes[0], planes[1], planes[2][:, :-1]], "plane 2 of a picture of 160x90"),
    (lambda planes: [planes[0].astype(numpy.uint8), *planes[1:]], "allowed is uint16"),
    (lambda planes: [planes[0], planes[1][None], planes[2]], "plane 1"),
])
def test_planes_that_do_not_fit_are_refused(change, text):
    with pytest.raises(tonelift.ArgumentError, match=text):
        tonelift.Filter(video(format="yuv420p10le"))(change(yuv420p10()))


def test_a_format_with_more_channels_than_the_array_is_refused():
    wide = numpy.zeros((8, 400, 3), numpy.uint8)[:, :100]
    with pytest.raises(tonelift.ArgumentError, match="cannot hold rgba"):
        tonelift.Filter(video(format="rgba"))(wide)


def test_frames_of_another_size_need_another_filter():
    filter = tonelift.Filter(video())
    filter(rgb())
    with pytest.raises(tonelift.ArgumentError, match="160x88.*needs 160x90"):
        filter(rgb(88))


@pytest.mark.parametrize("out", ["readonly", "small", "short batch"])
def test_out_that_does_not_fit_is_refused(out):
    arrays = {"readonly": numpy.zeros((2, 90, 160, 3), numpy.uint16),
              "small": numpy.zeros((2, 80, 150, 3), numpy.uint16),
              "short batch": numpy.zeros((1, 90, 160, 3), numpy.uint16)}
    arrays["readonly"].flags.writeable = False
    with pytest.raises(tonelift.ArgumentError, match="out (is|has)|needs 90 rows"):
        tonelift.Filter(video())(numpy.stack([rgb(), rgb()]), out=arrays[out])
