// SPDX-License-Identifier: BSD-2-Clause
//
// Compares the speed of several ways (variants) to compute the same result on a GPU. All variants
// of a pattern and a plain copy are measured in one run. docs/development/gpu_patterns.md explains
// the patterns.
//
//   gpu_patterns [--json FILE] [--radius N ...] [PATTERN ...]
//
// Frames are 3840x2160, 8 per launch. The figures are medians of 21 rounds. Before a variant is
// measured, its result is compared with the CPU's result. If the results differ, the variant is not
// measured, and the program fails at the end. --json also writes the figures to a file, which
// tests/bench/plot_patterns.py plots. --radius selects radii of the convolution, in pixels; the
// default is 1 to 30.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <numeric>

#include "kernels/error.h"
#include "tests/bench/patterns/patterns.h"

namespace tonelift::patterns {
namespace {

struct Arguments {
    const char* json = nullptr;
    std::vector<int> radii;
    std::vector<Pattern> patterns;
};

Pattern pattern_of(const char* name) {
    for (const Pattern& pattern : all_patterns) {
        if (std::strcmp(pattern.name, name) == 0) return pattern;
    }
    throw Error(Failure::argument, std::string("there is no pattern ") + name);
}

int radius_of(const char* text) {
    const int radius = std::atoi(text);
    if (radius >= 1 && radius <= largest_radius) return radius;
    throw Error(Failure::argument, std::string("--radius ") + text + ": allowed are 1 to " +
                                       std::to_string(largest_radius));
}

Arguments arguments_of(std::vector<const char*> given) {
    Arguments arguments;
    while (!given.empty() && std::strncmp(given[0], "--", 2) == 0) {
        const std::string option = given[0];
        if (given.size() < 2) throw Error(Failure::argument, option + " needs a value");
        if (option == "--json")
            arguments.json = given[1];
        else if (option == "--radius")
            arguments.radii.push_back(radius_of(given[1]));
        else
            throw Error(Failure::argument, "there is no option " + option);
        given.erase(given.begin(), given.begin() + 2);
    }
    for (const char* name : given) arguments.patterns.push_back(pattern_of(name));
    if (given.empty()) arguments.patterns.assign(std::begin(all_patterns), std::end(all_patterns));
    return arguments;
}

void write_json(const Lab& lab, const char* path) {
    std::ofstream file(path);
    const Settings& settings = lab.settings();
    file << "{\"device\": \"" << lab.device()->name() << "\", \"width\": " << settings.size.width
         << ", \"height\": " << settings.size.height << ", \"frames\": " << settings.size.frames
         << ", \"turns\": " << settings.turns << ", \"rows\": [";
    const char* between = "\n";
    for (const Row& row : lab.rows()) {
        file << between << "{\"pattern\": \"" << row.pattern << "\", \"radius\": " << row.radius
             << ", \"variant\": \"" << row.variant << "\", \"us\": " << row.median
             << ", \"quartiles\": [" << row.low << ", " << row.high << "]}";
        between = ",\n";
    }
    file << "\n]}\n";
    if (!file.flush()) throw Error(Failure::argument, std::string("cannot write ") + path);
}

int run(const Arguments& arguments) {
    Settings settings;
    settings.radii = arguments.radii;
    if (settings.radii.empty()) {
        settings.radii.resize(largest_radius);
        std::iota(settings.radii.begin(), settings.radii.end(), 1);
    }
    Lab lab(open_cuda_device({}), settings);
    std::printf("%s, %dx%d, %d frames a launch, medians of %d turns\n",
                lab.device()->name().c_str(), settings.size.width, settings.size.height,
                settings.size.frames, settings.turns);
    for (const Pattern& pattern : arguments.patterns) pattern.run(lab);
    if (arguments.json != nullptr) write_json(lab, arguments.json);
    return lab.failures().empty() ? 0 : 1;
}

}  // namespace
}  // namespace tonelift::patterns

int main(int argc, char** argv) {
    using namespace tonelift::patterns;
    try {
        return run(arguments_of({argv + 1, argv + argc}));
    } catch (const tonelift::Error& error) {
        std::fprintf(stderr, "gpu_patterns: %s\n", error.what());
        return 1;
    }
}
