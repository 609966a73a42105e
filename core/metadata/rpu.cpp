// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/rpu.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <string>

#include "core/color/pq.h"
#include "core/metadata/rpu_bits.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

constexpr int rpu_of_video = 2, largest_id = 15, largest_count = 0x7FFFFFFE;
// The 12-bit PQ code of 100 cd/m2, and its tolerance. Trims for screens with any other peak are
// ignored.
constexpr int pq_of_100 = 2081, pq_tolerance = 20;

[[noreturn]] void throw_unsupported(const char* form) {
    throw Error(Failure::unsupported, std::string("the Dolby Vision metadata (RPU) of a frame ") +
                                          form +
                                          ", which is not published or refers to earlier frames");
}

double light_of(uint32_t code) { return pq_light(code / 4095.0); }

// Converts a 12-bit code to a number in [-0.5, 0.5). Code 2048 becomes 0.
double around_zero(uint32_t code) { return code / 4096.0 - 0.5; }

class RpuReader {
  public:
    RpuReader(const uint8_t* data, size_t size, Rpu* rpu) : bits_(data, size), rpu_(*rpu) {}

    void read() {
        read_header();
        const bool has_color = bits_.flag(), refers_back = bits_.flag();
        if (refers_back)
            bits_.count(largest_id);
        else
            read_mapping();
        if (has_color) read_color();
        rpu_.content.has_reshaping = has_color && !refers_back;
    }

  private:
    void read_header();
    void read_depths();
    void set_profile(int kind, bool is_full_range);
    void read_mapping();
    void read_pivots(tonelift_reshaping* of);
    void read_piece(tonelift_reshaping* of, int piece);
    void skip_residuals();
    void read_color();
    void read_matrix(double (*to)[3], double unit);
    void read_levels();
    void read_level(int level);
    void read_trims();
    double fraction() { return std::ldexp(bits_.number(fraction_bits_), -fraction_bits_); }
    double coefficient();

    RpuBits bits_;
    Rpu& rpu_;
    bool are_floats_ = false;
    int fraction_bits_ = 0;
    int base_bits_ = 0, layer_bits_ = 0;
    bool has_residual_ = false, has_half_layer_ = false;
    int residual_method_ = 0;
    bool has_light_ = false, has_trims_ = false;
};

void RpuReader::read_header() {
    if (bits_.number(6) != rpu_of_video) throw_unsupported("is of another type than 2");
    const bool is_extended = (bits_.number(11) & 0x700) != 0;
    const auto kind = static_cast<int>(bits_.number(4));
    bits_.skip(4);
    if (is_extended || !bits_.flag()) throw_unsupported("does not state its form");
    bits_.skip(1);
    const uint32_t type = bits_.number(2);
    if (type > 1) throw_broken_rpu("its numbers are of no known type");
    are_floats_ = type == 1;
    fraction_bits_ = are_floats_ ? 32 : bits_.count(32);
    bits_.skip(2);
    const bool is_full_range = bits_.flag();
    read_depths();
    set_profile(kind, is_full_range);
}

void RpuReader::read_depths() {
    base_bits_ = 8 + bits_.count(8);
    // The lower 8 bits contain the bit depth of the enhancement layer. The upper bits belong to
    // extended mappings, which are not read.
    layer_bits_ = 8 + (bits_.count(0xFFFF) & 0xFF);
    if (layer_bits_ > 16) throw_broken_rpu("a number is out of range");
    bits_.count(8);
    bits_.skip(1);
    if (bits_.number(3) != 0) throw_unsupported("is compressed");
    has_half_layer_ = bits_.flag();
    has_residual_ = !bits_.flag();
}

void RpuReader::set_profile(int kind, bool is_full_range) {
    if (kind == 0)
        rpu_.content.profile = is_full_range ? 5 : 0;
    else
        rpu_.content.profile = has_half_layer_ && has_residual_ ? 7 : 8;
}

void RpuReader::read_mapping() {
    bits_.count(largest_id);
    bits_.count(largest_count);
    bits_.count(largest_count);
    for (tonelift_reshaping& component : rpu_.reshaping.component) read_pivots(&component);
    if (has_residual_) {
        residual_method_ = static_cast<int>(bits_.number(3));
        bits_.skip(2 * static_cast<size_t>(base_bits_));
    }
    const int across = bits_.count(largest_count), down = bits_.count(largest_count);
    if (across > 0 || down > 0) throw_unsupported("divides the picture into parts");
    for (tonelift_reshaping& component : rpu_.reshaping.component) {
        for (int piece = 0; piece < component.pieces; ++piece) read_piece(&component, piece);
    }
    if (has_residual_) skip_residuals();
}

void RpuReader::read_pivots(tonelift_reshaping* of) {
    const double highest = (1 << base_bits_) - 1;
    *of = {};
    of->pieces = 1 + bits_.count(7);
    uint32_t pivot = 0;
    for (int i = 0; i <= of->pieces; ++i) {
        pivot += bits_.number(base_bits_);
        of->pivots[i] = pivot / highest;
    }
}

double RpuReader::coefficient() {
    if (are_floats_) return std::bit_cast<float>(bits_.number(32));
    const int32_t whole = bits_.signed_count();
    return whole + fraction();
}

void RpuReader::read_piece(tonelift_reshaping* of, int piece) {
    enum { polynomial, mmr };
    if (bits_.count(mmr) == polynomial) {
        const int order = 1 + bits_.count(1);
        if (order == 1 && bits_.flag()) throw_unsupported("interpolates between pivots");
        for (int i = 0; i <= order; ++i) of->polynomial[piece][i] = coefficient();
        return;
    }
    const auto order = 1 + static_cast<int>(bits_.number(2));
    if (order > 3) throw_broken_rpu("a polynomial of all components is of order 4");
    of->mmr_order[piece] = order;
    of->mmr_constant[piece] = coefficient();
    for (int i = 0; i < order; ++i) {
        for (double& factor : of->mmr_factor[piece][i]) factor = coefficient();
    }
}

void RpuReader::skip_residuals() {
    if (residual_method_ != 0) throw_unsupported("has residuals that are not linear");
    for (int component = 0; component < 3; ++component) {
        bits_.skip(static_cast<size_t>(layer_bits_));
        for (int number = 0; number < 3; ++number) {
            if (!are_floats_) bits_.count(largest_count);
            bits_.skip(static_cast<size_t>(fraction_bits_));
        }
    }
}

void RpuReader::read_matrix(double (*to)[3], double unit) {
    for (int i = 0; i < 9; ++i) to[i / 3][i % 3] = bits_.signed_number(16) * unit;
}

void RpuReader::read_color() {
    const int affected = bits_.count(largest_id), current = bits_.count(largest_id);
    if (affected != current) throw_unsupported("changes that of another frame");
    rpu_.content.scene_cut = bits_.count(largest_count) > 0;
    read_matrix(rpu_.reshaping.ycc_to_rgb, 1 / 8192.0);
    for (double& offset : rpu_.reshaping.ycc_offset) offset = std::ldexp(bits_.number(32), -28);
    read_matrix(rpu_.reshaping.rgb_to_lms, 1 / 16384.0);
    bits_.skip(16 + 16 + 16 + 32 + 5 + 2 + 2 + 2);
    const uint32_t darkest = bits_.number(12), brightest = bits_.number(12);
    bits_.skip(10);
    if (brightest > 0) {
        rpu_.content.mastering_min = light_of(darkest);
        rpu_.content.mastering_max = light_of(brightest);
    }
    read_levels();
    constexpr size_t padding = 8;
    if (bits_.left() > padding) read_levels();
    rpu_.content.has_trims = has_light_ && has_trims_;
}

void RpuReader::read_levels() {
    int blocks = bits_.count(254);
    for (bits_.align(); blocks > 0; --blocks) {
        const size_t length = 8 * static_cast<size_t>(bits_.count(1023));
        const auto level = static_cast<int>(bits_.number(8));
        if (length > bits_.left()) throw_broken_rpu("it ends too early");
        const size_t end = bits_.left() - length;
        read_level(level);
        if (bits_.left() < end) throw_broken_rpu("a level is shorter than its content");
        bits_.skip(bits_.left() - end);
    }
}

void RpuReader::read_level(int level) {
    tonelift_dolby_trims& trims = rpu_.trims;
    if (level == 1) {
        has_light_ = true;
        trims.darkest = light_of(bits_.number(12));
        rpu_.content.scene_peak = trims.brightest = light_of(bits_.number(12));
        trims.mean = light_of(bits_.number(12));
    } else if (level == 2 && !has_trims_) {
        const auto screen = static_cast<int>(bits_.number(12));
        if (std::abs(screen - pq_of_100) <= pq_tolerance) read_trims();
    } else if (level == 8) {
        trims.has_level8 = 1;
    }
}

void RpuReader::read_trims() {
    tonelift_dolby_trims& trims = rpu_.trims;
    has_trims_ = true;
    trims.slope = 1 + around_zero(bits_.number(12));
    trims.offset = around_zero(bits_.number(12));
    trims.power = 1 + around_zero(bits_.number(12));
    trims.chroma_weight = around_zero(bits_.number(12));
    trims.saturation_gain = around_zero(bits_.number(12));
    const int32_t ms_weight = bits_.signed_number(13);  // -1: the metadata does not state it
    if (ms_weight >= 0) trims.ms_weight = around_zero(static_cast<uint32_t>(ms_weight));
}

}  // namespace

void read_rpu(const uint8_t* data, size_t size, Rpu* rpu) { RpuReader(data, size, rpu).read(); }

}  // namespace tonelift
