/**
 * One field of a PO entry with its line end: `msgid "text"`. A text of several lines is put under an empty first line.
 * Source: docs/reference/import.md#writing-gettext.
 */
export const printField = (keyword: string, text: string): string => {
  if (!/["\\\r\n]/.test(text)) return `${keyword} "${text}"\n`
  const lines = escapeText(text)
    .split(/(?<=\n)/)
    .map((line) => (line.endsWith("\n") ? `"${line.slice(0, -1)}\\n"` : `"${line}"`))
  return lines.length === 1 ? `${keyword} ${lines[0]}\n` : `${keyword} ""\n${lines.join("\n")}\n`
}

const escapeText = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\r", "\\r")
