/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Negotiation: compatible caps, and the output for a fixed input.
 */
#ifndef GST_TONELIFT_CAPS_H
#define GST_TONELIFT_CAPS_H

#include <gst/video/video.h>
#include <tonelift/tonelift.h>

/* Feature of caps whose buffers are CUDA memory; libgstcuda, which names it, may be absent. */
#define GST_TONELIFT_CUDA_MEMORY "memory:CUDAMemory"

/* The kinds of memory that the element supports. */
typedef enum { GST_TONELIFT_SYSTEM_ONLY, GST_TONELIFT_SYSTEM_AND_CUDA } GstToneliftMemory;

/* All caps that the element can accept or produce: the caps of both pad templates. */
GstCaps* gst_tonelift_template_caps(void);

gboolean gst_tonelift_caps_are_cuda(const GstCaps* caps);

/* The caps of the other pad for `caps` on the one called `direction`. */
GstCaps* gst_tonelift_transform_caps(const tonelift_options* options, GstToneliftMemory memory,
                                     GstPadDirection direction, const GstCaps* caps);

/* Fixed caps for the output: the first of `choices` that can be made of the fixed `in`, memory of
 * the same kind before another. NULL if there are none; the log says why. */
GstCaps* gst_tonelift_choose_output(const tonelift_options* options, const GstCaps* in,
                                    const GstCaps* choices, const tonelift_log* log);

/* The caps that came out before, for the input described by in_before, if they fit the fixed `in`,
 * too, and lose nothing that those chosen for it have; else NULL. HDR metadata of the output
 * follows that of the input from HDR to HDR. */
GstCaps* gst_tonelift_keep_output(const tonelift_options* options, const tonelift_video* in_before,
                                  const GstCaps* in, const GstCaps* choices, const GstCaps* before,
                                  const GstCaps* chosen);

/* The property on color without which gst_tonelift_choose_output() would find caps; NULL for none.
 */
const char* gst_tonelift_conflicting_property(const tonelift_options* options, const GstCaps* in,
                                              const GstCaps* choices);

/* The output for caps with `structure`, which need not be fixed. FALSE if there is none; the log
 * may say why. */
gboolean gst_tonelift_describe_output(const tonelift_options* options, const tonelift_video* in,
                                      const GstStructure* structure, tonelift_video* out,
                                      const tonelift_log* log);

#endif
