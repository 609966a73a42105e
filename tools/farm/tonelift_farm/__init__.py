# SPDX-License-Identifier: BSD-2-Clause
"""Processes a film in pieces: plans, measures, encodes and joins them. See docs/guide/farm.md."""


class FarmError(Exception):
    """An error of the farm. `status` is the exit status of the program. `lasting` means that
    another attempt would fail in the same way."""

    def __init__(self, message, status=1, lasting=False):
        super().__init__(message)
        self.status, self.lasting = status, lasting
