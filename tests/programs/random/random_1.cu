// The program of seed 1: tools/random-programs --print 1 --kernels 2
#include "programs/random/operations.cuh"

EACH(random_1_0) {
  i8 v1 = i8(in[(t * 3 + 32) & 255]);
  i16 v2 = i16(in[(t * 7 + 230) & 255]);
  i32 v3 = i32(in[(t * 3 + 48) & 255]);
  i64 v4 = i64(in[(t * 7 + 221) & 255]);
  u8 v5 = u8(in[(t * 3 + 52) & 255]);
  u16 v6 = u16(in[(t * 1 + 13) & 255]);
  u32 v7 = u32(in[(t * 3 + 216) & 255]);
  u64 v8 = u64(u64(u32(in[(t * 7 + 253) & 255])) << 32 | u32(in[(t * 1 + 176) & 255]));
  f16 v9 = __int2half_rn(in[(t * 3 + 235) & 255] & 0xff);
  f32 v10 = f32(in[(t * 1 + 95) & 255] & 0xffff);
  f64 v11 = f64(in[(t * 5 + 216) & 255]) * 1e-3;
  bool v12 = (in[(t * 7 + 201) & 255] & 2) != 0;
  bool v13 = (((false ? v12 : false) ? (f64(-0.0) - v11) : (-v11)) <= f64(rest<u16>(v6, u16(0xffffu))));
  i16 v14 = sub<i16>(i16(0x64u), ((i32(v8) != i32(0)) ? either<i16>(v2, v2) : add<i16>(i16(0xffffu), v2)));
  f64 v15 = most_of(((f64(1e-3) + v11) / (-f64(v14))), most_of((v11 * f64(0.1)), __ddiv_ru(f64(v8), f64(2.0))));
  f16 v16 = __hmul(__hneg(high_of(__hsub2(pair(v9, __float2half_rn(-7.0f)), pair(v9, v9)))), v9);
  i8 v17 = sub<i8>(add<i8>(turned<i8>(v1, u32(0xffu)), sub<i8>(v1, v1)), ((v12 ? v13 : false) ? ((v8 != u64(0x64ull)) ? v1 : i8(0xe8u)) : right<i8>(i8(0x5u), v7)));
  f32 v18 = roundf((most_of(v10, v10) * __fsqrt_rd(v10)));
  switch (add<u32>(u32(0xfff00000u), u32(v12)) & 3u) {
    case 0:
      v16 = __hmul(__hneg(__int2half_rn(v14)), __hmul(v9, v9));
    case 1:
      v17 = add<i8>(mul<i8>(v17, i8(__float2int_rn(v10))), ((v18 != f32(0)) ? v17 : v17));
    case 2:
      v14 = turned<i16>((v12 ? v14 : v2), (v13 ? u32(0xau) : v7));
      break;
    case 3:
      v11 = most_of(root(v11), (f64(v13) / f64(1e-300)));
      break;
    default:
      v13 = (left<i16>(v14, 11u) >= i16(__float2int_ru(__half2float(__float2half_rn(-1.0f)))));
  }
  i8 v19 = either<i8>(i8(__sad(i32(v14), i32(v5), sub<u32>(u32(v14), v7))), ((u8(0xfdu) >= v5) ? i8(bits_of(v9)) : add<i8>(i8(__double2int_rz(v11)), i8(0xau))));
  u64 v20 = right<u64>(both<u64>(both<u64>(u64(0xaull), v8), add<u64>(v8, v8)), (v7 & 127u));
  f64 v21 = ((__dmul_rd(v11, v11) / f64(2.0)) + f64(2.2250738585072014e-308));
  if ((either<i8>(i8(0x64u), v17) < right<i8>(v17, 61u))) {
    v6 = quotient<u16>((v13 ? v6 : v6), u16(0x8000u));
    v11 = ((v21 + f64(-7.0)) - most_of(v15, v11));
  } else {
    v19 = ((v15 < v11) ? turned<i8>(i8(0x21u), 36u) : add<i8>(v17, v19));
  }
  f32 v22 = (fused((v18 - f32(v20)), (v10 / f32(1.0f)), least_of(v18, v18)) + ((-v18) / (v18 / f32(-0.0f))));
  for (u32 v23 = 0, nv23 = 2u; v23 < nv23; ++v23) {
    v20 = ((v21 != f64(0)) ? least<u64>(u64(v13), v8) : most<u64>(v20, u64(0x7ull)));
    v14 = add<i16>(v14, i16(v23));
    if (__heq(__float2half_rn(v22), v16)) break;
  }
  bool v24 = (either<i64>(i64(borrowed(u64(v17), v20, v20, u64(0xfffffffffffffffdull))), i64(v6)) > ((v1 == v5) ? most<i64>(__float2ll_rn(v18), v4) : i64(borrowed(u64(0x7full), v8, v20, v8))));
  switch (u32(__popcll(__float2ull_rd(__half2float(v16)))) & 7u) {
    case 0:
      v3 = turned<i32>(sub<i32>(i32(0x64u), v3), 16u);
      break;
    case 1:
      v22 = fused(v22, rintf(v18), f32(v8));
    case 2:
      v19 = unlike<i8>(neg<i8>(i8(0x3u)), i8(__popcll(v8)));
      break;
    case 3:
      v14 = quotient<i16>(i16(__double2int_rz(f64(2.60868))), v2);
      break;
    case 4:
      v8 = u64(v17);
    default:
      v15 = least_of((v11 / f64(-1.0)), (-v21));
  }
  i16 v25 = ((quotient<u32>(v7, u32(0xfffffffdu)) < least<u32>(u32(0xe0000000u), u32(0xffffffe0u))) ? ((v5 != u8(0)) ? turned<i16>(i16(__float2int_rz(v22)), 50u) : unlike<i16>(v2, i16(0x3cu))) : add<i16>(quotient<i16>(i16(0x2730u), i16(0x61f3u)), right<i16>(v2, v7)));
  i8 v26[8] = {v1, v19, v17, i8(0xfcu), v17, v1, v19, i8(0xffu)};
  v26[sub<u32>(u32(v25), v7) & 7u] = i8(__funnelshift_rc(__double2uint_ru(v21), v7, 23u));
  i8 v27 = v26[u32(bits_of(v22)) & 7u];
  i32 v28 = right<i32>(neg<i32>((true ? i32(v20) : v3)), turned<u32>(sub<u32>(u32(0xffu), v7), 8u));
  if ((((v27 != i8(0x80u)) ? i64(0xfffffffffffffffeull) : i64(0x3cull)) < quotient<i64>(v4, i64(0x7ull)))) {
    v18 = f32(2147483648.0f);
    v7 = add<u32>((v24 ? u32(v24) : v7), u32(0xfffffffdu));
  } else {
    v21 = __ddiv_rd(trunc(v15), (-v15));
  }
  Sink sink{out, t};
  sink.keep(v28);  // word 0
  sink.keep(v27);  // word 1
  sink.keep(v25);  // word 2
  sink.keep(v24);  // word 3
  sink.keep(v22);  // word 4
  sink.keep(v21);  // word 5
  sink.keep(v20);  // word 7
  sink.keep(v19);  // word 9
  sink.keep(v18);  // word 10
  sink.keep(v17);  // word 11
  sink.keep(v16);  // word 12
  sink.keep(v15);  // word 13
  sink.keep(v14);  // word 15
  sink.keep(v13);  // word 16
  sink.keep(v12);  // word 17
  sink.keep(v11);  // word 18
  sink.keep(v10);  // word 20
  sink.keep(v9);  // word 21
  sink.keep(v8);  // word 22
  sink.keep(v7);  // word 24
  sink.keep(v6);  // word 25
  sink.keep(v5);  // word 26
  sink.keep(v4);  // word 27
  sink.keep(v3);  // word 29
  sink.keep(v2);  // word 30
  sink.keep(v1);  // word 31
}

EACH(random_1_1) {
  i8 v1 = i8(in[(t * 1 + 23) & 255]);
  i16 v2 = i16(in[(t * 5 + 118) & 255]);
  i32 v3 = i32(in[(t * 7 + 171) & 255]);
  i64 v4 = i64(u64(u32(in[(t * 7 + 27) & 255])) << 32 | u32(in[(t * 1 + 182) & 255]));
  u8 v5 = u8(in[(t * 5 + 27) & 255]);
  u16 v6 = u16(in[(t * 1 + 166) & 255]);
  u32 v7 = u32(in[(t * 1 + 106) & 255]);
  u64 v8 = u64(in[(t * 1 + 33) & 255]);
  f16 v9 = __float2half_rn(f32(i16(in[(t * 5 + 119) & 255])) * 0.01f);
  f32 v10 = f32(in[(t * 5 + 154) & 255]) * 0.37f;
  f64 v11 = double_of(u64(u32(in[(t * 7 + 37) & 255])) << 32 | u32(in[(t * 1 + 208) & 255]));
  bool v12 = (in[(t * 1 + 123) & 255] & 8) != 0;
  u32 v13 = most<u32>(v7, rest<u32>(right<u32>(v7, v7), v7));
  if ((true ? false : (true ? v12 : v12))) {
    v4 = i64((true ? v6 : u16(v4)));
  }
  bool v14 = (((true ? f64(1e-3) : f64(v4)) <= double_of(v8)) == (f64(1e-3) > (v11 * f64(4294967296.0))));
  i32 v15 = unlike<i32>(rest<i32>(least<i32>(v3, v3), unlike<i32>(v3, i32(0x9d284934u))), field<i32>(either<i32>(v3, v3), (v13 & 63u), 22u));
  i32 v16 = v3;
  for (u32 v17 = 0, nv17 = (field<u32>(__float2uint_ru(v10), v13, 5u) & 7); v17 < nv17; ++v17) {
    v11 = __dadd_ru((v11 / v11), (v12 ? v11 : v11));
    v2 = add<i16>(v2, i16(v17));
  }
  i8 v18 = mul<i8>(i8(__float2int_rz(__half2float(__habs(__float2half_rn(6e-8f))))), unlike<i8>(unlike<i8>(i8(__float2int_rd(__half2float(v9))), v1), both<i8>(i8(v8), v1)));
  i32 v19 = add<i32>(right<i32>(add<i32>(v15, v16), sub<u32>(v13, u32(0x1ffffffu))), neg<i32>(unlike<i32>(v3, v15)));
  f16 v20 = __int2half_rn(v19);
  u64 v21 = both<u64>(quotient<u64>(u64(0xfffffffffffffffeull), u64(0x7cb3c3fe63351346ull)), right<u64>(mul<u64>(v8, u64(v19)), (v13 & 63u)));
  switch (mul<u32>(u32(0x7fffffffu), u32(v14)) & 3u) {
    case 0:
      v13 = u32((v12 ? v18 : i8(__float2int_rn(__half2float(v20)))));
    case 1:
      v7 = u32(__mulhi(v15, least<i32>(i32(0x3c2a2f21u), v3)));
      break;
    case 2:
      v16 = unlike<i32>(i32(v8), either<i32>(v3, i32(v12)));
    case 3:
      v11 = f64(__half2float(v20));
      break;
    default:
      v16 = add<i32>(sub<i32>(i32(0x55643c1u), v19), ((v11 != f64(0.1)) ? v19 : v3));
  }
  f16 v22 = __habs(v9);
  i32 v23 = add<i32>(left<i32>(__float2int_rd(__half2float(v20)), 26u), i32(__ffsll(neg<i64>(v4))));
  i16 v24 = size_of<i16>(sub<i16>(i16(__popcll(u64(0xfffffffffffffff6ull))), left<i16>(v2, v7)));
  i64 v25 = unlike<i64>(right<i64>(add<i64>(__float2ll_ru(__half2float(v22)), i64(v16)), (u32(__popcll(u64(0x64ull))) & 31u)), i64(v24));
  switch (u32(__byte_perm(v13, __float2uint_rz(__half2float(v22)), (u32(0x7fu) & 0x7777u))) & 3u) {
    case 0:
      v4 = rest<i64>(add<i64>(v4, i64(0xaull)), i64(0x7fffffffffffffffull));
      break;
    case 1:
      v5 = least<u8>(u8(u16(bits_of(__half2float(v20)))), v5);
      break;
    case 2:
      v5 = neg<u8>(u8(__float2int_rz(f32(-1.0f))));
      break;
    case 3:
      v2 = v24;
      break;
    default:
      v19 = size_of<i32>(both<i32>(v16, v23));
  }
  u16 v26 = both<u16>(both<u16>(size_of<u16>(u16(0xau)), either<u16>(v6, u16(v23))), (((v23 != i32(0xfffffffeu)) ? true : true) ? u16(__sad(v3, v23, u32(0x50cfcd21u))) : both<u16>(v6, v6)));
  Sink sink{out, t};
  sink.keep(v26);  // word 0
  sink.keep(v25);  // word 1
  sink.keep(v24);  // word 3
  sink.keep(v23);  // word 4
  sink.keep(v22);  // word 5
  sink.keep(v21);  // word 6
  sink.keep(v20);  // word 8
  sink.keep(v19);  // word 9
  sink.keep(v18);  // word 10
  sink.keep(v16);  // word 11
  sink.keep(v15);  // word 12
  sink.keep(v14);  // word 13
  sink.keep(v13);  // word 14
  sink.keep(v12);  // word 15
  sink.keep(v11);  // word 16
  sink.keep(v10);  // word 18
  sink.keep(v9);  // word 19
  sink.keep(v8);  // word 20
  sink.keep(v7);  // word 22
  sink.keep(v6);  // word 23
  sink.keep(v5);  // word 24
  sink.keep(v4);  // word 25
  sink.keep(v3);  // word 27
  sink.keep(v2);  // word 28
  sink.keep(v1);  // word 29
}
