/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The text of the script in use. A file is read once for a stream, although another size or format
 * needs another filter: the file may have been edited or deleted meanwhile.
 */
#ifndef GST_TONELIFT_SCRIPT_H
#define GST_TONELIFT_SCRIPT_H

#include <tonelift/tonelift.h>

#include <glib.h>

typedef struct {
    gchar* file;
    gchar* text;      /* NULL: none is kept */
    gboolean applied; /* the filter has the text instead of the file */
} GstToneliftScript;

/* Keeps the text of the file that a filter was just made with, if the options name one. */
void gst_tonelift_script_keep(GstToneliftScript* self, const tonelift_options* options);
void gst_tonelift_script_forget(GstToneliftScript* self);

/* A copy of the options with the kept text instead of its file. The strings are not copied. */
tonelift_options gst_tonelift_script_apply(const GstToneliftScript* self,
                                           const tonelift_options* options);

#endif
