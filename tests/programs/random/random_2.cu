// The program of seed 2: tools/random-programs --print 2 --kernels 2
#include "programs/random/operations.cuh"

EACH(random_2_0) {
  i8 v1 = i8(in[(t * 1 + 46) & 255]);
  i16 v2 = i16(in[(t * 3 + 157) & 255]);
  i32 v3 = i32(in[(t * 1 + 81) & 255]);
  i64 v4 = i64(u64(u32(in[(t * 5 + 227) & 255])) << 32 | u32(in[(t * 3 + 18) & 255]));
  u8 v5 = u8(in[(t * 5 + 238) & 255]);
  u16 v6 = u16(in[(t * 7 + 84) & 255]);
  u32 v7 = u32(in[(t * 3 + 12) & 255]);
  u64 v8 = u64(in[(t * 3 + 69) & 255]);
  f16 v9 = __int2half_rn(in[(t * 7 + 186) & 255] & 0xff);
  f32 v10 = f32(in[(t * 3 + 204) & 255]) * 0.37f;
  f64 v11 = f64(in[(t * 5 + 255) & 255]) * 1e-3;
  bool v12 = (in[(t * 5 + 233) & 255] & 4) != 0;
  bool v13 = (turned<u8>(u8(__ffs(v3)), v7) > v1);
  i32 v14 = most<i32>(i32(__popc(unlike<u32>(v7, u32(v13)))), most<i32>((v12 ? v3 : i32(0xfffffff6u)), i32(__clz(v3))));
  for (u32 v15 = 0, nv15 = (u32(__funnelshift_rc(u32(0xfffffff6u), v7, 32u)) & 7); v15 < nv15; ++v15) {
    v2 = v2;
    v14 = add<i32>(v14, i32(v15));
  }
  u64 v16 = mul<u64>(u64(left<i32>(i32(kind_of(f64(0.3333333333333333))), 47u)), u64(sub<u32>(rest<u32>(v7, u32(0xau)), (v12 ? v7 : v7))));
  bool v17 = (least<u64>(u64(u16(0x2u)), neg<u64>(u64(0x3b50aaf263fdf8f2ull))) > ((v13 || v12) ? right<u64>(v16, (v7 & 127u)) : u64(bits_of(f64(-0.0)))));
  i8 v18 = quotient<i8>(((v2 > v2) ? v1 : add<i8>(v1, v1)), i8(0x2u));
  u16 v19 = quotient<u16>(u16(v12), u16(0x0u));
  f16 v20 = half_from(most<u16>(v19, both<u16>(v6, v19)));
  f32 v21[4] = {v10, f32(0.3333333333333333f), v10, f32(0.1f)};
  v21[sub<u32>(v7, u32(0x3cu)) & 3u] = (-v10);
  f32 v22 = v21[u32(__mul24(v3, v3)) & 3u];
  u8 v23 = u8(__umulhi(mul<u32>(inverse<u32>(u32(0xfffffff6u)), unlike<u32>(u32(0x5u), v7)), both<u32>((v17 ? u32(0x2u) : u32(v13)), turned<u32>(u32(0x9u), (v7 & 63u)))));
  f32 v24[8] = {f32(2147483648.0f), v22, v22, f32(0.1f), v22, f32(1e38f), f32(2.0f), f32(-0.64965329522354276f)};
  v24[sub<u32>(u32(v23), u32(0xff000000u)) & 7u] = (v10 / f32(2.0f));
  f32 v25 = v24[neg<u32>(v7) & 7u];
  f16 v26 = half_from(u16(__float2int_rd(__half2float(__hadd(v20, v9)))));
  bool v27 = ((either<u64>(v8, v8) >= u64(carried(v16, v8, v8, v16))) ? (mul<u64>(v16, u64(0xaull)) == (v13 ? u64(0xffffffffull) : u64(0xfffffffffffffffdull))) : ((f64(v17) / v11) == fused(v11, v11, v11)));
  for (u32 v28 = 0, nv28 = (add<u32>(u32(0xffffffffu), v7) & 7); v28 < nv28; ++v28) {
    v26 = __hadd(fused(v9, v26, v9), v9);
    v14 = add<i32>(v14, i32(v28));
    if ((v17 == v13)) break;
  }
  i8 v29 = v18;
  f16 v30 = __hadd(((v23 != u8(0)) ? __int2half_rn(v17) : v9), __hneg(__float2half_rn(-0.0f)));
  switch (u32(__clzll(__float2ll_ru(__half2float(v20)))) & 3u) {
    case 0:
      v27 = (rest<u32>(v7, u32(0x5u)) != add<u32>(v7, v7));
      break;
    case 1:
      v1 = least<i8>(right<i8>(v18, (v7 & 31u)), i8(__clzll(__float2ll_rd(v25))));
      break;
    case 2:
      v5 = quotient<u8>(rest<u8>(v23, u8(0x3u)), u8(0xffu));
      break;
    case 3:
      v6 = turned<u16>(add<u16>(v6, v19), 51u);
      break;
    case 4:
      v20 = high_of(__hsub2(pair(__hadd(v30, v20), __hsub(v20, __float2half_rn(v22))), pair(__float2half_rn(3.0f), __uint2half_rn(v19))));
      break;
    default:
      v3 = i32(bits_of(__fadd_rd(v25, f32(1e-3f))));
  }
  i64 v31 = both<i64>(least<i64>(sub<i64>(v4, __float2ll_rz(__half2float(v30))), add<i64>(v4, i64(v18))), most<i64>(sub<i64>(i64(0xe3dda2ec5a2d1bd0ull), i64(0xfffffffffffffffeull)), least<i64>(__float2ll_ru(__half2float(v20)), i64(0x11ull))));
  Sink sink{out, t};
  sink.keep(v31);  // word 0
  sink.keep(v30);  // word 2
  sink.keep(v29);  // word 3
  sink.keep(v27);  // word 4
  sink.keep(v26);  // word 5
  sink.keep(v25);  // word 6
  sink.keep(v23);  // word 7
  sink.keep(v22);  // word 8
  sink.keep(v20);  // word 9
  sink.keep(v19);  // word 10
  sink.keep(v18);  // word 11
  sink.keep(v17);  // word 12
  sink.keep(v16);  // word 13
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

EACH(random_2_1) {
  i8 v1 = i8(in[(t * 5 + 94) & 255]);
  i16 v2 = i16(in[(t * 3 + 193) & 255]);
  i32 v3 = i32(in[(t * 3 + 137) & 255]);
  i64 v4 = i64(u64(u32(in[(t * 3 + 101) & 255])) << 32 | u32(in[(t * 1 + 160) & 255]));
  u8 v5 = u8(in[(t * 3 + 121) & 255]);
  u16 v6 = u16(in[(t * 7 + 54) & 255]);
  u32 v7 = u32(in[(t * 1 + 176) & 255]);
  u64 v8 = mul<u64>(in[(t * 1 + 59) & 255], in[(t * 3 + 180) & 255]);
  f16 v9 = half_from(u16(in[(t * 3 + 172) & 255]));
  f32 v10 = f32(in[(t * 3 + 85) & 255]) * 0.37f;
  f64 v11 = f64(in[(t * 3 + 53) & 255]) * 1e-3;
  bool v12 = (in[(t * 1 + 56) & 255] & 1) != 0;
  i8 v13 = ((((v7 != u32(0)) == (v7 != u32(0))) || (v6 >= v6)) ? sub<i8>(i8(__byte_perm(u32(v5), v7, 0x3276u)), i8(__float2int_rz(__half2float(__float2half_rn(0.5f))))) : i8(__funnelshift_lc(turned<u32>(v7, u32(v3)), right<u32>(u32(0xfff00000u), 11u), 6u)));
  switch (((v8 != u64(0x7ull)) ? v7 : v7) & 3u) {
    case 0:
      v11 = (-(v11 - f64(v5)));
      break;
    case 1:
      v4 = __float2ll_ru(__fadd_ru(f32(v11), f32(65504.0f)));
    case 2:
      v2 = i16(__mulhi(i32(0x5u), both<i32>(i32(0x5u), i32(0xffu))));
    default:
      v12 = (v12 ? (true == v12) : (i64(0x64ull) < i64(v8)));
  }
  i64 v14 = ((false ? (v6 < i64(0x64ull)) : (v12 == false)) ? rest<i64>(least<i64>(v4, __float2ll_rn(v10)), i64(0x1000000000ull)) : field<i64>(inverse<i64>(v4), (u32(0x7u) & 31u), 44u));
  u8 v15 = u8(0xffu);
  u64 v16 = u64(add<u32>(u32(v8), least<u32>(v7, v7)));
  f32 v17 = __ll2float_rz(both<i64>((v12 ? v4 : v14), field<i64>(v14, (v7 & 63u), v7)));
  f16 v18 = __hmul(__hsub(__hmul(__ll2half_rn(i64(v16)), v9), __hsub(__float2half_rn(v17), __float2half_rn(-7.0f))), fused(high_of(__lowhigh2highlow(pair(v9, v9))), half_from(v6), (false ? __float2half_rn(-7.0f) : __int2half_rn(v13))));
  f32 v19 = (((v7 != u32(0xfffffe00u)) == (i64(v13) <= i64(v15))) ? __ll2float_rd(v14) : ((f64(-1.6980745761759657) >= f64(v12)) ? signed_like(f32(v16), f32(v15)) : (f32(1.17549435e-38f) - v10)));
  u32 v20 = either<u32>(sub<u32>(__double2uint_rd(v11), right<u32>(v7, 66u)), u32(i8(__double2int_rz(v11))));
  i64 v21 = right<i64>(v4, either<u32>(__float2uint_ru(__half2float(__float2half_rn(0.5f))), most<u32>(v7, v7)));
  bool v22 = __hle(__hneg(v18), __uint2half_rn(mul<u32>(u32(0x36cdafa7u), u32(0x3cu))));
  f16 v23 = __hadd(__hmul(fused(v9, __float2half_rn(0.0f), v18), v18), v9);
  u64 v24[8] = {v16, u64(0x2000000001ull), v8, u64(v15), v8, u64(0x3e8ull), u64(v15), v8};
  v24[u32(__mul24(v3, v3)) & 7u] = u64(__mul64hi(v14, i64(0x7full)));
  u64 v25 = v24[u32(v6) & 7u];
  f64 v26 = (fused(trunc(f64(0.99522585042746003)), (f64(4294967296.0) + v11), (f64(v17) - f64(0.0))) - least_of(ceil(f64(__half2float(v18))), double_of(v8)));
  i64 v27 = right<i64>(i64(bits_of(f64(v6))), (field<u32>(u32(__brev(v7)), v20, 21u) & 31u));
  Sink sink{out, t};
  sink.keep(v27);  // word 0
  sink.keep(v26);  // word 2
  sink.keep(v25);  // word 4
  sink.keep(v23);  // word 6
  sink.keep(v22);  // word 7
  sink.keep(v21);  // word 8
  sink.keep(v20);  // word 10
  sink.keep(v19);  // word 11
  sink.keep(v18);  // word 12
  sink.keep(v17);  // word 13
  sink.keep(v16);  // word 14
  sink.keep(v15);  // word 16
  sink.keep(v14);  // word 17
  sink.keep(v13);  // word 19
  sink.keep(v12);  // word 20
  sink.keep(v11);  // word 21
  sink.keep(v10);  // word 23
  sink.keep(v9);  // word 24
  sink.keep(v8);  // word 25
  sink.keep(v7);  // word 27
  sink.keep(v6);  // word 28
  sink.keep(v5);  // word 29
  sink.keep(v4);  // word 30
}
