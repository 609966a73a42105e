// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/splice.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <sstream>

#include "kernels/cuda/emit/arithmetic_emitter.h"
#include "kernels/cuda/emit/chunk_emitter.h"
#include "kernels/cuda/emit/copied_bytes.h"
#include "kernels/cuda/emit/kept_rows.h"
#include "kernels/cuda/emit/neighbor_emitter.h"
#include "kernels/cuda/emit/ptx_texts.h"
#include "kernels/cuda/emit/used_functions.h"
#include "kernels/device/splice_points.h"
#include "kernels/error.h"

namespace tonelift::cuda {
namespace {

// Drivers for CUDA 11.7 or later (driver version 515 or later) accept this version of PTX.
constexpr const char* ptx_version = ".version 7.7";

// Largest number of instructions of a kernel without calls. Longer kernels call PTX functions,
// because they would otherwise exceed the instruction cache (measured on an H200 at 4K).
constexpr int longest_without_calls = 2900;

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

[[noreturn]] void fail(const std::string& what, const std::string& line) {
    throw Error(Failure::internal, "a kernel has " + what + ": '" + line + "'");
}

int number_of(const std::string& word, const std::string& line) {
    int number = 0;
    const char* end = word.data() + word.size();
    if (std::from_chars(word.data(), end, number).ptr != end || word.empty())
        fail("a word instead of a number", line);
    return number;
}

struct Marker {
    SplicePoint point{};
    const SplicePointInfo* info = nullptr;
    std::vector<std::string> words;
    std::string line;

    const std::string& word(size_t i) const { return words.at(i); }
    int number(size_t i) const { return number_of(words.at(i), line); }
};

Marker marker_of(const std::string& line) {
    Marker marker;
    marker.line = line;
    marker.words = words_of(line.substr(std::strlen(TONELIFT_SPLICE_PREFIX)));
    const auto found = std::find_if(
        std::begin(splice_points), std::end(splice_points),
        [&](auto& info) { return !marker.words.empty() && info.name == marker.words[0]; });
    if (found == std::end(splice_points))
        fail("no splice point of kernels/device/splice_points.def", line);
    marker.info = &*found;
    marker.point = static_cast<SplicePoint>(found - std::begin(splice_points));
    const bool has_chunk = found->rows > 0 && marker.words.size() > 1;
    if (!takes_words(marker.point, static_cast<int>(marker.words.size()) - 1,
                     has_chunk ? marker.number(1) : 0))
        fail("a splice point whose words differ from kernels/device/splice_points.def", line);
    return marker;
}

class Splicer {
  public:
    Splicer(const std::string& kernel, const FrameLayout& layout, const KernelPrograms& programs,
            bool vectors, bool calls)
        : programs_(programs),
          vectors_(vectors),
          calls_(calls),
          frame_(kernel, layout, all_programs(programs), programs.width, programs.rows) {}

    std::string text_for(const Marker& at) {
        switch (at.point) {
            case SplicePoint::setup:
                return frame_.setup(at.word(1), at.word(2));
            case SplicePoint::finish:
                return frame_.reduces() ? frame_.finish(at.word(1)) : "";
            case SplicePoint::ahead:
                return frame_.ahead(needed(programs_.prologue, at),
                                    {at.word(1), at.word(2), at.word(3)}, next_prefix("a"));
            case SplicePoint::uses:
                return number(at.word(1), programs_.parts >> at.number(2) & 1);
            case SplicePoint::within:
                return number(at.word(1), within_);
            case SplicePoint::copies:
                return number(at.word(1), copies(at));
            case SplicePoint::input_bytes:
                return input_bytes(at);
            case SplicePoint::neighbor:
                return neighbor(at);
            case SplicePoint::arithmetic:
                return emit_arithmetic(programs_.arithmetic,
                                       {at.word(1), at.word(2), at.word(3), "", ""});
            case SplicePoint::table_entry:
                return emit_arithmetic(programs_.arithmetic, {at.word(1), at.word(2), at.word(3),
                                                              at.word(4), at.word(5)});
            default:
                return chunk(at);
        }
    }

    // Returns the declarations that precede the kernel. Must be called after the last text_for(),
    // because text_for() adds functions to these declarations.
    std::string globals() const {
        const std::string kept = frame_.keeps_rows() ? KeptRows::memory(kept_) : "";
        return frame_.globals() + kept + functions_.text();
    }
    std::string declarations() const { return frame_.declarations(); }

  private:
    static std::vector<const PointProgram*> all_programs(const KernelPrograms& programs) {
        std::vector<const PointProgram*> all;
        if (programs.prologue != nullptr) all.push_back(programs.prologue);
        if (programs.epilogue != nullptr) all.push_back(programs.epilogue);
        if (programs.term != nullptr) all.push_back(programs.term);
        return all;
    }

    static std::string number(const std::string& to, uint64_t value) {
        return "mov.u32 " + to + ", " + std::to_string(value) + ";\n";
    }

    static const PointProgram& needed(const PointProgram* program, const Marker& at) {
        if (program == nullptr)
            fail("a splice point whose program the pass does not have", at.line);
        return *program;
    }

    std::string next_prefix(const char* letter) { return letter + std::to_string(chunks_++); }

    bool copies(const Marker& at) const {
        return copies_bytes(frame_.plan(), needed(programs_.epilogue, at));
    }

    std::string input_bytes(const Marker& at) {
        if (!copies(at)) return "";
        const BytesOperands operands = {
            {at.word(1), at.word(2), at.word(3), at.word(4)}, at.word(5), at.word(6)};
        return emit_bytes(frame_, operands, vectors_, next_prefix("b"));
    }

    std::string neighbor(const Marker& at) {
        NeighborOperands operands;
        auto from = at.words.begin() + 1;
        const auto take = [&](std::vector<std::string>& to, int planes) {
            const auto end = from + planes * gather_pixels;
            to.assign(from, end);
            from = end;
        };
        take(operands.neighbors, max_gather_neighbors);
        take(operands.here, max_core_inputs);
        take(operands.sums, max_core_outputs);
        operands.first_weight = from[0];
        operands.weights = from[1];
        return emit_neighbor(needed(programs_.term, at), frame_, operands, next_prefix("n"));
    }

    static Chunk chunk_of(const Marker& at, const std::vector<std::string>& values) {
        Chunk chunk;
        const auto end = at.words.end();
        chunk.pixels = at.number(1);
        chunk.own = end[-1];
        chunk.y.assign(end - 1 - at.info->rows, end - 1);
        chunk.x = end[-2 - at.info->rows];
        chunk.on_grid = at.point == SplicePoint::prologue;
        chunk.goes_down = at.info->rows > 1 || at.point == SplicePoint::output;
        if (at.info->flow == SpliceFlow::takes) {
            chunk.core = values;
            return chunk;
        }
        for (auto from = values.begin(); from != values.end(); from += chunk.pixels)
            chunk.result.emplace_back(from, from + chunk.pixels);
        return chunk;
    }

    std::string chunk(const Marker& at) {
        const std::vector<std::string> values(at.words.begin() + 2,
                                              at.words.end() - 2 - at.info->rows);
        const Chunk chunk = chunk_of(at, values);
        const PointProgram& program = needed(
            at.info->program == SpliceProgram::prologue ? programs_.prologue : programs_.epilogue,
            at);
        within_ = ~0u;
        return zeros(chunk.result) + emit(chunk, program);
    }

    std::string emit(const Chunk& chunk, const PointProgram& program) {
        ChunkEmitter emitter(frame_, chunk, vectors_, next_prefix("c"),
                             calls_ ? &functions_ : nullptr);
        const std::string text = emitter.emit(program);
        within_ &= emitter.within_codes();
        kept_ = std::max(kept_, emitter.kept());
        return text;
    }

    static std::string zeros(const std::vector<std::vector<std::string>>& registers) {
        std::string text;
        for (const auto& of_index : registers) {
            for (const std::string& name : of_index)
                text += "mov.f32 " + name + ", " + ptx_number(0.0f) + ";\n";
        }
        return text;
    }

    const KernelPrograms& programs_;
    bool vectors_;
    bool calls_;
    FrameAccess frame_;
    ptx::Functions functions_;
    int chunks_ = 0;
    size_t kept_ = 0;
    unsigned within_ = 0;
};

class KernelLines {
  public:
    KernelLines(const std::string& kernel, const char* version, Splicer& splicer)
        : kernel_(kernel), version_(version), splicer_(splicer) {}

    void take_all(const std::string& text) {
        std::string line;
        for (size_t at = 0; at < text.size();) {
            const size_t end = std::min(text.find('\n', at), text.size());
            take(line.assign(text, at, end - at));
            at = end + 1;
            if (inside_ && !kept_) at = std::min(text.find("\n}\n", end), text.size()) + 1;
        }
    }

    std::string result() const {
        if (!found_) throw Error(Failure::internal, "no kernel called " + kernel_);
        if (!versioned_ || inside_ || in_function())
            throw Error(Failure::internal, "the text of " + kernel_ + " lacks .version or its end");
        return with_used_functions(result_, functions_);
    }

  private:
    void take(const std::string& line) {
        open_entry(line);
        if (!inside_ && line.starts_with(".func "))
            functions_.push_back({function_name(line), result_.size(), 0});
        if (kept_) result_ += spliced(line);
        if (in_function() && (line == "}" || line == ";")) functions_.back().end = result_.size();
        if (inside_ && line == "}") close_entry();
    }

    bool in_function() const { return !functions_.empty() && functions_.back().end == 0; }

    void open_entry(const std::string& line) {
        constexpr std::string_view word = ".entry ";
        const size_t at = line.find(word);
        if (at == std::string::npos) return;
        const size_t name = at + word.size(), end = line.find('(', name);
        if (inside_ || end == std::string::npos)
            fail("an entry that is not in nvcc's format", line);
        inside_ = true;
        kept_ = line.compare(name, end - name, kernel_) == 0;
        found_ |= kept_;
        if (kept_) entry_ = result_.size();
    }

    void close_entry() {
        if (kept_ && !in_body_) fail("no line that begins its body", kernel_);
        if (kept_) result_.insert(entry_, splicer_.globals());
        inside_ = in_body_ = false;
        kept_ = true;
    }

    std::string spliced(const std::string& line) {
        const size_t start = line.find(TONELIFT_SPLICE_PREFIX);
        if (start != std::string::npos) {
            if (line.find_first_not_of('\t') != start || (inside_ && !in_body_))
                fail("a splice point where none can be", line);
            return splicer_.text_for(marker_of(line.substr(start)));
        }
        if (line.starts_with(".version ")) {
            versioned_ = true;
            return std::string(version_) + "\n";
        }
        if (!inside_ || line != "{") return line + "\n";
        if (in_body_) fail("a second body", kernel_);
        in_body_ = true;
        return "{\n" + splicer_.declarations();
    }

    const std::string& kernel_;
    const char* version_;
    Splicer& splicer_;
    std::string result_;
    std::vector<FunctionRange> functions_;
    size_t entry_ = 0;
    bool inside_ = false;
    bool in_body_ = false;
    bool kept_ = true;
    bool found_ = false;
    bool versioned_ = false;
};

size_t after_only(const std::string& text, std::string_view word) {
    const size_t at = text.find(word);
    if (at == std::string::npos || text.find(word, at + 1) != std::string::npos)
        throw Error(Failure::internal,
                    "a kernel must contain '" + std::string(word) + "' exactly once");
    return at + word.size();
}

int instructions_of(const std::string& ptx, const std::string& kernel) {
    std::istringstream lines(ptx.substr(ptx.find(".entry " + kernel)));
    int count = 0;
    for (std::string line; std::getline(lines, line);) {
        const size_t first = line.find_first_not_of('\t');
        count += line.ends_with(';') && line[first] != '.' ? 1 : 0;
    }
    return count;
}

}  // namespace

std::string splice(const std::string& source, const std::string& kernel, const FrameLayout& layout,
                   const KernelPrograms& programs, bool vectors) {
    const auto with = [&](bool calls) {
        Splicer splicer(kernel, layout, programs, vectors, calls);
        KernelLines kept(kernel, ptx_version, splicer);
        kept.take_all(source);
        return kept.result();
    };
    const std::string whole = with(false);
    return instructions_of(whole, kernel) <= longest_without_calls ? whole : with(true);
}

std::string with_blocks(std::string ptx, int blocks) {
    const size_t at = after_only(ptx, ".minnctapersm ");
    return ptx.replace(at, ptx.find('\n', at) - at, std::to_string(blocks));
}

std::string core_ptx(const std::string& name) {
    for (const PtxText* text = ptx_texts; text->name != nullptr; ++text) {
        if (name == text->name) return text->text;
    }
    throw Error(Failure::internal, "no core called " + name + " was compiled for CUDA");
}

}  // namespace tonelift::cuda
