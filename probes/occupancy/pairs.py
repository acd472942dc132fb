#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two warps of one sub-partition in the same assembled code, with clock reads at many places.

    pairs.py NVDISASM FRAME.cubin OUT CUBIN ...

FRAME.cubin is ../segments/frame.cu compiled for sm_90, words are taken from it and the other CUBINs. Writes
OUT/NAME.cubin and OUT/cells.txt, which run_pairs.cu measures: five warps, of which 0 and 4 share a sub-partition; `in`
of a warp that is not 0 lets it jump over the delay before the segment. pairs.csv names the rows of straight cells:
stall, "y" with the yield bit clear, "*" a clock read, else NOP.
"""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "segments"))
from segments import Pool
from words import NOP, Cubin, put, with_fields, with_target

LANE, COUNT, OUT, FIRST_STAMP = 15, 0, 4, 32  # registers
SLOW = {"stall": 15, "yield_bit": 0}
PASSES = 3


def nop(stall=1, yield_bit=1, wait=0):
    return with_fields(NOP, stall=stall, yield_bit=yield_bit, wait=wait, read=7, write=7)


class Stamp:
    def __init__(self, stall=1, yield_bit=1):
        self.fields = {"stall": stall, "yield_bit": yield_bit}


class Words:
    def __init__(self, pool):
        self.pool = pool
        self.branch = pool(r"BRA `\(.*")
        self.barrier = pool(r"BAR\.SYNC\.DEFER_BLOCKING 0x0")
        self.clock = put(pool(r"CS2R R\d+, SR_CLOCKLO"), 80, 1, 0)  # of 32 bits
        self.parameter = {at: pool(rf"LDC\.64 R\d+, c\[0x0\]\[0x{at:x}\]") for at in (0x210, 0x220)}
        self.wide = {scale: pool(rf"IMAD\.WIDE R\d+, R\d+, 0x{scale}, R\d+") for scale in (4, 8)}
        self.compare = pool(r"ISETP\.NE\.AND P0, PT, R\d+, 0x[0-9a-f]+, PT")

    def move(self, register, value):
        return with_fields(put(self.pool(r"MOV R\d+, 0x[0-9a-f]+"), 32, 32, value), d=register, stall=4, yield_bit=0)

    def prologue(self):
        differs = put(put(with_fields(self.compare, a=11, stall=13, yield_bit=0), 32, 32, 0), 81, 3, 6)  # P6
        return [self.pool(r"S2R R\d+, SR_TID\.X", d=LANE, stall=7, write=0),
                with_fields(self.parameter[0x210], d=2, stall=2, write=0),
                self.pool(r"ULDC\.64 UR4, c\[0x0\]\[0x208\]", stall=7),
                with_fields(self.wide[4], d=2, a=LANE, c=2, stall=6, yield_bit=0, wait=1),
                self.pool(r"LDG\.E R\d+, desc\[UR4\]\[R\d+\.64\]", d=11, a=2, stall=2, write=5),
                self.move(COUNT, 0), nop(15, 0, 0x3F), nop(15, 0), differs]

    def epilogue(self, loop, stamps):
        return [nop(15, 0, 0x3F), *[nop(15, 0)] * 4,
                self.pool(r"VIADD R\d+, R\d+, 0x1", d=COUNT, a=COUNT, stall=6, yield_bit=0), nop(15, 0, 0x3F),
                put(with_fields(self.compare, a=COUNT, stall=13, yield_bit=0), 32, 32, PASSES),
                ("to", loop, with_fields(self.branch, guard=0, stall=6)), *self.stores(stamps)]

    def stores(self, stamps):
        """Stores what a lane has stamped, and ends."""
        shift = put(self.pool(r"SHF\.L\.U32 R\d+, R\d+, 0x1, RZ", d=13, a=LANE, stall=7, yield_bit=0), 32, 32, 6)
        store = self.pool(r"STG\.E desc\[UR4\]\[R\d+\.64\], R\d+")
        code = [with_fields(self.parameter[0x220], d=2, stall=2, write=1), shift,
                with_fields(self.wide[8], d=2, a=13, c=2, stall=6, yield_bit=0, wait=2), nop(15, 0)]
        code += [put(with_fields(store, a=2, b=FIRST_STAMP + i, stall=4), 40, 24, 4 * i) for i in range(stamps)]
        return code + [self.pool("EXIT", stall=5), ("label", "end"),
                       ("to", "end", with_fields(self.branch, stall=0, yield_bit=0))]

    def delay(self, cycles):
        """Warps whose `in` is not 0 land 10 later, the others go on 6 and so many more."""
        code = [("to", "delayed", with_fields(self.branch, guard=6, stall=6))]
        while cycles > 0:
            code.append(nop(min(cycles, 11)))
            cycles -= 11
        return code + [("label", "delayed"), *[nop(15, 0)] * 4]

    def program(self, segment, delay=None):
        code = self.prologue() + [self.move(register, 0) for register in range(16, 32)]
        loop = len(code)
        code += [nop(15, 0, 0x3F), *[nop(15, 0)] * 3, with_fields(self.barrier, **SLOW), *[nop(15, 0)] * 2]
        code += [] if delay is None else self.delay(delay)
        code += [nop(15, 0)] * ((6 - sum(not is_label(item) for item in code)) % 8)
        stamped, stamps = self.stamped(segment)
        return assembled(code + stamped + self.epilogue(loop, stamps)), stamps

    def stamped(self, segment):
        """The segment with its clock reads, each into a register of its own, and how many these are."""
        code, stamps = [], 0
        for item in segment:
            if isinstance(item, Stamp):
                item = with_fields(self.clock, d=FIRST_STAMP + stamps, **item.fields)
                stamps += 1
            code.append(item)
        return code, stamps


def is_label(item):
    return isinstance(item, tuple) and item[0] == "label"


def assembled(code):
    labels, rows = {}, []
    for item in code:
        if is_label(item):
            labels[item[1]] = len(rows)
        else:
            rows.append(item)
    place = lambda name: 16 * labels.get(name, name)
    return [with_target(row[2], 16 * i, place(row[1])) if isinstance(row, tuple) else row
            for i, row in enumerate(rows)] + [NOP] * 2


def straight(rows):
    return [Stamp(stall, bit) if reads else nop(stall, bit) for stall, bit, reads in rows]


def straight_cells():
    """{name: [(stall, yield bit, whether it reads the clock)]}"""
    cells = {f"allc_s{s}": [(s, 1, True)] * 48 for s in (1, 2, 3, 4, 6)}
    for s in (1, 2, 3, 5):
        for bit in (0, 1):
            for phase in range(8):
                cells[f"nop_s{s}_y{bit}_p{phase}"] = [(s, bit, i % 8 == phase) for i in range(80)]
    for seed in range(6):
        draw = random.Random(seed)
        stalls = [draw.choice((1, 1, 2, 2, 3, 4, 5, 6)) for _ in range(80)]
        for phase in range(4):
            cells[f"rnd{seed}_p{phase}"] = [(stall, 1, i % 4 == phase) for i, stall in enumerate(stalls)]
    for seed in range(10):
        draw = random.Random(100 + seed)
        rows = [(draw.choice((1, 1, 2, 2, 3, 4, 5, 6)), draw.choice((0, 1))) for _ in range(80)]
        for phase in range(4):
            cells[f"rndy{seed}_p{phase}"] = [(*row, i % 4 == phase) for i, row in enumerate(rows)]
    return cells


def landing_cells(words):
    """{name: segment}: a jump of both warps, two jumps; the second warp comes some cycles after the first."""
    jump = with_fields(words.branch, stall=5, yield_bit=0)
    sparse = lambda count: [item for _ in range(count) for item in (Stamp(1), nop(6))]
    dense = [Stamp(1) if i % 4 == 0 else nop(1) for i in range(24)]
    begin = [Stamp(2), nop(11), nop(11), ("to", "first", jump)]
    cells = {}
    for slot in (0, 3, 6, 7):
        for name, tail in (("sp", sparse(10)), ("de", dense)):
            cells[f"land{slot}_{name}"] = begin + [nop()] * ((slot - 2) % 8 or 8) + [("label", "first")] + tail
    cells["two"] = begin + [nop()] * 6 + [("label", "first"), Stamp(1), nop(5), ("to", "second", jump)] + \
        [nop()] * 6 + [("label", "second")] + sparse(6)
    return cells


def main():
    nvdisasm, frame, out, *cubins = sys.argv[1:]
    words, out = Words(Pool(nvdisasm, [frame, *cubins])), pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    listed = []

    def write(name, segment, inputs=(0,), delay=None):
        rows, stamps = words.program(segment, delay)
        cubin = Cubin(frame)
        cubin.set_registers("frame", 112)
        cubin.write("frame", rows)
        cubin.save(out / f"{name}.cubin")
        listed.append(" ".join(map(str, (name, f"{name}.cubin", 5, stamps, *inputs))))

    for name, rows in straight_cells().items():
        write(name, straight(rows))
    for name, segment in landing_cells(words).items():
        for delay in range(15):
            for which, inputs in enumerate(((0, 0, 0, 0, 1), (1, 0, 0, 0, 0))):
                write(f"{name}_k{delay}_{which}", segment, inputs, delay)
    (out / "cells.txt").write_text("\n".join(listed) + "\n")


if __name__ == "__main__":
    main()
