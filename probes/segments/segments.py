#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Segments of assembled instructions between two reads of the clock, third pass of a loop.

    segments.py [--only=QUESTION,...] NVDISASM FRAME.cubin OUT CUBIN ...

FRAME.cubin is frame.cu compiled for sm_90; words are taken from the other CUBINs and get new registers and control
fields. Writes OUT/NAME.cubin for each segment and OUT/cells.txt, which `run_cells` (run_cells.cu) measures.
"""
import itertools
import pathlib
import re
import struct
import sys

from words import NOP, Cubin, listing, plain, put, with_fields, with_target

LANE, COUNT, START, STOP, OUT = 15, 0, 6, 8, 4  # registers of the frame
FIRST_PASSES = 3


class Pool:
    def __init__(self, nvdisasm, paths):
        self.words = {}
        for path in paths:
            for _, text, word in itertools.chain.from_iterable(listing(nvdisasm, path).values()):
                self.words.setdefault(re.sub(r"^@!?U?P\d ", "", text), word)

    def __call__(self, pattern, **fields):
        for text, word in self.words.items():
            if re.fullmatch(pattern, text):
                return with_fields(plain(word), **fields)
        raise LookupError(f"no given cubin has {pattern}")


def nops(count=1, **fields):
    return [with_fields(NOP, **fields)] * count


def move(pool, register, value, **fields):
    return with_fields(put(pool(r"MOV R\d+, 0x[0-9a-f]+"), 32, 32, value), d=register, **fields)


def assembled(pool, segment, prelude=()):
    """The words of a kernel. An item is a word, ("label", name), ("to", name, word), ("return", word) or
    ("address", name, word)."""
    slow = {"stall": 15, "yield_bit": 0}
    parameter = {offset: pool(rf"LDC\.64 R\d+, c\[0x0\]\[0x{offset:x}\]") for offset in (0x210, 0x218, 0x220)}
    wide = {scale: pool(rf"IMAD\.WIDE R\d+, R\d+, 0x{scale}, R\d+") for scale in (4, 8)}
    code = [pool(r"S2R R\d+, SR_TID\.X", d=LANE, stall=7, write=0),
            with_fields(parameter[0x210], d=2, stall=2, write=0),
            pool(r"ULDC\.64 UR4, c\[0x0\]\[0x208\]", stall=7), with_fields(parameter[0x218], d=OUT, stall=2, write=1),
            with_fields(wide[4], d=2, a=LANE, c=2, stall=6, yield_bit=0, wait=1),
            with_fields(wide[4], d=OUT, a=LANE, c=OUT, stall=6, yield_bit=0, wait=2),
            pool(r"LDG\.E R\d+, desc\[UR4\]\[R\d+\.64\]", d=11, a=2, stall=2, write=5),
            move(pool, COUNT, 0, stall=4, yield_bit=0), *nops(wait=0x3F, **slow)]
    code += [move(pool, register, 0, stall=4, yield_bit=0) for register in range(16, 32)] + list(prelude)
    loop = len(code)
    barrier = pool(r"BAR\.SYNC\.DEFER_BLOCKING 0x0", **slow)
    code += nops(wait=0x3F, **slow) + nops(3, **slow) + [barrier] + nops(2, **slow)
    code += nops((6 - len(code)) % 8, **slow)
    clock = pool(r"CS2R R\d+, SR_CLOCKLO")
    code += [with_fields(clock, d=START, stall=2), *segment, with_fields(clock, d=STOP, stall=2)]
    code += [pool(r"VIADD R\d+, R\d+, 0x1", d=COUNT, a=COUNT, stall=6, yield_bit=0)]
    code += nops(wait=0x3F, **slow) + nops(4, **slow)
    compare = pool(r"ISETP\.NE\.AND P0, PT, R\d+, 0x[0-9a-f]+, PT", a=COUNT, stall=13, yield_bit=0)
    branch = pool(r"BRA `\(.*")
    code += [put(compare, 32, 32, FIRST_PASSES), ("to", loop, with_fields(branch, guard=0, stall=6))]
    code += [with_fields(parameter[0x220], d=2, stall=2, write=1),
             pool(r"SHF\.L\.U32 R\d+, R\d+, 0x1, RZ", d=13, a=LANE, stall=7, yield_bit=0),
             with_fields(wide[8], d=2, a=13, c=2, stall=6, yield_bit=0, wait=2),
             pool(r"STG\.E\.64 desc\[UR4\]\[R\d+\.64\], R\d+", a=2, b=START, stall=4),
             pool(r"STG\.E\.64 desc\[UR4\]\[R\d+\.64\+0x8\], R\d+", a=2, b=STOP, stall=4), pool("EXIT", stall=5),
             ("label", "end"), ("to", "end", with_fields(branch, stall=0, yield_bit=0))]
    labels, rows = {}, []
    for item in code:
        if isinstance(item, tuple) and item[0] == "label":
            labels[item[1]] = len(rows)
        else:
            rows.append(item)
    place = lambda name: 16 * labels.get(name, name)
    for i, item in enumerate(rows):
        if isinstance(item, int):
            continue
        kind = item[0]
        if kind == "to":
            rows[i] = with_target(item[2], 16 * i, place(item[1]))
        elif kind == "return":
            rows[i] = with_target(item[1], 16 * i, 0)
        else:
            rows[i] = put(item[2], 32, 32, place(item[1]))
    return rows + nops(2)


def logic(pool, **fields):
    return pool(r"LOP3\.LUT R\d+, R\d+, 0x\w+, RZ, 0xc0, !PT", **fields)


def product(pool, **fields):
    return pool(r"IMAD\.IADD R\d+, R\d+, 0x1, R\d+", **fields)


def constant(pool, kind="", offset=0, **fields):
    """LDC by register, of the parameters of the frame."""
    return put(put(pool(rf"LDC{kind} R\d+, c\[0x3\]\[R\d+(\+0x\w+)?\]", **fields), 54, 5, 0), 38, 16, offset)


def addresses_of_parameters(pool, values, bytes_apart):
    """Register 23 becomes the address of one of `values` neighbours among the parameters, by the lane."""
    slow = {"stall": 15, "yield_bit": 0}
    double = pool(r"SHF\.L\.U32 R\d+, R\d+, 0x1, RZ", d=23, a=23, **slow)
    add = pool(r"VIADD R\d+, R\d+, 0x1", d=23, a=23, **slow)
    chosen = put(logic(pool, d=23, a=LANE, **slow), 32, 32, values - 1)
    return [chosen, *[double] * (bytes_apart.bit_length() - 1), put(add, 32, 32, 0x210)]


def moved(word, offset):
    """An access of memory so many bytes further."""
    return put(word, 40, 24, offset)


def load_of_a_line(pool):
    """A load, what makes the first level hold its line and the next one, and the load timed anew."""
    slow = {"stall": 15, "yield_bit": 0}
    load = pool(r"LDG\.E R\d+, desc\[UR4\]\[R\d+\.64\]", d=28, a=OUT, stall=2, write=1)
    warm = [load, *nops(1, wait=2, **slow), moved(load, 0x80), *nops(1, wait=2, **slow), *nops(4, **slow)]
    return load, warm, [pool(r"CS2R R\d+, SR_CLOCKLO", d=START, stall=2), load, *nops(1, wait=2, stall=2)]


def returns(pool):
    """RET soon after an access, and under a guard (rule 17)."""
    target = [("address", "back", move(pool, 20, 0, stall=4, yield_bit=0)), move(pool, 21, 0, stall=6, yield_bit=0)]
    ret = pool(r"RET\.REL\.NODEC R\d+ .*", a=20, stall=5)
    accesses = {"stg": (pool(r"STG\.E desc\[UR4\]\[R\d+\.64\], R\d+", a=OUT, b=11, stall=2), "read"),
                "sts": (pool(r"STS \[R\d+\], R\d+", a=24, b=11, stall=2), "read"),
                "ldg": (pool(r"LDG\.E R\d+, desc\[UR4\]\[R\d+\.64\]", d=28, a=OUT, stall=2), "write"),
                "lds": (pool(r"LDS R\d+, \[R\d+\]", d=28, a=24, stall=2), "write")}
    for name, (word, scoreboard) in accesses.items():
        access = with_fields(word, **{scoreboard: 0})
        yield f"ret_{name}_wait", [access, ("return", with_fields(ret, wait=1)), ("label", "back")], target
        for distance in range(26):
            yield f"ret_{name}_nop{distance}", [access, *nops(distance), ("return", ret), ("label", "back")], target
    arm = put(pool(r"BSSY B0, .*"), 32, 32, 16 * 5)
    meet = pool(r"BSYNC B0", stall=5)
    for lanes, guard, stall in itertools.product((0, 1, 8, 15, 16, 17, 24, 31, 32), (1, 9), (5, 12, 15)):
        compare = pool(r"ISETP\.GE\.AND P0, PT, R\d+, 0x[0-9a-f]+, PT", a=LANE, stall=13, yield_bit=0)
        from_lane = put(put(compare, 32, 32, lanes), 81, 3, 1)
        early = ("return", with_fields(ret, guard=guard, stall=stall, yield_bit=int(stall < 12)))
        yield (f"guarded_{lanes}_{guard}_{stall}", [arm, early, *nops(3), ("return", ret), ("label", "back"), meet],
               target + [from_lane])


def uniform(pool):
    """Which unit the operations of the uniform datapath take, and whether BAR holds them back (rules 3, 6)."""
    patterns = {"ushf": r"USHF\.L\.U32 UR\d+, UR\d+, 0x\w+, URZ", "ulop3": r"ULOP3\.LUT UR\d+, UR\d+, UR\d+, URZ.*",
                "usel": r"USEL UR\d+, UR\d+, UR\d+, UP0", "uimad": r"UIMAD UR\d+, UR\d+, (UR\d+|0x\w+), UR\w+",
                "upopc": r"UPOPC UR\d+, UR\d+", "uflo": r"UFLO\.U32 UR\d+, UR\d+", "ubmsk": r"UBMSK.*",
                "uiadd3": r"UIADD3 UR\d+, UR\d+, 0x\w+, URZ", "umov": r"UMOV UR\d+, 0x\w+", "r2ur": r"R2UR UR\d+, R\d+"}
    add = pool(r"IADD3 R\d+, R\d+, R\d+, RZ", d=30, a=30, b=30)
    barrier = pool(r"BAR\.SYNC\.DEFER_BLOCKING 0x0")
    words = {name: put(pool(pattern), 16, 8, 20) for name, pattern in patterns.items()}
    words["r2ur"] = with_fields(words["r2ur"], a=28)
    for name, word in words.items():
        for count in (1, 2, 3, 4):
            yield f"{name}_x{count}", [put(word, 16, 8, 20 + 2 * i) for i in range(count)], []
        for other, second in words.items():
            yield f"{name}_{other}", [word, put(second, 16, 8, 24)], []
        yield f"{name}_iadd3", [word, add, with_fields(add, d=29)], []
        for distance in (0, 2, 3, 4, 5, 6, 9):
            yield f"bar_{name}_{distance}", [barrier, *nops(distance), word], []


def stalls(pool):
    """What each stall count is, with the yield bit set and clear (rule 1)."""
    add = pool(r"IADD3 R\d+, R\d+, R\d+, RZ", d=30, a=16, b=18)
    for stall, bit in itertools.product(range(1, 16), (0, 1)):
        for name, word in (("nop", NOP), ("iadd3", add)):
            timed = with_fields(word, stall=stall, yield_bit=bit)
            yield f"stall_{name}_{stall}_{bit}", [*nops(2, stall=2), timed, *nops(1, stall=2)], []


def young_registers(pool):
    """An instruction that reads two registers of one bank, written so many cycles ago (rule 22)."""
    three = r"{} R\d+, R\d+, R\d+, R\d+"
    words = {"iadd3": pool(three.format("IADD3")), "imad": pool(three.format("IMAD")),
             "ffma": pool(three.format("FFMA")), "lop3": pool(three.format(r"LOP3\.LUT") + r", 0x[0-9a-f]+, !PT")}
    writers = ("iadd3", "imad", "ffma")
    for reader, word in words.items():
        for third, stall in itertools.product((20, 255), (1, 4)):
            read = with_fields(word, d=30, a=25, b=27, c=third, stall=stall, yield_bit=int(stall == 1))
            yield f"old_{reader}_{third}_{stall}", [*nops(6, stall=2), *nops(2, stall=9, yield_bit=0), read], []
            for older, newer in itertools.product(writers, writers):
                for ages in itertools.product(range(5, 11), range(4, 9)):
                    distance = ages[0] - ages[1]
                    if distance < 1 or (distance < 2 and older == newer):
                        continue
                    first = with_fields(words[older], d=25, a=16, b=255, c=255, stall=distance)
                    second = with_fields(words[newer], d=27, a=17, b=255, c=255, stall=ages[1], yield_bit=0)
                    yield (f"young_{reader}_{older}{ages[0]}_{newer}{ages[1]}_{third}_{stall}",
                           [*nops(6, stall=2), first, second, read], [])


def doubles(pool):
    """Arithmetic so many cycles after double precision (rule 25)."""
    product, add = pool(r"DMUL R\d+, R\d+, R\d+", d=28, a=16, b=18), pool(r"IADD3 R\d+, R\d+, R\d+, RZ")
    for distance, register in itertools.product(range(2, 9), (30, 31)):
        yield (f"dmul_{distance}_{register}",
               [*nops(4, stall=2), with_fields(product, stall=distance, yield_bit=0),
                with_fields(add, d=register, a=20, b=20)], [])


def stores_and_loads(pool):
    """A load so many cycles after a store whose lanes are so many words apart (rule 26)."""
    store = pool(r"STG\.E desc\[UR4\]\[R\d+\.64\], R\d+", a=20, b=11, stall=2, read=0)
    load = pool(r"LDG\.E R\d+, desc\[UR4\]\[R\d+\.64\]", d=28, stall=2, write=1)
    base, wide = pool(r"LDC\.64 R\d+, c\[0x0\]\[0x218\]"), pool(r"IMAD\.WIDE R\d+, R\d+, 0x4, R\d+")
    slow = {"stall": 15, "yield_bit": 0}
    for apart, near in itertools.product((1, 2, 4, 8, 9, 16, 32, 33), (False, True)):
        prelude = [with_fields(base, d=20, stall=2, write=0), *nops(1, wait=1, **slow),
                   with_fields(put(wide, 32, 32, 4 * apart), d=20, a=LANE, c=20, **slow), *nops(1, **slow)]
        loaded = [with_fields(load, a=OUT if near else 20), *nops(1, wait=2, stall=2)]
        yield f"load_{apart}_{int(near)}", loaded, prelude
        for distance in range(100):
            yield f"stg_ldg_{apart}_{int(near)}_{distance}", [store, *nops(distance), *loaded], prelude


def apart(pool, register, step, lane=LANE):
    """`register` becomes the address of a word of shared memory, `step` bytes from the next lane's."""
    slow = {"stall": 15, "yield_bit": 0}
    times = pool(r"IMAD R\d+, R\d+, 0x[0-9a-f]+, R(\d+|Z)", d=register, a=lane, c=255, **slow)
    add = pool(r"VIADD R\d+, R\d+, 0x1", d=register, a=register, **slow)
    return [put(times, 32, 32, step), *nops(1, **slow), put(add, 32, 32, 0x400)]


def uniform_address(pool):
    """The uniform register that `LDS R, [UR]` of the pool reads points to the words of `apart`."""
    move = pool(r"UMOV UR\d+, 0x[0-9a-f]+", stall=15, yield_bit=0)
    return [put(put(move, 16, 8, 6), 32, 32, 0x400), *nops(1, stall=15, yield_bit=0)]


def barriers(pool):
    """A load of shared memory that BAR holds back, by what went before the BAR (rule 6)."""
    store, load = pool(r"STS \[R\d+\], R\d+", a=24, b=11), pool(r"LDS R\d+, \[R\d+\]", d=36, a=24, stall=2, write=1)
    loaded = [load, *nops(1, wait=2, stall=2)]
    before = {"none": [], "iadd3": [pool(r"IADD3 R\d+, R\d+, R\d+, RZ", d=30, a=16, b=18)], "sts": [store],
              "lds": [with_fields(load, d=40, write=7, stall=1)], "old": [store, *nops(20)]}
    for (name, rows), stall, distance in itertools.product(before.items(), (1, 5, 6, 9, 13), (0, 1, 2, 4, 6, 8)):
        bar = pool(r"BAR\.SYNC\.DEFER_BLOCKING 0x0", stall=stall, yield_bit=int(stall < 12))
        yield f"bar_lds_{name}_{stall}_{distance}", [*rows, *nops(distance), bar, *loaded], apart(pool, 24, 4)
    wide = pool(r"LDG\.E\.128 R\d+, desc\[UR4\]\[R\d+\.64(\+0x[0-9a-f]+)?\]", d=36, a=OUT, stall=2, write=1)
    others = {"ldsur": pool(r"LDS R\d+, \[UR\d+\]", d=36, stall=2, write=1), "ldg128": put(wide, 40, 24, 0),
              "ldg": pool(r"LDG\.E R\d+, desc\[UR4\]\[R\d+\.64\]", d=36, a=OUT, stall=2, write=1)}
    base, times = pool(r"LDC\.64 R\d+, c\[0x0\]\[0x218\]"), pool(r"IMAD\.WIDE R\d+, R\d+, 0x4, R\d+")
    slow = {"stall": 15, "yield_bit": 0}
    quads = [with_fields(base, d=20, stall=2, write=0), *nops(1, wait=1, **slow),
             with_fields(put(times, 32, 32, 16), d=20, a=LANE, c=20, **slow), *nops(1, **slow)]
    cases = itertools.product(others.items(), before.items(), (1, 6), (0, 1, 4))
    for (kind, word), (name, rows), stall, distance in cases:
        bar = pool(r"BAR\.SYNC\.DEFER_BLOCKING 0x0", stall=stall)
        here = with_fields(word, a=20) if kind == "ldg128" else word
        yield (f"bar_{kind}_{name}_{stall}_{distance}", [*rows, *nops(distance), bar, here, *nops(1, wait=2, stall=2)],
               apart(pool, 24, 4) + uniform_address(pool) + quads)


def warpsyncs(pool):
    """WARPSYNC of a register so many cycles after what uses the operand port (rule 19)."""
    wait = pool(r"WARPSYNC R\d+", a=20, stall=8)
    words = {"none": NOP, "popc": pool(r"POPC R\d+, R\d+", d=28, a=21), "lds": pool(r"LDS R\d+, \[R\d+\]", d=28, a=24),
             "sts": pool(r"STS \[R\d+\], R\d+", a=24, b=11),
             "stg": pool(r"STG\.E desc\[UR4\]\[R\d+\.64\], R\d+", a=OUT, b=11),
             "ldg": pool(r"LDG\.E R\d+, desc\[UR4\]\[R\d+\.64\]", d=28, a=OUT)}
    prelude = [move(pool, 20, 0xFFFFFFFF, stall=15, yield_bit=0), *apart(pool, 24, 0)]
    for (name, word), distance in itertools.product(words.items(), range(14)):
        yield f"warpsync_{name}_{distance}", [word, *nops(distance), wait, *nops(1)], prelude


def stores_apart(pool):
    """RET so many cycles after a store whose lanes are so many words apart (rule 17)."""
    target = [("address", "back", move(pool, 20, 0, stall=4, yield_bit=0)), move(pool, 21, 0, stall=6, yield_bit=0)]
    ret = ("return", pool(r"RET\.REL\.NODEC R\d+ .*", a=20, stall=5))
    base, wide = pool(r"LDC\.64 R\d+, c\[0x0\]\[0x218\]"), pool(r"IMAD\.WIDE R\d+, R\d+, 0x4, R\d+")
    slow = {"stall": 15, "yield_bit": 0}
    stores = {"stg": pool(r"STG\.E desc\[UR4\]\[R\d+\.64\], R\d+", a=24, b=11, stall=2),
              "stg64": pool(r"STG\.E\.64 desc\[UR4\]\[R\d+\.64\], R\d+", a=24, b=16, stall=2)}
    for step, (name, store) in itertools.product((2, 4, 8, 16, 32), stores.items()):
        prelude = [with_fields(base, d=24, stall=2, write=0), *nops(1, wait=1, **slow),
                   with_fields(put(wide, 32, 32, 4 * step), d=24, a=LANE, c=24, **slow), *nops(1, **slow), *target]
        for distance in range(40):
            yield f"ret_{name}_apart_{step}_{distance}", [store, *nops(distance), ret, ("label", "back")], prelude


def atomics(pool):
    """Atomics of shared memory whose lanes meet in a word or do not (rule 23)."""
    pair = r" R\d+, \[R\d+\], R\d+, R\d+"
    words = {name: pool(pattern + pair, d=28, a=24, b=20, stall=2, write=1) for name, pattern in
             {"cast64": r"ATOMS\.CAST\.SPIN\.64", "cast": r"ATOMS\.CAST\.SPIN"}.items()}
    words |= {name: pool(pattern + pair, d=28, a=24, b=20, c=22, stall=2, write=1) for name, pattern in
              {"cas64": r"ATOMS\.CAS\.64", "cas": r"ATOMS\.CAS"}.items()}
    half = with_fields(pool(r"SHF\.R\.U32\.HI R\d+, RZ, 0x1, R\d+"), d=25, c=LANE, stall=15, yield_bit=0)
    lanes = {"same": apart(pool, 24, 0), "own8": apart(pool, 24, 8), "own16": apart(pool, 24, 16),
             "own32": apart(pool, 24, 32), "pairs": [half, *nops(1, stall=15, yield_bit=0), *apart(pool, 24, 8, lane=25)]}
    for (name, word), (where, prelude), count in itertools.product(words.items(), lanes.items(), (1, 2, 3)):
        yield f"atoms_{name}_{where}_x{count}", [word] * count + nops(1, wait=2, stall=2), prelude


def other_units(pool):
    """Which unit R2P and UPRMT take: beside themselves, one of each unit, and behind BAR (rules 3, 6)."""
    three = r"{} R\d+, R\d+, R\d+, R\d+"
    words = {"r2p": pool(r"R2P PR, R\d+(\.B\d)?, 0x[0-9a-f]+", a=16),
             "uprmt": put(pool(r"UPRMT UR\d+, UR\d+, 0x[0-9a-f]+, UR\w+"), 16, 8, 20)}
    beside = {"iadd3": pool(r"IADD3 R\d+, R\d+, R\d+, RZ", d=30, a=18, b=18),
              "imad": pool(three.format("IMAD"), d=30, a=18, b=18, c=18),
              "ffma": pool(three.format("FFMA"), d=30, a=18, b=18, c=18),
              "umov": put(pool(r"UMOV UR\d+, 0x\w+"), 16, 8, 24),
              "ulop3": put(pool(r"ULOP3\.LUT UR\d+, UR\d+, UR\d+, URZ.*"), 16, 8, 24),
              "popc": pool(r"POPC R\d+, R\d+", d=28, a=18)}
    barrier = pool(r"BAR\.SYNC\.DEFER_BLOCKING 0x0")
    for name, word in words.items():
        for count in (1, 2, 3, 4):
            yield f"{name}_x{count}", [word] * count, []
        for other, second in beside.items():
            yield f"{name}_{other}", [word, second], []
            yield f"{other}_{name}", [second, word], []
        for distance in (0, 2, 3, 4, 5, 6, 9):
            yield f"bar_{name}_{distance}", [barrier, *nops(distance), word], []


def second_passes(pool):
    """IMAD.WIDE and IMAD.HI that some lanes execute, and that none does (rules 21, 28)."""
    words = {"wide": pool(r"IMAD\.WIDE R\d+, R\d+, 0x[0-9a-f]+, R\d+", d=28, a=16, c=18),
             "hi": pool(r"IMAD\.HI(\.U32)? R\d+, R\d+, (R\d+|-?0x[0-9a-f]+), RZ", d=28, a=16)}
    add = pool(r"IADD3 R\d+, R\d+, R\d+, RZ", d=30, a=20, b=20)
    for (name, word), guard, stall, count in itertools.product(words.items(), (7, 15), (1, 2, 4, 6), (1, 2, 3)):
        one = with_fields(word, guard=guard, stall=stall)
        yield f"second_{name}_{guard}_{stall}_x{count}", [*nops(4, stall=2), *[one] * count, add, *nops(2, stall=2)], []


def predicates(pool):
    """A predicate of arithmetic, so many cycles after an operation of the MIO with one (rule 25)."""
    words = {"fchk": put(pool(r"FCHK P0, R\d+, R\d+", a=16, b=18, write=1), 81, 3, 0),
             "shflp": pool(r"SHFL\.DOWN P0, R\d+, R\d+, 0x1, 0x1f", d=36, a=16, write=1)}
    behind = {"isetp": put(pool(r"ISETP\.NE\.AND P0, PT, R\d+, 0x[0-9a-f]+, PT", a=20), 81, 3, 3),
              "iadd30": pool(r"IADD3 R\d+, R\d+, R\d+, RZ", d=30, a=255, b=255), "nop": NOP}
    for (name, word), (other, second), distance in itertools.product(words.items(), behind.items(), range(24)):
        yield f"{name}_{other}_{distance}", [word, *nops(distance), second, *nops(1, wait=2, stall=2)], []


def addends_behind_accesses(pool):
    """IMAD.WIDE soon after an operation that reads registers through the operand port (rule 29)."""
    wide = pool(r"IMAD\.WIDE R\d+, R\d+, 0x4, R\d+", d=48, c=18, stall=6, yield_bit=0)
    load = pool(r"LDS R\d+, \[R\d+\]", d=28, write=1)
    words = {"nop": NOP, "ldg": pool(r"LDG\.E R\d+, desc\[UR4\]\[R\d+\.64\]", d=28, a=OUT, write=1),
             "lds": with_fields(load, a=24), "lds25": with_fields(load, a=25),
             "sts": pool(r"STS \[R\d+\], R\d+", a=24, b=11, read=1)}
    for (name, word), register, distance in itertools.product(words.items(), (16, 17), range(1, 6)):
        segment = [with_fields(word, stall=distance), with_fields(wide, a=register)]
        yield f"mio_{name}_wide_{register}_{distance}", segment, apart(pool, 24, 4) + apart(pool, 25, 4)


def pairs_of_doubles(pool):
    """Two doubles with something between them (rule 29)."""
    double = {"add": lambda d, x, y: pool(r"DADD R\d+, R\d+, R\d+", d=d, a=x, c=y),
              "mul": lambda d, x, y: pool(r"DMUL R\d+, R\d+, R\d+", d=d, a=x, b=y),
              "fma": lambda d, x, y: pool(r"DFMA R\d+, R\d+, R\d+, R\d+", d=d, a=x, b=y, c=26)}
    compare = put(pool(r"ISETP\.NE\.AND P0, PT, R\d+, 0x[0-9a-f]+, PT"), 81, 3, 3)
    between = {"nop": NOP, "isetp20": with_fields(compare, a=20), "isetp21": with_fields(compare, a=21)}
    registers = {"diff": (16, 18, 20, 22), "mix": (16, 18, 18, 20), "same": (16, 18, 16, 18)}
    cases = itertools.product(double.items(), double.items(), (2, 3), between.items(), registers.items())
    for (one, first), (other, second), distance, (name, word), (which, (a, b, c, d)) in cases:
        yield (f"dbl_{one}_{other}_{distance}_{name}_{which}",
               [*nops(4, stall=2), first(32, a, b), with_fields(word, stall=distance - 1),
                with_fields(second(34, c, d), stall=2)], [])


def idle_operands(pool):
    """Arithmetic behind arithmetic that reads as many registers of its bank, if a lane executes it (rule 28)."""
    three = r"{} R\d+, R\d+, R\d+, R\d+"
    words = {name: pool(three.format(name.upper())) for name in ("iadd3", "imad", "ffma")}
    move = pool(r"MOV R\d+, 0x[0-9a-f]+", d=45)
    for (name, first), (other, second), guard in itertools.product(words.items(), words.items(), (7, 15)):
        yield (f"off_{name}_{other}_{guard}",
               [*nops(4, stall=2), with_fields(first, d=41, a=17, b=19, c=21, guard=guard),
                with_fields(second, d=43, a=23, b=25, c=27), move], [])


def uniform_branches(pool):
    """Which lanes read the clock again where BRA.U, or BRA, jumps over that reading."""
    clock = pool(r"CS2R R\d+, SR_CLOCKLO", d=START, stall=2)
    compare = pool(r"ISETP\.GE\.AND P0, PT, R\d+, 0x[0-9a-f]+, PT")
    from_lane = put(with_fields(compare, a=LANE, stall=13, yield_bit=0), 81, 3, 1)
    branches = {"u": pool(r"BRA\.U `\(.*"), "n": pool(r"BRA `\(.*")}
    for lanes, (name, word), guard in itertools.product((0, 1, 8, 16, 24, 31, 32), branches.items(), (1, 9)):
        segment = [("to", "over", with_fields(word, guard=guard, stall=5)), clock, *nops(3, stall=2), ("label", "over")]
        yield f"bra_{name}_{lanes}_{guard}", [*segment, *nops(2)], [put(from_lane, 32, 32, lanes)]


def stores_on_a_line(pool):
    """A load behind two stores on a line (or the next one) so many cycles apart; behind a store of part of it."""
    slow = {"stall": 15, "yield_bit": 0}
    compare = pool(r"ISETP\.GE\.AND P0, PT, R\d+, 0x[0-9a-f]+, PT", a=LANE, **slow)
    store = pool(r"STG\.E desc\[UR4\]\[R\d+\.64\], R\d+", a=OUT, b=11, stall=2, guard=9)
    load, warm, timed = load_of_a_line(pool)
    cases = {"same1": (1, 0), "same4": (4, 0), "same8": (8, 0), "same32": (32, 0), "word": (1, 4), "sect": (1, 0x20),
             "line": (1, 0x80), "shift": (31, 4)}
    for (name, (lanes, offset)), distance in itertools.product(cases.items(), (*range(48), 60, 80, 100, 130)):
        both = [store, *nops(distance), moved(store, offset), *nops(20, **slow)]
        yield (f"pair_{name}_{distance}", [*warm, *both, *timed],
               [put(put(compare, 32, 32, lanes), 81, 3, 1), *nops(1, **slow)])


def results_of_xu(pool):
    """Logic and multiplication in turn, one a cycle, behind operations of XU (rule 25): which banks they write."""
    words = {"i2f64": r"I2F\.F64 R\d+, R\d+", "i2f64u16": r"I2F\.F64\.U16 R\d+, R\d+", "rcp": r"MUFU\.RCP R\d+, R\d+",
             "rcp64h": r"MUFU\.RCP64H R\d+, R\d+", "f2f32": r"F2F\.F32\.F64 R\d+, R\d+", "f2i": r"F2I\.TRUNC\.NTZ R\d+, R\d+"}
    logical = logic(pool, a=18)
    multiplied = product(pool, a=19, c=20)
    targets = {"both": (26, 27), "even": (26, 26), "odd": (27, 27)}

    def rows(first, count, which):
        return [with_fields((logical, multiplied)[i % 2], d=targets[which][i % 2]) for i in range(first, first + count)]

    for (name, pattern), which, before, count in itertools.product(words.items(), targets, (0, 1), range(6, 26)):
        word = pool(pattern, d=22, b=16)
        yield f"xu_{name}_{which}_{before}_{count}", [*nops(2), *rows(0, before, which), word, *rows(before, count, which)], []
    first, second = (pool(words["i2f64"], d=d, b=b) for d, b in ((22, 16), (24, 17)))
    for gap, count in itertools.product(range(4, 16), range(6, 30)):
        yield f"xu_two_{gap}_{count}", [*nops(2), first, *rows(0, gap, "both"), second, *rows(gap, count, "both")], []


def two_of_xu(pool):
    """Two operations of XU so many cycles apart: what issues behind them, and when either result has come (rule 25)."""
    words = {"i2f64": r"I2F\.F64 R\d+, R\d+", "rcp": r"MUFU\.RCP R\d+, R\d+", "f2i": r"F2I\.TRUNC\.NTZ R\d+, R\d+"}
    logical = logic(pool, d=26, a=18)
    multiplied = product(pool, d=27, a=19, c=20)
    between = {"nop": lambda i: NOP, "logic": lambda i: with_fields(logical, d=26 + i % 2),
               "both": lambda i: (logical, multiplied)[i % 2]}
    ends = {"none": 0, "first": 1, "second": 2}
    for (one, two), (kind, row), gap, (end, wait) in itertools.product(
            itertools.product(words, words), between.items(), range(5, 15), ends.items()):
        first, second = pool(words[one], d=22, b=16, write=0), pool(words[two], d=24, b=17, write=1)
        rows = [*map(row, range(gap)), second, *map(row, range(gap, gap + (4 if wait else 14)))]
        yield f"xu2_{one}_{two}_{kind}_{gap}_{end}", [*nops(2), first, *rows, *nops(1, wait=wait, stall=2)], []


def among_results_of_xu(pool):
    """Other instructions where a result of XU meets arithmetic (rule 25): rows of one bank or of both, and a row of
    them replaced."""
    logical = logic(pool, d=26, a=18)
    multiplied = product(pool, a=19, c=20)
    firsts = {"i2f64": (pool(r"I2F\.F64 R\d+, R\d+", d=22, b=16), 27), "rcp": (pool(r"MUFU\.RCP R\d+, R\d+", d=22, b=16), 26)}
    words = {"nop": NOP, "isetp": put(pool(r"ISETP\.NE\.AND P0, PT, R\d+, 0x[0-9a-f]+, PT", a=21), 81, 3, 3),
             "umov": pool(r"UMOV UR\d+, URZ", d=10), "sts": pool(r"STS \[R\d+\], R\d+", a=21, b=11),
             "bssy": put(pool(r"BSSY B0, .*"), 32, 32, 16 * 5), "r2ur": pool(r"R2UR UR\d+, R\d+", d=10, a=21)}
    for d in (24, 25):
        words |= {f"s2r{d}": pool(r"S2R R\d+, SR_TID\.X", d=d), f"rcp{d}": pool(r"MUFU\.RCP R\d+, R\d+", d=d, b=17),
                  f"lds{d}": pool(r"LDS R\d+, \[R\d+\]", d=d, a=21), f"fadd{d}": pool(r"FADD R\d+, R\d+, R\d+", d=d, a=21, c=28),
                  f"shfl{d}": pool(r"SHFL\.DOWN P0, R\d+, R\d+, 0x1, 0x1f", d=d, a=21), f"clock{d}": pool(r"CS2R\.32 R\d+, SR_CLOCKLO", d=d)}
    words |= {"dadd": pool(r"DADD R\d+, R\d+, R\d+", d=24, a=28, c=30), "dmul": pool(r"DMUL R\d+, R\d+, R\d+", d=24, a=28, b=30),
              "mma": pool(r"HFMA2\.MMA R\d+, -RZ, RZ, 0, 0", d=24), "mma25": pool(r"HFMA2\.MMA R\d+, -RZ, RZ, 0, 0", d=25),
              "wide": pool(r"IMAD\.WIDE R\d+, R\d+, 0x4, R\d+", d=24, a=28, c=30)}
    for (one, (first, other)), (name, word), place, count in itertools.product(firsts.items(), words.items(), range(6, 12), (16,)):
        rows = [(logical, with_fields(multiplied, d=other))[i % 2] for i in range(count)]
        rows[place] = word
        yield f"xu_at_{one}_{name}_{place}_{count}", [*nops(2), first, *rows, *nops(1, wait=0, stall=2)], []


def behind_constants(pool):
    """An operation of the MIO so many cycles behind LDC of several words, and when its sources have been read (rules 24, 27)."""
    load = constant(pool, d=28, a=23, write=1, stall=2)
    words = {"sts": pool(r"STS \[R\d+\], R\d+", a=24, b=11, read=0), "stg": pool(r"STG\.E desc\[UR4\]\[R\d+\.64\], R\d+", a=OUT, b=11, read=0),
             "lds": pool(r"LDS R\d+, \[R\d+\]", d=30, a=24, write=0), "rcp": pool(r"MUFU\.RCP R\d+, R\d+", d=30, b=17, write=0),
             "shfl": pool(r"SHFL\.DOWN P0, R\d+, R\d+, 0x1, 0x1f", d=30, a=24, write=0), "ldc": constant(pool, offset=0x210, d=30, a=25, write=0)}
    for values, (name, word), (how, distances) in itertools.product((1, 2, 4), words.items(), {"wait": range(4), "apart": range(20, 66, 1)}.items()):
        if name != "sts" and how == "apart":
            continue
        prelude = addresses_of_parameters(pool, values, 4)
        for distance in distances:
            gap = [*nops(1, wait=2), *nops(distance)] if how == "wait" else nops(distance)
            yield f"behind_{values}_{name}_{how}_{distance}", [*nops(2), load, *gap, with_fields(word, stall=2), *nops(1, wait=1, stall=2)], prelude


def idle_results(pool):
    """Arithmetic two cycles behind a double or HFMA2.MMA that no lane executes (rules 25, 28)."""
    words = {"dmul": pool(r"DMUL R\d+, R\d+, R\d+", d=24, a=16, b=18), "dadd": pool(r"DADD R\d+, R\d+, R\d+", d=24, a=16, c=18),
             "mma": pool(r"HFMA2\.MMA R\d+, -RZ, RZ, 0, 0", d=24)}
    behind = {"mov": pool(r"IMAD\.MOV\.U32 R\d+, RZ, RZ, R\d+", d=26, c=20), "lop": logic(pool, d=26, a=20),
              "clock": pool(r"CS2R R\d+, SR_CLOCKLO", d=26)}
    for (name, word), (other, row), guard, distance in itertools.product(words.items(), behind.items(), (7, 15), range(1, 14)):
        yield (f"idle_{name}_{other}_{guard}_{distance}",
               [*nops(4, stall=2), with_fields(word, guard=guard, stall=distance), with_fields(row, stall=4), *nops(2)], [])


def uniform_constants(pool):
    """What reads a uniform register that ULDC has written, so many cycles behind it (rule 9)."""
    uniform = {"imm": put(pool(r"ULDC UR\d+, c\[0x0\]\[0x[0-9a-f]+\]", d=12), 32, 0, 0),
               "ur": put(pool(r"ULDC UR\d+, c\[0x3\]\[UR\d+\]", d=12, a=10), 54, 5, 0),
               "u8": put(pool(r"ULDC\.U8 UR\d+, c\[0x3\]\[UR\d+\]", d=12, a=10), 54, 5, 0)}
    address = put(pool(r"UMOV UR\d+, 0x[0-9a-f]+", d=10, stall=15, yield_bit=0), 32, 32, 0x210)
    readers = {"mov": pool(r"IMAD\.U32 R\d+, RZ, RZ, UR\d+", d=24, c=12),
               "fmul": with_fields(pool(r"FMUL R\d+, R\d+, UR\d+", d=24, a=16), b=12),
               "uiadd": pool(r"UIADD3 UR\d+, UR\d+, 0x1, URZ", d=14, a=12), "lop": logic(pool, d=26, a=20)}
    for (name, word), (reader, row), distance, count in itertools.product(uniform.items(), readers.items(), range(1, 16), (1, 2)):
        words = [with_fields(word, d=12 + 4 * i) for i in range(count)]
        yield (f"uldc_{name}_{reader}_{distance}_{count}",
               [*nops(4, stall=2), *reversed(words[1:]), with_fields(words[0], stall=distance), with_fields(row, stall=4), *nops(2)], [address])


def constant_sources(pool):
    """When LDC of several words has read its address, and when its result has come (rule 27)."""
    for kind, values, distance in itertools.product(("", "\\.U8"), (1, 2, 4, 8), range(3)):
        prelude = addresses_of_parameters(pool, values, 1 if kind else 4)
        load = constant(pool, kind, d=28, a=23, write=1, read=0, stall=2)
        name = kind[2:].lower() or "32"
        for end, wait in (("source", 1), ("result", 2)):
            yield f"ldc_{name}_{values}_{end}_{distance}", [*nops(2), load, *nops(distance), *nops(1, wait=wait, stall=2)], prelude
        again = constant(pool, kind, d=30, a=23, write=3, read=2, stall=2)
        yield (f"ldc_{name}_{values}_again_{distance}",
               [*nops(2), with_fields(load, read=7), *nops(distance), again, *nops(1, wait=4, stall=2)], prelude)


def parts_of_words(pool):
    """As stores_on_a_line, of bytes and of words, with a load between the stores."""
    slow = {"stall": 15, "yield_bit": 0}
    words = {"32": pool(r"STG\.E desc\[UR4\]\[R\d+\.64\], R\d+", a=OUT, b=11, stall=2),
             "u8": pool(r"STG\.E\.U8 desc\[UR4\]\[R\d+\.64\], R\d+", a=OUT, b=11, stall=2)}
    load, warm, timed = load_of_a_line(pool)
    between = {"none": NOP, "load": with_fields(load, d=30, write=7, stall=1),
               "other": with_fields(moved(load, 0x80), d=30, write=7, stall=1)}
    for (name, store), (what, row), offset, distance in itertools.product(
            words.items(), between.items(), (0, 1), range(2, 30)):
        if name == "32" and offset:
            continue
        rows = nops(distance)
        rows[distance // 2] = row
        both = [store, *rows, moved(store, offset), *nops(20, **slow)]
        yield f"part_{name}_{what}_{offset}_{distance}", [*warm, *both, *timed], []


def wide_behind_stores(pool):
    """IMAD.WIDE so many cycles behind a store, with an addend or not, and arithmetic between them (rule 29)."""
    wide = {"imm": pool(r"IMAD\.WIDE\.U32 R\d+, R\d+, 0x\w+, R\d+", d=48, a=16, c=18, stall=3),
            "reg": pool(r"IMAD\.WIDE(\.U32)? R\d+, R\d+, R\d+, R\d+", d=48, a=16, b=20, c=18, stall=3),
            "zero": pool(r"IMAD\.WIDE\.U32 R\d+, R\d+, 0x\w+, R\d+", d=48, a=16, c=255, stall=3),
            "imad": pool(r"IMAD R\d+, R\d+, R\d+, R\d+", d=48, a=16, b=20, c=18, stall=3),
            "lea": pool(r"IADD3 R\d+, R\d+, R\d+, R\d+", d=48, a=16, b=20, c=18, stall=3)}
    stores = {"odd": pool(r"STG\.E desc\[UR4\]\[R\d+\.64\], R\d+", a=OUT, b=11),
              "even": pool(r"STG\.E desc\[UR4\]\[R\d+\.64\], R\d+", a=OUT, b=22),
              "load": pool(r"LDG\.E R\d+, desc\[UR4\]\[R\d+\.64\]", d=28, a=OUT)}
    between = {"nop": [NOP], "alu": [logic(pool, d=26, a=24), product(pool, d=27, a=25, c=24)]}
    for (name, store), (what, word), (rows_of, rows), distance in itertools.product(stores.items(), wide.items(), between.items(), range(1, 16)):
        filler = [rows[i % len(rows)] for i in range(distance - 1)]
        yield f"wide_{name}_{what}_{rows_of}_{distance}", [*nops(4, stall=2), store, *filler, word, *nops(4)], []


def conflicts_around_barriers(pool):
    """A store and a load of shared memory with conflicts of banks, with BAR between them or not (rules 6, 23)."""
    store = pool(r"STS \[R\d+\], R\d+", a=24, b=11, stall=2)
    load = pool(r"LDS R\d+, \[R\d+\]", d=28, a=25, write=1, stall=4)
    barrier = pool(r"BAR\.SYNC\.DEFER_BLOCKING 0x0", stall=6)
    send = pool(r"STG\.E desc\[UR4\]\[R\d+\.64\], R\d+", a=OUT, b=28, stall=2, wait=2, read=0)
    behind = {"wait": nops(1, wait=2, stall=2), "stg": [send, *nops(1, wait=1, stall=2)]}
    between = {"bar": [barrier], "bar8": [*nops(8), barrier], "nop": nops(1, stall=6)}
    steps = (4, 8, 16, 32, 64, 128)
    for first, second, (how, rows), (end, last) in itertools.product(steps, steps, between.items(), behind.items()):
        yield (f"conflict_{first}_{second}_{how}_{end}", [*nops(2), store, *rows, load, *last],
               apart(pool, 24, first) + apart(pool, 25, second))


QUESTIONS = (returns, uniform, stalls, young_registers, doubles, stores_and_loads, barriers, warpsyncs, stores_apart,
             atomics, other_units, second_passes, predicates, addends_behind_accesses, pairs_of_doubles, idle_operands,
             uniform_branches, stores_on_a_line, results_of_xu, two_of_xu, among_results_of_xu, idle_results,
             uniform_constants, behind_constants, constant_sources, parts_of_words, wide_behind_stores,
             conflicts_around_barriers)


def write_cell(cells, out, name, frame, words, registers):
    """The cubin of a segment, and its line for run_cells."""
    cubin = Cubin(frame)
    cubin.write("frame", words)
    cubin.set_registers("frame", registers)
    cubin.save(out / f"{name}.cubin")
    cells.write(f"{name} {out}/{name}.cubin frame 32 8192 p:{out}/lanes.bin z:16384 z:512\n")


def main():
    options = [argument for argument in sys.argv[1:] if argument.startswith("--only=")]
    arguments = [argument for argument in sys.argv[1:] if argument not in options]
    if len(arguments) < 4:
        sys.exit(__doc__)
    wanted = {name for option in options for name in option.removeprefix("--only=").split(",")}
    if unknown := wanted - {question.__name__ for question in QUESTIONS}:
        sys.exit(f"segments.py: there is no question {', '.join(sorted(unknown))}")
    questions = [question for question in QUESTIONS if not wanted or question.__name__ in wanted]
    nvdisasm, frame, out, *cubins = arguments
    pool, out = Pool(nvdisasm, cubins), pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    (out / "lanes.bin").write_bytes(struct.pack("<32I", *range(32)))
    with (out / "cells.txt").open("w") as cells:
        for name, segment, prelude in itertools.chain.from_iterable(question(pool) for question in questions):
            write_cell(cells, out, name, frame, assembled(pool, segment, prelude), 64)


if __name__ == "__main__":
    main()
