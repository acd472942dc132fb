#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""More segments, of stores and loads beside each other and of scoreboards, with the arguments of segments.py:

    write_segments.py [--only=QUESTION,...] NVDISASM FRAME.cubin OUT CUBIN ...
"""
import itertools

import segments
from segments import LANE, OUT, apart, nops
from words import put, with_fields


def to_lanes(pool, register, step, lanes):
    """`register` becomes the address of a word of the output buffer, `step` words from the next lane's; P1 is false in
    the first so many lanes."""
    slow = {"stall": 15, "yield_bit": 0}
    base, wide = pool(r"LDC\.64 R\d+, c\[0x0\]\[0x218\]"), pool(r"IMAD\.WIDE R\d+, R\d+, 0x4, R\d+")
    compare = pool(r"ISETP\.GE\.AND P0, PT, R\d+, 0x[0-9a-f]+, PT", a=LANE, **slow)
    return [with_fields(base, d=register, stall=2, write=0), *nops(1, wait=1, **slow),
            with_fields(put(wide, 32, 32, 4 * step), d=register, a=LANE, c=register, **slow), *nops(1, **slow),
            put(put(compare, 32, 32, lanes), 81, 3, 1), *nops(1, **slow)]


def of_width(pool, pattern, **fields):
    """The same access of 32, 64 and 128 bits, without an offset."""
    names = {32: "", 64: r"\.64", 128: r"\.128"}
    return {bits: put(pool(pattern.format(name), **fields), 40, 24, 0) for bits, name in names.items()}


def writes_of_stores(pool):
    """A load so many cycles after a store of some lanes, in one or several wavefronts (rule 26)."""
    stores = of_width(pool, r"STG\.E{} desc\[UR4\]\[R\d+\.64(?:\+0x[0-9a-f]+)?\], R\d+", a=20, b=16, stall=2, read=0)
    stores[32] = with_fields(stores[32], b=11)
    loads = of_width(pool, r"LDG\.E{} R\d+, desc\[UR4\]\[R\d+\.64(?:\+0x[0-9a-f]+)?\]", d=28, stall=2, write=1)
    wait = nops(1, wait=2, stall=2)
    cases = [(32, 8, (4, 8, 12, 16, 20, 24, 28)), (32, 16, (4, 8, 16, 24)), (32, 32, (2, 4, 8, 16)), (32, 9, (16,)),
             (32, 33, (8, 16)), (32, 4, (16, 20)), (64, 2, (16, 18, 32)), (64, 4, (16, 32)), (64, 8, (16, 32)),
             (64, 16, (8, 16)), (128, 4, (8, 32)), (128, 8, (16, 32))]
    for bits, step, counts in cases:
        for lanes, distance in itertools.product(counts, range(96)):
            if distance < 64 or lanes * step >= 128:
                yield (f"sw_{bits}_{step}_{lanes}_{distance}",
                       [with_fields(stores[bits], guard=9), *nops(distance), with_fields(loads[32], a=OUT), *wait],
                       to_lanes(pool, 20, step, lanes))
    cases = [(32, 2), (32, 4), (32, 8), (32, 16), (32, 32), (32, 9), (64, 2), (64, 4), (64, 8), (128, 4)]
    for lanes, (bits, step), distance in itertools.product((1, 32), cases, range(30)):
        yield (f"lw_{lanes}_{bits}_{step}_{distance}",
               [with_fields(stores[32], a=OUT, guard=9), *nops(distance), with_fields(loads[bits], a=20), *wait],
               to_lanes(pool, 20, step, lanes))


def scoreboards_set_again(pool):
    """Two stores with one scoreboard for their sources, so many cycles apart, and what waits for it (rule 2)."""
    words = {"sts": pool(r"STS \[R\d+\], R\d+", a=24, read=0),
             "stg": pool(r"STG\.E desc\[UR4\]\[R\d+\.64\], R\d+", a=OUT, read=0)}
    data = {"r": 11, "z": 255}
    for (name, word), first, second, distance in itertools.product(words.items(), data, data, range(10)):
        yield (f"st_{name}_{first}{second}_{distance}",
               [with_fields(word, b=data[first]), *nops(distance), with_fields(word, b=data[second]),
                *nops(1, wait=1, stall=2)], apart(pool, 24, 4))


def checks(pool):
    """FCHK of registers (r), an immediate (i) and RZ (z), one after another (rule 24)."""
    registers = put(pool(r"FCHK P0, R\d+, R\d+", a=16, b=18, write=1), 81, 3, 0)
    immediate = put(pool(r"FCHK P0, R\d+, \d+", a=16, write=1), 81, 3, 0)
    words = {"rr": registers, "ri": immediate, "rrz": with_fields(registers, b=255)}
    for (name, word), count in itertools.product(words.items(), (2, 3, 4)):
        yield f"fk_{name}_x{count}", [word] * count + nops(1, wait=2, stall=2), []


def late_releases(pool):
    """What waits for a scoreboard beside a row whose register is late, so many cycles behind what sets it (rule 2)."""
    first = {"rcp": (pool(r"MUFU\.RCP R\d+, R\d+", b=56), 17), "lds": (pool(r"LDS R\d+, \[R\d+\]", a=25), 31),
             "ldc": (pool(r"LDC R\d+, c\[0x0\]\[0x28\]"), 34), "s2r": (pool(r"S2R R\d+, SR_TID\.X"), 32)}
    written = pool(r"FSEL R\d+, R\d+, 0\.25, !P1", d=51, a=18)
    beside = pool(r"MUFU\.SIN R\d+, R\d+", d=53, b=47)
    late = pool(r"FMUL R\d+, R\d+, R\d+", d=58, a=56, b=51)
    for name, (word, most) in first.items():
        for place, is_late in itertools.product(range(8, most + 2), (0, 1)):
            rows = nops(place)
            rows[place - 6] = written if is_late else rows[0]
            rows[place - 3], rows[place - 1] = beside, late
            for more in (0, 1) if name in ("rcp", "lds") else (0,):
                yield (f"late_{name}{'w' * more}_{place}_{is_late}",
                       [*nops(2), with_fields(word, d=60, write=0), *rows, *nops(more), *nops(1, wait=1, stall=2)],
                       apart(pool, 25, 4))
    popc = pool(r"POPC R\d+, R\d+", d=60, b=61, write=0)
    pairs = {2: (pool(r"IADD3 R\d+, R\d+, R\d+, RZ", d=41, a=42, b=44), pool(r"IMAD R\d+, R\d+, R\d+, RZ", d=49, a=46, b=48)),
             3: (pool(r"IADD3 R\d+, R\d+, R\d+, R\d+", d=41, a=42, b=44, c=46),
                 pool(r"IMAD R\d+, R\d+, R\d+, R\d+", d=49, a=48, b=50, c=52))}
    for (sources, rows), place, more in itertools.product(pairs.items(), range(6, 20), (0, 1)):
        yield (f"popc{'n' * more}_{sources}_{place}",
               [*nops(2), popc, *nops(place - 1), *rows, *nops(more), *nops(1, wait=1, stall=2)], [])
    readers = {"lds": pool(r"LDS R\d+, \[R\d+\]", d=38, a=25), "sts": pool(r"STS \[R\d+\], R\d+", a=25, b=11),
               "stg": pool(r"STG\.E desc\[UR\d+\]\[R\d+\.64\], R\d+", a=OUT, b=11),
               "rcp": pool(r"MUFU\.RCP R\d+, R\d+", d=60, b=56),
               "ldg": pool(r"LDG\.E R\d+, desc\[UR\d+\]\[R\d+\.64\]", d=36, a=OUT)}
    for (name, word), place, (sources, rows), more in itertools.product(
            readers.items(), range(2, 17), pairs.items(), (0, 1)):
        yield (f"read{'n' * more}_{name}_{sources}_{place}",
               [*nops(2), with_fields(word, read=0), *nops(place - 1), *rows, *nops(more), *nops(1, wait=1, stall=2)],
               apart(pool, 25, 4))


def beside_shared_memory(pool):
    """A load so many cycles behind a store or a load of shared memory with conflicts, with BAR between them or not: does
    it have to wait (rules 6, 26)?"""
    store = pool(r"STS \[R\d+\], R\d+", a=24, b=11, stall=2)
    first = pool(r"LDS R\d+, \[R\d+\]", d=38, a=24, stall=2, write=2)
    loads = {"ldg": pool(r"LDG\.E R\d+, desc\[UR\d+\]\[R\d+\.64\]", d=36, a=OUT, stall=2, write=1),
             "lds": pool(r"LDS R\d+, \[R\d+\]", d=37, a=25, stall=2, write=1)}
    barrier, wait = pool(r"BAR\.SYNC\.DEFER_BLOCKING 0x0", stall=6), nops(1, wait=2, stall=2)
    between = {"nop": nops(1, stall=6), "bar": [barrier]}
    for (name, load), step, (how, rows), distance in itertools.product(
            loads.items(), (4, 32, 64, 128), between.items(), range(56)):
        yield (f"meets_{name}_{step}_{how}_{distance}", [*nops(2), store, *rows, *nops(distance), load, *wait],
               apart(pool, 24, step) + apart(pool, 25, 4))
    for step, distance in itertools.product((64, 128), range(56)):
        yield (f"meets_first_{step}_{distance}",
               [*nops(2), first, *nops(1, stall=6), *nops(distance), loads["ldg"], *wait], apart(pool, 24, step))


if __name__ == "__main__":
    segments.QUESTIONS = (writes_of_stores, scoreboards_set_again, checks, late_releases, beside_shared_memory)
    segments.main()
