// SPDX-License-Identifier: BSD-2-Clause
#include "tests/vulkan/plan_run.h"

#include <cstring>
#include <stdexcept>

#include "kernels/device/launch.h"
#include "kernels/device/pq_lines.h"
#include "kernels/vulkan/emit/splice.h"
#include "kernels/vulkan/launch/core_calls.h"

namespace tonelift::test {
namespace {

struct DeviceEntry {
    uint64_t address;
    int pitch;
    int unused;
};

int round_up(int value, int unit) { return (value + unit - 1) / unit * unit; }

void copy_rows(std::byte* to, ptrdiff_t to_pitch, const std::byte* from, ptrdiff_t from_pitch,
               int bytes, int rows) {
    for (int y = 0; y < rows; ++y)
        std::memcpy(to + y * to_pitch, from + y * from_pitch, static_cast<size_t>(bytes));
}

}  // namespace

PlanRun::PlanRun(Compute& device, const Plan& plan, std::array<float, 2> peaks)
    : device_(device), plan_(plan), calls_(plan, vulkan::core_calls, {}) {
    if (calls_.frame_steps > 0) throw std::invalid_argument("a plan with frame steps");
    const int entries = entry_buffers + static_cast<int>(plan.buffers.size()) + max_core_inputs;
    entries_ = device.allocate(static_cast<size_t>(entries) * sizeof(DeviceEntry));
    for (int i = 0; i < plan.input.format->planes(); ++i) {
        input_.push_back(picture_plane(plan.input, i));
        add_entry(entry_input + i, input_.back().memory, input_.back().pitch);
    }
    for (int i = 0; i < plan.output.format->planes(); ++i) {
        output_.push_back(picture_plane(plan.output, i));
        add_entry(entry_output + i, output_.back().memory, output_.back().pitch);
    }
    int next = entry_buffers;
    for (const Buffer& buffer : plan.buffers) {
        const DevicePlane plane =
            make_plane(round_up(buffer.width, 8) * storage_bytes(buffer.storage), buffer.height);
        add_entry(next++, plane.memory, plane.pitch);
    }
    for (int i = 0; i < calls_.core_planes.count; ++i) {
        const DevicePlane plane =
            make_plane(round_up(calls_.core_planes.width, 8) * 4, calls_.core_planes.height);
        add_entry(next++, plane.memory, plane.pitch);
    }
    std::vector<float> numbers(static_cast<size_t>(plan.uniforms) + 16);
    numbers[static_cast<size_t>(FrameUniform::source_peak)] = peaks[0];
    numbers[static_cast<size_t>(FrameUniform::target_peak)] = peaks[1];
    add_entry(entry_values, device.allocate(std::span<const float>(numbers)));
    reductions_ = device.allocate(calls_.reductions.bytes + 256);
    scratch_ = device.allocate(calls_.scratch_bytes + 256);
    add_entry(entry_reductions, reductions_);
}

PlanRun::DevicePlane PlanRun::make_plane(int row_bytes, int rows) {
    const int pitch = round_up(row_bytes, 256);
    return {device_.allocate(static_cast<size_t>(pitch) * static_cast<size_t>(rows)), pitch, rows};
}

PlanRun::DevicePlane PlanRun::picture_plane(const Picture& picture, int plane) {
    const Format& format = *picture.format;
    return make_plane(format.row_bytes(plane, round_up(picture.width, 8)),
                      format.plane_height(plane, picture.height));
}

void PlanRun::add_entry(int index, const Compute::Memory& memory, int pitch) {
    const DeviceEntry entry = {memory.address, pitch, 0};
    std::memcpy(entries_.host + static_cast<size_t>(index) * sizeof entry, &entry, sizeof entry);
}

void PlanRun::launch(const PassCall& pass) {
    const KernelCall& call = pass.call;
    KernelPrograms programs;
    programs.prologue = pass.prologue;
    programs.epilogue = pass.epilogue;
    programs.term = pass.term;
    programs.parts = call.parts;
    programs.width = pass.width;
    programs.rows = pass.height;
    modules_.push_back(vulkan::splice(call.kernel, calls_.layout, programs));
    const auto constants = device_.allocate(call.constants.size() * sizeof(float) + 16);
    std::memcpy(constants.host, call.constants.data(), call.constants.size() * sizeof(float));
    const auto parameters = device_.allocate(call.parameters.size() + 16);
    std::memcpy(parameters.host, call.parameters.data(), call.parameters.size());
    const int entries = entry_buffers + static_cast<int>(plan_.buffers.size()) + max_core_inputs;
    const std::vector<PqLine> pq_lines = pq_lines_of_both_tables();
    const vulkan::Push push = {
        .entries = entries_.address,
        .parameters = parameters.address,
        .constants = constants.address,
        .scratch = scratch_.address,
        .workspace = device_.allocate(call.workspace_bytes + 256).address,
        .condition = 0,
        .pq_lines = device_.allocate(std::span<const PqLine>(pq_lines)).address,
        .condition_stride = 0,
        .unmet = 0,
        .entries_per_frame = entries,
        .frames = 1,
        .width = pass.width,
        .height = pass.height};
    Compute::Work work = {.module = modules_.back(),
                          .push = std::as_bytes(std::span(&push, 1)),
                          .groups = {call.grid.x, call.grid.y, 1},
                          .constants = {call.block.x, call.block.y, 0}};
    if (!reverses_tiles_ || call.kernel != "edge_scan_y") return device_.run(work);
    work.groups[0] = 1;
    for (uint32_t tile = call.grid.x; tile-- > 0;) {
        work.first[0] = tile;
        device_.run(work);
    }
}

void PlanRun::run(const TestPicture& in, TestPicture& out) {
    const FramePlanes from = in.planes(), to = out.planes();
    for (size_t i = 0; i < input_.size(); ++i) {
        copy_rows(input_[i].memory.host, input_[i].pitch, from.data[i], from.pitch[i],
                  in.format().row_bytes(static_cast<int>(i), in.picture().width), input_[i].rows);
    }
    for (const std::vector<PassCall>& step : calls_.passes) {
        for (const PassCall& pass : step) launch(pass);
    }
    for (size_t i = 0; i < output_.size(); ++i) {
        copy_rows(to.data[i], to.pitch[i], output_[i].memory.host, output_[i].pitch,
                  out.format().row_bytes(static_cast<int>(i), out.picture().width),
                  output_[i].rows);
    }
}

}  // namespace tonelift::test
