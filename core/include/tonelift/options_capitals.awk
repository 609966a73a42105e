# SPDX-License-Identifier: BSD-2-Clause
# Makes options_capitals.def, which adds other capitalizations of the value names, such as
# DISPLAY-P3 and Display-P3 for display-p3.
BEGIN {
    FS = "[(,] *"
    print "/* Made of options.def by options_capitals.awk:"
    print " * TONELIFT_OPTION_CAPITALS(option, name, number), a value\047s name in other letters. */"
}
function words_of(name,    result, i, start) {
    for (i = start = 1; i <= length(name); i++) {
        result = result (start ? toupper(substr(name, i, 1)) : substr(name, i, 1))
        start = substr(name, i, 1) == "-"
    }
    return result
}
function spell(name) {
    if (name != $4) print "TONELIFT_OPTION_CAPITALS(" $2 ", " name ", " $5 ")"
}
/^TONELIFT_OPTION_VALUE/ {
    spell(toupper($4))
    if (words_of($4) != toupper($4)) spell(words_of($4))
    if ($4 == "srgb") spell("sRGB")
}
END { print "#undef TONELIFT_OPTION_CAPITALS" }
