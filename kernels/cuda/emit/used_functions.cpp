// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/used_functions.h"

#include <string_view>

namespace tonelift::cuda {
namespace {

struct Piece {
    std::string_view text;
    std::string_view name;
    bool used = false;
};

std::vector<Piece> pieces_of(std::string_view ptx, const std::vector<FunctionRange>& functions) {
    std::vector<Piece> pieces;
    size_t done = 0;
    for (const FunctionRange& function : functions) {
        pieces.push_back({ptx.substr(done, function.begin - done), "", true});
        done = function.end;
        pieces.push_back({ptx.substr(function.begin, done - function.begin), function.name});
    }
    pieces.push_back({ptx.substr(done), "", true});
    return pieces;
}

void mark_used(std::vector<Piece>& pieces) {
    std::vector<std::string_view> waiting;
    for (const Piece& piece : pieces) {
        if (piece.used) waiting.push_back(piece.text);
    }
    while (!waiting.empty()) {
        const std::string_view text = waiting.back();
        waiting.pop_back();
        for (Piece& piece : pieces) {
            if (piece.used || text.find(piece.name) == std::string_view::npos) continue;
            piece.used = true;
            waiting.push_back(piece.text);
        }
    }
}

}  // namespace

std::string function_name(const std::string& line) {
    const size_t end = line.find_last_not_of("( ") + 1;
    const size_t begin = line.find_last_of(" )", end - 1) + 1;
    return line.substr(begin, end - begin);
}

std::string with_used_functions(const std::string& ptx,
                                const std::vector<FunctionRange>& functions) {
    std::vector<Piece> pieces = pieces_of(ptx, functions);
    mark_used(pieces);
    std::string used;
    for (const Piece& piece : pieces) {
        if (piece.used) used += piece.text;
    }
    return used;
}

}  // namespace tonelift::cuda
