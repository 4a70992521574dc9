/** The content of a text in single quotes: only the quote and the backslash are escaped. */
export const decodeSingleQuoted = (content: string): string => content.replace(/\\(['\\])/g, "$1")

/**
 * The content of a text in double quotes, or of a heredoc (`isQuoted` false), which escapes no quotes. Null = its bytes are not
 * UTF-8. An unknown escape stays as it is.
 * Source: https://www.php.net/manual/en/language.types.string.php#language.types.string.syntax.double
 */
export const decodeDoubleQuoted = (content: string, isQuoted: boolean): string | null => {
  if (!content.includes("\\")) return content
  const parts: Array<string> = []
  let bytes: Array<number> = []
  const addText = (text: string): void => {
    if (text === "") return
    parts.push(decodeBytes(bytes), text)
    bytes = []
  }
  let copied = 0
  try {
    for (const match of content.matchAll(escaped)) {
      const [spelled, octal, hexadecimal, codePoint, sign] = match
      addText(content.slice(copied, match.index))
      copied = match.index + spelled.length
      if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 0xff)
      else if (hexadecimal !== undefined) bytes.push(Number.parseInt(hexadecimal, 16))
      else if (codePoint !== undefined) addText(String.fromCodePoint(Number.parseInt(codePoint, 16)))
      else addText(sign === '"' && !isQuoted ? spelled : (signs.get(sign ?? "") ?? spelled))
    }
    addText(content.slice(copied))
    parts.push(decodeBytes(bytes))
  } catch {
    return null
  }
  return parts.join("")
}

/** Any other sign behind a backslash is one, too: a second backslash begins no escape. */
const escaped = /\\(?:([0-7]{1,3})|x([\da-fA-F]{1,2})|u\{([\da-fA-F]{1,8})\}|([^0-7]))/g

const signs: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["e", "\u001b"],
  ["f", "\f"],
  ["\\", "\\"],
  ["$", "$"],
  ['"', '"']
])

const decodeBytes = (bytes: ReadonlyArray<number>): string =>
  bytes.length === 0 ? "" : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes))

/** The lines without the indentation of the end of a heredoc. Null = one has less. */
export const removeIndentation = (body: string, indentation: string): string | null => {
  if (indentation === "") return body
  const lines = body.split(/(\r\n|[\r\n])/)
  for (const [index, line] of lines.entries()) {
    if (index % 2 === 1 || line === "") continue
    if (!line.startsWith(indentation)) return null
    lines[index] = line.slice(indentation.length)
  }
  return lines.join("")
}

/** Prints the text as PHP code: in single quotes, in double ones when it has control characters. */
export const printPhpText = (text: string): string =>
  /\p{Cc}/u.test(text)
    ? `"${text.replace(/[\\"$]/g, "\\$&").replace(/\p{Cc}/gu, escapeControlCharacter)}"`
    : `'${text.replace(/[\\']/g, "\\$&")}'`

const escapeControlCharacter = (character: string): string =>
  shortEscapes.get(character) ?? `\\u{${character.charCodeAt(0).toString(16)}}`

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"]
])
