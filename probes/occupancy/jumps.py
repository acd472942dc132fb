#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One to eight warps of a sub-partition in the same assembled code that jumps, from its first instruction on.

    jumps.py NVDISASM FRAME.cubin OUT CUBIN ...

As crowds.py, and measured likewise. jumps.csv names the rows of a cell from address 0 on as crowds.csv does; ">N" is a
BRA to row N.
"""
import pathlib
import random
import sys

import pairs
from crowds import assembled_from_launch
from pairs import Stamp, nop

from segments import Pool
from words import with_fields

FEW, ALL = (1, 5, 9, 13), (1, 5, 9, 13, 17, 21, 25, 29)  # warps of a block


class Code:
    """Rows as (stall, yield bit, clock read, name of the label that a BRA goes to), and where labels are."""

    def __init__(self):
        self.rows, self.labels = [], {}

    def add(self, stall, bit=1, reads=False, to=None):
        self.rows.append((stall, bit, reads, to))

    def text(self):
        return " ".join(f"{stall}{'' if bit else 'y'}{'*' if reads else ''}{'' if to is None else f'>{self.labels[to]}'}"
                        for stall, bit, reads, to in self.rows)

    def segment(self, words):
        at = {row: [("label", name) for name, label in self.labels.items() if label == row]
              for row in self.labels.values()}
        items = []
        for i, (stall, bit, reads, to) in enumerate(self.rows):
            items += at.get(i, [])
            branch = with_fields(words.branch, stall=stall, yield_bit=bit)
            items.append(("to", to, branch) if to is not None else Stamp(stall, bit) if reads else nop(stall, bit))
        return items


def walk(draw, blocks, is_shuffled, stalls, branches, longest, gaps):
    """Blocks of clock reads, each of which jumps to the next one; NOPs between them are never executed."""
    code, order = Code(), list(range(1, blocks))
    if is_shuffled:
        draw.shuffle(order)
    for block in [0, *order]:
        code.labels[block] = len(code.rows)
        for _ in range(draw.randint(1, longest)):
            code.add(draw.choice(stalls), reads=True)
        stall = draw.choice(branches)
        code.add(stall, stall < 5, to=block + 1)
        for _ in range(draw.choice(gaps)):
            code.add(1)
    code.labels[blocks] = len(code.rows)
    code.add(2, reads=True)
    return code


def hops(count, between, stall, every, gap):
    """Jumps ahead with NOPs before each; a clock read before every few."""
    code = Code()
    code.add(4, reads=True)
    for hop in range(count):
        for _ in range(between):
            code.add(stall)
        if hop % every == every - 1:
            code.add(2, reads=True)
        code.add(5, 0, to=hop)
        for _ in range(gap(hop, len(code.rows))):
            code.add(1)
        code.labels[hop] = len(code.rows)
    code.add(4, reads=True)
    return code


def cells():
    """{name: (code, registers of a lane, warps of each block)}"""
    found = {}
    kinds = {"sparse": ((6, 8, 10, 11), (5,), 6, (0, 1, 3, 6), 14, 6), "dense": ((2, 4), (5,), 4, (0, 1, 3, 6), 20, 6),
             "stalls": ((2, 4, 6), (1, 4, 5, 6), 5, (0, 1, 3, 6), 16, 4), "near": ((2, 4, 6), (5,), 3, (0,), 20, 4),
             "far": ((2, 4, 6, 8), (5,), 5, (8, 9, 12, 16), 14, 3)}
    for kind, (stalls, branches, longest, gaps, blocks, seeds) in kinds.items():
        for seed in range(seeds):
            draw = random.Random(f"{kind}{seed}")
            found[f"{kind}{seed}"] = (walk(draw, blocks, kind != "near" and seed % 2, stalls, branches, longest, gaps),
                                      112, FEW)
    for between in (0, 1, 3, 6):
        for name, gap in (("next", lambda hop, row: 0), ("line", lambda hop, row: -row % 8),
                          ("middle", lambda hop, row: (4 - row) % 8)):
            found[f"{name}_{between}"] = (hops(32, between, 1, 8, gap), 56, ALL)
    for between in (2, 8, 12):
        for stall in (1, 2, 4):
            found[f"cross_{between}_{stall}"] = (hops(16, between, stall, 4, lambda hop, row: hop % 5), 56, ALL)
    return found


def main():
    nvdisasm, frame, out, *cubins = sys.argv[1:]
    words, out = pairs.Words(Pool(nvdisasm, [frame, *cubins])), pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    listed, texts = [], []
    for name, (code, registers, blocks) in cells().items():
        cubin, stamps = assembled_from_launch(words, frame, code.segment(words), registers)
        cubin.save(out / f"{name}.cubin")
        listed += [f"{name} {name}.cubin {warps} {stamps} 0" for warps in blocks]
        texts.append(f"{name},{registers},{code.text()}")
    (out / "cells.txt").write_text("\n".join(listed) + "\n")
    (out / "rows.csv").write_text("\n".join(texts) + "\n")


if __name__ == "__main__":
    main()
