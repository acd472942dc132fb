#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two to eight warps of a sub-partition in the same assembled code, with clock reads from its first instruction on.

    crowds.py NVDISASM FRAME.cubin OUT CUBIN ...

As pairs.py, and measured likewise. Nothing comes before the segment that could take longer in one launch than in
another. crowds.csv names the rows of a cell: stall, "y" with the yield bit clear, "*" a clock read, else NOP.
"""
import pathlib
import random
import sys

import pairs
from pairs import LANE, nop, straight

from segments import Pool
from words import Cubin

STALLS = (2, 2, 4, 4, 6, 8, 10)
EVERY = (5, 9, 13, 16)  # warps of a block


def cells():
    """{name: (rows as of pairs.straight(), registers of a lane, warps of each block)}"""
    found = {}
    for seed in range(5):
        draw = random.Random(2000 + seed)
        found[f"reads{seed}"] = ([(draw.choice(STALLS), 1, True) for _ in range(78)], 112, EVERY)
        draw = random.Random(2100 + seed)
        found[f"yields{seed}"] = ([(draw.choice(STALLS), draw.choice((0, 1)), True) for _ in range(78)], 112, EVERY)
    for seed in range(6):
        draw = random.Random(2200 + seed)
        rows = []
        while sum(reads for *_, reads in rows) < 76:
            rows += [(draw.choice((1, 1, 2, 3, 5)), draw.choice((0, 1, 1)), False)] * draw.choice((0, 1, 2, 3))
            rows.append((draw.choice((1, 2, 3, 4, 5, 7)), draw.choice((0, 1, 1)), True))
        found[f"mixed{seed}"] = (rows, 112, EVERY)
    for seed in range(4):
        draw = random.Random(2300 + seed)
        rows = []
        for _ in range(28):
            rows += [(draw.choice((1, 2, 3, 5)), draw.choice((0, 1, 1)), False)] * draw.choice((0, 1, 2, 4))
            rows.append((draw.choice((2, 3, 4, 5, 7, 11)), draw.choice((0, 1, 1)), True))
        found[f"deep{seed}"] = (rows, 64, (12, 20, 24, 32))
    for registers in (40, 64, 112, 128, 136, 192, 200, 255):
        found[f"starts_of_{registers}"] = ([(4, 1, True)] * 4, registers, (8,))
    return found


def assembled_from_launch(words, frame, segment, registers):
    """The cubin of a kernel that begins with a segment, and how many stamps that takes."""
    code, stamps = words.stamped(segment)
    lane = [words.pool(r"S2R R\d+, SR_TID\.X", d=LANE, stall=7, write=0),
            words.pool(r"ULDC\.64 UR4, c\[0x0\]\[0x208\]", stall=7), nop(15, 0, 1)]
    cubin = Cubin(frame)
    cubin.set_registers("frame", registers)
    cubin.write("frame", pairs.assembled(code + [nop(15, 0, 0x3F), *[nop(15, 0)] * 4] + lane + words.stores(stamps)))
    return cubin, stamps


def main():
    nvdisasm, frame, out, *cubins = sys.argv[1:]
    words, out = pairs.Words(Pool(nvdisasm, [frame, *cubins])), pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    listed = []
    for name, (rows, registers, blocks) in cells().items():
        cubin, stamps = assembled_from_launch(words, frame, straight(rows), registers)
        cubin.save(out / f"{name}.cubin")
        listed += [f"{name} {name}.cubin {warps} {stamps} 0" for warps in blocks]
    (out / "cells.txt").write_text("\n".join(listed) + "\n")


if __name__ == "__main__":
    main()
