// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/scan/lines_cuda.h"

#include <algorithm>
#include <bit>

#include "kernels/scan/gauss_differences.h"
#include "kernels/scan/lines_cuda_parameters.h"
#include "kernels/scan/lines_cuda_policy.h"

namespace tonelift::cuda {
namespace {

using Real = GaussDifferences::Real;
using Matrix = GaussDifferences::Matrix;

void store(const Matrix& m, double (&to)[3][3]) {
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) to[i][j] = static_cast<double>(m[i][j]);
    }
}

void set_coefficients(GaussParameters& p, double sigma) {
    const GaussDifferences gauss = gauss_differences(sigma);
    p.gain = static_cast<double>(gauss.gain);
    p.first = static_cast<double>(gauss.first);
    p.second = static_cast<double>(gauss.second);
    store(gauss.reversal, p.reversal);
    const Real g = gauss.gain, f = gauss.first, a2 = gauss.second;
    const Matrix step = {{{1 - g, 1 + f, a2}, {-g, 1 + f, a2}, {-g, f, a2}}};
    Matrix power = step;
    for (int i = 1; i < p.cut.segment; ++i) power = multiply(power, step);
    for (auto& of_segments : p.power) {
        store(power, of_segments);
        power = multiply(power, power);
    }
}

struct Needs {
    int kept;
    int exchange;
};

int kept_bytes(const LineCut& cut, const Needs& needs) {
    return (cut.length + 7) / 8 * 8 * cut.lines * needs.kept;
}

// Returns the number of threads per block, one per segment of each line. The number of segments per
// line must be a power of two.
int threads_of(int length, int lines) {
    const auto segments = static_cast<unsigned>(std::max(1, length / smallest_segment));
    return std::clamp(static_cast<int>(std::bit_floor(segments)) * lines, 32, lines_threads);
}

LineCut cut_lines(int length, int lines) {
    const int segments = threads_of(length, lines) / lines;
    return {length, lines, (length + segments - 1) / segments | 1, 0, 0};
}

int block_bytes(const LineCut& cut, const Needs& needs) {
    return kept_bytes(cut, needs) + threads_of(cut.length, cut.lines) * needs.exchange;
}

// Cuts rows or columns into blocks. A block of rows has one row. A block of columns has
// wide_columns columns if two such blocks fit on a multiprocessor, else narrow_columns columns.
LineCut cut_picture(const Pass& pass, const Scan& scan, const Needs& needs,
                    const DeviceLimits& limits) {
    if (scan.axis == Axis::x) return cut_lines(pass.width, 1);
    const LineCut wide = cut_lines(pass.height, wide_columns);
    if (2 * (block_bytes(wide, needs) + 1024) <= limits.shared_bytes_per_multiprocessor)
        return wide;
    return cut_lines(pass.height, narrow_columns);
}

KernelCall launch_of(const Pass& pass, const Scan& scan, const char* name, const Needs& needs,
                     const DeviceLimits& limits, LineCut& cut) {
    const bool rows = scan.axis == Axis::x;
    cut = cut_picture(pass, scan, needs, limits);
    KernelCall call;
    call.source = "lines";
    call.kernel = std::string(name) + (rows ? "_rows" : "_columns");
    call.grid = {ceil_divide(rows ? pass.height : pass.width, cut.lines), 1};
    call.block = {static_cast<unsigned>(threads_of(cut.length, cut.lines)), 1};
    call.partials = call.grid.x;
    call.shared_bytes = static_cast<unsigned>(block_bytes(cut, needs));
    if (static_cast<int>(call.shared_bytes) <= limits.shared_bytes_per_block) return call;
    call.shared_bytes = call.block.x * static_cast<unsigned>(needs.exchange);
    cut.in_workspace = 1;
    const size_t bytes = size_t{call.grid.x} * static_cast<size_t>(kept_bytes(cut, needs));
    call.workspace_bytes = (bytes + 255) / 256 * 256;
    cut.workspace_bytes = static_cast<long long>(call.workspace_bytes);
    return call;
}

KernelCall gauss_call(const Pass& pass, const Scan& scan, const Plane& value,
                      const DeviceLimits& limits) {
    GaussParameters p{};
    KernelCall call = launch_of(pass, scan, "gauss", {4, 3 * sizeof(double)}, limits, p.cut);
    p.value = value;
    set_coefficients(p, scan.sigma);
    call.set_parameters(p);
    return call;
}

KernelCall smooth_call(const Pass& pass, const Scan& scan, std::span<const Plane> inputs,
                       const DeviceLimits& limits) {
    SmoothParameters p{{}, inputs[0], inputs[1], scan.lambda, scan.edge};
    KernelCall call = launch_of(pass, scan, "smooth", {8, 4 * sizeof(float)}, limits, p.cut);
    call.set_parameters(p);
    return call;
}

KernelCall sum_call(const Pass& pass, const Scan& scan, const Plane& value,
                    const DeviceLimits& limits) {
    SumParameters p{{}, value};
    KernelCall call = launch_of(pass, scan, "sum", {4, sizeof(double)}, limits, p.cut);
    call.set_parameters(p);
    return call;
}

}  // namespace

KernelCall lines_call(const Pass& pass, std::span<const Plane> inputs, const DeviceLimits& limits) {
    const auto& scan = std::get<Scan>(pass.core);
    if (scan.kind == ScanKind::gauss) return gauss_call(pass, scan, inputs[0], limits);
    if (scan.kind == ScanKind::smooth) return smooth_call(pass, scan, inputs, limits);
    return sum_call(pass, scan, inputs[0], limits);
}

}  // namespace tonelift::cuda
