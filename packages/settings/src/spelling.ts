/** Names count in every spelling that Spring accepts: case, `_`, `-` and `.` make no difference. */
export const spelling = (name: string): string => name.toLowerCase().replace(/[_.-]/g, "")
