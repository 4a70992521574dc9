/** Matches a character that is not ASCII with the backslash that escapes it, if there is one; pairs of backslashes before it stay. */
const escapedOrNot = /((?<!\\)(?:\\\\)*)\\?([\u0080-\uffff])/g

/**
 * JavaScript with escapes for everything outside of ASCII. V8 keeps the text of a program as long as it runs, with two bytes
 * for each character when one of them is not Latin-1. Texts, regular expressions and names keep their meaning; only the raw
 * text of a tagged template would change.
 */
export const toAscii = (code: string): string =>
  code.replace(
    escapedOrNot,
    (_, backslashes: string, unit: string) => `${backslashes}\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
  )
