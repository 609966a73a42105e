// SPDX-License-Identifier: BSD-2-Clause
// Passes the dynamic metadata of frames to a plan, as numbers.
#pragma once

#include <tonelift/tonelift.h>

#include <functional>
#include <span>
#include <vector>

#include "core/color/describe.h"
#include "core/common/log.h"
#include "core/graph/graph.h"
#include "core/runtime/dolby_vision.h"
#include "core/runtime/given_gains.h"
#include "core/runtime/given_trims.h"
#include "core/runtime/hdr10_plus.h"

namespace tonelift {

// Kinds of metadata that map tones. `curve` replaces the tone curve of the script. `gains` and
// `trims` map the picture before the script runs.
enum class GivenTones : uint8_t { none, curve, gains, trims };
// Returns the kind of metadata that the option `tonemap` selects. MetadataUse checks whether input
// and output allow this kind.
GivenTones selected_tones(const tonelift_options& options);

struct MetadataForm {
    ReshapingForm reshaping{};
    GainForm gains{};
    bool operator==(const MetadataForm&) const = default;
};

struct MetadataUse {
    // Disables tone mapping by metadata if the input is not PQ. Also disables trims if the output
    // is HDR.
    MetadataUse(const tonelift_options& options, const tonelift_video& in,
                const tonelift_video& out);

    bool reshapes;
    GivenTones tones;

    int count(const MetadataForm& form) const;
    // Returns the input of the script, with gains or trims applied if `tones` selects them.
    Value picture(Graph& graph, const MetadataForm& form, const Value& input) const;
    std::function<NodeId(Graph&, NodeId, NodeId)> curve(const MetadataForm& form) const;

  private:
    int first_of_tones(const MetadataForm& form) const;
};

class FrameMetadata {
  public:
    explicit FrameMetadata(const Log& log)
        : dolby_vision_(log), hdr10_plus_(log), gains_(log), trims_(log) {}

    // Reads the metadata of all frames. Returns `form`, extended so that a plan for it can apply
    // this metadata.
    MetadataForm read(std::span<const tonelift_frame> frames, const MetadataUse& use, double screen,
                      MetadataForm form);
    void give(std::span<const tonelift_frame> frames, const MetadataUse& use, double screen,
              const MetadataForm& form, std::vector<float>* numbers);

  private:
    DolbyVision dolby_vision_;
    Hdr10Plus hdr10_plus_;
    GivenGains gains_;
    GivenTrims trims_;
};

}  // namespace tonelift
