// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/driver/compiler.h"

#include <array>
#include <fstream>

#include "kernels/lasting.h"

namespace tonelift::cuda {
namespace {

std::string without_line_end(const char* text) {
    std::string result = text;
    while (!result.empty() && result.back() <= ' ') result.pop_back();
    return result;
}

class Linker {
  public:
    explicit Linker(const std::string& kernel) : kernel_(kernel) {
        std::array options{CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
        std::array<void*, 2> values{log_.data(),
                                    reinterpret_cast<void*>(uintptr_t{log_.size() - 1})};
        expect(driver().link_create(options.size(), options.data(), values.data(), &state_));
    }
    ~Linker() {
        if (state_ != nullptr) driver().link_destroy(state_);
    }
    Linker(const Linker&) = delete;

    std::string code_of(const std::string& ptx) {
        expect(driver().link_add(state_, CU_JIT_INPUT_PTX, const_cast<char*>(ptx.c_str()),
                                 ptx.size() + 1, kernel_.c_str(), 0, nullptr, nullptr));
        void* code = nullptr;
        size_t bytes = 0;
        expect(driver().link_complete(state_, &code, &bytes));
        return {static_cast<const char*>(code), bytes};
    }

  private:
    void expect(CUresult result) const {
        if (result == CUDA_SUCCESS) return;
        const std::string said = without_line_end(log_.data());
        check(result, "compiling the kernel " + kernel_ + (said.empty() ? "" : " (" + said + ")"));
    }

    const std::string& kernel_;
    // the driver writes to this buffer until the linker is destroyed
    std::array<char, 1024> log_{};
    CUlinkState state_ = nullptr;
};

// Returns the first line of the driver's version file. It contains the full driver version, which
// the CUDA driver API does not report.
std::string driver_release() {
    std::ifstream file("/proc/driver/nvidia/version");
    std::string line;
    std::getline(file, line);
    return line;
}

}  // namespace

std::string compile(const std::string& ptx, const std::string& kernel) {
    return Linker(kernel).code_of(ptx);
}

std::string architecture_of(const CudaDevice& device) {
    const DeviceLimits& limits = device.limits();
    return "sm_" + std::to_string(limits.compute_major) + std::to_string(limits.compute_minor);
}

std::string compiler_for(const CudaDevice& device) {
    static const auto& release = lasting(driver_release);
    return architecture_of(device) + ", CUDA " + version_text(driver().version) + ", " + release;
}

}  // namespace tonelift::cuda
