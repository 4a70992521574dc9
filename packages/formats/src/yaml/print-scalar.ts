/**
 * A text in double quotes: unprintable characters and line ends are escaped.
 * Source: docs/reference/import.md#writing-nested-files; YAML 1.2.2, 5.7.
 */
export const printQuoted = (text: string): string =>
  mayNeedEscapes.test(text) ? `"${text.replace(escapedCharacter, escapeCharacter)}"` : `"${text}"`

/** Plain; in single quotes when YAML would take it for something else, in double quotes when it has to be escaped. */
export const printKey = (name: string): string => {
  if (isWord.test(name) && !isNoText(name)) return name
  if (hasUnprintable(name)) return printQuoted(name)
  return isPlainKey(name) ? name : `'${name.replaceAll("'", "''")}'`
}

/** Most names of keys. */
const isWord = /^[A-Za-z_][\w.]*$/

/** True = the text can stand in a literal block as it is, and its line ends are visible. */
export const isBlockText = (text: string): boolean =>
  text.includes("\n") && !hasUnprintable(text.replaceAll("\n", "")) && !/^[ \n]| $| \n/.test(text)

/** Tabs and line ends too. U+0085, U+2028 and U+2029 end lines in YAML 1.1; U+FEFF is a byte order mark. */
const unprintable = String.raw`[^\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]`
const escapedCharacter = new RegExp(String.raw`["\\]|${unprintable}`, "gu")
const unprintableCharacter = new RegExp(unprintable, "u")

/** Also halves of characters that are whole: looking for these takes much longer. */
const mayNeedEscapes = /["\\]|[^\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/
const mayBeUnprintable = /[^\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/

const hasUnprintable = (text: string): boolean => mayBeUnprintable.test(text) && unprintableCharacter.test(text)

const escapeCharacter = (character: string): string => {
  const short = shortEscapes.get(character)
  if (short !== undefined) return short
  const code = character.charCodeAt(0).toString(16).toUpperCase()
  return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\b", "\\b"],
  ["\t", "\\t"],
  ["\n", "\\n"],
  ["\r", "\\r"]
])

const isPlainKey = (name: string): boolean =>
  /^[^\s,[\]{}#&*!|>'"%@`?:=<-]/.test(name) && !/: |:$| #|\s$|^\.\.\./.test(name) && !isNoText(name)

/** A plain scalar that some version of YAML takes for a number, a boolean, a date or null. */
const isNoText = (name: string): boolean =>
  (name.length <= 5 && /^(?:~|null|true|false|yes|no|on|off|y|n|[-+]?\.(?:inf|nan))$/i.test(name)) ||
  (/^[-+.\de]/i.test(name) &&
    (/^[-+]?(?:[\d.][\d_,.:a-fox+-]*|e[-+]?\d+)$/i.test(name) || /^\d{4}-\d\d?-\d\d?(?:[Tt ]|$)/.test(name)))
