// Shared tables that lanes write to together: histogram, hash table, union of sets, a tree.
#include "kernels.cuh"

extern "C" __global__ void histogram(KERNEL_PARAMETERS) {
  __shared__ unsigned bins[32];
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  bins[lane_index()] = 0;
  measured(limits, data, timer, result, [&] {
    unsigned state = seed;
    INNER_LOOP
    for (int i = 0; i < 8; ++i) {
      atomicAdd(&bins[state >> 27 & (7 | i)], 1u);
      state = state * 1664525u + 1013904223u;
    }
    __syncwarp();
    result = bins[lane_index()];
  });
}
extern "C" __global__ void hash_insert(KERNEL_PARAMETERS) {
  __shared__ unsigned table[64];
  const unsigned seed = seed_of(limits);
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    table[lane_index()] = 0;
    table[lane_index() + 32] = 0;
    __syncwarp();
    const unsigned key = (seed & 0xff) + 1;
    unsigned place = key * 0x9e3779b9u >> 26;
    int probes = 0;
    INNER_LOOP
    while (true) {
      const unsigned old = atomicCAS(&table[place], 0u, key);
      if (old == 0 || old == key) break;
      place = (place + 1) & 63;
      ++probes;
    }
    __syncwarp();
    result = probes << 16 | table[lane_index()] << 8 | (table[lane_index() + 32] & 0xff);
  });
}
extern "C" __global__ void tree_walk(KERNEL_PARAMETERS) {
  __shared__ unsigned keys[128];
  for (int i = lane_index(); i < 128; i += 32) {
    // A search tree in the order of a heap: the key of node i follows from its place.
    const int level = 31 - __clz(i + 1), within = i + 1 - (1 << level);
    keys[i] = (2 * within + 1) << (9 - level);
  }
  __syncthreads();
  const int limit = limits[lane_index()];
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    const unsigned key = mixed(limit * 3 + lane_index()) & 0x3ff;
    const int deepest = limit & 1 ? 127 : 31;
    int node = 0, steps = 0;
    INNER_LOOP
    while (node < deepest) {
      const unsigned here = keys[node];
      if (here == key) break;
      if (key < here) node = 2 * node + 1;
      else node = 2 * node + 2;
      ++steps;
    }
    result = result * 3 + node + (steps << 8);
  });
}
extern "C" __global__ void find_root(KERNEL_PARAMETERS) {
  __shared__ unsigned parent[64];
  for (int i = lane_index(); i < 64; i += 32) parent[i] = i == 0 ? 0 : mixed(i) % i;
  __syncthreads();
  const int limit = limits[lane_index()];
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    unsigned node = (limit + lane_index()) & 63, hops = 0;
    INNER_LOOP
    while (parent[node] != node) {
      node = parent[node];
      ++hops;
    }
    result += hops * 64 + node;
  });
}
extern "C" __global__ void locked_counter(KERNEL_PARAMETERS) {
  __shared__ unsigned lock, counter;
  const int limit = limits[lane_index()];
  lock = 0;
  counter = 0;
  unsigned result = 0;
  measured(limits, data, timer, result, [&] {
    bool done = limit == 32 && lane_index() > 3;
    INNER_LOOP
    while (!done) {
      if (atomicCAS(&lock, 0u, 1u) == 0) {
        const unsigned now = *static_cast<volatile unsigned*>(&counter);
        *static_cast<volatile unsigned*>(&counter) = now + limit;
        __threadfence_block();
        atomicExch(&lock, 0u);
        done = true;
      }
    }
    __syncwarp();
    result = counter;
  });
}
