#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs of branches between lines of code, with a read of the clock at each landing (rule 9).

    fetches.py NVDISASM LONG_FRAME.cubin OUT CUBIN ...

LONG_FRAME.cubin is long_frame.cu compiled for sm_90; words are taken from the other CUBINs. Writes OUT/NAME.cubin for
each program, OUT/cells.txt, which `run_cells` (run_cells.cu) measures, and OUT/traces.json: of each program the
instructions that it executes in a pass, as [slot, stall, kind, target slot or number of the stamp].

Each pass runs 64 lines of NOP first, so that the nearest cache holds nothing of what follows; the last of three passes
leaves the stamps.
"""
import itertools
import json
import pathlib
import random
import sys

from segments import Pool
from words import NOP, Cubin, put, with_fields, with_target

COUNT, TARGET, FIRST_STAMP, FIRST_LINE, PASSES = 10, 20, 64, 4, 3
SLOW = {"stall": 15, "yield_bit": 0}


def stalled(cycles):
    return {"stall": cycles, "yield_bit": int(cycles < 12)}


def nop(cycles=1):
    return with_fields(NOP, **stalled(cycles))


class Words:
    def __init__(self, pool):
        self.clock, self.bra = pool(r"CS2R\.32 R\d+, SR_CLOCKLO"), pool(r"BRA `\(.*")
        self.call, self.ret = pool(r"CALL\.REL\.NOINC .*"), pool(r"RET\.REL\.NODEC R\d+ .*", a=TARGET)
        self.move, self.timer = pool(r"MOV R\d+, 0x[0-9a-f]+"), pool(r"LDC\.64 R\d+, c\[0x0\]\[0x220\]")
        self.memory, self.exit = pool(r"ULDC\.64 UR4, c\[0x0\]\[0x208\]"), pool("EXIT", stall=5)
        self.count = pool(r"VIADD R\d+, R\d+, 0x1", d=COUNT, a=COUNT)
        self.compare = pool(r"ISETP\.NE\.U32\.AND P0, PT, R\d+, 0x1, PT", a=COUNT)
        self.store = pool(r"STG\.E desc\[UR4\]\[R\d+\.64\], R\d+", a=2)

    def moved(self, register, value, **fields):
        return with_fields(put(self.move, 32, 32, value), d=register, **fields)


class Program:
    """Lines are counted from the first one behind the NOPs."""

    def __init__(self, words, lines=120, flush=64):
        self.words, self.code, self.trace, self.stamps = words, {}, [], 0
        self.first = FIRST_LINE + flush + 2
        self.end = self.first + lines
        self.place = 8 * FIRST_LINE
        while self.place < 8 * (FIRST_LINE + flush) - 2:
            self.nop(15 if self.place >= 8 * (FIRST_LINE + flush) - 5 else 1)
        self.stamp()

    def slot(self, line, slot=0):
        return 8 * (self.first + line) + slot

    def add(self, word, stall, kind, argument=None):
        if self.place in self.code:
            raise ValueError(f"slot {self.place} is taken")
        self.code[self.place] = word
        self.trace.append((self.place, stall, kind, argument))
        self.place += 1

    def nop(self, cycles=1):
        self.add(nop(cycles), cycles, "nop")

    def wait(self, cycles):
        parts = -(-cycles // 15)
        for i in range(parts):
            self.nop(cycles // parts + (i < cycles % parts))

    def stamp(self, stall=2):
        self.add(with_fields(self.words.clock, d=FIRST_STAMP + self.stamps, **stalled(stall)), stall, "clock", self.stamps)
        self.stamps += 1

    def jump(self, kind, to):
        if kind == "ret":
            self.add(self.words.moved(TARGET, 16 * to, stall=10), 10, "mov")
        word = {"bra": with_fields(self.words.bra, guard=1), "always": self.words.bra, "call": self.words.call,
                "ret": self.words.ret}[kind]
        target = 0 if kind == "ret" else 16 * to
        self.add(with_target(with_fields(word, stall=5), 16 * self.place, target), 5, kind, to)
        self.place = to

    def straight(self, to, stall):
        """NOPs up to a slot, with a stamp in the first slot of each line."""
        while self.place < to:
            self.stamp(stall) if self.place % 8 == 0 else self.nop(stall)

    def address_of_stamps(self):
        return [with_fields(self.words.timer, d=2, stall=2, write=0), with_fields(nop(15), wait=1)]

    def head(self, always):
        words = self.words
        return [with_fields(words.memory, stall=7), words.moved(COUNT, 0, **SLOW), words.moved(TARGET + 1, 0, **SLOW),
                nop(15), always, nop(15), nop(15)]

    def assembled(self):
        self.jump("bra", 8 * self.end)
        words, bare = self.words, [*[nop(15)] * 4, with_fields(self.words.count, **SLOW), nop(15)]
        bare += [with_fields(put(words.compare, 32, 32, PASSES), **SLOW), nop(15)]
        at = self.place + len(bare)
        bare += [with_target(with_fields(words.bra, guard=0, stall=6), 16 * at, 16 * 8 * FIRST_LINE), nop(15), nop(15)]
        bare += self.address_of_stamps()
        bare += [with_fields(put(words.store, 40, 24, 8 * i), b=FIRST_STAMP + i, stall=4) for i in range(self.stamps)]
        at = self.place + len(bare) + 1
        bare += [words.exit, with_target(with_fields(words.bra, stall=0, yield_bit=0), 16 * at, 16 * at)]
        always = put(put(words.compare, 32, 32, PASSES + 1), 81, 3, 1)  # P1, of the conditional branches
        code = self.code | dict(enumerate(self.head(with_fields(always, **SLOW)))) | dict(enumerate(bare, self.place))
        return [code.get(i, NOP) for i in range(max(code) + 9)]


def begun(words, slot=0, kind="bra", **sizes):
    program = Program(words, **sizes)
    program.jump(kind, program.slot(8, slot))
    return program


def landings(words):
    """A landing in line 8, and straight code behind it."""
    for slot, stall in itertools.product(range(8), (1, 2, 3, 4)):
        program = begun(words, slot)
        program.stamp(stall)
        program.straight(program.slot(24), stall)
        yield f"straight_{slot}_{stall}", program
    for slot, kind in itertools.product(range(8), ("bra", "call", "ret")):
        program = begun(words)
        program.stamp()
        program.jump(kind, program.slot(40, slot))
        program.stamp()
        program.nop(15)
        yield f"land_{kind}_{slot}", program


def ahead(words):
    """A landing in line 8, and one in a line near it so many cycles later."""
    for lines, slot, cycles in itertools.product((1, 2, 3, -1, 10), (0, 5), range(2, 35)):
        program = begun(words)
        program.stamp()
        program.wait(cycles - 2)
        program.jump("bra", program.slot(8 + lines, slot))
        program.stamp()
        program.nop(15)
        yield f"ahead_{lines}_{slot}_{cycles}", program
    for lines, stall, cycles in itertools.product((2, 3), (1, 4), range(2, 31)):
        program = begun(words)
        program.straight(program.slot(9), stall)
        program.stamp()
        program.wait(cycles - 2)
        program.jump("bra", program.slot(9 + lines))
        program.stamp()
        program.nop(15)
        yield f"on_{lines}_{stall}_{cycles}", program


def sets(words):
    """Landings so many lines apart, and then in the same lines again."""
    for apart, count in itertools.product((4, 8, 16, 32, 48), (2, 3, 5, 9, 13, 16, 17)):
        if apart * count > 168:
            continue
        program = Program(words, lines=174, flush=60)
        for slot, i in itertools.product((0, 4), range(count)):
            program.jump("bra", program.slot(apart * i, slot))
            program.stamp()
            program.wait(30 - 15 * (slot > 0))
        yield f"set_{apart}_{count}", program


def walk(words, seed, lines, near, kinds, lengths, stalls):
    """From block to block, each in free slots; `near`: how many of the jumps stay within some lines."""
    chance, program, after = random.Random(seed), Program(words, lines=lines + 4), {"ret": 2}

    def block():
        for _ in range(300):
            length, stall, kind = chance.choice(lengths), chance.choice(stalls), chance.choice(kinds)
            line = chance.randrange(lines)
            if chance.random() < near:
                line = program.place // 8 - program.first + chance.choice((-3, -2, -1, 0, 1, 1, 2, 2, 3, 3, 4, 5))
            begin = program.slot(line, chance.randrange(8))
            slots = range(begin, begin + 1 + length + after.get(kind, 1))
            if 0 <= line and slots[-1] < program.slot(lines) and not any(slot in program.code for slot in slots):
                return begin, length, stall, kind
        return None

    now = block()
    program.jump("bra", now[0])
    while program.stamps < 100:
        _, length, stall, kind = now
        program.stamp(chance.choice((2, 2, 3, 5, 9)))
        for _ in range(length):
            program.nop(stall)
        room = range(program.place, program.place + after.get(kind, 1))
        program.code |= dict.fromkeys(room)
        now = block()
        for slot in room:
            del program.code[slot]
        if now is None:
            break
        program.jump(kind, now[0])
    return program


def walks(words):
    lengths = ((0, 1, 2, 3, 6), (0, 0, 1, 12, 20), (0, 1, 4))
    for name, count, kinds in (("bra", 300, ("bra",)), ("call", 120, ("bra", "call", "ret")),
                               ("always", 60, ("bra", "always"))):
        for i in range(count):
            yield (f"walk_{name}_{i}", walk(words, f"{name} {i}", (24, 40, 60, 100, 150)[i % 5], (0, 0.5, 0.85)[i % 3],
                                            kinds, lengths[i // 15 % 3], (1, 2, 4, 12)))


def write(usage, questions):
    """The files of the programs, which each question gives with their names."""
    if len(sys.argv) < 5:
        sys.exit(usage)
    nvdisasm, frame, out, *cubins = sys.argv[1:]
    words, out, traces = Words(Pool(nvdisasm, cubins)), pathlib.Path(out), {}
    out.mkdir(parents=True, exist_ok=True)
    with (out / "cells.txt").open("w") as cells:
        for name, program in itertools.chain.from_iterable(question(words) for question in questions):
            cubin = Cubin(frame)
            cubin.write("frame", program.assembled())
            cubin.set_registers("frame", 250)
            cubin.save(out / f"{name}.cubin")
            cells.write(f"{name} {out}/{name}.cubin frame 32 0 z:256 z:256 z:1536\n")
            traces[name] = program.trace
    (out / "traces.json").write_text(json.dumps(traces))


if __name__ == "__main__":
    write(__doc__, (landings, ahead, sets, walks))
