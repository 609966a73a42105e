// SPDX-License-Identifier: BSD-2-Clause
// Tests how generated programs are inserted into the PTX of CUDA kernels.
#include "kernels/cuda/emit/splice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "kernels/cuda/emit/ptx_texts.h"
#include "kernels/device/splice_points.h"
#include "kernels/error.h"
#include "tests/support/program_writer.h"

namespace tonelift::cuda::splice_test {
namespace {

constexpr const char* barrier = "bar.sync";

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
    Lines lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

bool has(const std::string& line, const char* what) { return line.find(what) != std::string::npos; }

std::string marked(const std::string& line) {
    const size_t at = line.find(TONELIFT_SPLICE_PREFIX);
    if (at == std::string::npos) return "";
    std::string name;
    std::istringstream(line.substr(at + std::string(TONELIFT_SPLICE_PREFIX).size())) >> name;
    return name;
}

SplicePoint point_of(const std::string& line) {
    const std::string name = marked(line);
    for (int i = 0; i < static_cast<int>(SplicePoint::count_); ++i) {
        if (splice_points[i].name == name) return static_cast<SplicePoint>(i);
    }
    return SplicePoint::count_;
}

bool sets_up(SplicePoint point) { return point == SplicePoint::setup; }

bool runs(SplicePoint point) {
    return point == SplicePoint::neighbor ||
           (point != SplicePoint::count_ &&
            splice_points[static_cast<int>(point)].program != SpliceProgram::none);
}

std::map<std::string, Lines> kernels_of(const std::string& text) {
    std::map<std::string, Lines> kernels;
    std::string name;
    for (const std::string& line : lines_of(text)) {
        const size_t at = line.find(".entry ");
        if (at != std::string::npos) name = line.substr(at + 7, line.find('(', at) - at - 7);
        if (!name.empty()) kernels[name].push_back(line);
        if (line == "}") name.clear();
    }
    return kernels;
}

std::map<std::string, Lines> all_kernels() {
    std::map<std::string, Lines> all;
    for (const PtxText* core = ptx_texts; core->name != nullptr; ++core) {
        for (auto& [name, lines] : kernels_of(core->text))
            all[std::string(core->name) + "/" + name] = std::move(lines);
    }
    return all;
}

// Returns the lines that use shared memory although no barrier follows the previous use of shared
// memory (kernels/device/splice_points.cuh).
Lines missing_barriers(const Lines& kernel) {
    Lines missing;
    bool waits_for_setup = false, waits_for_programs = false;
    for (const std::string& line : kernel) {
        const SplicePoint point = point_of(line);
        if (has(line, barrier)) waits_for_setup = waits_for_programs = false;
        if (runs(point) && waits_for_setup) missing.push_back(line);
        if (point == SplicePoint::finish && waits_for_programs) missing.push_back(line);
        waits_for_setup |= sets_up(point);
        waits_for_programs |= runs(point);
    }
    return missing;
}

template <typename Which>
bool has_place(const Lines& kernel, Which which) {
    return std::any_of(kernel.begin(), kernel.end(),
                       [&](const std::string& line) { return which(point_of(line)); });
}

template <typename From, typename To>
Lines without_barriers(const Lines& kernel, From from, To to) {
    Lines result, since;
    for (const std::string& line : kernel) {
        const SplicePoint point = point_of(line);
        if (to(point) || from(point)) {
            if (to(point)) std::erase_if(since, [](auto& each) { return has(each, barrier); });
            result.insert(result.end(), since.begin(), since.end());
            since.clear();
        }
        since.push_back(line);
    }
    result.insert(result.end(), since.begin(), since.end());
    return result;
}

bool is_finish(SplicePoint point) { return point == SplicePoint::finish; }

TEST(Places, EachPlaceOfACoreIsInTheTable) {
    int found = 0;
    for (const PtxText* core = ptx_texts; core->name != nullptr; ++core) {
        for (const std::string& line : lines_of(core->text)) {
            if (!has(line, TONELIFT_SPLICE_PREFIX)) continue;
            ++found;
            EXPECT_NE(point_of(line), SplicePoint::count_) << core->name << ": " << line;
        }
    }
    EXPECT_GT(found, 100);
}

TEST(Places, EachPlaceOfTheTableIsUsedByACore) {
    std::string all;
    for (const PtxText* core = ptx_texts; core->name != nullptr; ++core) all += core->text;
    for (const SplicePointInfo& info : splice_points)
        EXPECT_TRUE(has(all, (TONELIFT_SPLICE_PREFIX + std::string(info.name) + " ").c_str()))
            << info.name;
}

TEST(Places, HaveBarriersBetweenThem) {
    int kernels = 0;
    for (const auto& [name, lines] : all_kernels()) {
        kernels += has_place(lines, runs) ? 1 : 0;
        EXPECT_EQ(missing_barriers(lines), Lines()) << name;
    }
    EXPECT_GT(kernels, 30);
}

TEST(Places, MissingBarriersAreReported) {
    for (const auto& [name, lines] : all_kernels()) {
        if (!has_place(lines, runs)) continue;
        EXPECT_NE(missing_barriers(without_barriers(lines, sets_up, runs)), Lines()) << name;
        if (!has_place(lines, is_finish)) continue;
        EXPECT_NE(missing_barriers(without_barriers(lines, runs, is_finish)), Lines()) << name;
    }
}

std::string kernel_with(const std::string& lines) {
    return ".version 9.0\n.target sm_75\n.address_size 64\n.visible .entry k(\n)\n{\n" + lines +
           "\tret;\n}\n";
}

std::string spliced(const std::string& text, const PointProgram& epilogue) {
    Plan plan = empty_plan(Picture{}, Picture{});
    const FrameLayout layout{&plan, {}};
    KernelPrograms programs;
    programs.epilogue = &epilogue;
    return splice(text, "k", layout, programs, true);
}

std::string spliced(const std::string& text) {
    ProgramWriter epilogue;
    epilogue.store(Op::store_core, 0, Operand::constant(0.5f));
    return spliced(text, epilogue.take());
}

std::string error_of(const std::string& text) {
    try {
        spliced(text);
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::internal);
        return error.what();
    }
    return "";
}

void expect_error(const std::string& text, const char* what) {
    EXPECT_TRUE(has(error_of(text), what)) << what << ", not: " << error_of(text);
}

TEST(Splice, InsertsAProgramAtItsSplicePoint) {
    const std::string point = "\t//@output 4 %a %b %c %d %e %f %g %h %i %j %k %l %m %n %o %p";
    const std::string text = spliced(kernel_with(point + " %x %y %own\n"));
    EXPECT_FALSE(has(text, "//@"));
    EXPECT_TRUE(has(text, "mov.f32 %a, 0f3F000000;")) << text;
    EXPECT_TRUE(has(text, ".version 7.7\n"));
}

PointProgram mapping(int times) {
    ProgramWriter program;
    std::array<Operand, max_outputs> c;
    c.fill(program.op(Op::add, {program.load(Op::coordinate_x, 0), Operand::constant(1)}));
    for (int i = 0; i < times; ++i)
        c = program.ops(Op::gamut_map,
                        {c[0], c[1], c[2], Operand::constant(1), Operand::constant(0.1f)});
    program.store(Op::store_core, 0, c[0]);
    return program.take();
}

size_t count(const std::string& text, const char* what) {
    size_t found = 0;
    for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++found;
    return found;
}

std::string enlarging_kernel(const char* format) {
    Picture picture;
    picture.width = picture.height = 32;
    Plan plan = empty_plan(picture, picture);
    plan.output.format = find_format(format);
    plan.buffers = {{16, 16, Storage::unorm16}, {16, 16, Storage::unorm16}};
    plan.upsamplings = {{ResampleKind::joint, 0, 1, 0.0001f, 1.25f}};
    ProgramWriter program;
    const Operand guide = program.load(Op::coordinate_x, 0);
    program.store(Op::store_output, 0, program.op(Op::load_upsampled, {guide}));
    const PointProgram epilogue = program.take();
    KernelPrograms programs;
    programs.epilogue = &epilogue;
    programs.width = programs.rows = 32;
    return splice(
        kernel_with("\t//@setup %frame %width\n\t//@output 4 %a %b %c %d %e %f %g %h %i %j %k "
                    "%l %m %n %o %p %x %y %own\n"),
        "k", {&plan, {}}, programs, true);
}

TEST(Splice, AdjacentRowsShareTheLoadsOfASmallPlane) {
    const std::string text = enlarging_kernel("yuv420p");
    EXPECT_EQ(count(text, "st.shared.v4.f32"), 4u);
    EXPECT_EQ(count(text, "ld.shared.v4.f32"), 4u);
    EXPECT_EQ(count(text, "tonelift_kept[8192]"), 1u);
    EXPECT_EQ(count(enlarging_kernel("bc1"), "tonelift_kept"), 0u);
}

TEST(Splice, LongKernelsCallOneSharedFunction) {
    const std::string kernel =
        kernel_with("\t//@output 4 %a %b %c %d %e %f %g %h %i %j %k %l %m %n %o %p %x %y %own\n");
    const std::string small = spliced(kernel, mapping(1)), large = spliced(kernel, mapping(4));
    EXPECT_EQ(count(small, ".func "), 0u);
    EXPECT_EQ(count(large, ".func "), 1u);
    EXPECT_EQ(count(large, "\ncall "), 16u);
    EXPECT_LT(large.find(".func "), large.find(".entry k("));
    EXPECT_LT(large.size(), 4 * small.size());
}

TEST(Splice, KeepsOnlyTheFunctionsThatAreCalled) {
    const auto function = [](const std::string& name, const std::string& calls, const char* end) {
        return ".func  (.param .b32 r) " + name + "\n(\n\t.param .b32 p\n)\n" +
               (*end == ';' ? ";\n" : "{\n\tcall (r), " + calls + ", (p);\n}\n");
    };
    std::string functions;
    for (const char* end : {";", "}"}) {
        functions += function("direct", "indirect", end) + function("unused", "also_unused", end) +
                     function("indirect", "direct", end) + function("also_unused", "indirect", end);
    }
    std::string kernel = kernel_with("\tcall (r), \n\tdirect, (p);\n");
    kernel.insert(kernel.find(".entry"), functions);
    const std::string text = spliced(kernel);
    EXPECT_FALSE(has(text, "unused"));
    EXPECT_EQ(count(text, ") direct\n"), 2u);
    EXPECT_EQ(count(text, ") indirect\n"), 2u);
    EXPECT_EQ(count(text, ".func"), 4u);
    EXPECT_TRUE(has(text, "\tcall (r), \n\tdirect, (p);\n"));
}

TEST(Splice, RefusesUnknownPlaces) {
    expect_error(kernel_with("\t//@epilouge 4 %a %b %c %d %x %y %own\n"), "//@epilouge 4 %a %b");
    expect_error(kernel_with("\t//@ 4 %a\n"), "//@ 4 %a");
    expect_error(kernel_with("\t//@\n"), "'//@'");
    expect_error(kernel_with("\tmov.u32 %a, 1; //@within %a\n"), "//@within %a");
    expect_error(".version 9.0\n.target sm_75\n.entry k(\n//@within %a\n)\n{\n}\n",
                 "a splice point where none can be");
}

TEST(Splice, RefusesPlacesWithWrongArguments) {
    for (const char* point :
         {"setup %a", "setup %a %b %c", "within", "finish", "uses %a b", "uses %a",
          "neighbor %a %b", "arithmetic %a %b", "prologue", "epilogue 4 %a %b %c %x %y %own",
          "epilogue 4 %x %y %own", "epilogue x %a %x %y %own", "epilogue 0 %x %y %own",
          "epilogue -4 %a %b %c %d %x %y %own", "epilogue 4", "rows 8 %a %x %y %next %own",
          "rows 3 %x %y %next %own", "output 4 %a %b %c %d %x %y %own"})
        expect_error(kernel_with("\t//@" + std::string(point) + "\n"),
                     ("'//@" + std::string(point) + "'").c_str());
}

TEST(Splice, RefusesPlacesWithoutTheirProgram) {
    expect_error(kernel_with("\t//@ahead %frame %x %y\n"), "//@ahead");
    expect_error(kernel_with("\t//@prologue 2 %a %b %c %d %x %y %own\n"), "//@prologue 2");
}

TEST(Splice, RefusesUnexpectedTexts) {
    EXPECT_EQ(error_of(kernel_with("")), "");
    const auto without = [](const std::string& part) {
        std::string text = kernel_with("");
        return text.erase(text.find(part), part.size());
    };
    expect_error(without(".version 9.0\n"), "lacks .version");
    expect_error(without("(\n)\n"), ".entry k");
    expect_error(without("{\n"), "no line that begins its body");
    expect_error(without("}\n"), "lacks .version or its end");
    expect_error(kernel_with("{\n"), "a second body");
    expect_error(".version 9.0\n.target sm_75\n", "no kernel called k");
}

TEST(Splice, SetsTheBlocksPerMultiprocessorOfAKernel) {
    EXPECT_EQ(with_blocks(".minnctapersm 3\n{\n", 6), ".minnctapersm 6\n{\n");
    EXPECT_THROW(with_blocks("{\n", 6), Error);
    EXPECT_THROW(with_blocks(".minnctapersm 3\n.minnctapersm 3\n", 6), Error);
}

}  // namespace
}  // namespace tonelift::cuda::splice_test
