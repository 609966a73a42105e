# shellcheck shell=bash disable=SC2154 # variables of tests/gpu/run
# SPDX-License-Identifier: BSD-2-Clause
# Measures how many frames per second programs decode and map. tests/gpu/run includes this file.

nvdec=(-hwaccel cuda -hwaccel_output_format cuda)
progress=(-progress pipe:1 -stats_period 0.05)

# NAME_decodes decodes the clip and runs a filter on it. NAME_stamps reads its log, and prints the
# time of each report and the number of frames until then. NAME is ffmpeg or gst.
ffmpeg_decodes() {
    ffmpeg -v info "${progress[@]}" -stream_loop $(($1 - 1)) "${nvdec[@]}" -i "$clip" -vf "$2" -an -f null -
}
ffmpeg_stamps() {
    local key value
    while IFS="=" read -r key value; do
        [ "$key" != frame ] || echo "$(now) $value"
    done
}

# repeat LOOPS: writes clip_LOOPS.mkv, which contains the clip LOOPS times, because GStreamer cannot
# repeat a file.
repeat() { ffmpeg -v error -stream_loop $(($1 - 1)) -i "$clip" -c copy "$scratch/clip_$1.mkv"; }
gst_decodes() {
    local filter=$2
    [ "$filter" != null ] || filter=identity
    gst -v filesrc "location=$scratch/clip_$1.mkv" ! matroskademux ! h265parse ! nvh265dec ! \
        "$filter" ! fakesink sync=false silent=false
}
gst_stamps() {
    local line frames=0
    while read -r line; do
        [[ $line != *"last-message = chain"* ]] || echo "$(now) $((++frames))"
    done
}

# fps PROGRAM PROCESSES FILTER: runs several processes of PROGRAM, and prints the sum of their
# frames per second.
fps() {
    local pids=() number status=0 stamps=() last
    for ((number = 0; number < $2; number++)); do
        stamps+=("$scratch/$1_$number.stamps")
        { "$1_decodes" "$loops" "$3" "$number" 2> "$logs/$1_$number.log" | "$1_stamps" > "${stamps[-1]}"; } &
        pids+=($!)
    done
    for number in "${!pids[@]}"; do
        wait "${pids[$number]}" || status=1
        last=$(tail -n 1 "${stamps[$number]}")
        [ "${last#* }" = $((clip_frames * loops)) ] || status=1
        [ $status -eq 0 ] || { tail -n 5 "$logs/$1_$number.log" >&2; return 1; }
    done
    rate "${stamps[@]}"
}

rate() {
    awk -v warm="$clip_frames" '
        FNR == 1 { files++; warmed = 0 }
        { time[files, FNR] = $1; frames[files, FNR] = $2; count[files] = FNR }
        !warmed && $2 >= warm { warmed = 1; if ($1 > start) start = $1 }
        END {
            for (f = 1; f <= files; f++)
                if (f == 1 || time[f, count[f]] < end) end = time[f, count[f]]
            for (f = 1; f <= files; f++) {
                for (first = 1; time[f, first] < start;) first++
                for (last = count[f]; time[f, last] > end;) last--
                if (last <= first) { print "the processes do not overlap" > "/dev/stderr"; exit 1 }
                sum += (frames[f, last] - frames[f, first]) / (time[f, last] - time[f, first])
            }
            printf "%.1f", sum
        }' "$@"
}

median() { printf '%s\n' "$@" | sort -g | sed -n "$((($# + 1) / 2))p"; }
