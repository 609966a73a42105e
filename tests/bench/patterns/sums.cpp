// SPDX-License-Identifier: BSD-2-Clause
#include <cmath>

#include "tests/bench/patterns/engine_pass.h"
#include "tests/bench/patterns/ours.h"
#include "tests/bench/patterns/patterns.h"
#include "tests/support/program_writer.h"

namespace tonelift::patterns {
namespace {

constexpr double tolerance = 1e-5;
constexpr unsigned threads = 128;
constexpr int strip_rows = 64;
constexpr unsigned warps = 8;

class LineSums {
  public:
    explicit LineSums(Lab& lab) : lab_(lab), source_(lab, 1), target_(lab) {}

    void rows() {
        const auto [width, height, count] = lab_.size();
        const Planes out(lab_.device(), {1, height, count}, Pixel::float32);
        const Samples expected = samples_of(out.size(), [&](int, int y) {
            double sum = 0;
            for (int x = 0; x < lab_.size().width; ++x) sum += source_.values(x, y);
            return sum;
        });
        std::vector<Variant> variants = target_.copies(source_);
        variants.push_back(variant_of(
            "one thread per row", out, expected, tolerance * width,
            [&, height = height] { launch("sum_rows", lines(height), source_.float32, out); }));
        const Shape split = {1, ceil_divide(height, warps), frames(), 32, warps};
        variants.push_back(variant_of("one warp per row", out, expected, tolerance * width, [&] {
            launch("sum_rows_split", split, source_.float32, out);
        }));
        lab_.compare("sums of rows", 0, variants);
    }

    void columns() {
        const auto [width, height, count] = lab_.size();
        const int strips = static_cast<int>(ceil_divide(height, strip_rows));
        const Planes out(lab_.device(), {width, 1, count}, Pixel::float32);
        const Planes parts(lab_.device(), {width, strips, count}, Pixel::float32);
        const Samples expected = samples_of(out.size(), [&](int x, int) {
            double sum = 0;
            for (int y = 0; y < lab_.size().height; ++y) sum += source_.values(x, y);
            return sum;
        });
        const Shape all = lines(width);
        Shape split = all;
        split.grid_y = static_cast<unsigned>(strips);
        std::vector<Variant> variants = target_.copies(source_);
        variants.push_back(variant_of("one thread per column", out, expected, tolerance * height,
                                      [&] { launch("sum_columns", all, source_.float32, out); }));
        variants.push_back(variant_of(
            "one thread for 64 rows of a column", out, expected, tolerance * height, [&] {
                launch("sum_strips", split, source_.float32, parts, strip_rows);
                launch("sum_columns", all, parts, out);
            }));
        lab_.compare("sums of columns", 0, variants);
    }

  private:
    unsigned frames() const { return static_cast<unsigned>(lab_.size().frames); }
    Shape lines(int count) const { return {ceil_divide(count, threads), 1, frames(), threads, 1}; }
    template <typename... Rest>
    void launch(const char* kernel, const Shape& shape, const Planes& in, const Planes& out,
                const Rest&... rest) const {
        lab_.kernels("sums").launch(kernel, shape, in.frames(), out.frames(), rest...);
    }

    Lab& lab_;
    Source source_;
    Target target_;
};

Plan point_plan(const Size& size, Storage storage, bool copies, bool sums) {
    Plan plan = plan_of_core(size, storage, Point(), {0});
    Pass& pass = std::get<Pass>(plan.steps[0]);
    pass.inputs.clear();
    pass.prologue = {};
    ProgramWriter program;
    const Operand value = program.load(Op::load_buffer, 0);
    if (copies) program.store(Op::store_buffer, 1, value);
    if (sums) program.store(Op::reduce, 0, value);
    pass.epilogue = program.take();
    if (sums) plan.reductions = {{ReductionKind::sum, true, int64_t{size.width} * size.height}};
    return plan;
}

void sum_of_all(Lab& lab) {
    const Source source(lab, 1);
    const Target target(lab);
    const Size& size = lab.size();
    const Samples expected = samples_of(size, source.values);
    double sum = 0;
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) sum += source.values(x, y);
    }
    std::vector<Variant> variants = target.copies(source);
    const auto add = [&](const char* name, bool copies, bool sums) {
        const auto pass = std::make_shared<EnginePass>(
            point_plan(size, Storage::float32, copies, sums), lab.device(), size.frames);
        pass->buffer(0).copy(source.float32);
        const auto error = [=] {
            const double of_copy = copies ? pass->buffer(1).error(expected) : 0;
            const double pixels = static_cast<double>(size.width) * size.height;
            return std::max(of_copy, sums ? std::abs(pass->sum(0) - sum) / pixels : 0);
        };
        variants.push_back({name, [pass] { pass->run(); }, pass->buffer(1), error, 1e-6});
    };
    add("ours: a pass that copies", true, false);
    add("ours: a pass that sums", false, true);
    add("ours: a pass that copies and sums", true, true);
    lab.compare("sum of a plane", 0, variants);
}

}  // namespace

void sums(Lab& lab) {
    LineSums sums(lab);
    sums.rows();
    sums.columns();
    sum_of_all(lab);
}

}  // namespace tonelift::patterns
