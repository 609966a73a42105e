# SPDX-License-Identifier: BSD-2-Clause
"""The exceptions of Tonelift. Each exception has the message of the library."""


class Error(Exception):
    """Any error of the library."""


class ArgumentError(Error, ValueError):
    """An argument or option is out of range, or its name is unknown."""


class UnsupportedError(Error, NotImplementedError):
    """The request is valid, but this build or device does not support it."""


class ScriptError(Error, ValueError):
    """A script does not compile. The message states the line and column."""


class OutOfMemoryError(Error, MemoryError):
    """The memory of the computer or of the GPU is exhausted."""


class FileError(Error, OSError):
    """A file cannot be read or written."""


class DeviceError(Error, RuntimeError):
    """The device or its driver failed. The filter cannot be used any more."""


class InternalError(Error, RuntimeError):
    """A bug in Tonelift."""
