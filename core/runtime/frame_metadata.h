// SPDX-License-Identifier: BSD-2-Clause
//
// Passes the dynamic metadata of frames to a plan as numbers: first the reshaping of Dolby Vision,
// then the tone mapping that the option tonemap selects.
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

// The kinds of tone mapping by metadata: a curve replaces the script's curve; gains and trims map
// the script's input.
enum class GivenTones : uint8_t { none, curve, gains, trims };
// Returns the kind that the option tonemap selects for a suitable picture.
GivenTones selected_tones(const tonelift_options& options);

// The kinds of metadata that a plan has operations for.
struct MetadataForm {
    ReshapingForm reshaping{};
    GainForm gains{};
    bool operator==(const MetadataForm&) const = default;
};

// The properties of a stream that determine its use of metadata.
struct MetadataUse {
    // in: from describe_input(). Tone mapping by metadata needs a PQ input; trims also need an SDR
    // output.
    MetadataUse(const tonelift_options& options, const tonelift_video& in,
                const tonelift_video& out);

    bool reshapes;
    GivenTones tones;

    // Returns the number of values per frame.
    int count(const MetadataForm& form) const;
    // Returns the input of the script after gains or trims.
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

    // Reads the frames of a call for a screen of this peak, cd/m2. Returns the form that covers
    // both them and `form`. The state does not change until give() is called.
    MetadataForm read(std::span<const tonelift_frame> frames, const MetadataUse& use, double screen,
                      MetadataForm form);
    // Appends the values of the frames of the last read(), for a plan of this form.
    void give(std::span<const tonelift_frame> frames, const MetadataUse& use, double screen,
              const MetadataForm& form, std::vector<float>* numbers);

  private:
    DolbyVision dolby_vision_;
    Hdr10Plus hdr10_plus_;
    GivenGains gains_;
    GivenTrims trims_;
};

}  // namespace tonelift
