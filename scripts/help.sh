# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
#
# Defines show_help_if_asked for all shell scripts. A script sources this file, or scripts/lib.sh, and calls the function
# before it does anything else.

# show_help_if_asked ARGUMENTS...: if the first argument is -h or --help, prints the comment at the
# head of the script, from the script's fourth line on, and exits.
show_help_if_asked() {
    case ${1-} in
        -h | --help) sed -n '4,/^[^#]/{/^[^#]/d;s/^# \{0,1\}//;p}' "$0"; exit ;;
    esac
}
