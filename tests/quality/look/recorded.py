# SPDX-License-Identifier: BSD-2-Clause
"""What figures are today where they miss their bars. None may get worse; the bars stay."""

RECORDED = {
}
