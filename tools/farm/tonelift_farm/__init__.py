# SPDX-License-Identifier: BSD-2-Clause
"""A film in pieces: planned, measured, encoded and joined. docs/guide/farm.md."""


class FarmError(Exception):
    """A failure, told to people. status: the exit code of the program. lasting: whether another try
    would end the same."""

    def __init__(self, message, status=1, lasting=False):
        super().__init__(message)
        self.status, self.lasting = status, lasting
