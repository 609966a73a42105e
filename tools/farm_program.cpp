// SPDX-License-Identifier: BSD-2-Clause
#include "tools/farm_program.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "kernels/error.h"

namespace tonelift {
namespace {

namespace fs = std::filesystem;

fs::path own_folder() {
    std::error_code none;
    return fs::read_symlink("/proc/self/exe", none).parent_path();
}

// Returns the folders in which to search for tonelift-farm. Relative folders in PATH are skipped,
// because the current folder can be untrusted.
std::vector<fs::path> places_of_farm() {
    std::vector<fs::path> places;
    const fs::path here = own_folder();
    std::error_code none;
    if (!here.empty()) places.push_back(here);
    if (!here.empty() && fs::exists(here.parent_path() / "build.ninja", none))
        places.push_back(here.parent_path().parent_path() / "tools" / "farm");
    std::istringstream path(getenv("PATH") != nullptr ? getenv("PATH") : "");
    for (std::string folder; std::getline(path, folder, ':');)
        if (fs::path(folder).is_absolute()) places.push_back(folder);
    return places;
}

}  // namespace

void run_farm(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "tonelift-farm");
    std::vector<char*> words;
    for (std::string& word : arguments) words.push_back(word.data());
    words.push_back(nullptr);
    if (!own_folder().empty()) setenv("TONELIFT_PROGRAM", (own_folder() / "tonelift").c_str(), 0);
    for (const fs::path& place : places_of_farm()) {
        execv((place / "tonelift-farm").c_str(), words.data());
        if (errno != ENOENT && errno != ENOTDIR && errno != EACCES) break;
    }
    throw Error(Failure::io, "tonelift-farm cannot be started: " + std::string(strerror(errno)) +
                                 "; it must be beside tonelift or in PATH, and needs python3");
}

}  // namespace tonelift
