// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/scan/scan_cuda.h"

#include <algorithm>
#include <cmath>

#include "kernels/device/pq_tables.h"
#include "kernels/program_has.h"
#include "kernels/scan/scan_cuda_parameters.h"
#include "kernels/scan/scan_cuda_policy.h"

namespace tonelift::cuda {
namespace {

constexpr unsigned warp = 32;

EdgeScanParameters edge_parameters(const Scan& scan) {
    return {std::exp2(-scan.rate), scan.rate * scan.edge, 0, 0, 0, 0};
}

unsigned row_threads(int width, const EdgeRowShape& shape) {
    return ceil_divide(width, 8LL * shape.chunks * warp) * warp;
}

struct RowKernel {
    const char* name;
    EdgeRowShape shape;
};

RowKernel row_kernel(const Pass& pass, const Tuning& tuning) {
    if (row_threads(pass.width, edge_x_light) > unsigned{edge_x_light.threads})
        return {"scan_edge_x_wide", edge_x_wide};
    const size_t operations = pass.prologue.code.size() + pass.epilogue.code.size();
    if (operations <= static_cast<size_t>(tuning.edge_light_operations))
        return {"scan_edge_x", edge_x_light};
    return {"scan_edge_x_roomy", edge_x_roomy};
}

unsigned row_shared_bytes(const EdgeRowShape& shape) {
    const int chunks = std::max(shape.chunks - edge_x_held_chunks, 0);
    return static_cast<unsigned>(8 * chunks * shape.threads) * unsigned{sizeof(float)};
}

void set_prefetch(EdgeScanParameters& p, const KernelCall& call, const EdgeRowShape& shape,
                  const DeviceLimits& limits, const Tuning& tuning) {
    constexpr unsigned bytes = 4;
    const unsigned threads = call.block.x * call.block.y;
    const auto at_once =
        static_cast<unsigned>(shape.blocks * shape.threads * limits.multiprocessors);
    const size_t asked = size_t{at_once} * static_cast<unsigned>(shape.chunks) * 8 * bytes;
    const bool fits = asked * static_cast<size_t>(tuning.edge_prefetch_part) <=
                      static_cast<size_t>(limits.cache_bytes);
    const unsigned distance = at_once / threads;
    p.prefetch_blocks = static_cast<int>(distance % call.grid.x);
    p.prefetch_frames = fits ? static_cast<int>(distance / call.grid.x) : edge_prefetch_none;
}

// Returns the launch of the filter along rows. If the pass has reductions, each block filters more
// rows than in other passes, so that fewer blocks store partial results of the reductions.
KernelCall along_x(const Pass& pass, const DeviceLimits& limits, const Tuning& tuning) {
    const RowKernel kernel = row_kernel(pass, tuning);
    KernelCall call;
    call.kernel = kernel.name;
    call.block.x = row_threads(pass.width, kernel.shape);
    call.block.y = std::max(static_cast<unsigned>(tuning.edge_row_threads) / call.block.x, 1u);
    call.shared_bytes = row_shared_bytes(kernel.shape);
    const unsigned blocks = ceil_divide(pass.height, call.block.y);
    const bool reducing =
        program_has(pass.prologue, Op::reduce) || program_has(pass.epilogue, Op::reduce);
    const auto most_blocks = static_cast<unsigned>(tuning.edge_reducing_blocks);
    const unsigned steps = reducing ? std::max(blocks / most_blocks, 1u) : 1;
    EdgeScanParameters p = edge_parameters(std::get<Scan>(pass.core));
    p.rows_per_block = static_cast<int>(call.block.y * steps);
    call.grid.x = ceil_divide(pass.height, p.rows_per_block);
    set_prefetch(p, call, kernel.shape, limits, tuning);
    call.set_parameters(p);
    return call;
}

struct Tiles {
    unsigned count;
    unsigned warps;

    unsigned shared_bytes() const { return warps * edge_y_warp_bytes; }
};

int program_bytes(const Pass& pass) {
    constexpr int reduction = histogram_bins * 4 + 256;
    int bytes = 0;
    PqTables tables;
    for (const PointProgram* program : {&pass.prologue, &pass.epilogue}) {
        for (const Instruction& instruction : program->code) {
            bytes += instruction.op == Op::reduce ? reduction : 0;
            tables.want(instruction.op);
        }
    }
    return bytes + tables.bytes();
}

Tiles tiles_of(const Pass& pass, const DeviceLimits& limits) {
    const int room = limits.shared_bytes_per_block - program_bytes(pass);
    const int fit = room / int{edge_y_warp_bytes} / edge_y_warp_step * edge_y_warp_step;
    const int most = std::clamp(fit, edge_y_warp_step, edge_y_warps);
    const unsigned row_warps = ceil_divide(pass.height, edge_y_warp_rows);
    const unsigned count = ceil_divide(row_warps, most);
    const unsigned steps = ceil_divide(row_warps, 1LL * edge_y_warp_step * count);
    const unsigned warps = steps * edge_y_warp_step;
    return {ceil_divide(row_warps, warps), warps};
}

// Returns whether the device can run all blocks of edge_y_panels_at_once panels at the same time.
// Only then can the blocks of a panel wait for each other.
bool fit_together(const Tiles& tiles, const Pass& pass, const DeviceLimits& limits) {
    const int bytes = static_cast<int>(tiles.shared_bytes()) + program_bytes(pass);
    const int blocks = std::clamp(limits.shared_bytes_per_multiprocessor / bytes, 1, edge_y_blocks);
    return static_cast<unsigned>(blocks * limits.multiprocessors) >=
           tiles.count * edge_y_panels_at_once;
}

KernelCall along_y(const Pass& pass, const DeviceLimits& limits) {
    const Tiles tiles = tiles_of(pass, limits);
    const unsigned panels = ceil_divide(pass.width, edge_panel);
    KernelCall call;
    call.block.x = tiles.warps * warp;
    call.shared_bytes = tiles.shared_bytes();
    const bool alone = tiles.count == 1;
    if (alone || (limits.blocks_may_wait && fit_together(tiles, pass, limits))) {
        call.kernel = "scan_edge_y";
        call.waits_for = tiles.count - 1;
        call.grid = {tiles.count, panels};
        call.scratch_bytes = size_t{tiles.count} * panels * edge_panel * edge_tile_state_bytes;
    } else {
        call.kernel = "scan_edge_y_one_block";
        call.grid.x = panels;
        call.workspace_bytes =
            ceil_divide(1LL * tiles.count * panels * edge_panel, 64) * size_t{256};
    }
    EdgeScanParameters p = edge_parameters(std::get<Scan>(pass.core));
    p.tiles = static_cast<int>(tiles.count);
    call.set_parameters(p);
    return call;
}

}  // namespace

KernelCall edge_scan_call(const Pass& pass, const DeviceLimits& limits, const Tuning& tuning) {
    const bool rows = std::get<Scan>(pass.core).axis == Axis::x;
    KernelCall call = rows ? along_x(pass, limits, tuning) : along_y(pass, limits);
    call.source = "scan";
    call.partials = size_t{call.grid.x} * call.grid.y;
    return call;
}

}  // namespace tonelift::cuda
