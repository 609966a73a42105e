# SPDX-License-Identifier: BSD-2-Clause
"""Local tone mapping of video and pictures: arrays in, arrays out.

    import tonelift

    sdr = tonelift.Filter(in_transfer="pq", in_primaries="bt2020")(hdr)

Filter maps the frames of a stream. Video describes a stream. options(), presets(), formats() and
params() list the allowed values. explain() describes the passes of a look. Messages of the library
go to the logger "tonelift" of the module logging.
"""

from ._errors import (
    ArgumentError,
    DeviceError,
    Error,
    FileError,
    InternalError,
    OutOfMemoryError,
    ScriptError,
    UnsupportedError,
)
from ._filter import Filter, explain
from ._native import (
    Format,
    Option,
    OptionValue,
    Param,
    Preset,
    Video,
    formats,
    options,
    params,
    presets,
)
from ._native import version as __version__

__all__ = [
    "ArgumentError", "DeviceError", "Error", "FileError", "Filter", "Format", "InternalError",
    "Option", "OptionValue", "OutOfMemoryError", "Param", "Preset", "ScriptError",
    "UnsupportedError", "Video", "__version__", "explain", "formats", "options", "params",
    "presets",
]
