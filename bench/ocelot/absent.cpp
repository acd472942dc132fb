// SPDX-License-Identifier: MIT
// What the emulator of gpuocelot names and the benchmarks never call: functions of the host, which it compiles by LLVM,
// and kernels that launch kernels.

#include <ocelot/executive/EmulatorDevice.h>
#include <ocelot/ir/ExternalFunctionSet.h>

#include <stdexcept>

ir::ExternalFunctionSet::ExternalFunction* ir::ExternalFunctionSet::find(const std::string&) const { return nullptr; }

void ir::ExternalFunctionSet::ExternalFunction::call(void*, const ir::PTXKernel::Prototype&) {
  throw std::logic_error("functions of the host are not built");
}

executive::EmulatorDevice::KernelVector executive::EmulatorDevice::getAllKernels() {
  throw std::logic_error("launches by kernels are not built");
}
