// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/scan/lines_vulkan.h"

#include "kernels/scan/gauss_differences.h"

namespace tonelift::vulkan {
namespace {

// Must have the memory layout of Parameters in kernels/scan/lines_vulkan.comp.
struct LinesParameters {
    Plane value;
    Plane guide;
    int rows;
    float lambda;
    float edge;
    float gain;
    float first;
    float second;
    float reversal[9];
};

// kernels/scan/lines_vulkan.comp repeats these values. A value that changes here must also change
// there.
static_assert(ScanKind::gauss == ScanKind{1} && ScanKind::smooth == ScanKind{2} &&
              ScanKind::sum == ScanKind{3});

constexpr unsigned threads = 32, lines_of_thread = 4;
constexpr size_t bytes_of_step = 32;

void set_coefficients(LinesParameters& p, double sigma) {
    const GaussDifferences gauss = gauss_differences(sigma);
    p.gain = static_cast<float>(gauss.gain);
    p.first = static_cast<float>(gauss.first);
    p.second = static_cast<float>(gauss.second);
    for (int i = 0; i < 9; ++i) p.reversal[i] = static_cast<float>(gauss.reversal[i / 3][i % 3]);
}

}  // namespace

KernelCall lines_call(const Pass& pass, std::span<const Plane> inputs) {
    const auto& scan = std::get<Scan>(pass.core);
    const bool rows = scan.axis == Axis::x;
    const int length = rows ? pass.width : pass.height, lines = rows ? pass.height : pass.width;
    LinesParameters parameters{
        inputs.front(), inputs.back(), rows ? 1 : 0, scan.lambda, scan.edge, 0, 0, 0, {}};
    if (scan.kind == ScanKind::gauss) set_coefficients(parameters, scan.sigma);
    KernelCall call;
    call.source = "lines";
    call.kernel = "lines";
    call.parts = static_cast<uint64_t>(scan.kind);
    call.block = {threads, 1};
    call.grid.x = ceil_divide(lines, threads * lines_of_thread);
    call.partials = call.grid.x;
    const size_t steps = size_t{ceil_divide(length, 4)} * 4;
    call.workspace_bytes = (call.grid.x * threads * steps * bytes_of_step + 255) / 256 * 256;
    call.set_parameters(parameters);
    return call;
}

}  // namespace tonelift::vulkan
