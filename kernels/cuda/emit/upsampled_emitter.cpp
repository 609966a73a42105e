// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/upsampled_emitter.h"

#include "kernels/device/frame_entries.h"

namespace tonelift::cuda {
namespace {

using ptx::Number;

}  // namespace

UpsampledEmitter::UpsampledEmitter(const FrameAccess& frame, const Upsampling& upsampling,
                                   int columns, std::string x, std::vector<std::string> rows,
                                   bool goes_down)
    : frame_(frame),
      upsampling_(upsampling),
      columns_(columns),
      x_(std::move(x)),
      rows_(std::move(rows)),
      goes_down_(goes_down),
      ratio_(frame.rows() / buffer(value_plane).height) {}

const Buffer& UpsampledEmitter::buffer(Plane plane) const {
    const int index = plane == value_plane ? upsampling_.value : upsampling_.guide;
    return frame_.plan().buffers[static_cast<size_t>(index)];
}

bool UpsampledEmitter::is_bounded() const {
    return is_joint() && limits_overshoot(upsampling_, buffer(value_plane).storage);
}

UpsampledEmitter::ColumnPosition UpsampledEmitter::place_of(int column) const {
    const int at = column + ratio_ / 2;
    return {at / ratio_ - 1, (static_cast<float>(at % ratio_) + 0.5f) / static_cast<float>(ratio_)};
}

void UpsampledEmitter::find_loads(PtxWriter& to) {
    for (size_t row = 0; row < rows_.size(); ++row) {
        std::vector<std::string> coarse;
        find_rows(to, rows_[row], coarse);
        for (const Plane plane : {value_plane, guide_plane}) {
            if (plane == guide_plane && !is_joint()) continue;
            for (const std::string& y : coarse) add_row(to, plane, y, static_cast<int>(row));
        }
    }
    const size_t rows = rows_.size() * (is_joint() ? 4 : 2);
    of_row_ = loads_.size() / rows;
}

void UpsampledEmitter::load(PtxWriter& to, int row, const std::string& inside) {
    load_rows(to, loads_, {row}, inside);
}

void UpsampledEmitter::find_rows(PtxWriter& to, const std::string& y,
                                 std::vector<std::string>& rows) {
    const std::string at = to.word("sub.s32", {y, text(ratio_ / 2)});
    const std::string above = to.word("shr.s32", {at, ratio_ == 2 ? "1" : "2"});
    if (above_.empty()) above_ = above;
    const std::string within = to.word("and.b32", {at, text(ratio_ - 1)});
    const float step = 1.0f / static_cast<float>(ratio_);
    parts_.push_back(multiply_add(Number(to.number("cvt.rn.f32.s32", {within})), Number(step),
                                  Number(0.5f * step)));
    const std::string last = frame_.last_row_of(to, buffer(value_plane).height);
    const std::string below = to.word("add.s32", {above, "1"});
    rows = {to.word("max.s32", {above, "0"}), to.word("min.s32", {below, last})};
}

void UpsampledEmitter::add_row(PtxWriter& to, Plane plane, const std::string& y, int chunk_row) {
    const int entry =
        entry_buffers + (plane == value_plane ? upsampling_.value : upsampling_.guide);
    RowLoad load;
    load.base = frame_.base(entry);
    const bool alike = buffer(plane) == buffer(value_plane);
    load.pitch = frame_.pitch(alike ? entry_buffers + upsampling_.value : entry);
    load.y = y;
    load.x = to.word("shr.s32", {x_, ratio_ == 2 ? "1" : "2"});
    load.last = frame_.last_column_of(to, buffer(plane).width);
    load.sample_bytes = storage_bytes(buffer(plane).storage);
    load.chunk_row = chunk_row;
    load.columns_first = goes_down_;
    const int count = columns_ / ratio_;
    for (const auto& [first, columns] : {std::pair(-1, 1), {0, count}, {count, 1}}) {
        load.first = first;
        load.count = columns;
        loads_.push_back(load);
    }
}

const Number& UpsampledEmitter::sample(PtxWriter& to, Plane plane, int coarse_row, int column) {
    const auto [place, fresh] = samples_[plane].try_emplace({coarse_row, column});
    if (!fresh) return place->second;
    const int of_plane = is_joint() ? 4 : 2;
    const int row = coarse_row / 2 * of_plane + coarse_row % 2 + (plane == guide_plane ? 2 : 0);
    size_t at = static_cast<size_t>(row) * of_row_;
    while (!loads_[at].holds(column)) ++at;
    return place->second = plane_sample(to, loads_[at], column, buffer(plane).storage);
}

Number UpsampledEmitter::slope(PtxWriter& to, int row, int left) {
    Number v[4], g[4];
    for (int i = 0; i < 4; ++i) {
        v[i] = sample(to, value_plane, 2 * row + i / 2, left + i % 2);
        g[i] = sample(to, guide_plane, 2 * row + i / 2, left + i % 2);
    }
    const Number middle = Number(0.25f) * ((g[0] + g[1]) + (g[2] + g[3]));
    Number variance(4 * upsampling_.epsilon), covariance(0.0f);
    for (int i = 0; i < 4; ++i) {
        const Number off = g[i] - middle;
        variance = multiply_add(off, off, variance);
        if (i > 0) covariance = multiply_add(off, v[i] - v[0], covariance);
    }
    const Number steepest(upsampling_.steepest);
    return clamp(covariance / variance, Number(-upsampling_.steepest), steepest);
}

std::pair<Number, Number> UpsampledEmitter::bounds(PtxWriter& to, int row, int left) {
    Number least = sample(to, value_plane, 2 * row, left), most = least;
    for (int i = 1; i < 4; ++i) {
        const Number& v = sample(to, value_plane, 2 * row + i / 2, left + i % 2);
        least = min(least, v);
        most = max(most, v);
    }
    const Number overshoot(upsampling_.overshoot);
    return {least - overshoot, most + overshoot};
}

Number UpsampledEmitter::remainder(PtxWriter& to, const Number& slope, int coarse_row, int column) {
    const Number value = sample(to, value_plane, coarse_row, column);
    if (!is_joint()) return value;
    const Number guide = sample(to, guide_plane, coarse_row, column);
    return multiply_add(Number(-1.0f) * slope, guide, value);
}

std::vector<Number> UpsampledEmitter::cells(PtxWriter& to, int row) {
    std::vector<Number> numbers;
    const int end = place_of(columns_ - 1).left;
    for (int left = place_of(0).left; left <= end; ++left) {
        const Number of_cell = is_joint() ? slope(to, row, left) : Number(0.0f);
        numbers.push_back(of_cell);
        for (const int side : {left, left + 1}) {
            const Number above = remainder(to, of_cell, 2 * row, side);
            const Number below = remainder(to, of_cell, 2 * row + 1, side);
            numbers.insert(numbers.end(), {above, below - above});
        }
        if (!is_bounded()) continue;
        const auto [least, most] = bounds(to, row, left);
        numbers.insert(numbers.end(), {least, most});
    }
    return numbers;
}

void UpsampledEmitter::prepare(std::span<const Number> cells, int row) {
    const size_t of_cell = is_bounded() ? 7 : 5;
    const Number& part = parts_[static_cast<size_t>(row)];
    int last = place_of(0).left - 1;
    Number slope, left, apart, least, most;
    for (int column = 0; column < columns_; ++column) {
        const ColumnPosition place = place_of(column);
        if (place.left > last) {
            slope = cells[0];
            left = multiply_add(part, cells[2], cells[1]);
            apart = multiply_add(part, cells[4], cells[3]) - left;
            if (is_bounded()) {
                least = cells[5];
                most = cells[6];
            }
            cells = cells.subspan(of_cell);
            last = place.left;
        }
        lines_[{row, column}] = {slope, multiply_add(Number(place.part), apart, left), least, most};
    }
}

Number UpsampledEmitter::value(int row, int column, const Number& fine) const {
    const Line& line = lines_.at({row, column});
    const bool unit = buffer(value_plane).storage == Storage::unorm16;
    if (!is_joint()) return unit ? Number(line.offset.text(), unit_bounds) : line.offset;
    const Number any = multiply_add(line.slope, fine, line.offset);
    const Number value = is_bounded() ? clamp(any, line.least, line.most) : any;
    return unit ? saturate(value) : value;
}

}  // namespace tonelift::cuda
