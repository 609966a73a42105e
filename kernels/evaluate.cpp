// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/evaluate.h"

#include <cstdlib>

#include "kernels/call_operation.h"
#include "kernels/math/plain.h"

namespace tonelift {
namespace {

constexpr OperationInfo infos[] = {
#define TONELIFT_ACCESS(name, inputs, outputs, range, cost) {#name, inputs, outputs, cost, true},
#define TONELIFT_OPERATION(name, inputs, outputs, range, cost) \
    {#name, inputs, outputs, cost, false},
#include "kernels/operations.def"
};

}  // namespace

const OperationInfo& operation_info(Op op) { return infos[static_cast<size_t>(op)]; }

void evaluate_operation(Op op, const float* in, float* out) {
    switch (op) {
#define TONELIFT_ACCESS(name, inputs, outputs, range, cost)
#define TONELIFT_OPERATION(name, inputs, outputs, range, cost) \
    case Op::name:                                             \
        return write_result<outputs>(                          \
            call_with<inputs>([](auto... x) { return math::name(x...); }, in), out);
#include "kernels/operations.def"
        default:
            std::abort();
    }
}

}  // namespace tonelift
