// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift map` for many still pictures at once.
#pragma once

#include <string>
#include <vector>

#include "tools/map.h"

namespace tonelift {

struct FolderRequest {
    MapRequest map;  // input and output are ignored
    std::vector<std::string> inputs;
    std::string folder;  // created if missing
    bool recursive = false;
    bool overwrite = false;
    std::string format;  // extension of the outputs, or empty for the inputs' extension
    int jobs = 0;        // number of concurrent pictures, or 0 for one per core
};

struct FolderJob {
    std::string input, output;
};

struct FolderJobs {
    std::vector<FolderJob> jobs;
    std::vector<std::string> notes;
};

// Lists the pictures of each folder by name, with the names of their outputs.
FolderJobs folder_jobs(const FolderRequest& request);

// Maps each picture in its own process, and returns the number of failures.
size_t map_folder(const FolderRequest& request);

}  // namespace tonelift
