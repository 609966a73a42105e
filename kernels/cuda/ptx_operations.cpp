// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/ptx_operations.h"

#include <utility>

#include "kernels/error.h"

namespace tonelift::cuda {
namespace {

using ptx::Number;

template <int outputs, typename Result>
void write(const Result& result, Number* out) {
    if constexpr (outputs == 1) {
        out[0] = result;
    } else {
        out[0] = result.x;
        out[1] = result.y;
        out[2] = result.z;
    }
}

template <int inputs, typename F>
auto call(F f, const Number* in) {
    return [&]<size_t... I>(std::index_sequence<I...>) { return f(in[I]...); }
    (std::make_index_sequence<inputs>());
}

}  // namespace

void emit_operation(Op op, const Number* in, Number* out) {
    switch (op) {
#define TONELIFT_ACCESS(name, inputs, outputs, range)
#define TONELIFT_OPERATION(name, inputs, outputs, range) \
    case Op::name:                                       \
        return write<outputs>(                           \
            call<inputs>([](const auto&... x) { return ptx::name(x...); }, in), out);
#include "kernels/point/operations.def"
        default:
            throw Error(Failure::internal, "no operation on numbers");
    }
}

}  // namespace tonelift::cuda
