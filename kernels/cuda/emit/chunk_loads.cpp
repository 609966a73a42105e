// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/chunk_loads.h"

#include <algorithm>

namespace tonelift::cuda {
namespace {

std::string text(int n) { return std::to_string(n); }

std::string at(const std::string& address, int offset) {
    return "[" + address + "+" + text(offset) + "]";
}

// Bytes that one instruction loads of `left` bytes at an address that is a multiple of `unit`.
int vector_bytes(int left, int unit) {
    for (int bytes : {16, 8, 4, 2, 1}) {
        if (bytes <= left && unit % bytes == 0) return bytes;
    }
    return 1;
}

std::string row_address(PtxWriter& to, const Run& run) {
    return to.address("mad.wide.s32", {run.y, run.pitch, run.base});
}

void load_samples(PtxWriter& to, Run& run);

void load_vector(PtxWriter& to, Run& run) {
    const int bytes = run.count * run.pixel_bytes();
    // Chunks begin at multiples of their size; a single pixel beside one lies anywhere.
    const int unit = run.first == 0 && run.count > 1 ? (bytes & -bytes) : run.pixel_bytes();
    if (unit < 4 && bytes > unit) return load_samples(to, run);
    const std::string width = text(run.pixel_bytes());
    const std::string address =
        !run.start.empty() ? run.start
        : run.columns_first
            ? to.address("mad.wide.s32",
                         {run.y, run.pitch, to.address("mad.wide.s32", {run.x, width, run.base})})
            : to.address("mad.wide.s32", {run.x, width, run.row});
    const int offset = run.first * run.pixel_bytes();
    for (int done = 0; done < bytes;) {
        const int now = vector_bytes(bytes - done, unit);
        const std::string place = at(address, offset + done);
        const auto word = [&](int i) { return run.words[static_cast<size_t>(done / 4 + i)]; };
        if (now == 16) {
            to.line(
                "ld.global.v4.u32",
                {"{" + word(0) + ", " + word(1) + ", " + word(2) + ", " + word(3) + "}", place});
        } else if (now == 8) {
            to.line("ld.global.v2.u32", {"{" + word(0) + ", " + word(1) + "}", place});
        } else {
            to.line(now == 4   ? "ld.global.u32"
                    : now == 2 ? "ld.global.u16"
                               : "ld.global.u8",
                    {word(0), place});
        }
        done += now;
    }
}

const char* sample_load(int bytes) {
    return bytes == 4 ? "ld.global.u32" : bytes == 2 ? "ld.global.u16" : "ld.global.u8";
}

void load_samples(PtxWriter& to, Run& run) {
    for (const std::string& word : run.words) to.line("mov.u32", {word, "0"});
    if (run.columns_first) run.row = row_address(to, run);
    for (int pixel = 0; pixel < run.count; ++pixel) {
        const std::string column = to.word("add.s32", {run.x, text(run.first + pixel)});
        const std::string bounded =
            to.word("min.s32", {to.word("max.s32", {column, "0"}), run.last});
        const std::string address =
            to.address("mad.wide.s32", {bounded, text(run.pixel_bytes()), run.row});
        for (int sample = 0; sample < run.samples; ++sample) {
            const int byte = pixel * run.pixel_bytes() + sample * run.sample_bytes;
            const std::string& word = run.words[static_cast<size_t>(byte / 4)];
            const std::string value =
                to.word(sample_load(run.sample_bytes), {at(address, sample * run.sample_bytes)});
            const std::string shifted =
                byte % 4 == 0 ? value : to.word("shl.b32", {value, text(8 * (byte % 4))});
            to.line("or.b32", {word, word, shifted});
        }
    }
}

using Load = void (*)(PtxWriter&, Run&);

void load_each(PtxWriter& to, const std::vector<Run*>& runs, bool padded, Load load) {
    for (Run* run : runs) {
        if (run->start.empty() != padded) load(to, *run);
    }
}

void load_where_inside(PtxWriter& to, const std::vector<Run*>& runs, const std::string& inside) {
    const std::string slow = to.label(), done = to.label();
    if (!inside.empty()) {
        to.line_if("!" + inside, "bra", {slow});
        load_each(to, runs, false, load_vector);
        to.line("bra", {done});
    }
    to.place(slow);
    load_each(to, runs, false, load_samples);
    to.place(done);
}

}  // namespace

void load_runs(PtxWriter& to, std::vector<Run>& runs, int chunk_row, const std::string& inside) {
    std::vector<Run*> now;
    for (Run& run : runs) {
        if (run.chunk_row == chunk_row) now.push_back(&run);
    }
    if (now.empty()) return;
    for (Run* run : now) {
        const int words = (run->count * run->pixel_bytes() + 3) / 4;
        for (int i = 0; i < words; ++i) run->words.push_back(to.word());
        if (!run->columns_first && run->start.empty()) run->row = row_address(to, *run);
    }
    load_each(to, now, true, load_vector);
    const auto ends = [](const Run* run) { return run->start.empty(); };
    if (std::any_of(now.begin(), now.end(), ends)) load_where_inside(to, now, inside);
    for (const Run* run : now) {
        if (run->mask == ~0u) continue;
        for (const std::string& word : run->words)
            to.line("and.b32", {word, word, std::to_string(run->mask)});
    }
}

std::string biased_code(PtxWriter& to, const Run& run, int pixel, int sample) {
    const int byte = (pixel - run.first) * run.pixel_bytes() + sample * run.sample_bytes;
    const std::string& word = run.words[static_cast<size_t>(byte / 4)];
    // Bytes of 0x4B000000, the float 2^23, around those of the code.
    const char* selector = run.sample_bytes == 2 ? (byte % 4 == 0 ? "0x7610" : "0x7632")
                           : byte % 4 == 0       ? "0x7650"
                           : byte % 4 == 1       ? "0x7651"
                           : byte % 4 == 2       ? "0x7652"
                                                 : "0x7653";
    return to.number("mov.b32", {to.word("prmt.b32", {word, "0x4B000000", selector})});
}

std::string float_sample(PtxWriter& to, const Run& run, int pixel, int sample) {
    const int index = (pixel - run.first) * run.samples + sample;
    return to.number("mov.b32", {run.words[static_cast<size_t>(index)]});
}

}  // namespace tonelift::cuda
