// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/explain.h"

#include <cstdarg>
#include <cstdio>
#include <set>

#include "core/graph/cost.h"
#include "kernels/input_grid.h"
#include "kernels/program_has.h"
#include "kernels/shortcut.h"

namespace tonelift {
namespace {

__attribute__((format(printf, 1, 2))) std::string format(const char* pattern, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, pattern);
    std::vsnprintf(text, sizeof(text), pattern, arguments);
    va_end(arguments);
    return text;
}

double bytes_per_pixel(const Picture& picture) {
    double bytes = 0;
    for (int plane = 0; plane < picture.format->planes(); ++plane) {
        bytes += double(picture.format->row_bytes(plane, picture.width)) *
                 picture.format->plane_height(plane, picture.height);
    }
    return bytes / (double(picture.width) * picture.height);
}

const char* storage_name(Storage storage) {
    return storage == Storage::unorm16 ? "unorm16" : "float32";
}

struct Traffic {
    std::set<int> reads;
    std::set<int> writes;
    bool input = false;
    bool output = false;
    int operations = 0;
    int reductions = 0;
};

void count(const Plan& plan, const PointProgram& program, Traffic& traffic) {
    for (const Instruction& instruction : program.code) {
        const std::vector<int> reads = buffers_read(plan, instruction);
        traffic.reads.insert(reads.begin(), reads.end());
        switch (instruction.op) {
            case Op::store_buffer:
                traffic.writes.insert(instruction.index);
                break;
            case Op::load_input:
                traffic.input = true;
                break;
            case Op::store_output:
                traffic.output = true;
                break;
            case Op::reduce:
                ++traffic.reductions;
                break;
            case Op::load_buffer:
            case Op::load_core:
            case Op::load_neighbor:
            case Op::load_here:
            case Op::load_weight:
            case Op::store_core:
                break;
            default:
                ++traffic.operations;
        }
    }
}

Traffic traffic_of(const Plan& plan, const Pass& pass) {
    Traffic traffic;
    if (const auto* gather = std::get_if<Gather>(&pass.core)) {
        count(plan, gather->term, traffic);
        traffic.operations *= gather->side() * gather->side();
    }
    for (const PointProgram* program : {&pass.prologue, &pass.epilogue})
        count(plan, *program, traffic);
    if (has_fine_guide(pass.core)) traffic.reads.insert(pass.inputs.at(fine_guide).buffer);
    return traffic;
}

double input_share(const Plan& plan, const Pass& pass) {
    const auto* resample = std::get_if<Resample>(&pass.core);
    const bool in_prologue = resample != nullptr && program_has(pass.prologue, Op::load_input);
    const int width = in_prologue ? resample->in_width : pass.width;
    const int rows = in_prologue ? resample->in_height : pass.height;
    return input_reduction(plan.input, width, rows) > 1 ? 1 : double(rows) / plan.input.height;
}

double bytes_moved(const Plan& plan, const Pass& pass, const Traffic& traffic) {
    double bytes = 0;
    const double pixels = double(plan.input.width) * plan.input.height;
    const auto buffer_bytes = [&](int index) {
        const Buffer& buffer = plan.buffers[static_cast<size_t>(index)];
        return storage_bytes(buffer.storage) * (double(buffer.width) * buffer.height / pixels);
    };
    for (int index : traffic.reads) bytes += buffer_bytes(index);
    for (int index : traffic.writes) bytes += buffer_bytes(index);
    if (traffic.input) bytes += bytes_per_pixel(plan.input) * input_share(plan, pass);
    if (traffic.output) bytes += bytes_per_pixel(plan.output);
    return bytes;
}

std::string list(const std::set<int>& buffers, bool frame, const char* frame_name) {
    std::string text = frame ? frame_name : "";
    for (int index : buffers) text += format("%sb%d", text.empty() ? "" : " ", index);
    return text.empty() ? "-" : text;
}

const char* frame_op_name(FrameOp op) {
    static const char* const names[] = {"arithmetic", "percentile", "mean",         "minimum",
                                        "maximum",    "log_mean",   "sum",          "entropy",
                                        "smooth",     "distance",   "scene_change", "previous",
                                        "curve",      "histogram",  "largest",      "table"};
    return names[static_cast<size_t>(op)];
}

std::string frame_step_text(const FrameStep& step) {
    std::string text;
    for (const FrameOperation& operation : step.operations) {
        if (!text.empty()) text += ", ";
        text += frame_op_name(operation.op);
        if (operation.op == FrameOp::table)
            text += format(" of %zu operations", operation.program.code.size() - 2);
    }
    return text;
}

int step_of(const Plan& plan, int uniform) {
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        const auto* step = std::get_if<FrameStep>(&plan.steps[i]);
        if (step == nullptr) continue;
        for (const FrameOperation& operation : step->operations) {
            if (gives(operation, uniform)) return static_cast<int>(i);
        }
    }
    return -1;
}

std::vector<int> deciding_numbers(const Plan& plan) {
    std::vector<int> numbers;
    for (const auto& step : with_shortcut(plan).steps) {
        const Pass* pass = std::get_if<Pass>(&step);
        const FrameCondition condition = pass == nullptr ? FrameCondition{} : pass->condition;
        if (!condition.above_zero) {
            numbers.back() = -1;
        } else {
            numbers.push_back(condition.uniform);
        }
    }
    return numbers;
}

std::string remarks(const Plan& plan, const Traffic& traffic, int when) {
    std::string text;
    const bool fits = traffic.output && plan.fit_tolerance > 0;
    const bool quick = traffic.output && plan.precision == Precision::of_8_bits;
    if (fits || quick) text += "  on the CPU: ";
    if (fits) text += "polynomials where tiles are smooth";
    if (fits && quick) text += ", ";
    if (quick) text += "quick functions for 8 bits";
    if (traffic.reductions > 0)
        text += format("  + %d %s", traffic.reductions,
                       traffic.reductions == 1 ? "statistic" : "statistics");
    if (when >= 0)
        text += format("  only in frames for which step %d needs it", step_of(plan, when));
    return text + "\n";
}

}  // namespace

std::string explain(const Plan& plan) {
    std::string text = format("%s %dx%d -> %s\n", plan.input.format->ffmpeg, plan.input.width,
                              plan.input.height, plan.output.format->ffmpeg);
    for (size_t i = 0; i < plan.buffers.size(); ++i) {
        const Buffer& buffer = plan.buffers[i];
        text += format("buffer b%zu: %dx%d %s\n", i, buffer.width, buffer.height,
                       storage_name(buffer.storage));
    }
    text += format("%4s  %-20s %-12s %-12s %10s %10s\n", "step", "pass", "reads", "writes",
                   "operations", "bytes/px");
    const std::vector<int> numbers = deciding_numbers(plan);
    double total = 0, conditional = 0;
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        if (const auto* step = std::get_if<FrameStep>(&plan.steps[i])) {
            text += format("%4zu  ", i) + "frame: " + frame_step_text(*step) + "\n";
            continue;
        }
        const Pass& pass = std::get<Pass>(plan.steps[i]);
        const Traffic traffic = traffic_of(plan, pass);
        const double bytes = bytes_moved(plan, pass, traffic);
        total += bytes;
        if (numbers[i] >= 0) conditional += bytes;
        text += format("%4zu  %-20s %-12s %-12s %10d %10.2f", i, pass.name.c_str(),
                       list(traffic.reads, traffic.input, "input").c_str(),
                       list(traffic.writes, traffic.output, "output").c_str(), traffic.operations,
                       bytes);
        text += remarks(plan, traffic, numbers[i]);
    }
    text += format("%4s  %-58s %10.2f\n", "", "total", total);
    if (conditional > 0)
        text += format("%4s  %-58s %10.2f\n", "", "of it only in some frames", conditional);
    return text + cost_text(plan) + "\n";
}

std::string explain_reasons(const Plan& plan, const Reasons& reasons) {
    std::string text;
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        const Pass* pass = std::get_if<Pass>(&plan.steps[i]);
        if (pass == nullptr) {
            text += format("%4zu  frame step: computes numbers from statistics\n", i);
            continue;
        }
        text += format("%4zu  %s: ", i, pass->name.c_str()) + reasons[i].front() + "\n";
        for (size_t line = 1; line < reasons[i].size(); ++line)
            text += "        " + reasons[i][line] + "\n";
    }
    return text;
}

std::string explain_dot(const Plan& plan) {
    std::string text =
        "digraph plan {\n  node [shape=box, fontname=\"sans-serif\"];\n  input; output;\n";
    std::vector<std::string> writer(plan.buffers.size(), "input");
    std::string statistics;
    const std::vector<int> numbers = deciding_numbers(plan);
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        const std::string name = format("s%zu", i);
        if (const auto* step = std::get_if<FrameStep>(&plan.steps[i])) {
            text += "  " + name + " [shape=ellipse, label=\"" + frame_step_text(*step) + "\"];\n";
            if (!statistics.empty())
                text += "  " + statistics + " -> " + name + " [style=dashed];\n";
            statistics = name;
            continue;
        }
        const Pass& pass = std::get<Pass>(plan.steps[i]);
        const Traffic traffic = traffic_of(plan, pass);
        text += "  " + name +
                format(" [label=\"%s\\n%.2f bytes/px\"%s];\n", pass.name.c_str(),
                       bytes_moved(plan, pass, traffic), numbers[i] >= 0 ? ", style=dashed" : "");
        if (traffic.input) text += "  input -> " + name + ";\n";
        for (int index : traffic.reads) {
            text += "  " + writer[static_cast<size_t>(index)] + " -> " + name +
                    format(" [label=\"b%d\"];\n", index);
        }
        for (int index : traffic.writes) writer[static_cast<size_t>(index)] = name;
        if (traffic.output) text += "  " + name + " -> output;\n";
        if (traffic.reductions > 0) statistics = name;
    }
    return text + "}\n";
}

}  // namespace tonelift
