// SPDX-License-Identifier: BSD-2-Clause
// PTX compiler and linker of the test double. The "machine code" of a kernel is its PTX.
#include <ffnvcodec/dynlink_cuda.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "tests/cuda/driver_double.h"
#include "tests/cuda/driver_double_launches.h"

struct CUlinkState_st {
    char* log = nullptr;
    size_t log_bytes = 0;
    std::string code;
};

extern "C" {

CUresult cuLinkCreate_v2(unsigned count, CUjit_option* options, void** values, CUlinkState* state) {
    *state = new CUlinkState_st;
    for (unsigned i = 0; i < count; ++i) {
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER) (*state)->log = static_cast<char*>(values[i]);
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
            (*state)->log_bytes = reinterpret_cast<uintptr_t>(values[i]);
    }
    const Inside inside(driver_door());
    ++tonelift_driver_double()->live_linkers;
    return CUDA_SUCCESS;
}
CUresult cuLinkAddData_v2(CUlinkState state, CUjitInputType, void* data, size_t bytes, const char*,
                          unsigned, CUjit_option*, void**) {
    const Inside inside(driver_door());
    DriverDouble& driver = *tonelift_driver_double();
    ++driver.compilations;
    state->code.assign(static_cast<const char*>(data), bytes);
    if (driver.module_result != 0 && state->log_bytes > 0)
        std::strncpy(state->log, "ptxas application ptx input, line 7; error: Unknown symbol\n",
                     state->log_bytes);
    return static_cast<CUresult>(driver.module_result);
}
CUresult cuLinkComplete(CUlinkState state, void** code, size_t* bytes) {
    *code = state->code.data();
    *bytes = state->code.size();
    return CUDA_SUCCESS;
}
CUresult cuLinkDestroy(CUlinkState state) {
    delete state;
    const Inside inside(driver_door());
    --tonelift_driver_double()->live_linkers;
    return CUDA_SUCCESS;
}

}  // extern "C"
