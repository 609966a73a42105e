/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Negotiates caps: finds compatible caps, and selects the output caps for a fixed input.
 */
#ifndef GST_TONELIFT_CAPS_H
#define GST_TONELIFT_CAPS_H

#include <gst/video/video.h>
#include <tonelift/tonelift.h>

/* Caps feature of CUDA memory, defined here because libgstcuda may be missing. */
#define GST_TONELIFT_CUDA_MEMORY "memory:CUDAMemory"

typedef enum { GST_TONELIFT_SYSTEM_ONLY, GST_TONELIFT_SYSTEM_AND_CUDA } GstToneliftMemory;

GstCaps* gst_tonelift_template_caps(void);

gboolean gst_tonelift_caps_are_cuda(const GstCaps* caps);

GstCaps* gst_tonelift_transform_caps(const tonelift_options* options, GstToneliftMemory memory,
                                     GstPadDirection direction, const GstCaps* caps);

/* Sorts formats by the pad templates, because upstream elements may take the first one. */
void gst_tonelift_order_formats(GstQuery* query);

/* Returns the first of `choices` that can be made from `in`, preferably in the same kind of memory.
 * Returns NULL if no choice is possible; the log gives the reason. */
GstCaps* gst_tonelift_choose_output(const tonelift_options* options, const GstCaps* in,
                                    const GstCaps* choices, const tonelift_log* log);

/* Returns the previous output caps `before` if they suit the new input, else NULL. */
GstCaps* gst_tonelift_keep_output(const tonelift_options* options, const tonelift_video* in_before,
                                  const GstCaps* in, const GstCaps* choices, const GstCaps* before,
                                  const GstCaps* chosen);

/* Returns the color property that makes gst_tonelift_choose_output() fail, or NULL. */
const char* gst_tonelift_conflicting_property(const tonelift_options* options, const GstCaps* in,
                                              const GstCaps* choices);

/* Returns FALSE if no output is possible for the caps, which need not be fixed. */
gboolean gst_tonelift_describe_output(const tonelift_options* options, const tonelift_video* in,
                                      const GstStructure* structure, tonelift_video* out,
                                      const tonelift_log* log);

#endif
