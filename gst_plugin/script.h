/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Keeps the text of the script in use, so that a file is read once per stream. A change of size or
 * format needs a new filter, and the file may have been edited or deleted in the meantime.
 */
#ifndef GST_TONELIFT_SCRIPT_H
#define GST_TONELIFT_SCRIPT_H

#include <tonelift/tonelift.h>

#include <glib.h>

typedef struct {
    gchar* file;
    gchar* text;      /* NULL: no text is kept */
    gboolean applied; /* whether the filter has the text instead of the file */
} GstToneliftScript;

/* Keeps the text of the script file that a new filter has read, if the options name a file. */
void gst_tonelift_script_keep(GstToneliftScript* self, const tonelift_options* options);
void gst_tonelift_script_forget(GstToneliftScript* self);

/* Returns a shallow copy of the options with the kept text instead of its file. */
tonelift_options gst_tonelift_script_apply(const GstToneliftScript* self,
                                           const tonelift_options* options);

#endif
