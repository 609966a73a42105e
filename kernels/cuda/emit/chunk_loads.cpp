// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/chunk_loads.h"

#include <algorithm>

#include "kernels/format.h"

namespace tonelift::cuda {
namespace {

std::string at(const std::string& address, int offset) {
    return "[" + address + "+" + text(offset) + "]";
}

int vector_bytes(int left, int unit) {
    for (int bytes : {16, 8, 4, 2, 1}) {
        if (bytes <= left && unit % bytes == 0) return bytes;
    }
    return 1;
}

std::string row_address(PtxWriter& to, const RowLoad& load) {
    return to.address("mad.wide.s32", {load.y, load.pitch, load.base});
}

void load_pixels(PtxWriter& to, RowLoad& load, bool aligned);

// Emits loads of v210 words. Each word has three 10-bit samples. Also emits shifts that move the
// samples, so that the first word begins with `sample`. Returns the registers of the shifted words.
std::vector<std::string> load_words(PtxWriter& to, const RowLoad& load, const std::string& sample,
                                    int count) {
    const auto word_of = [&](const std::string& of) {
        return to.word("shr.u32", {to.word("mul.hi.u32", {of, "0xAAAAAAAB"}), "1"});
    };
    const std::string first = word_of(sample);
    const std::string last = word_of(to.word("add.s32", {sample, text(count - 1)}));
    std::vector<std::string> words;
    for (int i = 0; i < (count + 4) / 3; ++i) {
        const std::string place = to.word("min.s32", {to.word("add.s32", {first, text(i)}), last});
        const std::string address = to.address("mad.wide.s32", {place, "4", load.row});
        const std::string word = to.word("ld.global.u32", {"[" + address + "]"});
        words.push_back(to.word("and.b32", {word, "0x3fffffff"}));
    }
    const std::string within = to.word("sub.s32", {sample, to.word("mul.lo.u32", {first, "3"})});
    const std::string right = to.word("mul.lo.u32", {within, "10"});
    const std::string left = to.word("sub.s32", {"30", right});
    for (size_t i = 0; i < words.size(); ++i) {
        words[i] = to.word("shr.u32", {words[i], right});
        if (i + 1 < words.size())
            words[i] = to.word("or.b32", {words[i], to.word("shl.b32", {words[i + 1], left})});
    }
    return words;
}

void load_shared(PtxWriter& to, const RowLoad& load, const std::string& sample, int count, int at) {
    const std::vector<std::string> words = load_words(to, load, sample, count);
    for (int i = 0; i < count; ++i) {
        const std::string& from = words[static_cast<size_t>(i / word_samples)];
        const std::string bit = text(10 * (i % word_samples));
        const std::string code = to.word("and.b32", {to.word("shr.u32", {from, bit}), "0x3ff"});
        const std::string& word = load.words[static_cast<size_t>((at + i) / 2)];
        if ((at + i) % 2 == 0) {
            to.line("mov.b32", {word, code});
        } else {
            to.line("or.b32", {word, word, to.word("shl.b32", {code, "16"})});
        }
    }
}

const char* load_of(int bytes) {
    return bytes == 4 ? "ld.global.u32" : bytes == 2 ? "ld.global.u16" : "ld.global.u8";
}

void load_bytes(PtxWriter& to, const RowLoad& load, const std::string& place, int first,
                int bytes) {
    const auto word = [&](int i) { return load.words[static_cast<size_t>(first + i)]; };
    if (bytes == 16) {
        to.line("ld.global.v4.u32",
                {"{" + word(0) + ", " + word(1) + ", " + word(2) + ", " + word(3) + "}", place});
    } else if (bytes == 8) {
        to.line("ld.global.v2.u32", {"{" + word(0) + ", " + word(1) + "}", place});
    } else {
        to.line(load_of(bytes), {word(0), place});
    }
}

void load_vector(PtxWriter& to, RowLoad& load) {
    if (load.in_words) {
        if (load.columns_first) load.row = row_address(to, load);
        const std::string pixel = to.word("add.s32", {load.x, text(load.first)});
        const std::string sample = to.word("mul.lo.u32", {pixel, text(load.samples)});
        return load_shared(to, load, sample, load.count * load.samples, 0);
    }
    const int bytes = load.count * load.pixel_bytes();
    const int unit = load.first == 0 && load.count > 1 ? (bytes & -bytes) : load.pixel_bytes();
    if (unit < 4 && bytes > unit) return load_pixels(to, load, false);
    const std::string width = text(load.pixel_bytes());
    const std::string address =
        !load.start.empty() ? load.start
        : load.columns_first
            ? to.address("mad.wide.s32", {load.y, load.pitch,
                                          to.address("mad.wide.s32", {load.x, width, load.base})})
            : to.address("mad.wide.s32", {load.x, width, load.row});
    const int offset = load.first * load.pixel_bytes();
    for (int done = 0; done < bytes;) {
        const int now = vector_bytes(bytes - done, unit);
        load_bytes(to, load, at(address, offset + done), done / 4, now);
        done += now;
    }
}

void load_pixels(PtxWriter& to, RowLoad& load, bool aligned) {
    const int bytes = load.pixel_bytes();
    const bool at_once =
        aligned && !load.in_words && bytes % 4 == 0 && vector_bytes(bytes, bytes) == bytes;
    for (const std::string& word : load.words) {
        if (!at_once) to.line("mov.u32", {word, "0"});
    }
    if (load.columns_first) load.row = row_address(to, load);
    for (int pixel = 0; pixel < load.count; ++pixel) {
        const std::string column = to.word("add.s32", {load.x, text(load.first + pixel)});
        const std::string bounded =
            to.word("min.s32", {to.word("max.s32", {column, "0"}), load.last});
        if (load.in_words) {
            const std::string sample = to.word("mul.lo.u32", {bounded, text(load.samples)});
            load_shared(to, load, sample, load.samples, pixel * load.samples);
            continue;
        }
        const std::string address = to.address("mad.wide.s32", {bounded, text(bytes), load.row});
        if (at_once) {
            load_bytes(to, load, at(address, 0), pixel * bytes / 4, bytes);
            continue;
        }
        for (int sample = 0; sample < load.samples; ++sample) {
            const int byte = pixel * bytes + sample * load.sample_bytes;
            const std::string& word = load.words[static_cast<size_t>(byte / 4)];
            const std::string value =
                to.word(load_of(load.sample_bytes), {at(address, sample * load.sample_bytes)});
            const std::string shifted =
                byte % 4 == 0 ? value : to.word("shl.b32", {value, text(8 * (byte % 4))});
            to.line("or.b32", {word, word, shifted});
        }
    }
}

void load_vectors(PtxWriter& to, const std::vector<RowLoad*>& loads, bool padded) {
    for (RowLoad* load : loads) {
        if (load->start.empty() != padded) load_vector(to, *load);
    }
}

void load_where_inside(PtxWriter& to, const std::vector<RowLoad*>& loads,
                       const std::string& inside) {
    const std::string slow = to.label(), done = to.label();
    if (!inside.empty()) {
        to.line_if("!" + inside, "bra", {slow});
        load_vectors(to, loads, false);
        to.line("bra", {done});
    }
    to.place(slow);
    for (RowLoad* load : loads) {
        if (load->start.empty()) load_pixels(to, *load, !inside.empty());
    }
    to.place(done);
}

}  // namespace

void load_rows(PtxWriter& to, std::vector<RowLoad>& loads, RowPart of, const std::string& inside) {
    std::vector<RowLoad*> now;
    for (RowLoad& load : loads) {
        if (load.chunk_row == of.row && load.part == of.part) now.push_back(&load);
    }
    if (now.empty()) return;
    for (RowLoad* load : now) {
        const int words = (load->count * load->pixel_bytes() + 3) / 4;
        for (int i = 0; i < words; ++i) load->words.push_back(to.word());
        if (!load->columns_first && load->start.empty()) load->row = row_address(to, *load);
    }
    load_vectors(to, now, true);
    const auto ends = [](const RowLoad* load) { return load->start.empty(); };
    if (std::any_of(now.begin(), now.end(), ends)) load_where_inside(to, now, inside);
    for (const RowLoad* load : now) {
        if (load->mask == ~0u) continue;
        for (const std::string& word : load->words)
            to.line("and.b32", {word, word, std::to_string(load->mask)});
    }
}

std::string biased_code(PtxWriter& to, const RowLoad& load, int pixel, int sample) {
    const int byte = (pixel - load.first) * load.pixel_bytes() + sample * load.sample_bytes;
    const std::string& word = load.words[static_cast<size_t>(byte / 4)];
    // The bits of the float 2^23 are 0x4B000000. The instruction prmt replaces the low bytes of
    // this word by the bytes of the code, so the result is the float 2^23 + code.
    const char* selector = load.sample_bytes == 2 ? (byte % 4 == 0 ? "0x7610" : "0x7632")
                           : byte % 4 == 0        ? "0x7650"
                           : byte % 4 == 1        ? "0x7651"
                           : byte % 4 == 2        ? "0x7652"
                                                  : "0x7653";
    return to.number("mov.b32", {to.word("prmt.b32", {word, code_base_register, selector})});
}

std::string float_sample(PtxWriter& to, const RowLoad& load, int pixel, int sample) {
    const int index = (pixel - load.first) * load.samples + sample;
    return to.number("mov.b32", {load.words[static_cast<size_t>(index)]});
}

// Returns a sample as a float. For unorm16, one multiply-add computes (biased_code - 2^23) / 65535.
// Its constant 2^23 * (1 / 65535) adds no rounding error, because 2^23 only changes the exponent.
ptx::Number plane_sample(PtxWriter& to, const RowLoad& load, int pixel, Storage storage) {
    using ptx::Number;
    if (storage == Storage::float32) return Number(float_sample(to, load, pixel, 0));
    const Number code(biased_code(to, load, pixel, 0));
    return Number(
        multiply_add(code, Number(1.0f / 65535.0f), Number(-code_base * (1.0f / 65535.0f))).text(),
        unit_bounds);
}

}  // namespace tonelift::cuda
