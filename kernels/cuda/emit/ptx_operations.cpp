// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/ptx_operations.h"

#include "kernels/call_operation.h"
#include "kernels/cuda/emit/pq_table.h"
#include "kernels/error.h"

namespace tonelift::cuda {

void emit_operation(Op op, const ptx::Number* in, ptx::Number* out) {
    switch (op) {
#define TONELIFT_ACCESS(name, inputs, outputs, range, cost)
#define TONELIFT_OPERATION(name, inputs, outputs, range, cost) \
    case Op::name:                                             \
        return write_result<outputs>(                          \
            call_with<inputs>([](const auto&... x) { return ptx::name(x...); }, in), out);
#include "kernels/operations.def"
        default:
            throw Error(Failure::internal, "a load, lookup or store is not emitted as arithmetic");
    }
}

void emit_with_tables(Op op, const ptx::Number* in, ptx::Number* out) {
    PqTables tables;
    tables.want(op);
    const PqTableScope scope(tables);
    emit_operation(op, in, out);
}

}  // namespace tonelift::cuda
