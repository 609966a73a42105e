/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Writes the color and the HDR metadata of the output to its frames and its link.
 */
#ifndef AVFILTER_TONELIFT_DESCRIBE_H
#define AVFILTER_TONELIFT_DESCRIBE_H

#include <tonelift/tonelift.h>

#include "compat.h"

/* Writes the color and the HDR metadata in *video to the frame, which must still have the
 * properties of the source frame. */
int ff_tonelift_write_frame(AVFrame* frame, const tonelift_options* options,
                            const tonelift_video* video);

#if TL_HAVE_LINK_SIDE_DATA
/* Writes the HDR metadata of the output to the side data of the link, where encoders read it before
 * the first frame. The link must already have the side data of the input link. */
int ff_tonelift_write_link(AVFilterLink* link, const tonelift_options* options);
#endif

#endif
