#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Writes segments.inc: polynomials that stand for the transfer functions, one for each of 32 segments of the argument.

A segment is told by bits of a float, so that 32 coefficients fill two AVX-512 registers and a permutation looks them up.
Each polynomial meets the function at the Chebyshev points of its segment. Errors are printed as code values: what an
error of light means on the PQ scale.

    python3 make_segments.py > segments.inc
"""
import math
import sys
from fractions import Fraction

M1, M2 = 2610 / 16384, 2523 / 4096 * 128
C2, C3 = 2413 / 4096 * 32, 2392 / 4096 * 32
C1 = C3 - C2 + 1
PEAK = 10000 / 203


def pq_decode(code):
    if code <= 0:
        return 0.0
    d = -math.expm1(math.log(code) / M2)
    y = max(1 - C1 - d, 0) / (1 - C1 + C3 * d)
    return y ** (1 / M1) * PEAK


def pq_encode(share):
    """Of light as a share of 10000 cd/m2."""
    y = share**M1
    return math.exp(M2 * math.log1p(-(1 - C1) * (1 - y) / (1 + C3 * y)))


def interpolate(f, low, high, degree, scale, fixed=()):
    """Coefficients of a polynomial of t, x = low + (high - low) (t / scale + 1/2), through f at Chebyshev points."""
    count = degree + 1 - len(fixed)
    points = [math.cos(math.pi * (k + 0.5) / count) / 2 for k in range(count)] + [x - 0.5 for x in fixed]
    rows = []
    for p in points:
        t = Fraction(p) * Fraction(scale)
        rows.append([t**k for k in range(degree + 1)] + [Fraction(f(low + (high - low) * (p + 0.5)))])
    for i in range(degree + 1):
        pivot = next(r for r in range(i, degree + 1) if rows[r][i] != 0)
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [v / rows[i][i] for v in rows[i]]
        for r in range(degree + 1):
            if r != i:
                rows[r] = [a - rows[r][i] * b for a, b in zip(rows[r], rows[i])]
    return [float(row[-1]) for row in rows]


def worst(f, coefficients, low, high, scale, unit):
    result = 0
    for k in range(201):
        p = k / 200 - 0.5
        x = low + (high - low) * (p + 0.5)
        value = sum(c * (p * scale) ** i for i, c in enumerate(coefficients))
        result = max(result, abs(value - f(x)) / unit(x))
    return result


def write(name, comment, table):
    print(f"// {comment}")
    print(f"constexpr float {name}[{len(table[0])}][32] = {{")
    for k in range(len(table[0])):
        numbers = [f"{row[k]:.9e}f" for row in table]
        print("    {")
        for i in range(0, 32, 4):
            print("        " + ", ".join(numbers[i : i + 4]) + ",")
        print("    },")
    print("};\n")


def decode_table():
    """x = (1 + 15 code) / 16 in [1/16, 1): 4 octaves of 8 segments, t the place in its eighth of an octave."""
    slope = lambda code: (pq_decode(code + 1e-6) - pq_decode(max(code - 1e-6, 0))) / 2e-6
    table, errors = [], []
    for octave in range(4):
        for eighth in range(8):
            low, width = 2.0 ** (octave - 4) * (1 + eighth / 8), 2.0 ** (octave - 4) / 8
            f = lambda x: pq_decode((16 * x - 1) / 15)
            row = interpolate(f, low, low + width, 5, 1 / 8, (0.0,) if not table else ())
            unit = lambda x: slope(max((16 * x - 1) / 15, 1e-3))
            errors.append(worst(f, row, low, low + width, 1 / 8, unit))
            table.append(row)
    return table, errors


def encode_table():
    """Of shares of 10000 cd/m2 in [2^-32, 1): an octave a segment, t = mantissa - 3/2."""
    table, errors = [], []
    for octave in range(32):
        low = 2.0 ** (octave - 32)
        row = interpolate(pq_encode, low, 2 * low, 6, 1)
        errors.append(worst(pq_encode, row, low, 2 * low, 1, lambda x: 1))
        table.append(row)
    return table, errors


def power_table(exponent, first):
    """2^(exponent e) for the 32 octaves from 2^first on."""
    return [[2.0 ** (exponent * (first + i))] for i in range(32)]


def power_polynomial(exponent, degree):
    f = lambda m: m**exponent
    row = interpolate(f, 1, 2, degree, 1)
    return row, worst(f, row, 1, 2, 1, f)


def rotated(table, first):
    """So that entry i belongs to the octave whose biased exponent ends in the five bits i."""
    return [table[(i - (127 + first)) % 32] for i in range(32)]


def main():
    print("// SPDX-License-Identifier: BSD-2-Clause")
    print("//\n// Written by make_segments.py, which says what these are.\n")
    decode, errors = decode_table()
    # Biased exponents 123 to 126 and three bits of the mantissa: the lowest five bits of the index.
    order = [((123 + i // 8) * 8 + i % 8) % 32 for i in range(32)]
    placed = [None] * 32
    for i, place in enumerate(order):
        placed[place] = decode[i]
    write("pq_decode_segments", f"Off by {errors[0]:.1e} of a code below 0.008, {max(errors[1:]):.1e} above.", placed)
    encode, errors = encode_table()
    write("pq_encode_segments", f"Off by {max(errors):.1e} of a code.", rotated(encode, -32))
    for name, exponent, degree in (("bt1886_encode", 1 / 2.4, 6), ("bt1886_decode", 2.4, 6)):
        row, error = power_polynomial(exponent, degree)
        write(f"{name}_octaves", "The power of each octave's start.", rotated(power_table(exponent, -31), -31))
        print(f"// Of the mantissa - 3/2; relative error {error:.1e}.")
        print(f"constexpr float {name}_mantissa[{degree + 1}] = {{")
        print("    " + ", ".join(f"{c:.9e}f" for c in row[:4]) + ",")
        print("    " + ", ".join(f"{c:.9e}f" for c in row[4:]) + "};\n")
    print("worst of decode above 0.008, encode:", max(decode_table()[1][1:]), max(errors), file=sys.stderr)


main()
