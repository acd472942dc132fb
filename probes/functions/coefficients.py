#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The coefficients of the multi-function unit from its outputs.

    coefficients.py WORDS OUT.cpp

WORDS is the folder that `functions CUBIN words` fills, OUT.cpp becomes src/emulator/arithmetic/interpolation_tables.cpp.
Needs numpy and scipy.

An output, cut off, bounds the sum from below and, less than a last place more, from above. All 2^17 (2^16) outputs of an
interval leave a small body of possible coefficients; a linear program finds its middle, and the whole numbers beside it
are tried on every output. An interval without any is an error: then the unit is not what this says.
"""
import itertools
import pathlib
import sys

import numpy as np
from scipy.optimize import linprog

OFFSET_BITS, CUT, VALUE_BITS, BINADE = 17, 19, 41, 1 << 23
TANGENT_INDEX_BITS = (0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3)  # by exponent from -8 on
# name in the emulator, function, first argument, bits that choose an interval, bias in 2^-41, last place of the sum
TABLES = (("reciprocal", "RCP", 0x3F800000, 7, 8092, -37), ("root_of_even", "SQRT", 0x3F800000, 6, -2, -37),
          ("root_of_odd", "SQRT", 0x40000000, 6, -2, -37), ("reciprocal_root_of_even", "RSQ", 0x3F800000, 6, -2, -37),
          ("reciprocal_root_of_odd", "RSQ", 0x40000000, 6, -2, -37), ("power", "EX2", 0x3F800000, 6, 16144, -37),
          ("logarithm", "LG2", 0x3F800000, 6, 6696, -36), ("sine", "SIN", 0x3E800000, 6, 0, -37))
EXACT_AT_ZERO = ("reciprocal", "reciprocal_root_of_even", "logarithm")  # 1 is no matter of interpolation


def truncated_squares():
    x = np.arange(1 << OFFSET_BITS)
    bit = [x >> i & 1 for i in range(OFFSET_BITS)]
    total = sum(bit[i] << 2 * i for i in range(OFFSET_BITS) if 2 * i >= CUT)
    for i, j in itertools.combinations(range(OFFSET_BITS), 2):
        if i + j + 1 >= CUT:
            total = total + ((bit[i] & bit[j]) << (i + j + 1))
    return total >> CUT


SQUARES = truncated_squares()


def middle(x, square, low, high):
    """Coefficients with the largest margin to low <= c0 + c1 x + c2 square < high."""
    rows = np.stack([np.ones(len(x)), x / x.max(), square / max(1, square.max())], 1)
    unit = float((high - low).max())
    below, above = (low - low[0]) / unit, (high - low[0]) / unit
    work = np.unique(np.linspace(0, len(x) - 1, 401).astype(int))
    for _ in range(60):
        part, ones = rows[work], np.ones((len(work), 1))
        found = linprog([0, 0, 0, -1], A_ub=np.vstack([np.hstack([-part, ones]), np.hstack([part, ones])]),
                        b_ub=np.concatenate([-below[work], above[work]]), bounds=[(None, None)] * 3 + [(None, 1)],
                        method="highs")
        if found.status != 0:
            return None
        value = rows @ found.x[:3]
        margin = np.minimum(value - below, above - value)
        if margin.min() >= found.x[3] - 1e-10:
            break
        work = np.unique(np.concatenate([work, np.argsort(margin)[:200]]))
    return found.x[1] * unit / x.max(), found.x[2] * unit / max(1, square.max())


def whole(slope, curvature, x, square, low, high, bias, reach):
    """(constant, slope, curvature) in whole units near the given ones, or None."""
    probe = np.unique(np.linspace(0, len(x) - 1, 3001).astype(int))
    near = sorted(itertools.product(range(-8, 9), range(-reach, reach + 1)), key=lambda p: 4 * abs(p[0]) + abs(p[1]))
    for more_curvature, more_slope in near:
        c1, c2 = round(slope) + more_slope, round(curvature / 4) + more_curvature
        rest = c1 * x[probe] + 4 * c2 * square[probe] + bias
        if (low[probe] - rest).max() >= (high[probe] - rest).min():
            continue
        rest = c1 * x + 4 * c2 * square + bias
        least, beyond = int((low - rest).max()), int((high - rest).min())
        constant = -(-least >> 15)
        if constant << 15 < beyond:
            return constant, c1, c2
    return None


def interval(values, x, bias, last_place, skip, neighbours):
    last = np.maximum(np.exp2(np.frexp(values)[1] - 24.0), 2.0**last_place)
    low = np.round(values * 2.0**VALUE_BITS).astype(np.int64)[skip:]
    high = low + np.round(last * 2.0**VALUE_BITS).astype(np.int64)[skip:]
    square = SQUARES[x][skip:]
    x = x[skip:]
    near, reach = middle(x, square, low, high), 6
    if near is None:  # the program failed for want of precision: begin where the intervals before lead to
        order = np.arange(-len(neighbours), 0)
        near, reach = [np.polyfit(order, [n[k] for n in neighbours], min(3, len(order) - 1)) for k in (1, 2)], 60
        near = np.polyval(near[0], 0), 4 * np.polyval(near[1], 0)
    return whole(*near, x, square, low, high, bias, reach)


def table(name, values, index_bits, bias, last_place, skip_first):
    """`values` are those of a binade of arguments."""
    rest_bits = 23 - index_bits
    rows = []
    for index in range(1 << index_bits):
        part = values[index << rest_bits:(index + 1) << rest_bits]
        if rest_bits >= OFFSET_BITS:
            part, x = part[::1 << (rest_bits - OFFSET_BITS)], np.arange(1 << OFFSET_BITS)
        else:
            x = np.arange(1 << rest_bits) << (OFFSET_BITS - rest_bits)
        skip = 1 if skip_first and index == 0 else 0
        row = interval(part, x.astype(np.int64), bias, last_place, skip, rows[-4:])
        if row is None:
            sys.exit(f"{name}: interval {index} has no whole coefficients")
        rows.append(row)
        print(name, index, *row, file=sys.stderr)
    return rows


def values_of(folder, function, first):
    return np.fromfile(folder / f"{function}_{first:08x}.bin", np.float32).astype(np.float64)


def written(name, rows):
    lines, line = [], "   "
    for text in (f" {{{a}, {b}, {c}}}," for a, b, c in rows):
        if len(line) + len(text) > 118:
            lines, line = [*lines, line], "   "
        line += text
    return "\n".join([f"const std::array<Coefficients, {len(rows)}> {name}_table = {{{{", *lines, line, "}};", ""])


def main():
    folder, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    tables = []
    for name, function, first, index_bits, bias, last_place in TABLES:
        values = values_of(folder, function, first)
        if function == "EX2":
            values = values / 2  # 2^1 to 2^2
        if function == "SIN":
            values = values[::-1]  # the second quarter runs backwards
        tables.append(written(name, table(name, values, index_bits, bias, last_place, name in EXACT_AT_ZERO)))
    rows = []
    for binade, index_bits in enumerate(TANGENT_INDEX_BITS):
        exponent = binade - 8
        values = values_of(folder, "TANH", (127 + exponent) << 23) / 2.0**min(0, exponent)
        rows += table("tangent", values, index_bits, 0, -37, False)
    tables.append(written("tangent", rows))
    out.write_text("// SPDX-License-Identifier: MIT\n"
                   "// Written by probes/functions/coefficients.py from outputs of an H200; not edited by hand.\n"
                   '#include "emulator/arithmetic/interpolation_tables.hpp"\n\n// clang-format off\n'
                   "namespace reconverge::emulator {\n\n" + "\n".join(tables) +
                   "\n}  // namespace reconverge::emulator\n// clang-format on\n")


if __name__ == "__main__":
    main()
