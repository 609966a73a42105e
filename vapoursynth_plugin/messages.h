// SPDX-License-Identifier: BSD-2-Clause
//
// Writes messages of libtonelift to the log of VapourSynth.
#pragma once

#include <VapourSynth4.h>
#include <tonelift/tonelift.h>

#include <stdexcept>
#include <string>

namespace tonelift::vapoursynth {

class Failure : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Receives the messages of libtonelift. An object of this class must not be moved, because
// libtonelift keeps the address of the object.
class Messages {
  public:
    Messages(VSCore* core, const VSAPI* api) : core_(core), api_(api) {}
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    const tonelift_log* log() const { return &log_; }

    void check(tonelift_status status) const {
        if (status != TONELIFT_OK)
            throw Failure("tonelift: " + (error_.empty() ? tonelift_status_text(status) : error_));
    }

    const std::string& error() const { return error_; }

    void warn(const std::string& text) const {
        api_->logMessage(mtWarning, ("tonelift: " + text).c_str(), core_);
    }

  private:
    static void take(void* self, tonelift_log_level level, const char* message) {
        auto* messages = static_cast<Messages*>(self);
        if (level == TONELIFT_LOG_ERROR) messages->error_ = message;
        if (level != TONELIFT_LOG_WARNING && level != TONELIFT_LOG_INFO) return;
        const int type = level == TONELIFT_LOG_WARNING ? mtWarning : mtInformation;
        messages->api_->logMessage(type, ("tonelift: " + std::string(message)).c_str(),
                                   messages->core_);
    }

    VSCore* core_;
    const VSAPI* api_;
    tonelift_log log_{sizeof(tonelift_log), this, take};
    std::string error_;
};

}  // namespace tonelift::vapoursynth
