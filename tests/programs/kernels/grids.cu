// Ordinary kernels whose threads work together on grids, graphs, matrices and shared structures.
#include "programs/kernels/block.cuh"

BLOCK(matrix_product) {
  SHARED int a[16][17], b[16][17];
  for (int i = t; i < 256; i += n) {
    a[i / 16][i % 16] = in[i] & 0xff;
    b[i % 16][i / 16] = in[i] >> 4 & 0xff;
  }
  __syncthreads();
  for (int i = t; i < 256; i += n) {
    int sum = 0;
    for (int k = 0; k < 16; ++k) sum += a[i / 16][k] * b[k][i % 16];
    out[i] = sum;
  }
}

BLOCK(float_matrix_product) {
  SHARED float a[256];
  for (int i = t; i < 256; i += n) a[i] = (in[i] & 0xfff) * 0.01f - 20.0f;
  __syncthreads();
  for (int i = t; i < 256; i += n) {
    float sum = 0;
    for (int k = 0; k < 16; ++k) sum += a[i / 16 * 16 + k] * a[k * 16 + i % 16];
    out[i] = __float_as_int(sum);
  }
}

BLOCK(transpose) {
  SHARED int tile[16][17];
  for (int i = t; i < 256; i += n) tile[i / 16][i % 16] = in[i];
  __syncthreads();
  for (int i = t; i < 256; i += n) out[i] = tile[i % 16][i / 16];
}

BLOCK(stencil) {
  SHARED float line[258];
  for (int i = t; i < 258; i += n) line[i] = i == 0 || i == 257 ? 0.0f : static_cast<float>(in[i - 1] & 0x3ff);
  __syncthreads();
  float mine = 0;
  for (int round = 0; round < 5; ++round) {
    mine = 0.25f * line[t] + 0.5f * line[t + 1] + 0.25f * line[t + 2];
    __syncthreads();
    line[t + 1] = mine;
    __syncthreads();
  }
  out[t] = __float_as_int(mine);
}

BLOCK(game_of_life) {
  SHARED unsigned char cells[256];
  LOOP for (int i = t; i < 256; i += n) cells[i] = static_cast<unsigned char>(mixed(in[i] + i) & 1);
  LOOP for (int round = 0; round < 4; ++round) {
    unsigned char next[8];
    __syncthreads();
    LOOP for (int i = t, k = 0; i < 256; i += n, ++k) {
      int alive = 0;
      LOOP for (int dy = -1; dy <= 1; ++dy)
        LOOP for (int dx = -1; dx <= 1; ++dx)
          if (dx != 0 || dy != 0) alive += cells[(i / 16 + dy & 15) * 16 + (i + dx & 15)];
      next[k] = static_cast<unsigned char>(alive == 3 || (alive == 2 && cells[i]));
    }
    __syncthreads();
    LOOP for (int i = t, k = 0; i < 256; i += n, ++k) cells[i] = next[k];
  }
  __syncthreads();
  LOOP for (int i = t; i < 256; i += n) out[i] = cells[i];
}

/// Each cell waits for those above and to the left: a wave over the table.
BLOCK(edit_distance) {
  SHARED int rows[3][33];
  const auto* text = reinterpret_cast<const unsigned char*>(in);
  for (int wave = 0; wave <= 64; ++wave) {
    if (t < 32 && t <= wave && wave - t <= 32) {
      const int i = t, j = wave - t;
      int best = i + j;
      if (i > 0 && j > 0) {
        best = rows[(wave + 1) % 3][i - 1] + ((text[i] & 3) != (text[40 + j] & 3));
        best = min(best, min(rows[(wave + 2) % 3][i - 1], rows[(wave + 2) % 3][i]) + 1);
      }
      rows[wave % 3][i] = best;
      if (j == 32) out[i] = best;
      if (i == 31) out[32 + j] = best;
    }
    __syncthreads();
  }
}

BLOCK(floyd_warshall) {
  SHARED int length[16][16];
  LOOP for (int i = t; i < 256; i += n) length[i / 16][i % 16] = i / 16 == i % 16 ? 0 : (in[i] & 0xff) + 1;
  LOOP for (int k = 0; k < 16; ++k) {
    __syncthreads();
    LOOP for (int i = t; i < 256; i += n) length[i / 16][i % 16] = min(length[i / 16][i % 16], length[i / 16][k] + length[k][i % 16]);
  }
  __syncthreads();
  LOOP for (int i = t; i < 256; i += n) out[i] = length[i / 16][i % 16];
}

BLOCK(breadth_first) {
  SHARED int level[256], changed;
  for (int i = t; i < 256; i += n) level[i] = i == 0 ? 0 : -1;
  for (int depth = 0; depth < 64; ++depth) {
    __syncthreads();
    if (t == 0) changed = 0;
    __syncthreads();
    for (int node = t; node < 256; node += n)
      if (level[node] == depth)
        for (int k = 0; k < 3; ++k) {
          const int to = static_cast<int>(mixed(in[node] * 3 + k + node) & 255);
          if (atomicCAS(&level[to], -1, depth + 1) == -1) atomicAdd(&changed, 1);
        }
    __syncthreads();
    if (changed == 0) break;
  }
  for (int i = t; i < 256; i += n) out[i] = level[i];
}

DEVICE int root_of(int* parent, int node) {
  while (parent[node] != node) {
    parent[node] = parent[parent[node]];
    node = parent[node];
  }
  return node;
}

/// Roots hang below smaller ones, so that the result is the smallest of each component.
BLOCK(union_find) {
  SHARED int parent[128];
  for (int i = t; i < 128; i += n) parent[i] = i;
  __syncthreads();
  for (int edge = t; edge < 96; edge += n) {
    int a = in[edge] & 127, b = static_cast<int>(mixed(in[edge] + edge) & 127);
    bool joined = false;
    while (!joined) {
      a = root_of(parent, a);
      b = root_of(parent, b);
      if (a < b) {
        const int x = a;
        a = b;
        b = x;
      }
      joined = a == b || atomicCAS(&parent[a], a, b) == a;
    }
  }
  __syncthreads();
  for (int i = t; i < 128; i += n) out[i] = root_of(parent, i);
}

/// Open addressing; what is found does not depend on who came first.
BLOCK(hash_table) {
  SHARED int keys[512], counts[512];
  for (int i = t; i < 512; i += n) {
    keys[i] = -1;
    counts[i] = 0;
  }
  __syncthreads();
  const int key = in[t] & 0xfff;
  unsigned place = mixed(key) & 511;
  for (;;) {
    const int before = atomicCAS(&keys[place], -1, key);
    if (before == -1 || before == key) break;
    place = place + 1 & 511;
  }
  atomicAdd(&counts[place], 1);
  __syncthreads();
  for (int i = t; i < 256; i += n) {
    unsigned at = mixed(i) & 511;
    while (keys[at] != -1 && keys[at] != i) at = at + 1 & 511;
    out[i] = keys[at] == i ? counts[at] : 0;
  }
  out[256 + t] = counts[place];
}

/// One lane at a time.
BLOCK(spin_lock) {
  SHARED int lock, count;
  SHARED unsigned product;
  if (t == 0) {
    lock = count = 0;
    product = 1;
  }
  __syncthreads();
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      count += in[t] & 7;
      product *= 2 * static_cast<unsigned>(in[t]) + 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
  __syncthreads();
  out[t] = count;
  out[t + n] = static_cast<int>(product);
}

BLOCK(sieve) {
  SHARED unsigned char composite[1024];
  for (int i = t; i < 1024; i += n) composite[i] = i < 2;
  for (int p = 2; p * p < 1024; ++p) {
    __syncthreads();
    if (composite[p]) continue;
    for (int i = p * p + p * t; i < 1024; i += p * n) composite[i] = 1;
  }
  __syncthreads();
  for (int i = t; i < 1024; i += n) out[i] = composite[i] ? 0 : i + (in[i & 255] & 1);
}

BLOCK(elimination) {
  SHARED double m[8][9];
  LOOP for (int i = t; i < 72; i += n) m[i / 9][i % 9] = (in[i] & 0xff) * 0.5 + (i / 9 == i % 9 ? 1000.0 : 1.0);
  LOOP for (int k = 0; k < 8; ++k) {
    __syncthreads();
    if (t < 8 && t != k) {
      const double factor = m[t][k] / m[k][k];
      LOOP for (int j = k; j < 9; ++j) m[t][j] -= factor * m[k][j];
    }
  }
  __syncthreads();
  if (t < 8) {
    const double x = m[t][8] / m[t][t];
    out[t] = __double2loint(x);
    out[t + n] = __double2hiint(x);
  }
}

BLOCK(walsh_hadamard) {
  SHARED int s[256];
  s[t] = in[t] & 0xff;
  for (int half = 1; half < n; half *= 2) {
    __syncthreads();
    const int mine = s[t], other = s[t ^ half];
    __syncthreads();
    s[t] = t & half ? other - mine : mine + other;
  }
  out[t] = s[t];
}

BLOCK(sparse_product) {
  SHARED float x[256];
  x[t] = static_cast<float>(in[t] & 0xff) * 0.0625f;
  __syncthreads();
  const int begin = t * 3, end = begin + (in[t] & 7);
  float sum = 0;
  for (int k = begin; k < end; ++k) sum += static_cast<float>(k & 15) * x[mixed(k) % static_cast<unsigned>(n)];
  out[t] = __float_as_int(sum);
}

BLOCK(knapsack) {
  SHARED int best[2][256];
  best[0][t] = 0;
  int from = 0;
  for (int item = 0; item < 12; ++item) {
    const int weight = (in[item] & 31) + 1, value = in[item + 12] & 0xff;
    __syncthreads();
    int most = best[from][t];
    if (t >= weight) most = max(most, best[from][t - weight] + value);
    best[from ^ 1][t] = most;
    from ^= 1;
  }
  out[t] = best[from][t];
}

BLOCK(run_lengths) {
  SHARED int start[257], ends;
  if (t == 0) ends = 0;
  const int value = in[t] & 1, before = t > 0 ? in[t - 1] & 1 : -1;
  const bool begins = value != before;
  __syncthreads();
  if (begins) atomicAdd(&ends, 1);
  start[t] = begins ? t : -1;
  __syncthreads();
  int first = t;
  while (start[first] < 0) --first;
  out[t] = t - first + 1;
  out[t + n] = ends;
}

BLOCK(barrier_on_both_sides) {
  SHARED int s[256];
  s[t] = in[t];
  if ((t >> 5) & 1) {
    __syncthreads();
    out[t] = s[t ^ 32] + 1;
  } else {
    __syncthreads();
    out[t] = s[n - 1 - t] + 2;
  }
}

/// Warps with unlike work between barriers.
BLOCK(pipeline) {
  SHARED unsigned stage[2][256];
  stage[0][t] = in[t];
  LOOP for (int round = 0; round < 6; ++round) {
    __syncthreads();
    unsigned v = stage[round & 1][(t + 33) % n];
    const int work = (t >> 5) + (t & 3);
    LOOP for (int i = 0; i < work; ++i) v = v * 1664525u + 1013904223u;
    stage[~round & 1][t] = v ^ round;
  }
  out[t] = static_cast<int>(stage[0][t]);
}

/// The digits of many lanes' sums by shuffles, the carry from lane to lane.
BLOCK(long_addition) {
  const unsigned a = in[t], b = mixed(in[t]);
  unsigned sum = a + b;
  const unsigned generates = __ballot_sync(everyone, sum < a), passes = __ballot_sync(everyone, sum == everyone);
  const unsigned long long carries = (static_cast<unsigned long long>(generates) << 1) + passes;
  sum += static_cast<unsigned>((carries ^ passes) >> (t & 31)) & 1;
  out[t] = static_cast<int>(sum);
}

BLOCK(rotation_of_warp) {
  unsigned v = in[t];
  for (int i = 0; i < 8; ++i) {
    const unsigned other = __shfl_sync(everyone, v, static_cast<int>(t + v) & 31);
    if (other & 1) v = v * 3 + other;
    else v ^= other >> 1;
    __syncwarp();
  }
  out[t] = static_cast<int>(v);
}
