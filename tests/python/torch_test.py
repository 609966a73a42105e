# SPDX-License-Identifier: BSD-2-Clause
"""Tests PyTorch tensors on the CPU. Their pictures equal those of NumPy arrays. Without PyTorch,
the tests are skipped."""

import numpy
import pytest

import tonelift
from pictures import channels_first, rgb, video, yuv420p10

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def tensor(array):
    return torch.from_numpy(array)


@pytest.mark.parametrize("kind", [numpy.uint8, numpy.uint16, numpy.float32])
def test_channels_last_equal_the_picture_of_numpy(kind):
    picture = rgb(kind=kind) if kind != numpy.float32 else channels_first(rgb(kind=kind))
    source = video() if kind != numpy.float32 else tonelift.Video(primaries="bt709")
    result = tonelift.Filter(source)(tensor(picture))
    assert isinstance(result, torch.Tensor) and result.device.type == "cpu"
    assert numpy.array_equal(result.numpy(), tonelift.Filter(source)(picture))


def test_channels_first_and_batches_equal_the_picture_of_numpy():
    batch = numpy.stack([channels_first(rgb()), channels_first(rgb())])
    result = tonelift.Filter(video())(tensor(batch))
    assert numpy.array_equal(result.numpy(), tonelift.Filter(video())(batch))


def test_permuted_tensors_are_refused_with_advice():
    permuted = tensor(channels_first(rgb())).permute(1, 2, 0)
    with pytest.raises(tonelift.ArgumentError, match="pass a contiguous copy"):
        tonelift.Filter(video())(permuted)
    result = tonelift.Filter(video())(permuted.contiguous())
    assert numpy.array_equal(result.numpy(), tonelift.Filter(video())(rgb()))


def test_planes_are_tensors():
    planes = yuv420p10()
    source = video(format="yuv420p10le", matrix="bt2020nc")
    expected = tonelift.Filter(source)(planes)
    result = tonelift.Filter(source)([tensor(plane) for plane in planes])
    for one, other in zip(result, expected):
        assert isinstance(one, torch.Tensor) and numpy.array_equal(one.numpy(), other)


def test_results_are_written_into_tensors_of_the_caller():
    picture = rgb()
    out = torch.empty(picture.shape, dtype=torch.uint16)
    place = out.data_ptr()
    tonelift.Filter(video())(tensor(picture), out=out)
    assert out.data_ptr() == place
    assert numpy.array_equal(out.numpy(), tonelift.Filter(video())(picture))
