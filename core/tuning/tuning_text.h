// SPDX-License-Identifier: BSD-2-Clause
// The text of a file of tuning numbers, which `tonelift tune` writes:
//
//   tonelift tuning 1
//   library 0.2.0
//   machine cuda: NVIDIA H200, 132 multiprocessors, driver for CUDA 13.0
//   size 3840x2160
//   output_blocks 7
//   end
//
// Each size is followed by the numbers that differ from the shipped numbers. kernels/tuning.def
// lists all numbers with their allowed values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/tuning.h"

namespace tonelift {

// Maximum length of a tuning file, in bytes, and maximum number of frame sizes in it.
constexpr size_t longest_tuning_text = 65536;
constexpr size_t most_tuned_sizes = 256;

// Properties of a machine that affect the speed of kernels.
struct TunedMachine {
    std::string kind;     // "cuda", "vulkan" or "cpu"
    std::string name;     // "NVIDIA H200"
    std::string details;  // such as the driver

    std::string text() const { return kind + ": " + name + ", " + details; }
};

struct TunedSize {
    int width;
    int height;
    Tuning tuning;
};

struct TuningFile {
    std::string library;
    std::string machine;
    std::vector<TunedSize> sizes;

    Tuning of(int width, int height) const;
    void set(const TunedSize& size);
};

std::string tuning_text(const TuningFile& file);

// Returns whether the text is empty, or starts like a tuning file of any version.
bool is_tuning_text(std::string_view text);

// Throws Error (io) for an invalid text. The message has the number of the line.
TuningFile parse_tuning(std::string_view text);

}  // namespace tonelift
