# SPDX-License-Identifier: BSD-2-Clause
"""Handles arrays and CUDA streams of the caller's framework: NumPy, PyTorch or CuPy."""

import sys
from typing import Any


def _framework(array: Any) -> str:
    if isinstance(array, (list, tuple)):
        array = array[0]
    return type(array).__module__.partition(".")[0]


def empty_like(frame: Any, shape: tuple[int, ...], kind: str) -> Any:
    if isinstance(frame, (list, tuple)):
        frame = frame[0]
    name = _framework(frame)
    if name == "torch":
        torch = sys.modules["torch"]
        return torch.empty(shape, dtype=getattr(torch, kind), device=frame.device)
    if name == "cupy":
        cupy = sys.modules["cupy"]
        with frame.device:
            return cupy.empty(shape, dtype=kind)
    import numpy

    return numpy.empty(shape, dtype=kind)


def stream_number(stream: Any, frame: Any) -> int:
    if stream is None:
        name = _framework(frame)
        if name == "torch":
            torch = sys.modules["torch"]
            array = frame[0] if isinstance(frame, (list, tuple)) else frame
            stream = torch.cuda.current_stream(array.device)
        elif name == "cupy":
            stream = sys.modules["cupy"].cuda.get_current_stream()
        else:
            return 0
    if hasattr(stream, "__cuda_stream__"):
        return int(stream.__cuda_stream__()[1])
    for attribute in ("cuda_stream", "ptr"):
        if hasattr(stream, attribute):
            return int(getattr(stream, attribute))
    return int(stream)
