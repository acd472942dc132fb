# SPDX-License-Identifier: MIT
"""Instruction words of sm_90: fields, and the words of a cubin."""
import re
import struct
import subprocess

NOP = 0x000FE200000000000000000000007918
CONTROL = {"stall": (105, 4), "yield_bit": (109, 1), "write": (110, 3), "read": (113, 3), "wait": (116, 6),
           "reuse": (122, 4)}
REGISTERS = {"d": (16, 8), "a": (24, 8), "b": (32, 8), "c": (64, 8), "guard": (12, 4)}


def put(word, low, bits, value):
    mask = (1 << bits) - 1
    return word & ~(mask << low) | (value & mask) << low


def with_fields(word, **values):
    for name, value in values.items():
        word = put(word, *(CONTROL.get(name) or REGISTERS[name]), value)
    return word


def plain(word):
    """Without a guard and without anything to wait for or to set."""
    return with_fields(word, guard=7, stall=1, yield_bit=1, write=7, read=7, wait=0, reuse=0)


def with_target(word, at, to):
    """A relative branch at address `at` goes to address `to`."""
    offset = (to - at - 16) >> 2
    return put(put(word, 16, 8, offset), 34, 48, offset >> 8)


def listing(nvdisasm, path):
    """{kernel: [(address, text, word)]} of a cubin."""
    text = subprocess.run([nvdisasm, "-hex", "-c", path], check=True, capture_output=True, text=True).stdout
    kernels, rows, pending = {}, None, None
    for line in text.splitlines():
        if section := re.match(r"\.text\.(\S+):", line):
            rows = kernels.setdefault(section[1], [])
        elif first := re.match(r"\s*/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;\s*/\* 0x([0-9a-f]{16}) \*/", line):
            pending = int(first[1], 16), re.sub(r"\s+", " ", first[2]), int(first[3], 16)
        elif (second := re.match(r"\s*/\* 0x([0-9a-f]{16}) \*/", line)) and pending:
            rows.append((pending[0], pending[1], pending[2] | int(second[1], 16) << 64))
            pending = None
    return kernels


class Cubin:
    def __init__(self, path):
        self.data = bytearray(open(path, "rb").read())
        table, = struct.unpack_from("<Q", self.data, 0x28)
        count, names = struct.unpack_from("<HH", self.data, 0x3C)
        headers = [struct.unpack_from("<IIQQQQIIQQ", self.data, table + 64 * i) for i in range(count)]
        self.sections = {}
        for i, header in enumerate(headers):
            start = headers[names][4] + header[0]
            name = self.data[start:self.data.index(b"\0", start)].decode()
            self.sections[name] = (header, table + 64 * i)

    def write(self, kernel, words):
        header = self.sections[".text." + kernel][0]
        if 16 * len(words) > header[5]:
            raise ValueError("more words than the kernel has room for")
        for i, word in enumerate(words):
            self.data[header[4] + 16 * i:header[4] + 16 * i + 16] = word.to_bytes(16, "little")

    def set_registers(self, kernel, count):
        """The count stands in the section's header and in the attributes; the driver reads the latter."""
        header, place = self.sections[".text." + kernel]
        struct.pack_into("<I", self.data, place + 44, header[7] & 0xFFFFFF | count << 24)
        info = self.sections[".nv.info"][0]
        at, end = info[4], info[4] + info[5]
        while at + 4 <= end:
            form, attribute, size = self.data[at], self.data[at + 1], struct.unpack_from("<H", self.data, at + 2)[0]
            if (form, attribute) == (4, 0x2F):
                struct.pack_into("<I", self.data, at + 8, count)
            at += 4 + (size if form == 4 else 0)

    def save(self, path):
        with open(path, "wb") as out:
            out.write(self.data)
