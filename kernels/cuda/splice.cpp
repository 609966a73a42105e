// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/splice.h"

#include <algorithm>
#include <cstring>
#include <sstream>

#include "kernels/cuda/arithmetic_emitter.h"
#include "kernels/cuda/chunk_emitter.h"
#include "kernels/cuda/neighbor_emitter.h"
#include "kernels/cuda/ptx_texts.h"
#include "kernels/error.h"

namespace tonelift::cuda {
namespace {

// The newest PTX that any kernel here needs: CUDA 11.7 and its drivers (515) take it. Those for
// devices with clusters need that of CUDA 12.1 (kernels/cuda/cluster.cuh).
constexpr const char* ptx_version = ".version 7.7";
constexpr const char* cluster_ptx_version = ".version 8.1";

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

bool begins_with(const std::string& text, const char* start) {
    return text.compare(0, std::strlen(start), start) == 0;
}

class Splicer {
  public:
    Splicer(const FrameLayout& layout, const KernelPrograms& programs, bool vectors)
        : programs_(programs), vectors_(vectors), frame_(layout, all_programs(programs)) {}

    // The text that stands in a place, or "" where the line is no place.
    std::string text_for(const std::string& line) {
        if (!begins_with(line, "//@")) return "";
        const std::vector<std::string> words = words_of(line.substr(3));
        const std::string& place = words.at(0);
        if (place == "setup") return frame_.setup(words.at(1), words.at(2));
        if (place == "setup_shared") return frame_.setup_shared(words.at(1), words.at(2));
        if (place == "finish") return frame_.reduces() ? frame_.finish(words.at(1)) : "\n";
        if (place == "ahead") return ahead(words.at(1), words.at(2), words.at(3));
        if (place == "begin_upward")
            return frame_.column(*programs_.epilogue, words.at(1), words.at(2));
        if (place == "uses") return used(words.at(1), std::stoi(words.at(2)));
        if (place == "within") return truth(words.at(1), within_);
        if (place == "neighbor") return neighbor(words);
        if (place == "arithmetic") {
            return emit_arithmetic(programs_.arithmetic,
                                   {words.at(1), words.at(2), words.at(3), "", ""});
        }
        if (place == "tabulated") {
            return emit_arithmetic(programs_.arithmetic, {words.at(1), words.at(2), words.at(3),
                                                          words.at(4), words.at(5)});
        }
        return chunk(place, words);
    }

    std::string globals() const { return frame_.globals(); }
    std::string declarations() const { return frame_.declarations(); }

  private:
    static std::vector<const PointProgram*> all_programs(const KernelPrograms& programs) {
        std::vector<const PointProgram*> all;
        if (programs.prologue != nullptr) all.push_back(programs.prologue);
        if (programs.epilogue != nullptr) all.push_back(programs.epilogue);
        if (programs.term != nullptr) all.push_back(programs.term);
        return all;
    }

    static std::string truth(const std::string& to, bool value) {
        return "mov.u32 " + to + ", " + (value ? "1" : "0") + ";\n";
    }

    std::string used(const std::string& to, int part) const {
        return truth(to, (programs_.parts >> part & 1) != 0);
    }

    std::string ahead(const std::string& frame, const std::string& x, const std::string& y) {
        return frame_.ahead(*programs_.prologue, {frame, x, y}, "a" + std::to_string(chunks_++));
    }

    // "neighbor there... here... sums... number weights"
    std::string neighbor(const std::vector<std::string>& words) {
        NeighborPlace place;
        auto from = words.begin() + 1;
        const auto take = [&](std::vector<std::string>& to, int planes) {
            const auto end = from + planes * gather_pixels;
            to.assign(from, end);
            from = end;
        };
        take(place.neighbors, max_gather_neighbors);
        take(place.here, max_core_inputs);
        take(place.sums, max_core_outputs);
        place.number = from[0];
        place.weights = from[1];
        return emit_neighbor(*programs_.term, frame_, place, "n" + std::to_string(chunks_++));
    }

    // "PLACE PIXELS values... x y own", or with two rows "PLACE PIXELS values... x y next own"
    std::string chunk(const std::string& place, const std::vector<std::string>& words) {
        Chunk chunk;
        const int rows = place == "rows" || place == "prologue_rows" ? 2 : 1;
        const bool first = place == "prologue" || place == "prologue_rows";
        const auto end = words.end();
        chunk.pixels = std::stoi(words.at(1));
        chunk.own = end[-1];
        chunk.y.assign(end - 1 - rows, end - 1);
        chunk.x = end[-2 - rows];
        const std::vector<std::string> values(words.begin() + 2, end - 2 - rows);
        const auto pixels = static_cast<std::ptrdiff_t>(chunk.pixels);
        chunk.on_grid = place == "prologue";
        const bool gives = first || place == "output" || place == "rows";
        if (gives) {
            for (auto from = values.begin(); from != values.end(); from += pixels)
                chunk.result.emplace_back(from, from + pixels);
        } else {
            chunk.core = values;
            if (place == "epilogue_upward") {
                chunk.core_bounds = ptx::unit_bounds;
                chunk.upward = true;
            }
        }
        const PointProgram* program = first ? programs_.prologue : programs_.epilogue;
        if (program == nullptr) throw Error(Failure::internal, "a kernel lacks its " + place);
        ChunkEmitter emitter(frame_, chunk, vectors_, "c" + std::to_string(chunks_++));
        const std::string text = emitter.emit(*program);
        within_ = emitter.is_within_codes();
        return zeros(gives ? values : std::vector<std::string>()) + text;
    }

    // Values that the program does not give are 0.
    static std::string zeros(const std::vector<std::string>& registers) {
        std::string text;
        for (const std::string& name : registers)
            text += "mov.f32 " + name + ", " + ptx_number(0.0f) + ";\n";
        return text;
    }

    const KernelPrograms& programs_;
    bool vectors_;
    FrameAccess frame_;
    int chunks_ = 0;
    bool within_ = false;  // of the last chunk
};

// Whether a line opens a kernel, and which.
std::string entry_name(const std::string& line) {
    const size_t at = line.find(".entry ");
    if (at == std::string::npos) return "";
    const std::string rest = line.substr(at + 7);
    return rest.substr(0, rest.find('('));
}

}  // namespace

std::string splice(const std::string& source, const std::string& kernel, const FrameLayout& layout,
                   const KernelPrograms& programs, bool vectors) {
    Splicer splicer(layout, programs, vectors);
    const bool clusters = source.find(".target sm_90") != std::string::npos;
    std::istringstream lines(source);
    std::string result, line;
    bool inside = false, kept = true, found = false;
    while (std::getline(lines, line)) {
        const std::string entry = entry_name(line);
        if (!entry.empty()) {
            inside = true;
            kept = entry == kernel;
            found |= kept;
            if (kept) result += splicer.globals();
        }
        if (begins_with(line, ".version")) line = clusters ? cluster_ptx_version : ptx_version;
        const std::string code = line.substr(std::min(line.find_first_not_of('\t'), line.size()));
        if (kept) {
            const std::string spliced = splicer.text_for(code);
            result += spliced.empty() ? line + "\n" : spliced;
            if (inside && line == "{") result += splicer.declarations();
        }
        if (inside && line == "}") {
            inside = false;
            kept = true;
        }
    }
    if (!found) throw Error(Failure::internal, "no kernel called " + kernel);
    return result;
}

std::string with_blocks(std::string ptx, int blocks) {
    constexpr const char* directive = ".minnctapersm ";
    const size_t at = ptx.find(directive) + std::strlen(directive);
    return ptx.replace(at, ptx.find('\n', at) - at, std::to_string(blocks));
}

std::string core_ptx(const std::string& name) {
    for (const PtxText* text = ptx_texts; text->name != nullptr; ++text) {
        if (name == text->name) return text->text;
    }
    throw Error(Failure::internal, "no core called " + name + " was compiled for CUDA");
}

}  // namespace tonelift::cuda
