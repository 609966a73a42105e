// SPDX-License-Identifier: BSD-2-Clause
#include "core/color/reshaping.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/color/describe.h"
#include "core/color/primaries.h"

namespace tonelift {
namespace {

// Maximum magnitude of a number in the metadata: the largest finite half float.
constexpr double largest = 65504;
// A limit that no sample reaches, because samples are normalized to [0, 1].
constexpr float beyond_samples = 2;
// Half the distance between two codes of the 10-bit base layer.
constexpr double half_a_code = 0.5 / 1023;

bool usable(double number) { return std::abs(number) <= largest; }

bool usable(std::span<const double> numbers) {
    return std::ranges::all_of(numbers, [](double number) { return usable(number); });
}

bool usable(const double (&matrix)[3][3]) {
    return std::ranges::all_of(matrix, [](const auto& row) { return usable(row); });
}

const char* fault_of_piece(const tonelift_reshaping& of, size_t piece) {
    const int order = of.mmr_order[piece];
    if (order < 0 || order > mmr_orders) return "an order of MMR is not 1 to 3";
    const std::span rows(of.mmr_factor[piece], static_cast<size_t>(order));
    const bool finite =
        order == 0 ? usable(of.polynomial[piece])
                   : usable(of.mmr_constant[piece]) &&
                         std::ranges::all_of(rows, [](const auto& row) { return usable(row); });
    return finite ? nullptr : "a factor of its reshaping is not a number or too large";
}

bool is_mmr(const tonelift_reshaping& of, int piece) { return of.mmr_order[piece] > 0; }

double start_of(const tonelift_reshaping& of, int piece) {
    return piece == 0 ? 0 : of.pivots[piece];
}
double end_of(const tonelift_reshaping& of, int piece) {
    return piece + 1 == of.pieces ? 1 : of.pivots[piece + 1];
}

ReshapingForm::Component form_of(const tonelift_reshaping& of) {
    const auto mmr = static_cast<int>(
        std::count_if(of.mmr_order, of.mmr_order + of.pieces, [](int order) { return order > 0; }));
    return {mmr < of.pieces, mmr};
}

class Numbers {
  public:
    explicit Numbers(std::vector<float>& to) : to_(to) {}

    template <typename Struct>
    void add(const Struct& numbers) {
        static_assert(std::is_trivially_copyable_v<Struct> && sizeof(Struct) % sizeof(float) == 0);
        const auto* first = reinterpret_cast<const float*>(&numbers);
        to_.insert(to_.end(), first, first + sizeof(Struct) / sizeof(float));
    }

    void add_polynomials(const tonelift_reshaping& of) {
        double reached = 0;
        for (int i = 0; i < reshaping_pieces; ++i) {
            if (i >= of.pieces || is_mmr(of, i)) {
                add(PieceNumbers{1, 1, 0, 0, 0});
                continue;
            }
            const double start = start_of(of, i), width = end_of(of, i) - start;
            const auto& factor = of.polynomial[i];
            const double value = factor[0] + start * (factor[1] + start * factor[2]);
            const double slope = factor[1] + 2 * start * factor[2];
            add(PieceNumbers{static_cast<float>(start), static_cast<float>(end_of(of, i)),
                             static_cast<float>(value - reached), static_cast<float>(slope),
                             static_cast<float>(factor[2])});
            reached = value + width * (slope + width * factor[2]);
        }
    }

    void add_mmr(const tonelift_reshaping& of, int room) {
        for (int i = 0; i < of.pieces; ++i) {
            if (!is_mmr(of, i)) continue;
            const double end = i + 1 == of.pieces ? beyond_samples : end_of(of, i);
            MmrNumbers piece{static_cast<float>(start_of(of, i) - half_a_code),
                             static_cast<float>(end - half_a_code),
                             static_cast<float>(of.mmr_constant[i]),
                             {}};
            for (size_t order = 0; order < static_cast<size_t>(of.mmr_order[i]); ++order)
                std::ranges::copy(of.mmr_factor[i][order], piece.factor[order].begin());
            add(piece);
            --room;
        }
        for (; room > 0; --room) add(MmrNumbers{beyond_samples, beyond_samples, 0, {}});
    }

  private:
    std::vector<float>& to_;
};

// Returns the matrix from LMS to linear RGB of BT.2020. LMS are the cone responses of Hunt, Pointer
// and Estevez for D65, scaled so that white is (1, 1, 1).
Matrix3 lms_to_2020() {
    constexpr Matrix3 cones{
        {{0.40024, 0.70760, -0.08081}, {-0.22630, 1.16532, 0.04570}, {0, 0, 0.91822}}};
    Matrix3 lms = multiply(cones, rgb_to_xyz(h273::primaries_bt2020));
    for (auto& row : lms.at) {
        const double white = row[0] + row[1] + row[2];
        for (double& number : row) number /= white;
    }
    return inverse(lms);
}

MatrixNumbers matrices_of(const tonelift_dolby_vision& metadata) {
    static const Matrix3 from_lms = lms_to_2020();
    Matrix3 to_lms;
    for (size_t row = 0; row < 3; ++row) std::copy_n(metadata.rgb_to_lms[row], 3, to_lms[row]);
    const Matrix3 linear = multiply(from_lms, to_lms);
    MatrixNumbers numbers{};
    for (size_t row = 0; row < 3; ++row) {
        double added = 0;
        for (size_t i = 0; i < 3; ++i) {
            const double factor = metadata.ycc_to_rgb[row][i];
            added -= factor * metadata.ycc_offset[i];
            numbers.ycc_to_rgb[row][i] = static_cast<float>(factor);
            numbers.rgb_to_2020[row][i] = static_cast<float>(linear[row][i]);
        }
        numbers.ycc_to_rgb[row][3] = static_cast<float>(added);
    }
    return numbers;
}

template <typename Struct>
constexpr int numbers_in = sizeof(Struct) / sizeof(float);

}  // namespace

ReshapingForm joined(const ReshapingForm& a, const ReshapingForm& b) {
    ReshapingForm both = a;
    for (size_t i = 0; i < 3; ++i) {
        both.component[i].polynomial |= b.component[i].polynomial;
        both.component[i].mmr = std::max(a.component[i].mmr, b.component[i].mmr);
    }
    return both;
}

ReshapingForm form_of(const tonelift_dolby_vision& metadata) {
    ReshapingForm form;
    std::ranges::transform(metadata.component, form.component.begin(),
                           [](const tonelift_reshaping& of) { return form_of(of); });
    return form;
}

const char* fault_of(const tonelift_reshaping& of) {
    if (of.reserved != 0) return "a reserved field is not 0";
    if (of.pieces < 1 || of.pieces > reshaping_pieces)
        return "a component has no or too many pieces";
    const std::span pivots(of.pivots, static_cast<size_t>(of.pieces) + 1);
    const bool inside =
        std::ranges::all_of(pivots, [](double pivot) { return pivot >= 0 && pivot <= 1; });
    if (!inside || !std::ranges::is_sorted(pivots)) return "its pivots do not increase from 0 to 1";
    for (size_t piece = 0; piece < static_cast<size_t>(of.pieces); ++piece) {
        if (const char* fault = fault_of_piece(of, piece)) return fault;
    }
    return nullptr;
}

const char* fault_of(const tonelift_dolby_vision& metadata) {
    for (const tonelift_reshaping& component : metadata.component) {
        if (const char* fault = fault_of(component)) return fault;
    }
    const bool finite =
        usable(metadata.ycc_offset) && usable(metadata.ycc_to_rgb) && usable(metadata.rgb_to_lms);
    return finite ? nullptr : "an element of its matrices is not a number or too large";
}

int count_of_numbers(const ReshapingForm& form) {
    int count = numbers_in<MatrixNumbers>;
    for (const auto& component : form.component) {
        if (component.polynomial) count += reshaping_pieces * numbers_in<PieceNumbers>;
        count += component.mmr * numbers_in<MmrNumbers>;
    }
    return count;
}

void append_numbers(const tonelift_dolby_vision& metadata, const ReshapingForm& form,
                    std::vector<float>& numbers) {
    Numbers to(numbers);
    for (size_t i = 0; i < 3; ++i) {
        if (form.component[i].polynomial) to.add_polynomials(metadata.component[i]);
        to.add_mmr(metadata.component[i], form.component[i].mmr);
    }
    to.add(matrices_of(metadata));
}

}  // namespace tonelift
