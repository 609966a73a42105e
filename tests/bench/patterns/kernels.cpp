// SPDX-License-Identifier: BSD-2-Clause
#include "tests/bench/patterns/kernels.h"

#include "kernels/cuda/emit/ptx_texts.h"
#include "tests/bench/patterns/texts.h"

namespace tonelift::patterns {
namespace {

using cuda::check;
using cuda::driver;

// Value of CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES in CUDA's header.
constexpr int most_dynamic_shared = 8;

const char* text_of(const std::string& name) {
    const cuda::PtxText* text = cuda::pattern_texts;
    while (text->name != nullptr && name != text->name) ++text;
    if (text->name == nullptr) throw Error(Failure::internal, "there is no " + name + ".cu");
    return text->text;
}

}  // namespace

Kernels::Kernels(cuda::DevicePointer device, const std::string& name) : device_(std::move(device)) {
    const CurrentContext current(*device_);
    check(driver().module_load(&module_, text_of(name), 0, nullptr, nullptr),
          "compiling the kernels of " + name + ".cu");
}

Kernels::~Kernels() {
    cuda::in_context(device_, [&] { driver().module_unload(module_); });
}

void Kernels::start(const std::string& kernel, const Shape& shape, void** parameters) const {
    CUfunction function = nullptr;
    check(driver().module_function(&function, module_, kernel.c_str()), "finding " + kernel);
    check(
        driver().function_set(function, most_dynamic_shared, static_cast<int>(shape.shared_bytes)),
        "preparing " + kernel);
    check(driver().launch(function, shape.grid_x, shape.grid_y, shape.frames, shape.block_x,
                          shape.block_y, 1, shape.shared_bytes, device_->stream(), parameters,
                          nullptr),
          "starting " + kernel);
}

}  // namespace tonelift::patterns
