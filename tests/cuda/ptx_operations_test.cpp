// SPDX-License-Identifier: BSD-2-Clause
// Tests that every operation of operations.def, run as PTX in the interpreter, equals its
// definition.
#include <gtest/gtest.h>

#include <random>

#include "kernels/cuda/emit/block_loops.h"
#include "kernels/cuda/emit/pq_table.h"
#include "kernels/cuda/emit/ptx_operations.h"
#include "tests/cuda/interpreter/machine.h"
#include "tests/support/device_operations.h"

namespace tonelift::ptx_operations_test {
namespace {

using cuda::PtxWriter;
using interpreter::Error;
using ptx::Number;

constexpr unsigned threads = 256;

struct Case {
    Op op{};
    Data data{};
    unsigned known = 0;
    bool tables = false;
    std::vector<Operands> in;

    const OperationInfo& info() const { return operation_info(op); }
    bool knows(int operand) const { return (known >> operand & 1) != 0; }
};

Case make_case(Op op, Data data, unsigned known, bool tables, std::mt19937& random) {
    Case test{op, data, known, tables, std::vector<Operands>(threads)};
    for (Operands& in : test.in) {
        in = draw_operands(op, data, random);
        for (int i = 0; i < test.info().inputs; ++i) {
            if (test.knows(i)) in[static_cast<size_t>(i)] = test.in[0][static_cast<size_t>(i)];
        }
    }
    return test;
}

std::string at(const std::string& address, size_t number) {
    return "[" + address + "+" + std::to_string(4 * number) + "]";
}

std::string place_of(PtxWriter& to, const char* parameter, const std::string& thread,
                     size_t numbers) {
    const std::string array = to.address("ld.param.u64", {"[" + std::string(parameter) + "]"});
    return to.address("mad.wide.u32", {thread, std::to_string(4 * numbers), array});
}

KnownBounds write_body(PtxWriter& to, const Case& test, const PqTables& tables) {
    const ptx::WritingScope scope(to);
    copy_pq_tables(to, tables, to.word("mov.u32", {"0"}));
    to.line("bar.sync", {"0"});
    const std::string thread = cuda::thread_number(to);
    const std::string from = place_of(to, "in", thread, max_inputs);
    const std::string results = place_of(to, "out", thread, max_outputs);
    Number in[max_inputs], out[max_outputs];
    for (size_t i = 0; i < static_cast<size_t>(test.info().inputs); ++i) {
        const Bounds bounds = bounds_of_operand(test.in, i);
        in[i] = test.knows(static_cast<int>(i))
                    ? Number(test.in[0][i])
                    : Number(to.number("ld.global.f32", {at(from, i)}), bounds);
    }
    const auto emit = test.tables ? cuda::emit_with_tables : cuda::emit_operation;
    emit(test.op, in, out);
    KnownBounds known;
    for (size_t k = 0; k < static_cast<size_t>(test.info().outputs); ++k) {
        to.line("st.global.f32", {at(results, k), out[k].text()});
        known[k] = out[k].bounds();
    }
    return known;
}

std::string kernel_of(const Case& test, KnownBounds& known) {
    PqTables tables;
    if (test.tables) tables.want(test.op);
    PtxWriter to("k");
    known = write_body(to, test, tables);
    return cuda::pq_tables_text(tables) +
           ".visible .entry operation(.param .u64 in, .param .u64 out)\n{\n" +
           cuda::pq_tables_shared(tables) + to.scope() + "}\n";
}

std::vector<OperationOutputs> run(const Case& test, const std::string& text, Error error) {
    const auto module = interpreter::parse_ptx(text);
    std::vector<OperationOutputs> out(threads);
    const void* in_address = test.in.data();
    void* out_address = out.data();
    const void* const parameters[] = {&in_address, &out_address};
    interpreter::Launch launch;
    launch.kernel = "operation";
    launch.block = {32, threads / 32, 1};
    launch.error = error;
    launch.parameters = parameters_of(*module, launch.kernel, const_cast<void* const*>(parameters));
    run_kernel(*module, launch, interpreter::pieces_of(*module, [&](uintptr_t address) {
        const interpreter::Piece arrays[] = {
            {reinterpret_cast<uintptr_t>(test.in.data()), threads * sizeof(Operands)},
            {reinterpret_cast<uintptr_t>(out.data()), threads * sizeof(OperationOutputs)}};
        for (const interpreter::Piece& array : arrays) {
            if (address - array.begin < array.bytes) return array;
        }
        return interpreter::Piece{};
    }));
    return out;
}

// -------------------------------------------------------------------------------------------------

void compare(const Case& test, Error error) {
    KnownBounds known;
    const std::string text = kernel_of(test, known);
    const std::vector<OperationOutputs> out = run(test, text, error);
    for (size_t i = 0; i < threads; ++i) {
        ASSERT_TRUE(lie_within(test.op, out[i], known)) << described(test.op, test.in[i], out[i]);
        ASSERT_LE(device_error(test.op, test.in[i], out[i]), 1)
            << described(test.op, test.in[i], out[i]) << ", operands known " << test.known
            << (test.tables ? ", with tables" : "") << ", error " << static_cast<int>(error);
    }
}

std::vector<unsigned> known_operands(int inputs) {
    std::vector<unsigned> masks = {0};
    const unsigned all = (1u << inputs) - 1;
    for (int i = 0; i < inputs; ++i) {
        masks.push_back(1u << i);
        if (inputs > 1) masks.push_back(all & ~(1u << i));
    }
    return masks;
}

class PtxOperationsWith : public testing::TestWithParam<Error> {};

TEST_P(PtxOperationsWith, FollowTheDefinitions) {
    for_each_operation([&](Op op) {
        SCOPED_TRACE(operation_info(op).name);
        std::mt19937 random(7);
        for (const Data data : kinds_of_data) {
            for (const unsigned known : known_operands(operation_info(op).inputs)) {
                for (const bool tables : {false, true})
                    compare(make_case(op, data, known, tables, random), GetParam());
            }
        }
    });
}

TEST(PtxOperations, RampsBetweenEqualEdgesAreSteps) {
    for (const Op op : {Op::linearstep, Op::smoothstep}) {
        for (const unsigned known : {0u, 3u}) {
            Case test{op, Data::around_zero, known, false, std::vector<Operands>(threads)};
            for (size_t i = 0; i < threads; ++i)
                test.in[i] = {0.5f, 0.5f, static_cast<float>(i) / 256};
            compare(test, Error::none);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Errors, PtxOperationsWith,
                         testing::Values(Error::none, Error::down, Error::up, Error::mixed));

}  // namespace
}  // namespace tonelift::ptx_operations_test
