// SPDX-License-Identifier: BSD-2-Clause
#include "tools/whole_file.h"

#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <filesystem>
#include <utility>

#include "core/common/text.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

constexpr int ends[] = {SIGINT, SIGTERM, SIGHUP};

// Names of unfinished files. The memory is static, because a signal handler cannot use allocated
// memory.
char unfinished[most_whole_files][PATH_MAX];

bool is_unused(const char (&name)[PATH_MAX]) { return name[0] == '\0'; }

void remove_and_end(int number) {
    for (const auto& name : unfinished) {
        if (!is_unused(name)) unlink(name);
    }
    signal(number, SIG_DFL);
    raise(number);
}

// Replaces the handler `from` with `to` for each signal that ends the program. Signals that are
// ignored, as under nohup, stay ignored.
void handle_signals(void (*from)(int), void (*to)(int)) {
    for (const int number : ends) {
        struct sigaction action;
        if (sigaction(number, nullptr, &action) == 0 && action.sa_handler == from)
            signal(number, to);
    }
}

}  // namespace

HeldSignals::HeldSignals() {
    sigset_t held;
    sigemptyset(&held);
    for (const int number : ends) sigaddset(&held, number);
    pthread_sigmask(SIG_BLOCK, &held, &before_);
}

void HeldSignals::release() {
    if (std::exchange(held_, false)) pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

WholeFile::WholeFile(const std::string& file) : replaced_("the output", file, ExistingPart::kept) {
    const auto unused = std::ranges::find_if(unfinished, is_unused);
    if (unused != std::end(unfinished) && part().size() < PATH_MAX) {
        known_ = std::strcpy(*unused, part().c_str());
        handle_signals(SIG_DFL, remove_and_end);
    }
    held_.release();
}

WholeFile::~WholeFile() {
    const HeldSignals held;
    if (!done_) replaced_.remove();
    if (known_ != nullptr) *known_ = '\0';
    if (std::ranges::all_of(unfinished, is_unused)) handle_signals(remove_and_end, SIG_DFL);
}

void WholeFile::write(std::string_view text) {
    replaced_.cut(0);
    replaced_.write(text);
}

void WholeFile::take_its_place() {
    replaced_.take_its_place();
    done_ = true;
}

void write_whole(const std::string& file,
                 const std::function<void(const std::string& part)>& write) {
    WholeFile whole(file);
    write(whole.part());
    whole.take_its_place();
}

void refuse_one_file(const std::string& input, const std::string& output) {
    std::error_code missing;
    if (std::filesystem::equivalent(input, output, missing))
        throw Error(Failure::argument, quote(output) + " is the input, too; name another output");
}

}  // namespace tonelift
