// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/working_memory.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "core/graph/live_values.h"
#include "kernels/program_has.h"
#include "kernels/strip.h"

namespace tonelift {
namespace {

constexpr double strip = strip_pixels;

double round_up(double number, double unit) { return std::ceil(number / unit) * unit; }
double float_rows(double rows, double width) { return rows_bytes(rows, width, sizeof(float)); }

double strip_of(int width, int most) { return std::min<double>(most, round_up(width, 16)); }

// Kinds of buffers in the working memory of a thread. All passes share this memory, so each kind
// has the largest size that any pass needs.
enum class Part { inputs, outputs = max_core_inputs, guide, unread, scratch, values, edges };

class MemoryParts {
  public:
    void add(Part part, double threads, double bytes) { needs_[part].emplace_back(threads, bytes); }
    void add_input(int input, double threads, double bytes) {
        add(static_cast<Part>(input), threads, bytes);
    }

    double total() const {
        double bytes = 0;
        for (const auto& [part, needs] : needs_) bytes += total_of(needs);
        return bytes;
    }

  private:
    using Needs = std::vector<std::pair<double, double>>;

    static double total_of(Needs needs) {
        std::ranges::sort(needs, std::greater<>());
        double bytes = 0, largest = 0;
        for (size_t i = 0; i < needs.size(); ++i) {
            largest = std::max(largest, needs[i].second);
            const double next = i + 1 < needs.size() ? needs[i + 1].first : 0;
            bytes += (needs[i].first - next) * largest;
        }
        return bytes;
    }

    std::map<Part, Needs> needs_;
};

class PassMemory {
  public:
    PassMemory(const Plan& plan, const Pass& pass, MemoryParts& parts)
        : plan_(plan), pass_(pass), parts_(parts) {}

    double add() {
        const double threads = std::visit(*this, pass_.core);
        parts_.add(Part::values, threads, values());
        if (program_has(pass_.prologue, Op::load_input) ||
            program_has(pass_.epilogue, Op::load_input))
            parts_.add(Part::edges, threads, edges_of_input());
        return threads * own();
    }

    double operator()(const Point&) {
        const double threads = std::ceil(pass_.height / 16.0);
        if (!program_has(pass_.epilogue, Op::store_output)) return threads;
        const Format& format = *plan_.output.format;
        for (int component = 0; component < 4; ++component) {
            if (format.components[component].plane >= 0)
                parts_.add_input(component, threads, float_rows(9, pass_.width));
        }
        if (format.is_texture()) parts_.add(Part::outputs, threads, float_rows(8, pass_.width));
        parts_.add(Part::scratch, threads, 5 * sizeof(float) * (pass_.width + 64.0));
        return threads;
    }

    double operator()(const Scan& scan) {
        const bool rows = scan.axis == Axis::x;
        const double threads = std::ceil(rows ? pass_.height / 16.0 : pass_.width / 64.0);
        const double group = rows ? float_rows(std::min(pass_.height, 16), pass_.width)
                                  : float_rows(pass_.height, std::min(pass_.width, 64));
        parts_.add(Part::inputs, threads, group);
        if (pass_.inputs.size() > 1) parts_.add(Part::guide, threads, group);
        const double length = rows ? pass_.width : pass_.height;
        const double lines = scan.kind == ScanKind::edge ? 96 : 128;
        parts_.add(Part::scratch, threads, sizeof(float) * (lines * length + 528));
        return threads;
    }

    double operator()(const Stencil& stencil) {
        const double band =
            add_band(stencil_info(stencil.kind).inputs, stencil.radius_x, stencil.radius_y);
        const double threads = std::ceil(pass_.height / band);
        parts_.add(Part::outputs, threads, float_rows(band, pass_.width));
        const double across = pass_.width + 2.0 * stencil.radius_x,
                     down = band + 2.0 * stencil.radius_y;
        parts_.add(Part::scratch, threads,
                   stencil.kind == StencilKind::median
                       ? 20.2 * (256 + 2.0 * stencil.radius_x) * down + 256
                       : sizeof(float) * ((across + 32) * (band + 1) + 32 * (band + down)));
        return threads;
    }

    double operator()(const Gather& gather) {
        const double band = add_band(gather.inputs, gather.radius, gather.radius);
        const double threads = std::ceil(pass_.height / band);
        parts_.add(Part::outputs, threads, float_rows(gather.sums, pass_.width));
        return threads;
    }

    double operator()(const Resample& resample) {
        if (is_flip(resample.kind)) return flip(resample);
        constexpr double band = 16;
        const double threads = std::ceil(pass_.height / band);
        const double scale = double(resample.in_height) / pass_.height;
        const double rows = std::min<double>(resample.in_height, std::ceil(band * scale) + 3);
        for (int i = 0; i < (resample.kind == ResampleKind::joint ? 2 : 1); ++i)
            parts_.add_input(i, threads, float_rows(rows, resample.in_width));
        parts_.add(Part::unread, threads, float_rows(1, resample.in_width));
        parts_.add(Part::guide, threads, float_rows(band, pass_.width));
        parts_.add(Part::outputs, threads, float_rows(band, pass_.width));
        parts_.add(Part::scratch, threads,
                   float_rows(1, resample.in_width) + float_rows(12, pass_.width));
        return threads;
    }

  private:
    double flip(const Resample& resample) {
        const double threads = std::ceil(pass_.height / strip);
        parts_.add(Part::inputs, threads,
                   resample.kind == ResampleKind::transpose ? float_rows(resample.in_height, strip)
                                                            : float_rows(1, resample.in_width));
        parts_.add(Part::outputs, threads, float_rows(1, pass_.width));
        return threads;
    }

    double add_band(int inputs, int radius_x, int radius_y) {
        const double band = std::min(std::clamp(2 * radius_y, 16, 128), pass_.height);
        const double width = round_up(radius_x, 16) + round_up(pass_.width, 16) + radius_x;
        for (int i = 0; i < inputs; ++i)
            parts_.add_input(i, std::ceil(pass_.height / band),
                             float_rows(band + 2 * radius_y, width));
        return band;
    }

    double values() const {
        const auto* resample = std::get_if<Resample>(&pass_.core);
        const auto* gather = std::get_if<Gather>(&pass_.core);
        const int in_width = resample != nullptr ? resample->in_width : pass_.width;
        const double most =
            std::max(values_of(pass_.prologue, in_width), values_of(pass_.epilogue, pass_.width));
        return gather == nullptr ? most : std::max(most, values_of(gather->term, pass_.width));
    }

    double values_of(const PointProgram& program, int width) const {
        const double pixels =
            plan_.fit_tolerance > 0 ? strip_pixels : strip_of(width, most_pixels());
        return 2.0 * most_live_values(program) * pixels * sizeof(float);
    }

    int most_pixels() const {
        const auto* scan = std::get_if<Scan>(&pass_.core);
        if (scan != nullptr && scan->axis == Axis::y) return 64;
        return std::holds_alternative<Point>(pass_.core) ? point_strip(plan_, pass_) : strip_pixels;
    }

    double edges_of_input() const {
        constexpr double sample_bytes = 4;
        return 4 *
               (2 * (strip_of(plan_.input.width, long_strip_pixels) + 16) * sample_bytes + 4 * 64);
    }

    double own() const {
        double bytes = histograms_of(pass_.prologue) + histograms_of(pass_.epilogue) + cells();
        if (const auto* gather = std::get_if<Gather>(&pass_.core))
            bytes += double(gather->weights.size()) * 64 + gather->sums * strip * sizeof(float);
        if (plan_.fit_tolerance > 0 && program_has(pass_.epilogue, Op::store_output))
            bytes += tiles();
        return bytes;
    }

    double histograms_of(const PointProgram& program) const {
        double bytes = 0;
        for (const Instruction& instruction : program.code) {
            if (instruction.op == Op::reduce &&
                plan_.reductions[instruction.index].kind == ReductionKind::histogram)
                bytes += 4.0 * histogram_bins * sizeof(uint32_t);
        }
        return bytes;
    }

    double cells() const {
        double bytes = 0;
        for (const Instruction& instruction : pass_.epilogue.code) {
            if (instruction.op == Op::load_upsampled &&
                plan_.upsamplings[instruction.index].kind == ResampleKind::joint)
                bytes += std::ceil(double(pass_.width) / most_pixels()) * 7 *
                         (long_strip_pixels / 2 + 18) * sizeof(float);
        }
        return bytes;
    }

    double tiles() const {
        const double count = std::min(std::ceil(pass_.width / 16.0), 32.0);
        const double points = std::max(19 * round_up(count, 16), strip);
        return (3 * count * 16 * 8 + 6 * points) * sizeof(float);
    }

    const Plan& plan_;
    const Pass& pass_;
    MemoryParts& parts_;
};

}  // namespace

double rows_bytes(double rows, double width, int sample_bytes) {
    constexpr double line = 64, page = 4096;
    const double bytes = round_up(round_up(width, 16) * sample_bytes, line);
    return rows * (std::fmod(bytes, page) == 0 ? bytes + line : bytes);
}

double working_memory(const Plan& plan) {
    MemoryParts parts;
    double own = 0;
    for (const auto& step : plan.steps) {
        if (const Pass* pass = std::get_if<Pass>(&step))
            own += PassMemory(plan, *pass, parts).add();
    }
    return own + parts.total();
}

}  // namespace tonelift
