// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift map` for many still pictures at once.
#pragma once

#include <string>
#include <vector>

#include "tools/map.h"

namespace tonelift {

struct FolderRequest {
    MapRequest map;                   // input and output are ignored here
    std::vector<std::string> inputs;  // files, and folders whose pictures are mapped
    std::string folder;               // folder for the outputs; created if missing
    bool recursive = false;           // whether to search subfolders
    bool overwrite = false;           // whether to replace existing files
    std::string format;               // extension of the outputs, like png; empty: as for the input
    int jobs = 0;                     // number of concurrent pictures; 0: one per core
};

// A picture to map.
struct FolderJob {
    std::string input, output;
};

struct FolderJobs {
    std::vector<FolderJob> jobs;
    std::vector<std::string> notes;  // notes about files and folders that are left out
};

// Lists the pictures of each folder in the order of their names. An output has the relative path of
// its input, and the extension of its kind. Hidden files and the output folder are left out. Throws
// Error (argument) if two outputs would have the same name, if an output would overwrite an input,
// or for a format that cannot be written. Throws Error (io) for files and folders that cannot be
// read.
FolderJobs folder_jobs(const FolderRequest& request);

// Maps all pictures, each in a separate process. Prints messages on standard error, equal messages
// only once. Lists the failures at the end. Returns the number of failures. Throws the errors of
// folder_jobs().
size_t map_folder(const FolderRequest& request);

}  // namespace tonelift
