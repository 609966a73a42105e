// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/emit/spirv_operations.h"

#include "kernels/call_operation.h"
#include "kernels/error.h"

namespace tonelift::spirv {

void emit_operation(Op op, const Number* in, Number* out) {
    switch (op) {
#define TONELIFT_ACCESS(name, inputs, outputs, range, cost)
#define TONELIFT_OPERATION(name, inputs, outputs, range, cost) \
    case Op::name:                                             \
        return write_result<outputs>(                          \
            call_with<inputs>([](const auto&... x) { return spirv::name(x...); }, in), out);
#include "kernels/operations.def"
        default:
            throw Error(Failure::internal, "a load, lookup or store is not emitted as arithmetic");
    }
}

void emit_with_tables(Op op, const Number* in, Number* out) {
    PqTables tables;
    tables.want(op);
    writer().use(tables);
    emit_operation(op, in, out);
    writer().use({});
}

}  // namespace tonelift::spirv
