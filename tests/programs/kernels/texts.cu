// Ordinary kernels whose lanes work alone: bits, hashes, texts, machines, structures in local memory.
#include "programs/kernels/block.cuh"

DEVICE const unsigned char* bytes_of(const int* in) { return reinterpret_cast<const unsigned char*>(in); }

EACH(bit_tricks) {
  unsigned x = in[t];
  unsigned count = x - (x >> 1 & 0x55555555);
  count = (count & 0x33333333) + (count >> 2 & 0x33333333);
  count = (count + (count >> 4) & 0x0f0f0f0f) * 0x01010101u >> 24;
  unsigned gray = x ^ x >> 1;
  for (int i = 16; i > 0; i /= 2) gray ^= gray >> i;
  unsigned spread = x & 0xffff;
  spread = (spread | spread << 8) & 0x00ff00ff;
  spread = (spread | spread << 4) & 0x0f0f0f0f;
  spread = (spread | spread << 2) & 0x33333333;
  spread = (spread | spread << 1) & 0x55555555;
  out[t] = static_cast<int>(count + 100 * __popc(x & (0u - x)));
  out[t + n] = static_cast<int>(gray);
  out[t + 2 * n] = static_cast<int>(spread ^ __brev(x));
}

CONSTANT unsigned nibbles[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
EACH(crc_by_table) {
  unsigned crc = ~0u;
  for (int i = 0; i < 4 + (t & 7); ++i) {
    crc ^= bytes_of(in)[(t * 5 + i) & 1023];
    crc = nibbles[crc & 15] ^ crc >> 4;
    crc = nibbles[crc & 15] ^ crc >> 4;
  }
  out[t] = static_cast<int>(~crc);
}

EACH(crc_by_bits) {
  unsigned short crc = 0xffff;
  LOOP for (int i = 0; i < 6; ++i) {
    crc = static_cast<unsigned short>(crc ^ bytes_of(in)[(t * 3 + i) & 1023] << 8);
    LOOP for (int bit = 0; bit < 8; ++bit) crc = static_cast<unsigned short>(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
  }
  out[t] = crc;
}

EACH(hashes) {
  unsigned fnv = 2166136261u, a = 1, b = 0;
  unsigned long long wide = 14695981039346656037ull;
  LOOP for (int i = 0; i < 12; ++i) {
    const unsigned byte = bytes_of(in)[(t * 4 + i) & 1023];
    fnv = (fnv ^ byte) * 16777619u;
    wide = (wide ^ byte) * 1099511628211ull;
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  out[t] = static_cast<int>(fnv ^ (b << 16 | a));
  out[t + n] = static_cast<int>(wide >> 32 ^ wide);
}

DEVICE unsigned rotated(unsigned x, int by) { return x << by | x >> (32 - by); }
DEVICE void quarter_round(unsigned& a, unsigned& b, unsigned& c, unsigned& d) {
  a += b; d = rotated(d ^ a, 16);
  c += d; b = rotated(b ^ c, 12);
  a += b; d = rotated(d ^ a, 8);
  c += d; b = rotated(b ^ c, 7);
}
EACH(cipher_rounds) {
  unsigned s[8];
  LOOP for (int i = 0; i < 8; ++i) s[i] = in[(t + 37 * i) & 255];
  LOOP for (int round = 0; round < 4; ++round) {
    quarter_round(s[0], s[1], s[2], s[3]);
    quarter_round(s[4], s[5], s[6], s[7]);
    quarter_round(s[0], s[5], s[2], s[7]);
  }
  out[t] = static_cast<int>(s[0] ^ s[3] ^ s[5]);
  out[t + n] = static_cast<int>(s[1] + s[6] + s[7]);
}

EACH(block_cipher) {
  unsigned v = in[t], w = in[255 - t], sum = 0;
  LOOP for (int i = 0; i < 16; ++i) {
    v += ((w << 4 ^ w >> 5) + w) ^ (sum + static_cast<unsigned>(in[sum & 3]));
    sum += 0x9e3779b9u;
    w += ((v << 4 ^ v >> 5) + v) ^ (sum + static_cast<unsigned>(in[sum >> 11 & 3]));
  }
  out[t] = static_cast<int>(v);
  out[t + n] = static_cast<int>(w);
}

EACH(generators) {
  unsigned x = static_cast<unsigned>(in[t]) | 1;
  unsigned long long pcg = x, wide = x * 0x9e3779b97f4a7c15ull;
  LOOP for (int i = 0; i < 8 + (t & 7); ++i) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    pcg = pcg * 6364136223846793005ull + 1442695040888963407ull;
    wide ^= wide >> 12;
    wide ^= wide << 25;
    wide ^= wide >> 27;
  }
  const unsigned shifted = static_cast<unsigned>((pcg >> 18 ^ pcg) >> 27), by = static_cast<unsigned>(pcg >> 59);
  out[t] = static_cast<int>(x);
  out[t + n] = static_cast<int>(shifted >> by | shifted << (-by & 31));
  out[t + 2 * n] = static_cast<int>(wide * 2685821657736338717ull >> 32);
}

/// Copies from before, or new bytes.
EACH(unpacking) {
  unsigned char text[64];
  int length = 0, at = t * 3;
  while (length < 56) {
    const unsigned char code = bytes_of(in)[at++ & 1023];
    if ((code & 3) == 0 && length > 0) {
      const int back = (code >> 2) % length + 1;
      for (int i = 0; i < 4 + (code >> 6); ++i, ++length) text[length] = text[length - back];
    } else {
      text[length++] = code;
    }
  }
  unsigned hash = 0;
  for (int i = 0; i < length; ++i) hash = hash * 33 + text[i];
  out[t] = static_cast<int>(hash);
  out[t + n] = length;
}

/// A prefix code: of as many ones as there are, then bits.
EACH(prefix_code) {
  unsigned bits = in[t], sum = 0;
  int left = 32, symbols = 0;
  while (left > 8) {
    int ones = 0;
    while ((bits >> 31) && ones < 3) {
      bits <<= 1;
      --left;
      ++ones;
    }
    if (ones < 3) {
      bits <<= 1;
      --left;
    }
    sum = sum * 17 + (bits >> (31 - ones)) + ones * 8;
    bits <<= ones + 1;
    left -= ones + 1;
    ++symbols;
  }
  out[t] = static_cast<int>(sum);
  out[t + n] = symbols;
}

EACH(unicode) {
  int at = t * 4, characters = 0, wrong = 0;
  unsigned sum = 0;
  const int end = at + 16;
  while (at < end) {
    const unsigned first = bytes_of(in)[at & 1023];
    const int more = first < 0x80 ? 0 : first < 0xc0 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf8 ? 3 : -1;
    ++at;
    if (more < 0) {
      ++wrong;
      continue;
    }
    unsigned code = more == 0 ? first : first & (0x3fu >> more);
    for (int i = 0; i < more && (bytes_of(in)[at & 1023] & 0xc0) == 0x80; ++i) code = code << 6 | (bytes_of(in)[at++ & 1023] & 0x3f);
    sum += code;
    ++characters;
  }
  out[t] = static_cast<int>(sum);
  out[t + n] = characters * 100 + wrong;
}

/// Letters of two bits; where the text fails, the pattern moves by its own borders.
EACH(pattern_machine) {
  unsigned char pattern[6];
  int border[6], hits = 0;
  LOOP for (int i = 0; i < 6; ++i) pattern[i] = static_cast<unsigned char>(in[t] >> 2 * (i % 3) & 3);
  border[0] = 0;
  LOOP for (int i = 1, k = 0; i < 6; ++i) {
    LOOP while (k > 0 && pattern[i] != pattern[k]) k = border[k - 1];
    if (pattern[i] == pattern[k]) ++k;
    border[i] = k;
  }
  LOOP for (int i = 0, k = 0; i < 64; ++i) {
    const int letter = in[i / 16] >> 2 * (i % 16) & 3;
    LOOP while (k > 0 && letter != pattern[k]) k = border[k - 1];
    if (letter == pattern[k]) ++k;
    if (k == 6) {
      ++hits;
      k = border[5];
    }
  }
  out[t] = hits;
  out[t + n] = border[5] * 10 + border[3];
}

/// Numbers, names and signs.
EACH(lexer) {
  int state = 0, tokens = 0, value = 0;
  for (int i = 0; i < 24; ++i) {
    const int c = bytes_of(in)[(t * 7 + i) & 1023] & 31;
    switch (state) {
      case 0:
        if (c < 10) { state = 1; value = c; }
        else if (c < 20) state = 2;
        else if (c < 24) state = 3;
        else if (c == 31) { i += 2; }
        break;
      case 1:
        if (c < 10) value = (value * 10 + c) & 0xffff;
        else if (c == 10) state = 4;
        else { tokens += value; state = 0; --i; value = 0; }
        break;
      case 2:
        if (c >= 20) { tokens += 1000; state = 0; }
        break;
      case 3: tokens += c == 24 ? 5 : 7; state = 0; break;
      default:
        if (c >= 10) { tokens += 100000; state = 0; }
    }
  }
  out[t] = tokens;
  out[t + n] = state;
}

/// A machine of a stack: what the bytes say.
EACH(interpreter) {
  int stack[8] = {1, 2, 3, 4, 5, 6, 7, 8}, top = 3, at = t * 2;
  for (int steps = 0; steps < 40; ++steps) {
    const int code = bytes_of(in)[at++ & 1023];
    int& a = stack[top & 7];
    const int b = stack[(top - 1) & 7];
    switch (code & 15) {
      case 0: case 1: ++top; stack[top & 7] = code >> 4; break;
      case 2: a = static_cast<int>(static_cast<unsigned>(a) + b); break;
      case 3: a = static_cast<int>(static_cast<unsigned>(a) - b); break;
      case 4: a = static_cast<int>(static_cast<unsigned>(a) * b); break;
      case 5: a = (b & 0xff) != 0 ? a / (b & 0xff) : 0; break;
      case 6: stack[(top - 1) & 7] = a; a = b; break;
      case 7: if (a > b) at += code >> 4; break;
      case 8: --top; break;
      case 9: a ^= b << (code >> 4 & 7); break;
      case 10: a = a < b; break;
      case 11: at = at + (a & 31); break;
      case 12: if (code == 0xcc) steps = 40; break;
      default: a = ~a;
    }
  }
  out[t] = stack[top & 7];
  out[t + n] = top;
}

EACH(priority_queue) {
  int heap[16], count = 0;
  unsigned sum = 0;
  LOOP for (int i = 0; i < 24; ++i) {
    const int value = in[(t * 3 + i) & 255] & 0x3ff;
    if (count < 15 && (value % 3 != 0 || count == 0)) {
      int at = count++;
      LOOP while (at > 0 && heap[(at - 1) / 2] > value) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
      }
      heap[at] = value;
    } else {
      sum = sum * 7 + heap[0];
      const int last = heap[--count];
      int at = 0;
      LOOP while (2 * at + 1 < count) {
        int child = 2 * at + 1;
        if (child + 1 < count && heap[child + 1] < heap[child]) ++child;
        if (heap[child] >= last) break;
        heap[at] = heap[child];
        at = child;
      }
      heap[at] = last;
    }
  }
  out[t] = static_cast<int>(sum);
  out[t + n] = count;
}

EACH(quick_sort) {
  short a[24];
  int stack[24], top = 0;
  LOOP for (int i = 0; i < 24; ++i) a[i] = static_cast<short>(in[(t * 5 + i) & 255]);
  stack[top++] = 0;
  stack[top++] = 23;
  LOOP while (top > 0) {
    const int high = stack[--top], low = stack[--top];
    if (low >= high) continue;
    const short pivot = a[high];
    int i = low;
    LOOP for (int j = low; j < high; ++j)
      if (a[j] < pivot) {
        const short x = a[i];
        a[i++] = a[j];
        a[j] = x;
      }
    a[high] = a[i];
    a[i] = pivot;
    if (i - low < high - i) {
      stack[top++] = i + 1; stack[top++] = high;
      stack[top++] = low; stack[top++] = i - 1;
    } else {
      stack[top++] = low; stack[top++] = i - 1;
      stack[top++] = i + 1; stack[top++] = high;
    }
  }
  unsigned hash = 0;
  LOOP for (int i = 0; i < 24; ++i) hash = hash * 31 + static_cast<unsigned short>(a[i]);
  out[t] = static_cast<int>(hash);
}

/// Queens on a board of six, the first where the lane says.
EACH(queens) {
  int place[6], row = 1, found = 0;
  place[0] = (in[t] & 7) % 6;
  place[1] = -1;
  LOOP while (row > 0) {
    ++place[row];
    if (place[row] == 6) {
      --row;
      continue;
    }
    bool free = true;
    LOOP for (int i = 0; i < row; ++i) {
      const int apart = place[row] - place[i];
      if (apart == 0 || apart == row - i || apart == i - row) free = false;
    }
    if (!free) continue;
    if (row == 5) ++found;
    else place[++row] = -1;
  }
  out[t] = found;
}
