// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/scan/scan_cuda.h"

#include <algorithm>
#include <cmath>

#include "kernels/scan/scan_cuda_parameters.h"
#include "kernels/scan/scan_cuda_policy.h"

namespace tonelift::cuda {
namespace {

constexpr unsigned warp = 32;

bool reduces(const PointProgram& program) {
    return std::any_of(program.code.begin(), program.code.end(),
                       [](const Instruction& i) { return i.op == Op::reduce; });
}

EdgeScanParameters edge_parameters(const Scan& scan) {
    return {std::exp2(-scan.rate), scan.rate * scan.edge, 0, 0};
}

unsigned row_threads(int width, int chunks) {
    return ceil_divide(width, 8LL * chunks * warp) * warp;
}

KernelCall along_x(const Pass& pass) {
    KernelCall call;
    const bool wide = row_threads(pass.width, edge_x_chunks) > edge_x_threads;
    call.kernel = wide ? "scan_edge_x_wide" : "scan_edge_x";
    call.block.x = row_threads(pass.width, wide ? edge_x_wide_chunks : edge_x_chunks);
    call.block.y = std::max(edge_x_least_threads / call.block.x, 1u);
    const bool reducing = reduces(pass.prologue) || reduces(pass.epilogue);
    const unsigned blocks = ceil_divide(pass.height, call.block.y);
    const unsigned steps = reducing ? std::max(blocks / edge_x_reducing_blocks, 1u) : edge_x_steps;
    EdgeScanParameters p = edge_parameters(std::get<Scan>(pass.core));
    p.rows_per_block = static_cast<int>(call.block.y * steps);
    call.grid.x = ceil_divide(pass.height, p.rows_per_block);
    call.set_parameters(p);
    return call;
}

unsigned run_bytes(unsigned runs) {
    return runs * edge_run_numbers * edge_strip * static_cast<unsigned>(sizeof(float));
}

// Whether the tiles of several strips can be on the device at once, as those of the strips that
// other streams filter may take their place.
bool tiles_fit(unsigned tiles, unsigned shared_bytes, const DeviceLimits& limits) {
    if (tiles > edge_y_most_tiles) return false;
    if (shared_bytes > static_cast<unsigned>(limits.shared_bytes_per_block)) return false;
    const int by_shared =
        limits.shared_bytes_per_multiprocessor / (static_cast<int>(shared_bytes) + 1024);
    const int blocks = std::min(by_shared, edge_y_blocks) * limits.multiprocessors;
    return static_cast<unsigned>(std::max(blocks, 0)) >= tiles * edge_y_strips_at_once;
}

KernelCall along_y(const Pass& pass, const DeviceLimits& limits) {
    KernelCall call;
    const unsigned strips = ceil_divide(pass.width, edge_strip);
    const unsigned row_warps = ceil_divide(pass.height, edge_y_rows);
    const unsigned tiles = ceil_divide(row_warps, edge_y_warps);
    // An even number, as a strip is as wide as two warps.
    const unsigned warps = 2 * ceil_divide(row_warps, 2LL * tiles);
    call.block.x = warps * warp;
    EdgeScanParameters p = edge_parameters(std::get<Scan>(pass.core));
    p.tiles = static_cast<int>(ceil_divide(row_warps, warps));
    const unsigned weights = warps * edge_y_rows * edge_strip * unsigned{sizeof(float)};
    const unsigned together = weights + run_bytes(warps + static_cast<unsigned>(p.tiles));
    if (tiles_fit(static_cast<unsigned>(p.tiles), together, limits)) {
        call.kernel = "scan_edge_y";
        call.grid = {static_cast<unsigned>(p.tiles), strips};
        call.shared_bytes = together;
        call.scratch_bytes = size_t{strips} * call.grid.x * edge_strip * edge_published_bytes;
    } else {
        call.kernel = "scan_edge_y_alone";
        call.grid.x = strips;
        call.shared_bytes = weights + run_bytes(warps) +
                            static_cast<unsigned>(p.tiles * edge_strip * sizeof(float));
    }
    call.set_parameters(p);
    return call;
}

}  // namespace

KernelCall edge_scan_call(const Pass& pass, const DeviceLimits& limits) {
    const bool x = std::get<Scan>(pass.core).axis == Axis::x;
    KernelCall call = x ? along_x(pass) : along_y(pass, limits);
    call.source = "scan";
    call.partials = size_t{call.grid.x} * call.grid.y;
    return call;
}

}  // namespace tonelift::cuda
