#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs with an unconditional BRA that does not run, and what the fetch makes of it (rule 9).

    followed.py NVDISASM LONG_FRAME.cubin OUT CUBIN ...

The arguments and what is written are those of fetches.py. Each program lands in a line that is not held; somewhere on
the straight path from there stands a BRA without guard or predicate, "planted". So many cycles after the landing, a
conditional BRA goes to some line, the landing in which tells whether the fetch has asked for it and is busy.
"""
import itertools

from fetches import Program, write
from words import with_fields, with_target

X, Y, W, FAR = 8, 40, 60, 95  # lines: of the landing, of the planted branch's target, of a second one's, not asked for


class Planted(Program):
    def plant(self, line, slot, to):
        at = self.slot(line, slot)
        self.code[at] = with_target(with_fields(self.words.bra, stall=5), 16 * at, 16 * self.slot(*to))

    def idle(self, cycles):
        while cycles > 0:
            self.nop(min(cycles, 15))
            cycles -= 15

    def sample(self, to, cycles):
        """From two cycles on the landing leaves a stamp too."""
        if cycles >= 2:
            self.stamp()
            self.idle(cycles - 2)
        elif cycles:
            self.nop(cycles)
        self.jump("bra", self.slot(*to))
        self.stamp()
        self.nop(15)


def landed(words, line=X, slot=0):
    program = Planted(words)
    program.jump("bra", program.slot(line, slot))
    return program


def run_up(words, line, slot, stall):
    """Lands in one of the last slots of a line, and runs to its end."""
    program = landed(words, line, slot)
    if slot == 6:
        program.nop(stall)
    program.nop()
    return program


RUN_UPS = [(7, 1), *((6, stall) for stall in (1, 2, 3, 4, 6, 8))]
CYCLES = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 17, 20)


def in_lines(words):
    """In the line of the landing, in the next ones, and a second one at the target."""
    for (entry, slot), line, cycles in itertools.product(((0, 7), (0, 5), (0, 4), (2, 7)), (X + 1, X + 2, Y, Y + 1, FAR),
                                                         range(30)):
        program = landed(words, X, entry)
        program.plant(X, slot, (Y, 2))
        yield f"t1_{entry}_{slot}_{line}_{cycles}", program, (line, 0), cycles
    for ahead, slot, cycles in itertools.product((1, 2), range(8), range(30)):
        for line in (X + 2, FAR) if ahead == 1 else (FAR,):
            program = landed(words)
            program.plant(X + ahead, slot, (Y, 2))
            yield f"t3_{ahead}_{slot}_{line}_{cycles}", program, (line, 0), cycles
    for slot, line, cycles in itertools.product((0, 3, 5, 7), (Y, Y + 1, W, FAR), range(8, 46)):
        program = landed(words)
        program.plant(X, 7, (Y, 0))
        program.plant(Y, slot, (W, 3))
        yield f"t5_{slot}_{line}_{cycles}", program, (line, (slot + 1) % 8 if line == Y else 0), cycles


def behind_run_ups(words):
    """In the line that straight code enters, or in the one behind it."""
    for (entry, stall), slot, line, cycles in itertools.product(RUN_UPS, (2, 4, 6, 7), (Y, Y + 1, X + 1, X + 2, FAR), CYCLES):
        program = run_up(words, X - 1, entry, stall)
        program.plant(X, slot, (Y, 2))
        yield f"u1_{entry}_{stall}_{slot}_{line}_{cycles}", program, (line, 0), cycles
    for (entry, stall), slot, line, cycles in itertools.product(RUN_UPS, (0, 4, 7), (Y, Y + 1, X + 1, FAR), CYCLES):
        program = run_up(words, X - 2, entry, stall)
        program.plant(X, slot, (Y, 2))
        yield f"u4_{entry}_{stall}_{slot}_{line}_{cycles}", program, (line, 0), cycles


def near(words):
    """To a line that was asked for already."""
    for entry, slot, to in ((0, 7, (X, 7)), (0, 5, (X, 7)), (0, 5, (X, 6)), (3, 6, (X, 7)), (0, 5, (X + 1, 1)),
                            (0, 7, (X + 1, 1)), (0, 5, (X + 2, 1))):
        for line, cycles in itertools.product((X + 1, X + 2, X + 3, FAR), range(30)):
            program = landed(words, X, entry)
            program.plant(X, slot, to)
            place = (line, 5 if line in (X + 1, X + 2) else 0)
            yield f"v3_{entry}_{slot}_{to[0] - X}_{to[1]}_{line}_{cycles}", program, place, cycles


def that_fit(words):
    """Without those whose branch that tells does not fit in front of what is planted."""
    for name, program, to, cycles in itertools.chain(in_lines(words), behind_run_ups(words), near(words)):
        try:
            program.sample(to, cycles)
        except ValueError:
            continue
        yield name, program


if __name__ == "__main__":
    write(__doc__, (that_fit,))
