// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/band_inputs.h"

#include <algorithm>

namespace tonelift {
namespace {

int ceil_divide(int a, int b) { return (a + b - 1) / b; }

// Returns the number of output rows per band. Two adjacent bands both compute the input rows near
// their border, so bands are high enough to make these rows a small part of the work. If there are
// more bands than workers, each worker gets the same number of bands.
int band_rows(const Pass& pass, const CpuContext& context, int radius_y) {
    const int rows =
        std::min(std::clamp(2 * radius_y, context.tuning.stencil_band_rows, 128), pass.height);
    const int bands = ceil_divide(pass.height, rows), workers = context.workers.count();
    const int rounds = (bands + workers / 2) / workers;
    return rounds == 0 ? rows : ceil_divide(pass.height, rounds * workers);
}

}  // namespace

int band_count(const Pass& pass, const CpuContext& context, int radius_y) {
    return ceil_divide(pass.height, band_rows(pass, context, radius_y));
}

BandInputs::BandInputs(const Pass& pass, CpuContext& context, PassReductions& reductions, int count,
                       int radius_x, int radius_y)
    : width_(pass.width),
      height_(pass.height),
      radius_y_(radius_y),
      band_(band_rows(pass, context, radius_y)),
      left_(round_up_to_block(radius_x)),
      prologue_(pass.prologue, context, reductions),
      repeated_(pass.prologue, context, reductions, false) {
    const int width = left_ + round_up_to_block(width_) + radius_x;
    workers_.resize(static_cast<size_t>(reductions.workers()));
    for (int worker = 0; auto& inputs : workers_) {
        for (int i = 0; i < count; ++i)
            inputs.emplace_back(context.shared.at(worker, input_rows + i), band_ + 2 * radius_y,
                                width);
        ++worker;
    }
}

int BandInputs::rows(int band) const { return std::min(band_, height_ - first_row(band)); }

void BandInputs::make(int band, int worker) {
    for (int y = -radius_y_; y < rows(band) + radius_y_; ++y)
        make_row(worker, first_row(band) + y, y + radius_y_, y >= 0 && y < rows(band));
}

const float* BandInputs::at(int worker, int input) const {
    return workers_[static_cast<size_t>(worker)][static_cast<size_t>(input)].row(radius_y_) + left_;
}

// Computes an input row. If `own` is false, the row belongs to a neighboring band, so it is neither
// stored to a plane nor counted in reductions.
void BandInputs::make_row(int worker, int y, int place, bool own) {
    const auto& inputs = workers_[static_cast<size_t>(worker)];
    OutsideRows rows;
    for (size_t i = 0; i < inputs.size(); ++i) rows.to[i] = inputs[i].row(place) + left_;
    const PassProgram& program = own ? prologue_ : repeated_;
    program.run(worker, 0, std::clamp(y, 0, height_ - 1), width_, rows);
    for (const FloatRows& input : inputs) repeat_edges(input.row(place));
}

void BandInputs::repeat_edges(float* row) const {
    std::fill(row, row + left_, row[left_]);
    std::fill(row + left_ + width_, row + pitch(), row[left_ + width_ - 1]);
}

}  // namespace tonelift
