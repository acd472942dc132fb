// Double instructions, every rounding.
#include "results.cuh"

extern "C" __global__ void add_multiply(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_wides(D2("add.rn.f64"));
    results.of_wides(D2("add.rz.f64"));
    results.of_wides(D2("add.rm.f64"));
    results.of_wides(D2("add.rp.f64"));
    results.of_wides(D2("mul.rn.f64"));
    results.of_wides(D2("mul.rz.f64"));
    results.of_wides(D2("mul.rm.f64"));
    results.of_wides(D2("mul.rp.f64"));
  });
}

extern "C" __global__ void multiply_add(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_wides(D3("fma.rn.f64"));
    results.of_wides(D3("fma.rz.f64"));
    results.of_wides(D3("fma.rm.f64"));
    results.of_wides(D3("fma.rp.f64"));
  });
}

extern "C" __global__ void minimum_maximum(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_wides(D2("min.f64"));
    results.of_wides(D2("max.f64"));
    results.of_wides(D2("copysign.f64"));
    results.of_wides(D1("abs.f64"));
    results.of_wides(D1("neg.f64"));
    results.of_wides(D1("cvt.rni.f64.f64"));
    results.of_wides(D1("cvt.rzi.f64.f64"));
    results.of_wides(D1("cvt.rmi.f64.f64"));
    results.of_wides(D1("cvt.rpi.f64.f64"));
  });
}

extern "C" __global__ void compares(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_wides(DP("setp.eq.f64"));
    results.of_wides(DP("setp.ne.f64"));
    results.of_wides(DP("setp.lt.f64"));
    results.of_wides(DP("setp.le.f64"));
    results.of_wides(DP("setp.gt.f64"));
    results.of_wides(DP("setp.ge.f64"));
    results.of_wides(DP("setp.equ.f64"));
    results.of_wides(DP("setp.neu.f64"));
    results.of_wides(DP("setp.ltu.f64"));
    results.of_wides(DP("setp.leu.f64"));
    results.of_wides(DP("setp.gtu.f64"));
    results.of_wides(DP("setp.geu.f64"));
    results.of_wides(DP("setp.num.f64"));
    results.of_wides(DP("setp.nan.f64"));
  });
}

extern "C" __global__ void approximations(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_wides(D1("rcp.approx.ftz.f64"));
    results.of_wides(D1("rsqrt.approx.ftz.f64"));
    results.of_wides(D1("rsqrt.approx.f64"));
  });
}

extern "C" __global__ void exact_in_software(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_wides(D1("rcp.rn.f64"));
    results.of_wides(D1("sqrt.rn.f64"));
    results.of_wides(D1("sqrt.rz.f64"));
    results.of_wides(D1("rcp.rm.f64"));
    results.of_wides(D2("div.rn.f64"));
    results.of_wides(D2("div.rz.f64"));
    results.of_wides(D2("div.rp.f64"));
  });
}
