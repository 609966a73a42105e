// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/upsampled_emitter.h"

#include <algorithm>

#include "kernels/device/frame_entries.h"

namespace tonelift::cuda {
namespace {

using ptx::Number;

constexpr int most_columns = 1 << 16;  // of a picture

std::string text(int n) { return std::to_string(n); }

}  // namespace

UpsampledEmitter::UpsampledEmitter(const FrameAccess& frame, int index, int columns, std::string x,
                                   std::vector<std::string> rows, bool goes_down)
    : frame_(frame),
      index_(index),
      upsampling_(frame.plan().upsamplings.at(static_cast<size_t>(index))),
      columns_(columns),
      x_(std::move(x)),
      rows_(std::move(rows)),
      goes_down_(goes_down),
      ratio_(frame.rows() / buffer(value_plane).height) {}

const Buffer& UpsampledEmitter::buffer(Plane plane) const {
    const int index = plane == value_plane ? upsampling_.value : upsampling_.guide;
    return frame_.plan().buffers[static_cast<size_t>(index)];
}

// Columns are counted from that of the chunk's first pixel; the one before it is -1.
UpsampledEmitter::Place UpsampledEmitter::place_of(int column) const {
    const int at = column + ratio_ / 2;
    return {at / ratio_ - 1, (static_cast<float>(at % ratio_) + 0.5f) / static_cast<float>(ratio_)};
}

void UpsampledEmitter::begin_row(PtxWriter& to, int row, const std::string& inside) {
    const std::string& y = rows_[static_cast<size_t>(row)];
    const std::string at = to.word("sub.s32", {y, text(ratio_ / 2)});
    const std::string above = to.word("shr.s32", {at, ratio_ == 2 ? "1" : "2"});
    const std::string within = to.word("and.b32", {at, text(ratio_ - 1)});
    const float step = 1.0f / static_cast<float>(ratio_);
    const Number part = multiply_add(Number(to.number("cvt.rn.f32.s32", {within})), Number(step),
                                     Number(0.5f * step));
    const Numbers lines = kept_lines(to, above, inside);
    for (int column = 0; column < columns_; ++column) {
        const auto i = static_cast<size_t>(column), count = static_cast<size_t>(columns_);
        const size_t cell = 2 * count + static_cast<size_t>(place_of(column).left + 1);
        lines_[{row, column}] = {is_joint() ? lines[cell] : Number(0.0f),
                                 multiply_add(part, lines[count + i], lines[i])};
    }
}

// The lines of the row before, unless this one lies between others of the small plane.
UpsampledEmitter::Numbers UpsampledEmitter::kept_lines(PtxWriter& to, const std::string& above,
                                                       const std::string& inside) const {
    const std::string place = to.word("mad.lo.s32", {above, text(most_columns), x_});
    const std::string known = to.label();
    to.line_if(to.truth("setp.eq.s32", {place, frame_.lines_kept(index_)}), "bra", {known});
    to.line("mov.b32", {frame_.lines_kept(index_), place});
    Numbers numbers = lines(to, above, inside);
    numbers.resize((numbers.size() + 3) / 4 * 4, Number(0.0f));
    for (const bool stores : {true, false}) {
        if (!stores) to.place(known);
        for (size_t i = 0; i < numbers.size(); i += 4) {
            if (!stores) std::generate_n(&numbers[i], 4, [&] { return Number(to.number()); });
            const std::string four = "{" + numbers[i].text() + ", " + numbers[i + 1].text() + ", " +
                                     numbers[i + 2].text() + ", " + numbers[i + 3].text() + "}";
            const std::string address =
                "[" + frame_.lines_at(index_, static_cast<int>(i / 4)) + "]";
            if (stores) {
                to.line("st.shared.v4.f32", {address, four});
            } else {
                to.line("ld.shared.v4.f32", {four, address});
            }
        }
    }
    return numbers;
}

// For each column the offset in the row above and how much more it is in the row below; then the
// slopes between columns.
UpsampledEmitter::Numbers UpsampledEmitter::lines(PtxWriter& to, const std::string& above,
                                                  const std::string& inside) const {
    const Samples samples = load(to, above, inside);
    Numbers offsets, changes, slopes;
    for (int column = 0; column < columns_; ++column) {
        const Place place = place_of(column);
        if (is_joint() && static_cast<int>(slopes.size()) < place.left + 2)
            slopes.push_back(slope(samples, place.left + 1, upsampling_.epsilon));
        const Number along = is_joint() ? slopes.back() : Number(0.0f);
        const Number upper = offset(samples, 0, place, along);
        offsets.push_back(upper);
        changes.push_back(offset(samples, 1, place, along) - upper);
    }
    offsets.insert(offsets.end(), changes.begin(), changes.end());
    offsets.insert(offsets.end(), slopes.begin(), slopes.end());
    return offsets;
}

void UpsampledEmitter::add_loads(PtxWriter& to, Plane plane, const std::string& y,
                                 std::vector<RowLoad>& loads) const {
    const int entry =
        entry_buffers + (plane == value_plane ? upsampling_.value : upsampling_.guide);
    RowLoad load;
    load.base = frame_.base(entry);
    const bool alike = buffer(plane) == buffer(value_plane);  // and so are their pitches
    load.pitch = frame_.pitch(alike ? entry_buffers + upsampling_.value : entry);
    load.y = y;
    load.x = to.word("shr.s32", {x_, ratio_ == 2 ? "1" : "2"});
    load.last = text(buffer(plane).width - 1);
    load.sample_bytes = storage_bytes(buffer(plane).storage);
    load.columns_first = goes_down_;
    const int count = columns_ / ratio_;
    for (const auto& [first, columns] : {std::pair(-1, 1), {0, count}, {count, 1}}) {
        load.first = first;
        load.count = columns;
        loads.push_back(load);
    }
}

UpsampledEmitter::Samples UpsampledEmitter::load(PtxWriter& to, const std::string& above,
                                                 const std::string& inside) const {
    const std::string last = text(buffer(value_plane).height - 1);
    const std::string below = to.word("add.s32", {above, "1"});
    const std::string y[] = {to.word("max.s32", {above, "0"}), to.word("min.s32", {below, last})};
    const int planes = is_joint() ? 2 : 1;
    std::vector<RowLoad> loads;
    for (int i = 0; i < 2 * planes; ++i) add_loads(to, static_cast<Plane>(i / 2), y[i % 2], loads);
    load_rows(to, loads, 0, inside);
    Samples samples;
    for (size_t i = 0; i < loads.size(); ++i) {
        const size_t of_row = loads.size() / static_cast<size_t>(2 * planes), row = i / of_row;
        for (int column = loads[i].first; column < loads[i].first + loads[i].count; ++column)
            samples[row / 2][row % 2].push_back(
                plane_sample(to, loads[i], column, buffer(static_cast<Plane>(row / 2)).storage));
    }
    return samples;
}

Number UpsampledEmitter::slope(const Samples& samples, int left, float epsilon) {
    Number v[4], g[4];
    for (size_t i = 0; i < 4; ++i) {
        const size_t column = static_cast<size_t>(left) + i % 2;
        v[i] = samples[value_plane][i / 2][column];
        g[i] = samples[guide_plane][i / 2][column];
    }
    const Number middle = Number(0.25f) * ((g[0] + g[1]) + (g[2] + g[3]));
    Number variance(4 * epsilon), covariance(0.0f);
    for (int i = 0; i < 4; ++i) {
        const Number off = g[i] - middle;
        variance = multiply_add(off, off, variance);
        if (i > 0) covariance = multiply_add(off, v[i] - v[0], covariance);
    }
    return covariance / variance;
}

// What lies between the offsets at two columns; without a guide, between their values.
Number UpsampledEmitter::offset(const Samples& samples, int row, const Place& place,
                                const Number& slope) const {
    Number side[2];
    for (const size_t i : {0, 1}) {
        const size_t column = static_cast<size_t>(place.left + 1) + i;
        side[i] = samples[value_plane][static_cast<size_t>(row)][column];
        if (!is_joint()) continue;
        const Number guide = samples[guide_plane][static_cast<size_t>(row)][column];
        side[i] = multiply_add(Number(-1.0f) * slope, guide, side[i]);
    }
    return ptx::mix(side[0], side[1], Number(place.part));
}

Number UpsampledEmitter::value(int row, int column, const Number& fine) const {
    const Line& line = lines_.at({row, column});
    const bool unit = buffer(value_plane).storage == Storage::unorm16;
    if (!is_joint()) return unit ? Number(line.offset.text(), ptx::unit_bounds) : line.offset;
    const Number value = multiply_add(line.slope, fine, line.offset);
    return unit ? saturate(value) : value;
}

}  // namespace tonelift::cuda
