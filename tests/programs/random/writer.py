# SPDX-License-Identifier: MIT
"""Writes random C++ programs that both compilers read: see tools/random-programs."""
import random

SIGNED, UNSIGNED = ["i8", "i16", "i32", "i64"], ["u8", "u16", "u32", "u64"]
INTEGERS = SIGNED + UNSIGNED
FLOATS = ["f16", "f32", "f64"]
TYPES = INTEGERS + FLOATS + ["bool"]
WIDTH = {"8": 8, "16": 16, "32": 32, "64": 64}
WORDS = {"i64": 2, "u64": 2, "f64": 2}


def width_of(kind):
    return int(kind[1:])


class Writer:
    """One kernel: variables of random types from random expressions, in random control flow."""

    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.variables = []  # (name, type)
        self.count = 0
        self.indent = 1

    def chance(self, part):
        return self.rng.random() < part

    def pick(self, *choices):
        return self.rng.choice(choices)

    def line(self, text):
        self.lines.append("  " * self.indent + text)

    # --- leaves

    def literal(self, kind):
        if kind == "bool":
            return self.pick("true", "false")
        if kind in INTEGERS:
            return self.integer(kind)
        value = self.pick("0.0", "1.0", "-1.0", "10.0", "0.1", "3.0", "2.0", "0.5", "-7.0", "1e-3", "1000.0", "0.3333333333333333", "-0.0",
                          "65504.0", "6e-8", "%.6g" % self.rng.uniform(-100, 100), "%.17g" % self.rng.uniform(-2, 2))
        if kind == "f64" and self.chance(0.2):
            value = self.pick("1e300", "4.9406564584124654e-324", "2.2250738585072014e-308", "1e-300", "9007199254740994.0", "4294967296.0")
        if kind == "f32" and self.chance(0.2):
            value = self.pick("1e38", "1e-45", "1.17549435e-38", "16777218.0", "2147483648.0")
        if kind == "f16":
            return f"__float2half_rn({value}f)"
        return f"{kind}({value}{'f' if kind == 'f32' else ''})"

    def integer(self, kind):
        width = width_of(kind)
        power = self.rng.randrange(width)
        value = self.pick(0, 1, 2, 3, 5, 7, 10, 60, 100, 127, 255, 1000, 641, 1 << power, (1 << power) - 1, (1 << power) + 1, -1, -2, -3, -10,
                          -(1 << power), self.rng.getrandbits(width), self.rng.getrandbits(width), 1 << (width - 1), (1 << (width - 1)) - 1)
        return f"{kind}(0x{value & ((1 << width) - 1):x}{'ull' if width == 64 else 'u'})"

    def leaf(self, kind):
        if self.chance(0.25):
            return self.literal(kind)
        same = [name for name, other in self.variables if other == kind]
        if same and self.chance(0.75):
            return self.rng.choice(same[-6:])
        return self.cast(kind, *self.rng.choice(self.variables[-10:])[::-1])

    def cast(self, kind, source, text):
        """`text` of type `source` as `kind`."""
        if source == kind:
            return text
        if kind == "bool":
            if source == "f16":
                return f"__hne({text}, {self.literal('f16')})"
            return f"({text} != {self.literal(source) if self.chance(0.5) else source + '(0)'})"
        if source in INTEGERS + ["bool"]:
            return self.cast_integer(kind, source, text)
        if kind in INTEGERS:
            return self.cast_to_integer(kind, source, text)
        if "f16" in (kind, source):
            return {"f32f16": f"__float2half_rn({text})", "f64f16": f"__double2half({text})", "f16f32": f"__half2float({text})",
                    "f16f64": f"f64(__half2float({text}))"}[source + kind]
        if kind == "f32" and self.chance(0.3):
            return f"__double2float_{self.pick('rz', 'ru', 'rd')}({text})"
        return f"{kind}({text})"

    def cast_integer(self, kind, source, text):
        if kind in INTEGERS:
            return f"{kind}({text})"
        if kind == "f16":
            return f"__uint2half_rn({text})" if source in UNSIGNED[:3] else f"__ll2half_rn(i64({text}))" if "64" in source else f"__int2half_rn({text})"
        if self.chance(0.3) and source in ("i32", "i64"):
            name = "__int2" if source == "i32" else "__ll2"
            if kind == "f32" or source == "i64":
                return f"{name}{'float' if kind == 'f32' else 'double'}_{self.pick('rz', 'ru', 'rd')}({text})"
        return f"{kind}({text})"

    def cast_to_integer(self, kind, source, text):
        if source == "f16":
            source, text = "f32", f"__half2float({text})"
        if source == "f32" and kind in ("u32", "u16") and self.chance(0.2):
            return f"{kind}(bits_of({text}))"
        name = {"i64": "ll", "u64": "ull", "u32": "uint"}.get(kind, "int")
        call = f"__{'float' if source == 'f32' else 'double'}2{name}_{self.pick('rz', 'rz', 'rn', 'ru', 'rd')}({text})"
        return call if kind in ("i32", "u32", "i64", "u64") else f"{kind}({call})"

    # --- expressions

    def expression(self, kind, depth):
        if depth == 0 or self.chance(0.12):
            return self.leaf(kind)
        if self.chance(0.12):
            return f"({self.expression('bool', depth - 1)} ? {self.expression(kind, depth - 1)} : {self.expression(kind, depth - 1)})"
        if self.chance(0.1):
            other = self.rng.choice(TYPES)
            return self.cast(kind, other, self.expression(other, depth - 1))
        if kind == "bool":
            return self.truth(depth - 1)
        if kind in INTEGERS:
            return self.of_integers(kind, depth - 1)
        return self.of_halves(depth - 1) if kind == "f16" else self.of_floats(kind, depth - 1)

    def truth(self, depth):
        if self.chance(0.25):
            return f"({self.expression('bool', depth)} {self.pick('&&', '||', '^', '==')} {self.expression('bool', depth)})"
        if self.chance(0.1):
            return f"!{self.expression('bool', depth)}"
        kind = self.rng.choice(INTEGERS + FLOATS)
        a = self.expression(kind, depth)
        if kind == "f16":
            return f"{self.pick('__hlt', '__hle', '__heq', '__hne', '__hgtu')}({a}, {self.expression(kind, depth)})"
        compare = self.pick("<", "<=", ">", ">=", "==", "!=")
        if kind in FLOATS and self.chance(0.3):
            return f"!({a} {compare} {self.expression(kind, depth)})"
        if kind in INTEGERS and self.chance(0.2):
            return f"({a} {compare} {self.expression(self.rng.choice(INTEGERS), depth)})"
        return f"({a} {compare} {self.expression(kind, depth)})"

    def count_of(self, depth):
        return self.pick(f"{self.rng.randrange(70)}u", f"{self.rng.randrange(32)}u", self.expression("u32", depth),
                         f"({self.expression('u32', depth)} & {self.pick(31, 63, 127)}u)")

    def of_integers(self, kind, depth):
        other = lambda: self.expression(kind, depth)
        roll = self.rng.random()
        if roll < 0.4:
            return f"{self.pick('add', 'sub', 'mul', 'both', 'either', 'unlike', 'add', 'sub')}<{kind}>({other()}, {other()})"
        if roll < 0.5:
            return f"{self.pick('quotient', 'rest')}<{kind}>({other()}, {self.literal(kind) if self.chance(0.6) else other()})"
        if roll < 0.65:
            return f"{self.pick('left', 'right', 'right', 'turned')}<{kind}>({other()}, {self.count_of(depth)})"
        if roll < 0.75:
            return f"{self.pick('least', 'most')}<{kind}>({other()}, {other()})"
        if roll < 0.82:
            return f"{self.pick('neg', 'inverse', 'size_of')}<{kind}>({other()})"
        if roll < 0.86:
            return f"field<{kind}>({other()}, {self.count_of(0)}, {self.count_of(0)})"
        return self.special(kind, depth)

    def special(self, kind, depth):
        e = lambda of: self.expression(of, depth)
        if width_of(kind) == 64:
            return f"{kind}({self.special_64(depth)})" if self.chance(0.8) else f"mul<{kind}>({kind}({e('i32')}), {kind}({e(self.pick('u32', 'i32'))}))"
        u, i = lambda: e("u32"), lambda: e("i32")
        text = self.rng.choice([
            lambda: f"__popc({u()})", lambda: f"__clz({i()})", lambda: f"__ffs({i()})", lambda: f"__brev({u()})", lambda: f"__mulhi({i()}, {i()})",
            lambda: f"__umulhi({u()}, {u()})", lambda: f"__byte_perm({u()}, {u()}, {self.pick('0x5410u', '0x3276u', '0x0123u', f'({u()} & 0x7777u)')})",
            lambda: f"__funnelshift_{self.pick('l', 'r', 'lc', 'rc')}({u()}, {u()}, {self.count_of(depth)})", lambda: f"__sad({i()}, {i()}, {u()})",
            lambda: f"__mul24({i()}, {i()})", lambda: f"carried_far({u()}, {u()}, {u()}, {u()}, {u()}, {u()})", lambda: f"__popcll({e('u64')})",
            lambda: f"__clzll({e('i64')})", lambda: f"__ffsll({e('i64')})", lambda: f"bits_of({e(self.pick('f32', 'f16'))})",
            lambda: f"kind_of({e(self.pick('f32', 'f64'))})"])()
        return f"{kind}({text})"

    def special_64(self, depth):
        e = lambda of: self.expression(of, depth)
        return self.rng.choice([
            lambda: f"__umul64hi({e('u64')}, {e('u64')})", lambda: f"__mul64hi({e('i64')}, {e('i64')})", lambda: f"__brevll({e('u64')})",
            lambda: f"carried({e('u64')}, {e('u64')}, {e('u64')}, {e('u64')})",
            lambda: f"borrowed({e('u64')}, {e('u64')}, {e('u64')}, {e('u64')})", lambda: f"bits_of({e('f64')})"])()

    def of_floats(self, kind, depth):
        other = lambda: self.expression(kind, depth)
        single = kind == "f32"
        roll = self.rng.random()
        if roll < 0.4:
            return f"({other()} {self.pick('+', '-', '*', '+', '-')} {other()})"
        if roll < 0.52:
            return f"({other()} / {self.literal(kind) if self.chance(0.5) else other()})"
        if roll < 0.6:
            return f"fused({other()}, {other()}, {other()})"
        if roll < 0.64:
            return f"root({other()})"
        if roll < 0.72:
            return f"{self.pick('least_of', 'most_of', 'signed_like')}({other()}, {other()})"
        if roll < 0.8:
            return f"{self.pick('fabs', 'floor', 'ceil', 'trunc', 'rint', 'round')}{'f' if single else ''}({other()})"
        if roll < 0.86:
            return f"(-{other()})"
        if roll < 0.9:
            return f"float_of({self.expression('u32', depth)})" if single else f"double_of({self.expression('u64', depth)})"
        mode = self.pick("rz", "ru", "rd")
        letter = "f" if single else "d"
        if self.chance(0.15):
            return f"__{letter}sqrt_{mode}({other()})"
        return f"__{letter}{self.pick('add', 'mul', 'add', 'mul', 'div')}_{mode}({other()}, {other()})"

    def of_halves(self, depth):
        h = lambda: self.expression("f16", depth)
        roll = self.rng.random()
        if roll < 0.4:
            return f"{self.pick('__hadd', '__hsub', '__hmul')}({h()}, {h()})"
        if roll < 0.55:
            return f"fused({h()}, {h()}, {h()})"
        if roll < 0.65:
            return f"{self.pick('__hneg', '__habs')}({h()})"
        if roll < 0.72:
            return f"half_from({self.expression('u16', depth)})"
        one = lambda: f"pair({h()}, {h()})"
        both = self.rng.choice([lambda: f"{self.pick('__hadd2', '__hsub2', '__hmul2', '__hgt2')}({one()}, {one()})", lambda: f"__hneg2({one()})",
                                lambda: f"__lowhigh2highlow({one()})"])()
        return f"{self.pick('low_of', 'high_of')}({both})"

    # --- statements

    def name(self):
        self.count += 1
        return f"v{self.count}"

    def start(self, kind):
        place = f"in[(t * {self.pick(1, 3, 5, 7)} + {self.rng.randrange(256)}) & 255]"
        second = f"in[(t * {self.pick(1, 3)} + {self.rng.randrange(256)}) & 255]"
        if kind == "bool":
            return f"({place} & {1 << self.rng.randrange(4)}) != 0"
        if kind in ("i64", "u64"):
            return self.pick(f"{kind}(u64(u32({place})) << 32 | u32({second}))", f"{kind}({place})", f"mul<{kind}>({place}, {second})")
        if kind in INTEGERS:
            return f"{kind}({place})"
        if kind == "f32":
            return self.pick(f"float_of({place})", f"f32({place}) * 0.37f", f"f32({place} & 0xffff)")
        if kind == "f64":
            return self.pick(f"double_of(u64(u32({place})) << 32 | u32({second}))", f"f64({place}) * 1e-3", f"f64({place}) * f64({second})")
        return self.pick(f"half_from(u16({place}))", f"__int2half_rn({place} & 0xff)", f"__float2half_rn(f32(i16({place})) * 0.01f)")

    def declare(self, depth=3):
        kind = self.rng.choice(TYPES)
        text = self.expression(kind, depth)
        name = self.name()
        self.line(f"{kind} {name} = {text};")
        self.variables.append((name, kind))

    def assign(self, depth=2):
        name, kind = self.rng.choice(self.variables)
        self.line(f"{name} = {self.expression(kind, depth)};")

    def block(self, statements):
        self.indent += 1
        for _ in range(statements):
            self.assign()
        self.indent -= 1

    def branch(self):
        self.line(f"if ({self.expression('bool', 2)}) {{")
        self.block(self.rng.randint(1, 2))
        if self.chance(0.5):
            self.line("} else {")
            self.block(self.rng.randint(1, 2))
        self.line("}")

    def loop(self):
        limit = self.pick(f"({self.expression('u32', 1)} & 7)", f"{self.rng.randint(2, 5)}u")
        index = self.name()
        self.line(f"for (u32 {index} = 0, n{index} = {limit}; {index} < n{index}; ++{index}) {{")
        self.variables.append((index, "u32"))
        last = len(self.variables) - 1
        held = self.variables.pop(last)
        self.block(1)
        self.indent += 1
        name, kind = self.rng.choice([v for v in self.variables if v[1] in INTEGERS])
        self.line(f"{name} = add<{kind}>({name}, {kind}({held[0]}));")
        if self.chance(0.4):
            self.line(f"if ({self.expression('bool', 1)}) break;")
        self.indent -= 1
        self.line("}")

    def choice(self):
        self.line(f"switch ({self.expression('u32', 1)} & {self.pick(3, 7)}u) {{")
        self.indent += 1
        for case in range(self.rng.randint(2, 5)):
            self.line(f"case {case}:")
            self.block(1)
            if self.chance(0.75):
                self.line("  break;")
        self.line("default:")
        self.block(1)
        self.indent -= 1
        self.line("}")

    def table(self):
        kind = self.rng.choice(INTEGERS + ["f32", "f64"])
        name, size = self.name(), self.pick(4, 8)
        self.line(f"{kind} {name}[{size}] = {{{', '.join(self.leaf(kind) for _ in range(size))}}};")
        self.line(f"{name}[{self.expression('u32', 1)} & {size - 1}u] = {self.expression(kind, 1)};")
        result = self.name()
        self.line(f"{kind} {result} = {name}[{self.expression('u32', 1)} & {size - 1}u];")
        self.variables.append((result, kind))

    def kernel(self, title):
        for kind in TYPES:
            name = self.name()
            self.line(f"{kind} {name} = {self.start(kind)};")
            self.variables.append((name, kind))
        first = len(self.variables)
        for _ in range(13):
            self.declare()
            if self.chance(0.3):
                self.rng.choice([self.branch, self.loop, self.choice, self.table])()
        self.line("Sink sink{out, t};")
        words = 0
        for name, kind in reversed(self.variables):
            if words + WORDS.get(kind, 1) <= 32:
                self.line(f"sink.keep({name});  // word {words}")
            words += WORDS.get(kind, 1)
        return [f"EACH({title}) {{"] + self.lines + ["}"]


def program_of(seed, kernels):
    rng = random.Random(seed)
    lines = [f"// The program of seed {seed}: tools/random-programs --print {seed} --kernels {kernels}", '#include "programs/random/operations.cuh"']
    for number in range(kernels):
        lines += [""] + Writer(rng).kernel(f"random_{seed}_{number}")
    return "\n".join(lines) + "\n"
