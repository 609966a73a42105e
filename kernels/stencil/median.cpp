// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the median of large windows. A bit set contains the ranks of the values that are inside the
// window.
#include "kernels/stencil/median.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "kernels/math/sortable_key.h"
#include "kernels/stencil/stencil_policy.h"

namespace tonelift {
namespace {

constexpr int digit_values = 1 << median_digit_bits;
constexpr int word_bits = 64;
constexpr int group_words = 8;
constexpr int group_bits = word_bits * group_words;

struct InputBlock {
    int width;
    int height;
    size_t size() const { return static_cast<size_t>(width) * static_cast<size_t>(height); }
};

InputBlock block_of(const Stencil& stencil, int columns, int rows) {
    return {columns + 2 * stencil.radius_x, rows + 2 * stencil.radius_y};
}

size_t groups_of(const InputBlock& block) { return block.size() / group_bits + 1; }

struct Item {
    uint32_t key;
    uint32_t place;
};

Item* radix_sort(Item* items, Item* other, size_t n) {
    for (int shift = 0; shift < 32; shift += median_digit_bits) {
        uint32_t starts[digit_values] = {};
        for (size_t i = 0; i < n; ++i) ++starts[(items[i].key >> shift) % digit_values];
        uint32_t next = 0;
        for (uint32_t& start : starts) {
            const uint32_t count = start;
            start = next;
            next += count;
        }
        for (size_t i = 0; i < n; ++i)
            other[starts[(items[i].key >> shift) % digit_values]++] = items[i];
        std::swap(items, other);
    }
    return items;
}

class RankSet {
  public:
    RankSet(uint64_t* words, uint32_t* counts, size_t groups)
        : words_(words), counts_(counts), groups_(groups) {}

    void clear() {
        std::fill(words_, words_ + groups_ * group_words, 0);
        std::fill(counts_, counts_ + groups_, 0);
        group_ = 0;
        below_ = 0;
    }

    void add(uint32_t rank) { change(rank, 1); }
    void remove(uint32_t rank) { change(rank, static_cast<uint32_t>(-1)); }

    uint32_t select(uint32_t n) {
        while (below_ > n) below_ -= counts_[--group_];
        while (below_ + counts_[group_] <= n) below_ += counts_[group_++];
        uint32_t left = n - below_;
        size_t word = group_ * group_words;
        for (;; ++word) {
            const auto here = static_cast<uint32_t>(std::popcount(words_[word]));
            if (left < here) break;
            left -= here;
        }
        uint64_t bits = words_[word];
        for (; left > 0; --left) bits &= bits - 1;
        return static_cast<uint32_t>(word * word_bits) +
               static_cast<uint32_t>(std::countr_zero(bits));
    }

  private:
    void change(uint32_t rank, uint32_t by) {
        words_[rank / word_bits] ^= uint64_t{1} << (rank % word_bits);
        counts_[rank / group_bits] += by;
        if (rank / group_bits < group_) below_ += by;
    }

    uint64_t* words_;
    uint32_t* counts_;
    size_t groups_;
    size_t group_ = 0;
    uint32_t below_ = 0;
};

void median_row(const Stencil& stencil, const InputBlock& block, const uint32_t* ranks,
                const Item* sorted, RankSet& set, float* out) {
    const int across = 2 * stencil.radius_x + 1;
    const int down = 2 * stencil.radius_y + 1;
    const auto middle = static_cast<uint32_t>(across * down / 2);
    const auto each_of_column = [&](int x, const auto& visit) {
        for (int y = 0; y < down; ++y) visit(ranks[static_cast<ptrdiff_t>(y) * block.width + x]);
    };
    set.clear();
    for (int x = 0; x < across - 1; ++x) each_of_column(x, [&](uint32_t rank) { set.add(rank); });
    for (int x = 0; x + across <= block.width; ++x) {
        each_of_column(x + across - 1, [&](uint32_t rank) { set.add(rank); });
        const uint32_t key = sorted[set.select(middle)].key;
        out[x] = std::bit_cast<float>((key & 0x80000000u) != 0 ? key & 0x7FFFFFFFu : ~key);
        each_of_column(x, [&](uint32_t rank) { set.remove(rank); });
    }
}

}  // namespace

size_t median_scratch(const Stencil& stencil, int rows) {
    const InputBlock block = block_of(stencil, median_columns, rows);
    return (block.size() * (2 * sizeof(Item) + sizeof(uint32_t)) +
            groups_of(block) * (group_words * sizeof(uint64_t) + sizeof(uint32_t))) /
               sizeof(float) +
           4;
}

void median_columns_of_band(const Stencil& stencil, const StencilBand& band, int begin, int end,
                            float* scratch) {
    const InputBlock block = block_of(stencil, end - begin, band.rows);
    const uintptr_t start = (reinterpret_cast<uintptr_t>(scratch) + 7) & ~uintptr_t{7};
    auto* words = reinterpret_cast<uint64_t*>(start);
    auto* items = reinterpret_cast<Item*>(words + groups_of(block) * group_words);
    auto* ranks = reinterpret_cast<uint32_t*>(items + 2 * block.size());
    RankSet set(words, ranks + block.size(), groups_of(block));

    const float* from = band.value - stencil.radius_y * band.pitch + begin - stencil.radius_x;
    uint32_t place = 0;
    for (int y = 0; y < block.height; ++y) {
        for (int x = 0; x < block.width; ++x, ++place) {
            items[place] = {sortable_key(from[static_cast<ptrdiff_t>(y) * band.pitch + x]), place};
        }
    }
    const Item* sorted = radix_sort(items, items + block.size(), block.size());
    for (size_t rank = 0; rank < block.size(); ++rank)
        ranks[sorted[rank].place] = static_cast<uint32_t>(rank);
    for (int y = 0; y < band.rows; ++y) {
        median_row(stencil, block, ranks + static_cast<ptrdiff_t>(y) * block.width, sorted, set,
                   band.out + y * band.out_pitch + begin);
    }
}

}  // namespace tonelift
