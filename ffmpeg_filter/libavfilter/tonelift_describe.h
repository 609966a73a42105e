/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Writes the color and the HDR metadata of the output to its frames and its link.
 */
#ifndef AVFILTER_TONELIFT_DESCRIBE_H
#define AVFILTER_TONELIFT_DESCRIBE_H

#include <tonelift/tonelift.h>

#include "compat.h"

/* Writes *video to a frame that still has the properties of its source. */
int ff_tonelift_write_frame(AVFrame* frame, const tonelift_video* video);

#if TL_HAVE_LINK_SIDE_DATA
/* Encoders read the HDR metadata of the stream from the link before the first frame. The link must
 * have the side data of the input link. */
int ff_tonelift_write_link(AVFilterLink* link, const tonelift_options* options);
#endif

#endif
