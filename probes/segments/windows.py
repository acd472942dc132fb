#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Windows of a kernel's straight code between two reads of the clock: the shortest one that is off shows what does it.

    windows.py NVDISASM FRAME.cubin OUT POOL.cubin CUBIN:KERNEL:FROM:TO:ROWS ...

Takes each run of 2 to ROWS rows between the addresses FROM and TO (hexadecimal), with their control fields and with
registers 32 higher, so that banks stay; BSSY becomes NOP, and no run goes over a branch, an access of memory or a read of
the clock. Six NOPs behind it show whether issue stands still. FRAME.cubin is frame.cu compiled for sm_90, POOL.cubin has
the instructions of the frame (segments.py). Writes OUT/KERNEL-FROM-TO.cubin and OUT/cells.txt for run_cells.
"""
import pathlib
import re
import struct
import sys

from segments import Pool, assembled, nops, write_cell
from words import CONTROL, NOP, REGISTERS, Cubin, listing, put

HIGHER, ALLOCATED = 32, 232  # registers
APART = re.compile(r"\b(BRA|BRX|BSYNC|BREAK|CALL|RET|EXIT|WARPSYNC|BAR|LDG|STG|LDS|STS|LDL|STL|LD|ST|ATOM\w*|RED)\b|CLOCK")
SECOND_IS_REGISTER = 1  # bits 9 to 11 of a word


def with_higher_registers(word, text):
    named = {int(register) for register in re.findall(r"(?<![U\w])R(\d+)", text)}
    for name in "dabc":
        low, bits = REGISTERS[name]
        value = word >> low & (1 << bits) - 1
        if value in named and (name != "b" or word >> 9 & 7 == SECOND_IS_REGISTER):
            word = put(word, low, bits, value + HIGHER)
    return word


def higher(text):
    return re.sub(r"(?<![U\w])R(\d+)", lambda register: f"R{int(register[1]) + HIGHER}", text)


def row_of(text, word):
    """(text, word) as it stands in a window; the word is None where none goes over it."""
    if APART.search(text):
        return text, None
    if re.search(r"\bBSSY\b", text):
        control = sum(((1 << bits) - 1) << low for low, bits in CONTROL.values())
        return "NOP", NOP & ~control | word & control
    return higher(text), with_higher_registers(word, text)


def windows(rows, most):
    """(first, last) of every run of 2 to `most` rows without one that stays apart."""
    for first in range(len(rows)):
        for last in range(first, min(first + most, len(rows))):
            if rows[last][1] is None:
                break
            if last > first:
                yield first, last


def check(nvdisasm, frame, rows, out):
    """The words have to say what the texts do."""
    written = [(text, word) for text, word, _ in rows if word is not None]
    cubin = Cubin(frame)
    cubin.write("frame", [word for _, word in written])
    cubin.save(out / "check.cubin")
    for (text, _), (_, found, _) in zip(written, listing(nvdisasm, out / "check.cubin")["frame"]):
        if text != found:
            sys.exit(f"windows.py: {text} became {found}")


def main():
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    nvdisasm, frame, out, pool, *specifications = sys.argv[1:]
    out, pool = pathlib.Path(out), Pool(nvdisasm, [frame, pool])
    out.mkdir(parents=True, exist_ok=True)
    (out / "lanes.bin").write_bytes(struct.pack("<32I", *range(32)))
    with (out / "cells.txt").open("w") as cells:
        for path, kernel, begin, end, most in (specification.split(":") for specification in specifications):
            code = [(*row_of(text, word), address) for address, text, word in listing(nvdisasm, path)[kernel]
                    if int(begin, 16) <= address <= int(end, 16)]
            check(nvdisasm, frame, code, out)
            for first, last in windows(code, int(most)):
                name = f"{kernel}-{code[first][2]:04x}-{code[last][2]:04x}"
                words = assembled(pool, [word for _, word, _ in code[first:last + 1]] + nops(6))
                write_cell(cells, out, name, frame, words, ALLOCATED)


if __name__ == "__main__":
    main()
