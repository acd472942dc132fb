#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs of segments/fetches.py that several warps run at once, a warp on each sub-partition (rule shared-fetch).

    fetched_beside.py NVDISASM LONG_FRAME.cubin OUT CUBIN ...

LONG_FRAME.cubin is segments/long_frame.cu compiled for sm_90; words are taken from the other CUBINs, which need S2R of
TID.X, ISETP.GT.U32 with 0x1f, IMAD.WIDE by 8, BAR and what fetches.py takes. Writes OUT/NAME.cubin and OUT/cells.txt,
which run_launches.cu measures: each warp stamps word i of its 4096 in `timer`, i counting its clock reads.

Each pass runs 64 lines of NOP first. Then the warps meet at BAR, and the w-th waits `skew` more than the one before it,
less what a branch over the waiting takes.
"""
import itertools
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "segments"))
from fetches import COUNT, FIRST_LINE, SLOW, TARGET, Program, Words, nop  # noqa: E402
from segments import Pool  # noqa: E402
from words import Cubin, put, with_fields, with_target  # noqa: E402

SKEWS, FLUSH, BEFORE, LANE = (0, 6, 8, 12, 20), 64, 10, 15
MOST_STAMPS, BYTES_OF_LANE, WARPS = 62, 512, (1, 2, 3, 4)


class WarpWords(Words):
    def __init__(self, pool):
        super().__init__(pool)
        self.lane, self.bar = pool(r"S2R R\d+, SR_TID\.X", d=LANE, stall=7), pool(r"BAR\.SYNC\.DEFER_BLOCKING 0x0")
        self.wide = pool(r"IMAD\.WIDE R\d+, R\d+, 0x8, R\d+")
        self.above = pool(r"ISETP\.GT\.U32\.AND P0, PT, R\d+, 0x1f, PT", a=LANE)


class WarpProgram(Program):
    def __init__(self, words, lines, skew):
        self.words, self.code, self.trace, self.stamps = words, {}, [], 0
        self.first = FIRST_LINE + FLUSH + BEFORE
        self.end = self.first + lines
        self.place = 8 * FIRST_LINE
        while self.place < 8 * (FIRST_LINE + FLUSH):
            self.nop()
        for _ in range(8):
            self.nop(15)
        self.add(with_fields(words.bar, **SLOW), 15, "bar")
        for _ in range(4):
            self.nop(15)
        parts = -(-skew // 15)
        for warp in WARPS[:3] if skew else ():  # those before this one jump over
            branch = with_fields(words.bra, guard=8 | (1 + warp), stall=5)
            self.add(with_target(branch, 16 * self.place, 16 * (self.place + 1 + parts)), 5, "skew")
            self.wait(skew)
        while self.place < 8 * self.first - 2:
            self.nop(15 if self.place > 8 * self.first - 12 else 2)
        self.stamp()

    def assembled(self):
        if self.stamps > MOST_STAMPS:
            raise ValueError("more stamps than a lane has room for")
        return super().assembled()

    def address_of_stamps(self):
        words = self.words
        return [with_fields(words.timer, d=2, stall=2, write=0), with_fields(words.lane, write=1),
                with_fields(nop(15), wait=3),
                with_fields(put(words.wide, 32, 32, BYTES_OF_LANE), d=2, a=LANE, c=2, **SLOW), nop(15)]

    def head(self, always):
        words = self.words
        rows = [with_fields(words.memory, stall=7), with_fields(words.lane, write=0), words.moved(COUNT, 0, **SLOW),
                words.moved(TARGET + 1, 0, **SLOW), nop(15), always, with_fields(nop(15), wait=1)]
        rows += [with_fields(put(put(words.above, 32, 32, 32 * warp - 1), 81, 3, 1 + warp), **SLOW) for warp in (1, 2, 3)]
        return [*rows, nop(15), nop(15)]


def straight(words):
    for stall, skew in itertools.product((1, 2, 3, 4), SKEWS):
        program = WarpProgram(words, 120, skew)
        program.stamp(stall)
        program.straight(program.slot(50), stall)
        yield f"straight_{stall}_{skew}", program


def landings(words):
    """So many cycles in a line, then a jump so many lines on."""
    for cycles, lines, skew in itertools.product((1, 12, 20, 30), (1, 2, 5), SKEWS):
        program = WarpProgram(words, 130, skew)
        for i in range(24):
            program.jump("bra", program.slot(4 + lines * i))
            program.stamp()
            if cycles > 1:
                program.wait(cycles)
        yield f"land_{cycles}_{lines}_{skew}", program


def walk(words, seed, skew):
    chance, lines, near = random.Random(f"w {seed}"), (60, 80, 100)[seed % 3], (0, 0.5, 0.85)[seed // 3 % 3]
    lengths = ((0, 1, 2, 3, 6), (0, 0, 1, 12, 20), (0, 1, 4))[seed // 9 % 3]
    program = WarpProgram(words, lines + 4, skew)

    def block():
        for _ in range(300):
            length, stall, line = chance.choice(lengths), chance.choice((1, 2, 4, 12)), chance.randrange(lines)
            if chance.random() < near:
                line = program.place // 8 - program.first + chance.choice((-3, -2, -1, 0, 1, 1, 2, 2, 3, 3, 4, 5))
            begin = program.slot(line, chance.randrange(8))
            slots = range(begin, begin + 1 + length + 1)
            if 0 <= line and slots[-1] < program.slot(lines) and not any(slot in program.code for slot in slots):
                return begin, length, stall
        return None

    now = block()
    program.jump("bra", now[0])
    while program.stamps < 60:
        _, length, stall = now
        program.stamp(chance.choice((2, 2, 3, 5, 9)))
        for _ in range(length):
            program.nop(stall)
        program.code[program.place] = None  # the branch goes there
        now = block()
        del program.code[program.place]
        if now is None:
            break
        program.jump("bra", now[0])
    return program


def walks(words):
    for i in range(60):
        yield f"walk_{i}", walk(words, i, random.Random(f"hb {i}").choice(SKEWS))


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    nvdisasm, frame, out, *cubins = sys.argv[1:]
    words, out = WarpWords(Pool(nvdisasm, cubins)), pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    with (out / "cells.txt").open("w") as cells:
        for name, program in itertools.chain(straight(words), landings(words), walks(words)):
            cubin = Cubin(frame)
            cubin.write("frame", program.assembled())
            cubin.set_registers("frame", 250)
            cubin.save(out / f"{name}.cubin")
            for warps in WARPS:
                cells.write(f"{name} {out}/{name}.cubin frame {warps} 8 32 words\n")


if __name__ == "__main__":
    main()
