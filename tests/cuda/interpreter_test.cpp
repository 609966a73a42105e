// SPDX-License-Identifier: BSD-2-Clause
// Tests the PTX interpreter with programs whose results are known, and with errors that it must
// detect.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernels/cuda/emit/ptx_writer.h"
#include "tests/cuda/interpreter/machine.h"

namespace tonelift::interpreter::interpreter_test {
namespace {

using cuda::ptx_number;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float smallest = 0x1p-126f;
const float not_a_number = std::numeric_limits<float>::quiet_NaN();

constexpr const char* registers =
    ".reg .pred %p<4>;\n.reg .b16 %h<4>;\n.reg .b32 %r<16>;\n.reg .f32 %f<8>;\n"
    ".reg .b64 %d<8>;\n.reg .f64 %x<8>;\n";

struct Machine {
    unsigned threads = 1;
    Error error = Error::none;
    bool last_first = false;

    std::vector<uint32_t> run(const std::string& body, const std::string& outside = "") const {
        const auto module = parse_ptx(
            outside + ".visible .entry k(.param .u64 out)\n{\n" + registers +
            "ld.param.u64 %d0, [out];\nmov.u32 %r0, %tid.x;\nmad.wide.u32 %d0, %r0, 4, %d0;\n" +
            body + "ret;\n}\n");
        std::vector<uint32_t> out(threads, 0xA5A5A5A5);
        void* address = out.data();
        void* const parameters[] = {&address};
        Launch launch;
        launch.kernel = "k";
        launch.block = {threads, 1, 1};
        launch.parameters = parameters_of(*module, "k", parameters);
        launch.error = error;
        launch.last_first = last_first;
        const Piece all = {reinterpret_cast<uintptr_t>(out.data()), 4 * out.size()};
        run_kernel(*module, launch, pieces_of(*module, [&](uintptr_t where) {
            return where - all.begin < all.bytes ? all : Piece{};
        }));
        return out;
    }
};

uint32_t word_of(const std::string& body) {
    return Machine{}.run(body + "st.global.u32 [%d0], %r1;\n").at(0);
}
float number_of(const std::string& body, Error error = Error::none) {
    return std::bit_cast<float>(Machine{1, error}.run(body + "st.global.f32 [%d0], %f1;\n").at(0));
}
float number_of(const std::string& op, std::initializer_list<float> numbers,
                Error error = Error::none) {
    std::string line = op + " %f1";
    for (const float number : numbers) line += ", " + ptx_number(number);
    return number_of(line + ";\n", error);
}
uint32_t word_of(const std::string& op, std::initializer_list<const char*> operands) {
    std::string line = op + " %r1";
    for (const char* operand : operands) line += std::string(", ") + operand;
    return word_of(line + ";\n");
}

std::string fault_of(const std::string& body, unsigned threads = 1) {
    try {
        Machine{threads}.run(body);
    } catch (const Fault& fault) {
        return fault.what();
    }
    return "";
}
void expect_fault(const std::string& body, const char* what, unsigned threads = 1) {
    const std::string fault = fault_of(body, threads);
    EXPECT_NE(fault.find(what), std::string::npos) << "'" << fault << "' is not " << what;
}

void expect_number(float actual, float expected) {
    EXPECT_EQ(std::bit_cast<uint32_t>(actual), std::bit_cast<uint32_t>(expected))
        << actual << ", not " << expected;
}

TEST(Interpreter, AddsAndMultipliesIntegers) {
    EXPECT_EQ(word_of("add.s32", {"7", "-9"}), static_cast<uint32_t>(-2));
    EXPECT_EQ(word_of("sub.u32", {"1", "2"}), 0xffffffffu);
    EXPECT_EQ(word_of("mul.lo.u32", {"0x9e3779b1", "3"}), 0x9e3779b1u * 3);
    EXPECT_EQ(word_of("mad.lo.s32", {"-3", "5", "4"}), static_cast<uint32_t>(-11));
    EXPECT_EQ(word_of("min.s32", {"-1", "1"}), 0xffffffffu);
    EXPECT_EQ(word_of("min.u32", {"-1", "1"}), 1u);
    EXPECT_EQ(word_of("div.s32", {"-7", "2"}), static_cast<uint32_t>(-3));
    EXPECT_EQ(word_of("mul.wide.s32 %d1, -2, 3;\ncvt.u32.u64 %r1, %d1;\n"), 0u - 6);
    EXPECT_EQ(word_of("mov.u16 %h1, 40000;\nmul.wide.u16 %r1, %h1, 65535;\n"), 40000u * 65535);
    EXPECT_EQ(word_of("mul.wide.u32 %d1, -2, 3;\nshr.u64 %d2, %d1, 32;\ncvt.u32.u64 %r1, %d2;\n"),
              2u);
}

TEST(Interpreter, MovesBits) {
    EXPECT_EQ(word_of("shr.s32", {"-8", "1"}), static_cast<uint32_t>(-4));
    EXPECT_EQ(word_of("shr.u32", {"-8", "28"}), 15u);
    EXPECT_EQ(word_of("shl.b32", {"1", "32"}), 0u);
    EXPECT_EQ(word_of("shr.s32", {"-8", "99"}), 0xffffffffu);
    EXPECT_EQ(word_of("prmt.b32", {"0x33221100", "0x77665544", "0x7610"}), 0x77661100u);
    EXPECT_EQ(word_of("prmt.b32", {"0x00000080", "0", "0xb888"}), 0x00ffffffu);
    EXPECT_EQ(word_of("shf.l.wrap.b32", {"0x12345678", "0x9abcdef0", "8"}), 0xbcdef012u);
    EXPECT_EQ(word_of("shf.l.wrap.b32", {"0x12345678", "0x9abcdef0", "64"}), 0x9abcdef0u);
    EXPECT_EQ(word_of("brev.b32", {"0x80000006"}), 0x60000001u);
    EXPECT_EQ(word_of("clz.b32", {"0x00ff0000"}), 8u);
    EXPECT_EQ(word_of("clz.b32", {"0"}), 32u);
    EXPECT_EQ(word_of("bfi.b32", {"0xff", "0", "4", "4"}), 0xf0u);
    EXPECT_EQ(word_of("dp4a.u32.u32", {"0xff020301", "0xff040506", "7"}), 65061u);
    EXPECT_EQ(word_of("dp4a.u32.s32", {"0xff020301", "0xff040506", "7"}), 0xffffff25u);
    EXPECT_EQ(word_of("mul.hi.u32", {"0xffffffff", "0xffffffff"}), 0xfffffffeu);
    EXPECT_EQ(word_of("mul.hi.s32", {"0xffffffff", "0x00000002"}), 0xffffffffu);
    EXPECT_EQ(word_of("mov.b64 %d1, {1, 2};\nmov.b64 {%r2, %r3}, %d1;\nadd.u32 %r1, %r3, %r3;\n"),
              4u);
    EXPECT_EQ(word_of("mov.u32 %r2, 0x12345678;\ncvt.s16.s32 %h1, %r2;\ncvt.s32.s16 %r1, %h1;\n"),
              0x5678u);
}

TEST(Interpreter, RoundsInAllDirections) {
    const float third_down = 0x1.555554p-2f, third_up = 0x1.555556p-2f;
    expect_number(number_of("div.rn.f32", {1, 3}), third_up);
    expect_number(number_of("div.rz.f32", {1, 3}), third_down);
    expect_number(number_of("div.rm.f32", {-1, 3}), -third_up);
    expect_number(number_of("div.rp.f32", {-1, 3}), -third_down);
    const float half_more = 1 + 0x1p-24f * 1.5f;
    EXPECT_EQ(half_more, 1 + 0x1p-23f);
    expect_number(number_of("add.rz.f32", {1, 0x1.8p-24f}), 1);
    expect_number(number_of("add.f32", {1, 0x1.8p-24f}), 1 + 0x1p-23f);
    expect_number(number_of("fma.rz.f32", {1, 0x1.8p-24f, 1}), 1);
    for (const auto& [mode, expected] : std::initializer_list<std::pair<const char*, float>>{
             {"rni", 2}, {"rzi", 1}, {"rmi", 1}, {"rpi", 2}})
        expect_number(number_of("cvt." + std::string(mode) + ".f32.f32", {1.5f}), expected);
    expect_number(number_of("cvt.rni.f32.f32", {2.5f}), 2);
    expect_number(number_of("cvt.rmi.f32.f32", {-0.5f}), -1);
}

TEST(Interpreter, FusesMultiplyAndAdd) {
    const float a = 1 + 0x1p-12f;
    expect_number(number_of("fma.rn.f32", {a, a, -1}), 0x1p-11f + 0x1p-24f);
    expect_number(number_of("mul.f32", {a, a}), 1 + 0x1p-11f);
}

TEST(Interpreter, FlushesDenormalNumbersWithFtz) {
    expect_number(number_of("add.ftz.f32", {0x1p-130f, 0}), 0);
    expect_number(number_of("add.f32", {0x1p-130f, 0}), 0x1p-130f);
    expect_number(number_of("mul.ftz.f32", {-smallest, 0.5f}), -0.0f);
    expect_number(number_of("mul.f32", {-smallest, 0.5f}), -0x1p-127f);
    expect_number(number_of("mul.rz.f32", {0.75f, 0x1p-139f}), 0x1.8p-140f);
}

TEST(Interpreter, ClampsToOneWithSat) {
    expect_number(number_of("add.sat.f32", {0.75f, 0.5f}), 1);
    expect_number(number_of("add.ftz.sat.f32", {-0.75f, 0.5f}), 0);
    expect_number(number_of("fma.rn.ftz.sat.f32", {0.5f, 0.5f, 0.25f}), 0.5f);
    expect_number(number_of("add.sat.f32", {not_a_number, 0}), 0);
    expect_number(number_of("add.sat.f32", {infinity, 0}), 1);
}

TEST(Interpreter, PrefersNumbersOverNaN) {
    expect_number(number_of("min.f32", {not_a_number, 3}), 3);
    expect_number(number_of("max.ftz.f32", {3, not_a_number}), 3);
    expect_number(number_of("min.f32", {0.0f, -0.0f}), -0.0f);
    expect_number(number_of("max.f32", {-0.0f, 0.0f}), 0.0f);
    expect_number(number_of("copysign.f32", {-1, 3}), -3);
    EXPECT_EQ(word_of("mov.f32 %f1, " + ptx_number(not_a_number) +
                      ";\nsetp.lt.f32 %p1, %f1, %f1;\nsetp.ltu.f32 %p2, %f1, %f1;\n"
                      "setp.num.f32 %p3, %f1, %f1;\nselp.u32 %r2, 1, 0, %p1;\n"
                      "selp.u32 %r3, 2, 0, %p2;\nselp.u32 %r4, 4, 0, %p3;\n"
                      "add.u32 %r1, %r2, %r3;\nadd.u32 %r1, %r1, %r4;\n"),
              2u);
}

TEST(Interpreter, ConvertsWithLimits) {
    EXPECT_EQ(word_of("cvt.rzi.s32.f32", {"0fC0200000"}), static_cast<uint32_t>(-2));
    EXPECT_EQ(word_of("cvt.rzi.s32.f32", {"0f7F800000"}), 0x7fffffffu);
    EXPECT_EQ(word_of("cvt.rzi.s32.f32", {"0fFF800000"}), 0x80000000u);
    EXPECT_EQ(word_of("cvt.rzi.s32.f32", {"0f7FC00000"}), 0u);
    EXPECT_EQ(word_of("cvt.rzi.u32.f32", {"0fBF800000"}), 0u);
    EXPECT_EQ(word_of("cvt.rni.u32.f32", {"0f4F800000"}), 0xffffffffu);
    expect_number(number_of("cvt.rn.f32.s32 %f1, -3;\n"), -3);
    expect_number(number_of("cvt.rn.f32.u32 %f1, -1;\n"), 0x1p32f);
    expect_number(number_of("cvt.f64.f32 %x1, 0f3F800000;\nadd.f64 %x1, %x1, 0d3E10000000000000;\n"
                            "cvt.rn.f32.f64 %f1, %x1;\n"),
                  1);
    for (const auto& [half, value] : std::initializer_list<std::pair<const char*, float>>{
             {"0x3c00", 1}, {"0xc500", -5}, {"0x7bff", 65504}, {"0x0001", 0x1p-24f}, {"0", 0}})
        expect_number(number_of("mov.u16 %h1, " + std::string(half) + ";\ncvt.f32.f16 %f1, %h1;\n"),
                      value);
}

TEST(Interpreter, AddsAndComparesHalves) {
    EXPECT_EQ(word_of("add.f16x2", {"0x3c004000", "0x3c00c000"}), 0x40000000u);
    EXPECT_EQ(word_of("add.f16x2", {"0x00017bff", "0x00017bff"}), 0x00027c00u);
    EXPECT_EQ(word_of("add.f16x2", {"0x680166ff", "0x3c003c00"}), 0x68026700u);
    EXPECT_EQ(word_of("set.le.f16x2.f16x2", {"0x3c004000", "0x3c003c00"}), 0x3c000000u);
}

TEST(Interpreter, ApproximatesWithinTheBounds) {
    for (const auto& [op, x, exact, bound] :
         std::initializer_list<std::tuple<const char*, float, double, double>>{
             {"ex2.approx.ftz.f32", 0.3f, std::exp2(double{0.3f}), 0x1p-22},
             {"lg2.approx.ftz.f32", 10.0f, std::log2(10.0), 0x1p-22},
             {"rcp.approx.ftz.f32", 3.0f, 1 / 3.0, 0x1p-23},
             {"sqrt.approx.ftz.f32", 3.0f, std::sqrt(3.0), 0x1p-23},
             {"rsqrt.approx.ftz.f32", 3.0f, 1 / std::sqrt(3.0), 0x1p-22}}) {
        const float right = static_cast<float>(exact);
        expect_number(number_of(op, {x}), right);
        const float low = number_of(op, {x}, Error::down), high = number_of(op, {x}, Error::up);
        EXPECT_LT(low, right) << op;
        EXPECT_GT(high, right) << op;
        EXPECT_GE(low, exact * (1 - bound) - exact * 0x1p-24) << op;
        EXPECT_LE(high, exact * (1 + bound) + exact * 0x1p-24) << op;
        const float mixed = number_of(op, {x}, Error::mixed);
        EXPECT_TRUE(mixed >= low && mixed <= high) << op;
    }
    expect_number(number_of("lg2.approx.ftz.f32", {0}, Error::up), -infinity);
    expect_number(number_of("lg2.approx.ftz.f32", {0x1p-130f}), -infinity);
    EXPECT_TRUE(std::isnan(number_of("lg2.approx.ftz.f32", {-1})));
    expect_number(number_of("ex2.approx.ftz.f32", {-infinity}, Error::up), 0);
    expect_number(number_of("ex2.approx.ftz.f32", {-126.5f}), 0);
    expect_number(number_of("rcp.approx.ftz.f32", {-0.0f}), -infinity);
    expect_number(number_of("rcp.approx.ftz.f32", {0x1p127f}), 0);
}

TEST(Interpreter, FullRangeQuotientsHaveAnErrorOfTwoUlp) {
    const float third = 1.0f / 3, unit = 0x1p-25f;
    expect_number(number_of("div.full.f32", {1, 3}), third);
    EXPECT_NEAR(number_of("div.full.f32", {1, 3}, Error::down), third - 2 * unit, unit);
    EXPECT_NEAR(number_of("div.full.f32", {1, 3}, Error::up), third + 2 * unit, unit);
    expect_number(number_of("div.full.f32", {1, 0}, Error::up), infinity);
    expect_number(number_of("div.full.f32", {0, 3}, Error::up), 0);
}

TEST(Interpreter, JumpsAndCalls) {
    EXPECT_EQ(word_of("mov.u32 %r1, 0;\nmov.u32 %r2, 0;\n$again:\nadd.u32 %r1, %r1, %r2;\n"
                      "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 5;\n@%p1 bra $again;\n"
                      "@!%p1 add.u32 %r1, %r1, 100;\n@%p1 add.u32 %r1, %r1, 1000;\n"),
              110u);
    const std::string twice =
        ".func (.param .b32 result) twice(.param .b32 value)\n{\n.reg .b32 %r<2>;\n"
        ".local .align 4 .b8 own[4];\nld.param.u32 %r0, [value];\nst.local.u32 [own], %r0;\n"
        "ld.local.u32 %r1, [own];\nadd.u32 %r0, %r0, %r1;\nst.param.b32 [result], %r0;\nret;\n}\n";
    EXPECT_EQ(Machine{}
                  .run("mov.u32 %r1, 21;\n{\n.param .b32 given;\nst.param.b32 [given], %r1;\n"
                       ".param .b32 got;\ncall.uni (got), twice, (given);\n"
                       "ld.param.b32 %r1, [got];\n}\nst.global.u32 [%d0], %r1;\n",
                       twice)
                  .at(0),
              42u);
}

TEST(Interpreter, WaitsAtBarriers) {
    const std::string shared =
        "{\n.shared .align 4 .b8 all[256];\nmov.u32 %r2, all;\n"
        "mad.lo.u32 %r3, %r0, 4, %r2;\nst.shared.u32 [%r3], %r0;\n";
    const std::string read =
        "xor.b32 %r4, %r0, 63;\nmad.lo.u32 %r5, %r4, 4, %r2;\n"
        "ld.shared.u32 %r1, [%r5];\nst.global.u32 [%d0], %r1;\n}\n";
    for (const bool last_first : {false, true}) {
        const Machine machine = {64, Error::none, last_first};
        const auto out = machine.run(shared + "bar.sync 0;\n" + read);
        for (uint32_t i = 0; i < 64; ++i) EXPECT_EQ(out[i], i ^ 63);
        EXPECT_NE(machine.run(shared + read), out);
    }
}

TEST(Interpreter, AlignsSharedMemory) {
    const auto module = parse_ptx(
        ".extern .shared .align 16 .b8 more[];\n.visible .entry k()\n{\n.reg .b32 %r<3>;\n"
        ".shared .align 4 .b8 own[4];\nmov.u32 %r0, 7;\nmov.u32 %r1, more;\nmov.u32 %r2, own;\n"
        "st.shared.v4.u32 [%r1], {%r0, %r0, %r0, %r0};\nst.shared.u32 [%r2], %r0;\nret;\n}\n");
    Launch launch;
    launch.kernel = "k";
    launch.shared_bytes = 16;
    EXPECT_NO_THROW(run_kernel(*module, launch, {}));
    launch.shared_bytes = 12;
    EXPECT_THROW(run_kernel(*module, launch, {}), Fault);
}

TEST(Interpreter, ExchangesBetweenLanes) {
    const auto exchanged = [](const std::string& how) {
        return Machine{64}.run("add.u32 %r2, %r0, 100;\nshfl.sync." + how +
                               ", 0xffffffff;\nst.global.u32 [%d0], %r1;\n");
    };
    const auto across = exchanged("bfly.b32 %r1, %r2, 1, 31"),
               up = exchanged("up.b32 %r1|%p1, %r2, 1, 0"),
               down = exchanged("down.b32 %r1, %r2, 2, 31"),
               one = exchanged("idx.b32 %r1, %r2, 5, 31");
    for (uint32_t i = 0; i < 64; ++i) {
        EXPECT_EQ(across[i], 100 + (i ^ 1));
        EXPECT_EQ(up[i], 100 + (i % 32 == 0 ? i : i - 1));
        EXPECT_EQ(down[i], 100 + (i % 32 >= 30 ? i : i + 2));
        EXPECT_EQ(one[i], 100 + i / 32 * 32 + 5);
    }
}

TEST(Interpreter, CollectsBitsOfAllLanes) {
    const auto bits = Machine{64}.run(
        "and.b32 %r1, %r0, 3;\nsetp.eq.u32 %p1, %r1, 1;\n"
        "vote.sync.ballot.b32 %r2, %p1, 0xffffffff;\nst.global.u32 [%d0], %r2;\n");
    for (uint32_t i = 0; i < 64; ++i) EXPECT_EQ(bits[i], 0x22222222u);
}

TEST(Interpreter, AddsAtomically) {
    const std::string count = ".global .align 4 .u32 count[1] = {5};\n";
    const auto out = Machine{32}.run(
        "mov.u64 %d1, count;\natom.global.inc.u32 %r1, [%d1], 100;\nst.global.u32 [%d0], %r1;\n",
        count);
    for (uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], 5 + i);
}

TEST(Interpreter, ReportsUnknownInstructions) {
    expect_fault("no.such.thing %r1;\n", "no.such.thing");
    expect_fault("add.sat.s32 %r1, %r0, 1;\n", "add.sat.s32");
    expect_fault("add.rn.rz.f32 %f1, %f1, %f1;\n", "add.rn.rz.f32");
    expect_fault("mul.ftz.f64 %x1, %x1, %x1;\n", "mul.ftz.f64");
    expect_fault("ex2.f32 %f1, %f1;\n", "ex2.f32");
    expect_fault("add.u32 %r1, %r77, 1;\n", "%r77");
    expect_fault("bra $nowhere;\n", "$nowhere");
    expect_fault("add.u32 %r1, %r2;\n", "without all of its operands");
}

TEST(Interpreter, DetectsAccessesOutsideOfMemory) {
    EXPECT_EQ(fault_of("st.global.u32 [%d0], %r0;\n"), "");
    expect_fault("st.global.u32 [%d0+4], %r0;\n", "no memory of the device");
    expect_fault("ld.global.u32 %r1, [%d0+-4];\n", "no memory of the device");
    expect_fault("st.global.u64 [%d0], %d0;\n", "no memory of the device");
    expect_fault("ld.global.u16 %r1, [%d0+1];\n", "not aligned");
    expect_fault("mov.u32 %r1, 4096;\nld.shared.u32 %r2, [%r1];\n", "shared memory");
    expect_fault("mov.u32 %r1, 0;\nld.shared.u32 %r2, [%r1];\n", "shared memory");
}

TEST(Interpreter, DetectsDeadlocks) {
    expect_fault("$again:\nbra $again;\n", "does not come to an end");
    expect_fault(
        "setp.lt.u32 %p1, %r0, 16;\n@%p1 bra $warp;\nbar.sync 0;\nbra $end;\n$warp:\n"
        "shfl.sync.idx.b32 %r1, %r0, 0, 31, 0xffff;\n$end:\n",
        "wait for what never comes", 32);
}

}  // namespace
}  // namespace tonelift::interpreter::interpreter_test
