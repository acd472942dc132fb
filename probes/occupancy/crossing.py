#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kernels of accesses in random order, a warp on each sub-partition, that stamp what they have waited for.

crossing.py SEED SHARED LOCAL GLOBAL MIXED > crossing.cu: so many kernels of each kind of memory. Compile and run them as
together.cu, with 4096 bytes of shared memory."""
import random
import sys

HEAD = '''#include "../control/control.cuh"
namespace {
__device__ __forceinline__ Word first_address(const int* limits) {
  extern __shared__ Word words[];
  const Word zero = static_cast<Word>(limits[lane_index()]) >> 31;
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) words[i] = 0;
  __syncthreads();
  return static_cast<Word>(__cvta_generic_to_shared(words)) + zero;
}
template <int Count>
__device__ __forceinline__ void later(Word& value) {
#pragma unroll
  for (int i = 0; i < Count; ++i) asm volatile("mul.lo.u32 %0, %0, %0;" : "+r"(value));
}
}'''
BEFORE = '''  const Word zero = static_cast<Word>(limits[lane_index()]) >> 31, lane = lane_index();
  const Word at0 = first_address(limits), at1 = at0 + lane * 4, at2 = at0 + lane * 8, at4 = at0 + lane * 16, at8 = at0 + lane * 32;
  Word array[16];
  for (int i = 0; i < 16; ++i) array[(i + zero) & 15] = zero;
  const Word in0 = static_cast<Word>(__cvta_generic_to_local(array)) + zero;
  const Word in1 = in0 + 8, in2 = in0 + lane % 2 * 4, in4 = in0 + lane % 4 * 4, in8 = in0 + lane % 8 * 4;
  float* const far = of_warp(data) + 64;
  const float *far1 = far + lane, *far2 = far + lane * 2 % 128, *far4 = far + lane * 4 % 128, *far8 = far + lane * 8 % 128;
  (void)at0, (void)at1, (void)at2, (void)at4, (void)at8, (void)in1, (void)in2, (void)in4, (void)in8, (void)far1, (void)far2, (void)far4, (void)far8;'''


def access(r, memory, kind, width, number):
    place = {'shared': 'at', 'local': 'in', 'global': 'far'}[memory] + str(width)
    letter = 'l' if memory == 'global' else 'r'
    if kind == 'store':
        return f'asm volatile("st.{"volatile." if memory != "local" else ""}{memory}.u32 [%0], %1;" ::"{letter}"({place} + value), "r"(value) : "memory");'
    if kind == 'part':
        part = r.choice([4, 8, 16, 24])
        return (f'asm volatile("{{.reg .pred p; setp.lt.u32 p, %2, {part}; @p st.{"volatile." if memory != "local" else ""}{memory}.u32 [%0], %1;}}" '
                f'::"{letter}"({place} + value), "r"(value), "r"(lane + value) : "memory");')
    if kind == 'shuffle':
        return f'Word got{number}; asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(got{number}) : "r"(value));'
    how = {'shared': 'volatile.shared', 'local': 'local', 'global': 'global'}[memory]
    return f'Word got{number}; asm volatile("ld.{how}.u32 %0, [%1];" : "=r"(got{number}) : "{letter}"({place} + value) : "memory");' + (
        f' got{number} &= zero;' if memory == 'global' else '')


def body(r, memories):
    kinds = r.choice([['store', 'load'], ['store', 'load', 'load'], ['store', 'store', 'load'], ['store'], ['load'],
                      ['store', 'part', 'load'], ['store', 'part', 'load', 'shuffle']])
    widths = r.choice([[8], [4], [2], [1], [8, 1], [8, 4, 2, 1], [4, 2], [8, 8, 1], [8, 4]])
    works = r.choice([[0], [0, 1, 2, 3], [0, 0, 0, 5, 9], [1, 4, 8], [12, 20], list(range(10))])
    waits = r.choice([.3, .6, 1])
    lines, pending, stamps, number = [], [], 0, 0

    def stamp():
        nonlocal stamps
        lines.append(f'track.mark<{stamps}>();')
        stamps += 1

    def wait():
        lines.append('value += ' + ' + '.join(pending) + ';')
        lines.append('asm volatile("" : "+r"(value));')
        pending.clear()

    for _ in range(30):
        if stamps == 14: break
        kind = r.choice(kinds)
        lines.append(access(r, r.choice(memories), kind, r.choice(widths), number))
        if kind in ('load', 'shuffle'):
            pending.append(f'got{number}')
            number += 1
        if pending and r.random() < waits:
            wait()
            stamp()
        elif kind in ('store', 'part') and r.random() < .4:
            stamp()
        if (work := r.choice(works)): lines.append(f'later<{work}>(value);')
    if pending: wait()
    stamp()
    return lines, stamps


def kernel(name, seed, memories):
    r = random.Random(f'{seed} {name}')
    apart = r.random() < .5
    lines, stamps = body(r, memories)
    offsets = [r.randrange(4) for _ in range(4)]
    print(f'extern "C" __global__ void {name}(PROBE_PARAMETERS) {{\n{BEFORE}')
    print(f'  const unsigned offset = 0x{offsets[3]}{offsets[2]}{offsets[1]}{offsets[0]} >> (warp_index() * 4) & 3; (void)offset;')
    print(f'  probe_control<{stamps}>(PROBE_ARGUMENTS, [&](Track& track) {{\n    Word value = zero;')
    if apart: print('    if (offset & 1) later<9>(value);\n    if (offset & 2) later<14>(value);')
    for line in lines: print('    ' + line)
    print('    track.sum += __uint_as_float(value);\n  });\n  data[256 * 32 + threadIdx.x] = array[zero + 2];\n}')


print(HEAD)
seed, *counts = sys.argv[1:]
for name, memories, count in zip(['shared', 'local', 'global', 'mixed'],
                                 [['shared'], ['local'], ['global'], ['shared', 'local', 'global']], counts):
    for number in range(int(count)): kernel(f'{name}_{number}', seed, memories)
