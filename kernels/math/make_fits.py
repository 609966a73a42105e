#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Writes fits.inc: the coefficients of polynomials, and of quotients of two polynomials, that
approximate transfer functions and roots.

    python3 make_fits.py > fits.inc
"""
import argparse
import math
import operator
import struct
from decimal import Decimal

M1, M2 = 2610 / 16384, 2523 / 4096 * 128
C2, C3 = 2413 / 4096 * 32, 2392 / 4096 * 32
C1 = C3 - C2 + 1
PEAK = 10000 / 203
HLG_A, HLG_B, HLG_C = 0.17883277, 0.28466892, 0.55991073


def pq_decode(code):
    if code <= 0:
        return 0.0
    d = -math.expm1(math.log(code) / M2)
    y = max(1 - C1 - d, 0) / (1 - C1 + C3 * d)
    return y ** (1 / M1) * PEAK


def pq_encode(share):
    """Returns the PQ code of light, which is in units of 10000 cd/m2."""
    y = share**M1
    return math.exp(M2 * math.log1p(-(1 - C1) * (1 - y) / (1 + C3 * y)))


def chebyshev(k):
    """Returns the coefficients of the Chebyshev polynomial of degree k."""
    before, now = [1.0], [0.0, 1.0]
    for _ in range(k):
        twice = [0.0] + [2 * c for c in now]
        before, now = now, [c - (before[i] if i < len(before) else 0) for i, c in enumerate(twice)]
    return before


def times(a, b):
    product = [0.0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return product


def at(polynomial, x):
    return sum(c * x**i for i, c in enumerate(polynomial))


def solve(rows):
    """Solves linear equations. Each row has the coefficients and, as last entry, the right side."""
    n = len(rows)
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [v / rows[i][i] for v in rows[i]]
        for r in range(n):
            if r != i:
                rows[r] = [a - rows[r][i] * b for a, b in zip(rows[r], rows[i])]
    return [row[-1] for row in rows]


def least_squares(values, wanted, weights, total=math.fsum):
    """Solves a linear least-squares problem with weights."""
    rows = []
    for a in values:
        weighted = [w * v for w, v in zip(weights, a)]
        rows.append([total(map(operator.mul, weighted, b)) for b in values + [wanted]])
    return solve(rows)


def fit(f, low, high, degree, scale, unit, from_zero=False):
    """Returns the minimax polynomial of t for x = low + (high - low) (t / scale + 1/2)."""
    factor = [1.0, 1.0] if from_zero else [1.0]
    basis = [times(factor, chebyshev(k)) for k in range(degree + 2 - len(factor))]
    points = [math.cos(math.pi * (k + 0.5) / 100) for k in range(100)]
    places = [low + (high - low) * (p + 1) / 2 for p in points]
    wanted, units = [f(x) for x in places], [unit(x) for x in places]
    values = [[at(b, p) for p in points] for b in basis]
    best, weights = (math.inf, None), [1.0] * len(points)
    for _ in range(40):
        shares = least_squares(values, wanted, [w / u**2 for w, u in zip(weights, units)])
        sums = [math.fsum(c * v for c, v in zip(shares, column)) for column in zip(*values)]
        errors = [abs(a - b) / u for a, b, u in zip(sums, wanted, units)]
        best = min(best, (max(errors), shares))
        total = sum(w * e for w, e in zip(weights, errors))
        weights = [w * e / total for w, e in zip(weights, errors)]
    of_point = [sum(c * (b[i] if i < len(b) else 0) for c, b in zip(best[1], basis)) for i in range(degree + 1)]
    return [c * (2 / scale) ** i for i, c in enumerate(of_point)]


def worst(f, coefficients, low, high, scale, unit):
    result = 0
    for k in range(201):
        p = k / 200 - 0.5
        x = low + (high - low) * (p + 0.5)
        value = sum(c * (p * scale) ** i for i, c in enumerate(coefficients))
        result = max(result, abs(value - f(x)) / unit(x))
    return result


def substituted(polynomial, slope, start):
    """Returns the coefficients of polynomial(slope x + start) as a polynomial of x."""
    result = [0.0] * len(polynomial)
    for k, c in enumerate(polynomial):
        for i in range(k + 1):
            result[i] += c * math.comb(k, i) * slope**i * start ** (k - i)
    return result


def write(name, comment, table):
    """Prints a table with a row per power and a column per segment."""
    print(f"// {comment}")
    print(f"constexpr float {name}[{len(table[0])}][{len(table)}] = {{")
    for k in range(len(table[0])):
        numbers = [f"{row[k]:.9e}f" for row in table]
        print("    {")
        for i in range(0, len(numbers), 4):
            print("        " + ", ".join(numbers[i : i + 4]) + ",")
        print("    },")
    print("};\n")


def write_row(name, comment, row):
    print(f"// {comment}")
    print(f"constexpr float {name}[{len(row)}] = {{")
    numbers = [f"{c:.9e}f" for c in row]
    lines = [", ".join(numbers[i : i + 4]) for i in range(0, len(numbers), 4)]
    print("    " + ",\n    ".join(lines) + "};\n")


def fit_rational(f, above, below, unit):
    """Returns the coefficients of x R(x) and Q(x), whose quotient approximates f on [0,1]."""
    count = 400
    places = [((1 - math.cos(math.pi * k / (count - 1))) / 2) ** 1.7 for k in range(count)]
    wanted, units = [f(x) for x in places], [unit(x) for x in places]
    top = [[x ** (k + 1) for x in places] for k in range(above)]
    low = [[x ** (k + 1) for x in places] for k in range(below - 1)]
    values = top + [[-w * v for w, v in zip(wanted, column)] for column in low]
    exact = [[Decimal(v) for v in column] for column in values + [wanted]]
    best, weights, old = (math.inf, None), [1.0] * count, [1.0] * count
    for _ in range(200):
        squares = [Decimal(w / (u * q) ** 2) for w, u, q in zip(weights, units, old)]
        shares = [float(c) for c in least_squares(exact[:-1], exact[-1], squares, total=sum)]
        p = [math.fsum(c * v for c, v in zip(shares, column)) for column in zip(*top)]
        old = [1 + math.fsum(c * v for c, v in zip(shares[above:], column)) for column in zip(*low)]
        errors = [abs(a / q - w) / u for a, q, w, u in zip(p, old, wanted, units)]
        if min(old) > 0:
            best = min(best, (max(errors), shares))
        weights = [w * (e + 1e-3 * max(errors)) for w, e in zip(weights, errors)]
        total = sum(weights)
        weights = [w / total for w in weights]
    return best[1][:above], [1.0] + best[1][above:], best[0]


def root_of_light(code):
    return math.sqrt(pq_decode(code))


def root_unit(code):
    """Returns the error in the root of light that the tests allow."""
    light = 8e-6 * pq_decode(code) + (6e-8 if code < 0.0095 else 0)
    return min(light / max(2 * root_of_light(code), 1e-9), math.sqrt(light) / 2)


def root_unit_of_8_bits(code):
    """Returns the error in the root of light that changes an 8-bit code of BT.1886 by 1. Errors
    near black and above 1300 cd/m2 count less."""
    light = max(pq_decode(code), 3e-6)
    unit = 2.4 * light ** (1.4 / 2.4 if light < 1 else 1) / (2 * 255 * math.sqrt(light))
    bright = max(0.15, 1 - 12 * max(code - 0.78, 0))
    dark = max(0.1, min(code / 0.02, 1))
    return unit / (bright * dark)


def decode_quotient(above, below):
    """Returns the coefficients of a quotient for the square root of PQ light, and its error."""
    return fit_rational(root_of_light, above, below, lambda x: root_unit(x) / (1 if x < 1 else 20))


class Segments:
    """Divides [0,1] into segments. A segment is an interval of the place of x, which is
    start + slope x. Each octave of places has `steps` segments, so that the index of a segment
    consists of bits of the place. The first segment is shorter if `start` lies in a segment."""

    def __init__(self, count, steps, start):
        places = [start]
        for _ in range(count):
            width = 2.0 ** math.floor(math.log2(places[-1])) / steps
            places.append((places[-1] // width + 1) * width)
        self.start, self.slope, self.steps = start, places[-1] - start, steps
        self.shift = 23 - round(math.log2(steps))
        ends = [(place - start) / self.slope for place in places]
        self.ranges = list(zip(ends, ends[1:]))
        self.indices = [(bits_of(place) >> self.shift) % count for place in places[:-1]]

    def ordered(self, rows):
        """Returns the rows of all segments in the order of the index."""
        return [rows[self.indices.index(i)] for i in range(len(rows))]


def octaves(count):
    """Returns the octaves below 1, from the lowest to the highest."""
    return [(2.0**octave, 2.0 ** (octave + 1)) for octave in range(-count, 0)]


def of_argument(rows, ranges):
    """Converts polynomials of t in [-1/2,1/2] to polynomials of x = low + (high - low) (t + 1/2)."""
    return [
        substituted(row, 1 / (high - low), -low / (high - low) - 0.5)
        for row, (low, high) in zip(rows, ranges)
    ]


def rows_and_errors(f, ranges, degree, unit, unit_of_error, from_zero=False):
    """Returns the polynomials of f in all ranges, as functions of t in [-1/2,1/2]."""
    rows, errors = [], []
    for low, high in ranges:
        rows.append(fit(f, low, high, degree, 1, unit, from_zero and not rows))
        errors.append(worst(f, rows[-1], low, high, 1, unit_of_error))
    return rows, errors


def decode_rows(segments, degree, unit, unit_of_error):
    """Returns the polynomials of the square root of PQ light."""
    rows, errors = rows_and_errors(root_of_light, segments.ranges, degree, unit, unit_of_error, from_zero=True)
    rows[0][0] -= 1e-4 * root_of_light(segments.ranges[0][1])  # rounding cannot produce light at black
    return rows, errors


def decode_table(segments, degree):
    """Returns polynomials of the distance from the middle of a segment, and the errors in PQ codes.
    The unit of the distance is the octave of a place."""
    slope = lambda c: (root_of_light(c + 1e-6) - root_of_light(max(c - 1e-6, 0))) / 2e-6
    rows, errors = decode_rows(segments, degree, root_unit, lambda c: max(slope(c), slope(1e-3)))
    return segments.ordered([substituted(row, segments.steps, 0) for row in rows]), errors


def encode_table(segments, degree):
    """Returns the polynomials of PQ encoding, one per octave of the light or of its root."""
    unit = lambda x: 1.0
    encode = lambda x: pq_encode(x ** (32 // segments))
    rows, errors = rows_and_errors(encode, octaves(segments), degree, unit, unit)
    return rotated(rows, -segments), errors


def octave_table(exponent, first, segments):
    """Returns 2^(exponent e) for 32 octaves e, as a table or as two tables of factors."""
    octaves = rotated([2.0 ** (exponent * e) for e in range(first, first + 32)], first)
    if segments == 32:
        return [[power] for power in octaves]
    return [[octaves[4 * i], 2.0 ** (exponent * (i % 4))] for i in range(segments)]


def power_polynomial(exponent, degree):
    f = lambda m: m**exponent
    row = fit(f, 1, 2, degree, 1, f)
    return row, worst(f, row, 1, 2, 1, f)


def hlg_root_polynomial(degree):
    """Fits the eighth root of the exponential in HLG's upper half by a polynomial."""
    f = lambda code: math.exp((code - HLG_C) / (8 * HLG_A)) / 12 ** (1 / 8)
    row = fit(f, 0.5, 1.125, degree, 0.625, f)
    return row, 8 * worst(f, row, 0.5, 1.125, 0.625, f)


def hlg_decode(code):
    return code**2 / 3 if code <= 0.5 else (math.exp((code - HLG_C) / HLG_A) + HLG_B) / 12


def light_unit_of_8_bits(light):
    """Returns the change of light that changes an 8-bit code of BT.1886 by 1."""
    return 2.4 * max(light, 1e-6) ** (1.4 / 2.4) / 255


def quick_decode_table(segments, degree):
    """Returns polynomials of the code, and their errors in 8-bit codes."""
    rows, errors = decode_rows(segments, degree, root_unit_of_8_bits, root_unit_of_8_bits)
    return segments.ordered(of_argument(rows, segments.ranges)), errors


def hlg_table(segments, parts_of_one, degree, power):
    """Returns polynomials of the HLG code for equal parts of the codes, and their errors in 8-bit
    codes. The light is the polynomial to the power of 1 or 2. An edge between two parts must be at
    the code 1/2."""
    root = lambda code: hlg_decode(code) ** (1 / power)
    unit = lambda code: light_unit_of_8_bits(hlg_decode(code)) / (power * root(code) ** (power - 1))
    below = [0.0, 0.0, 1 / 3] if power == 1 else [0.0, 3**-0.5]
    table, errors = [], []
    for k in range(segments):
        low, high = k / parts_of_one, (k + 1) / parts_of_one
        if high <= 0.5:
            table.append(below + [0.0] * (degree + 1 - len(below)))
            continue
        row = fit(root, low, high, degree, 1, unit)
        errors.append(worst(root, row, low, high, 1, unit))
        table.append(substituted(row, parts_of_one, -k - 0.5))
    return table, errors


def number(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def bits_of(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


def bits_polynomial(root, power, degree):
    """Fits the polynomial that corrects a root computed from the bits of a float. The bits
    approximate the logarithm of the float."""
    def range_of(start):
        places = [bits_of(1.0) + (k << 12) for k in range(root << 11)]
        return [f(number(b) * number(round(start - b / root)) ** root for b in places) for f in (min, max)]
    low = bits_of(1.0) + (bits_of(1.0) // root) - (1 << 22)
    high = low + (1 << 23)
    while high - low > 64:
        middle = (low + high) // 2
        low, high = (middle, high) if sum(range_of(middle)) < 2 else (low, middle)
    start = low & -128
    span = range_of(start)
    f = lambda t: t**power
    width = span[1] - span[0]
    row = fit(f, span[0], span[1], degree, width, f)
    shift = 1 - sum(span) / 2
    return start, substituted(row, 1, shift), worst(f, row, span[0], span[1], width, f)


def rotated(table, first):
    """Rotates a table so that entry i belongs to the octave whose biased exponent ends in the bits
    of i."""
    return [table[(i - (127 + first)) % len(table)] for i in range(len(table))]


of_bits = (
    ("cube_root", 3, -2 / 3, 5),
    ("bt1886_encode", 6, -1 / 6, 5),
    ("bt1886_decode", 5, -3 / 5, 6),
)


def write_fits():
    above, below, error = decode_quotient(7, 8)
    write_row("pq_decode_above", f"Square root of light = code * this polynomial / the next one; error {error:.2f} of the tolerance.", above)
    write_row("pq_decode_below", "The denominator, also a polynomial of the code.", below)
    for name, root, power, degree in of_bits:
        start, row, error = bits_polynomial(root, power, degree)
        print(f"constexpr float {name}_start = {start}.0f;\n")
        write_row(f"{name}_rest", f"Polynomial of t - 1; relative error {error:.1e}.", row)


# Name and exponent of each power function, and the first octave of its table. A table has 32
# octaves. The biased exponent of the first octave must be a multiple of 4.
powers = (("bt1886_encode", 1 / 2.4, -31), ("bt1886_decode", 2.4, -31))


def write_segments(count, encode_degree):
    encode, errors = encode_table(count, encode_degree)
    write("pq_encode_segments", f"Error {max(errors):.1e} of a code.", encode)
    for name, exponent, first in powers:
        write(f"{name}_octaves", "The power at the start of each octave.", octave_table(exponent, first, count))


def write_places(name, segments):
    write_row(f"{name}_place", "Start and slope of the places whose bits are the index of a segment.", [segments.start, segments.slope])
    print(f"constexpr int {name}_shift = {segments.shift};\n")


def write_quick_decoding(segments, pq_degree, hlg_parts_of_one, hlg_degree, hlg_power):
    count = len(segments.ranges)
    decode, errors = quick_decode_table(segments, pq_degree)
    write("quick_pq_decode_segments", f"Less precise polynomials for PQ decoding, of the code; error {max(errors[1:]):.1e} of an 8-bit code, {errors[0]:.1e} in the first segment.", decode)
    write_places("quick_pq_decode", segments)
    decode, errors = hlg_table(count, hlg_parts_of_one, hlg_degree, hlg_power)
    write("quick_hlg_decode_segments", f"{'Square root of ' * (hlg_power - 1)}HLG light, for equal parts of the codes below {count}/{hlg_parts_of_one}; error {max(errors):.1e} of an 8-bit code.", decode)


def write_quick_octaves(name, exponent, count, first=-31):
    octaves = octave_table(exponent, first, count)
    octaves[(127 + first) * count // 32 % count][0] = 0.0
    write(f"quick_{name}_octaves", "The power at the start of each octave, but 0 for the darkest entry.", octaves)


def write_quick_power(name, exponent, degree):
    row, error = power_polynomial(exponent, degree)
    write_row(name, f"Polynomial of the mantissa; relative error {error:.1e}.", substituted(row, 1, -1.5))


def main():
    argparse.ArgumentParser(description=__doc__,
                            formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    print("// SPDX-License-Identifier: BSD-2-Clause")
    print("//\n// Written by make_fits.py, which documents the tables.\n")
    row, error = hlg_root_polynomial(6)
    write_row("hlg_decode_root", f"Polynomial of the code - 13/16, codes from 1/2 to 9/8; relative error {error:.1e}.", row)
    write_fits()
    for name, exponent, _ in powers:
        row, error = power_polynomial(exponent, 6)
        write_row(f"{name}_mantissa", f"Polynomial of the mantissa - 3/2; relative error {error:.1e}.", row)
    write_quick_power("quick_bt1886_encode_mantissa", 1 / 2.4, 4)
    print("#if TONELIFT_SEGMENTS == 32\n")
    write_quick_power("quick_cube_root_mantissa", 1 / 3, 5)
    write_quick_octaves("cube_root", 1 / 3, 32, first=-27)
    segments = Segments(32, 8, 1 / 16)
    decode, errors = decode_table(segments, 4)
    write("pq_decode_segments", f"Error {errors[0]:.1e} of a code in the first segment, {max(errors[1:]):.1e} in the others.", decode)
    write_places("pq_decode", segments)
    write_segments(32, 6)
    write_quick_decoding(Segments(32, 32, 127 / 256), 3, 28, 2, 1)
    write_quick_octaves("bt1886_encode", 1 / 2.4, 32)
    print("#elif TONELIFT_SEGMENTS == 8\n")
    _, row, error = bits_polynomial(3, -2 / 3, 3)
    write_row("quick_cube_root_rest", f"Polynomial of t - 1; relative error {error:.1e}.", row)
    write_segments(8, 6)
    write_quick_decoding(Segments(8, 4, 15 / 32), 4, 6, 3, 2)
    write_quick_octaves("bt1886_encode", 1 / 2.4, 8)
    print("#endif")


main()
