// SPDX-License-Identifier: BSD-2-Clause
//
// The dynamic metadata of frames that a plan computes with, as numbers: the reshaping of Dolby
// Vision, then the tones that the option tonemap takes from metadata.
#pragma once

#include <tonelift/tonelift.h>

#include <functional>
#include <span>
#include <vector>

#include "core/color/describe.h"
#include "core/graph/graph.h"
#include "core/runtime/dolby_vision.h"
#include "core/runtime/given_gains.h"
#include "core/runtime/given_trims.h"
#include "core/runtime/hdr10_plus.h"
#include "core/runtime/log.h"

namespace tonelift {

// How metadata gives tones: a curve replaces that of the script, gains and trims map its input.
enum class GivenTones : uint8_t { none, curve, gains, trims };
// The kind that the option tonemap selects for suitable pictures.
GivenTones selected_tones(const tonelift_options& options);

// The kinds of metadata that a plan has operations for.
struct MetadataForm {
    ReshapingForm reshaping{};
    GainForm gains{};
    bool operator==(const MetadataForm&) const = default;
};

// A stream, as far as its metadata depends on it.
struct MetadataUse {
    // in: as described by describe_input(). Only PQ comes with tones, and only SDR has trims.
    MetadataUse(const tonelift_options& options, const tonelift_video& in,
                const tonelift_video& out);

    bool reshapes;
    GivenTones tones;

    // The number of values of a frame.
    int count(const MetadataForm& form) const;
    // The input of the script, and the result of its tone_curve(), see BuildContext.
    Value picture(Graph& graph, const MetadataForm& form, const Value& input) const;
    std::function<NodeId(Graph&, NodeId, NodeId)> curve(const MetadataForm& form) const;

  private:
    int first_of_tones(const MetadataForm& form) const;
};

// Reads the metadata of a stream, frame by frame.
class FrameMetadata {
  public:
    explicit FrameMetadata(const Log& log)
        : dolby_vision_(log), hdr10_plus_(log), gains_(log), trims_(log) {}

    // Reads the frames of a call for a screen of this peak, cd/m2. Returns the form that serves
    // them and `form`. The state does not change until give() is called.
    MetadataForm read(std::span<const tonelift_frame> frames, const MetadataUse& use, double screen,
                      MetadataForm form);
    // Appends the values of the frames that were read last, for a plan of this form.
    void give(std::span<const tonelift_frame> frames, const MetadataUse& use, double screen,
              const MetadataForm& form, std::vector<float>* numbers);

  private:
    DolbyVision dolby_vision_;
    Hdr10Plus hdr10_plus_;
    GivenGains gains_;
    GivenTrims trims_;
};

}  // namespace tonelift
