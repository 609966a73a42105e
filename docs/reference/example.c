/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The C API in one page: a PQ frame in memory is mapped to SDR and written as a PPM file.
 *
 *   cc example.c $(pkg-config --cflags --libs tonelift) -o example && ./example out.ppm
 *
 * If the library is not in a folder that the loader searches, add its folder to the program's
 * run-time path (-Wl,-rpath,$(pkg-config --variable=libdir tonelift)) or to LD_LIBRARY_PATH.
 * docs/reference/api.md explains the whole C API.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <tonelift/tonelift.h>

enum { WIDTH = 640, HEIGHT = 360 };

static uint16_t luma[HEIGHT][WIDTH];
static uint16_t chroma[HEIGHT / 2][WIDTH / 2][2];
static uint8_t rgb[HEIGHT][WIDTH][3];

static void print_message(void* user, tonelift_log_level level, const char* message) {
    (void)user;
    if (level <= TONELIFT_LOG_WARNING) fprintf(stderr, "tonelift: %s\n", message);
}

/* Draws a PQ gradient from black on the left to 10000 cd/m2 on the right. Its tint goes from bluish
 * at the top to reddish at the bottom. P010 has its 10 bits in the high bits of each sample. */
static void draw(void) {
    for (int y = 0; y < HEIGHT; ++y) {
        for (int x = 0; x < WIDTH; ++x) luma[y][x] = (uint16_t)((64 + 876 * x / (WIDTH - 1)) << 6);
    }
    for (int y = 0; y < HEIGHT / 2; ++y) {
        for (int x = 0; x < WIDTH / 2; ++x) {
            int tint = 60 * y / (HEIGHT / 2 - 1) - 30;
            chroma[y][x][0] = (uint16_t)((512 - tint) << 6);
            chroma[y][x][1] = (uint16_t)((512 + tint) << 6);
        }
    }
}

static tonelift_status map_to_sdr(const tonelift_log* log) {
    tonelift_options options;
    tonelift_options_default(&options);
    options.preset = "natural";
    options.format = "rgb24";

    tonelift_video in;
    tonelift_video_default(&in);
    in.format = TONELIFT_FORMAT_P010;
    in.width = WIDTH;
    in.height = HEIGHT;
    in.primaries = TONELIFT_PRIMARIES_BT2020;
    in.transfer = TONELIFT_TRANSFER_PQ;
    in.matrix = TONELIFT_MATRIX_BT2020NC;
    in.range = TONELIFT_RANGE_LIMITED;
    in.chroma_location = TONELIFT_CHROMA_TOPLEFT;
    in.mastering_max = 1000;

    tonelift_video out;
    tonelift_video_default(&out);
    tonelift_status status = tonelift_output(&options, &in, &out, log);
    if (status != TONELIFT_OK) return status;

    tonelift_filter* filter;
    status = tonelift_filter_create(&filter, &options, &in, &out, NULL, log);
    if (status != TONELIFT_OK) return status;

    tonelift_frame from, to; /* frame k of a film at 24 fps has the time k / 24.0 */
    tonelift_frame_default(&from);
    from.data[0] = luma;
    from.pitch[0] = sizeof(luma[0]);
    from.data[1] = chroma;
    from.pitch[1] = sizeof(chroma[0]);
    from.time = 0;
    tonelift_frame_default(&to);
    to.data[0] = rgb;
    to.pitch[0] = sizeof(rgb[0]);
    status = tonelift_filter_process(filter, &from, &to, 1);
    tonelift_filter_destroy(&filter);
    return status;
}

int main(int argc, char** argv) {
    const tonelift_log log = {sizeof(log), NULL, print_message};
    draw();
    tonelift_status status = map_to_sdr(&log);
    if (status != TONELIFT_OK) {
        fprintf(stderr, "%s\n", tonelift_status_text(status));
        return EXIT_FAILURE;
    }
    FILE* file = fopen(argc > 1 ? argv[1] : "example.ppm", "wb");
    if (file == NULL) {
        perror("example.ppm");
        return EXIT_FAILURE;
    }
    fprintf(file, "P6\n%d %d\n255\n", WIDTH, HEIGHT);
    size_t written = fwrite(rgb, 1, sizeof(rgb), file);
    return fclose(file) == 0 && written == sizeof(rgb) ? EXIT_SUCCESS : EXIT_FAILURE;
}
