/**
 * A text in double quotes, from the quote at `quoteIndex` to the end of the line. `\n \r \t \" \\` are decoded; before
 * any other character the backslash stays.
 * Source: docs/reference/import.md#gettext.
 */
export const parseQuoted = (
  line: string,
  quoteIndex: number
):
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "error"; readonly message: string; readonly index: number } => {
  const parts: Array<string> = []
  let partStart = quoteIndex + 1
  for (let index = partStart; index < line.length; index++) {
    const unit = line.charCodeAt(index)
    if (unit === backslash) {
      const decoded = escapes.get(line[index + 1] ?? "")
      if (decoded !== undefined) {
        parts.push(line.slice(partStart, index), decoded)
        partStart = index + 2
      }
      index++
    } else if (unit === quote) {
      const rest = line.slice(index + 1)
      if (rest !== "" && rest.trim() !== "")
        return { kind: "error", message: "Unexpected text behind the closing quote", index: index + 1 }
      const last = line.slice(partStart, index)
      return { kind: "text", text: parts.length === 0 ? last : parts.join("") + last }
    }
  }
  return { kind: "error", message: "The text is not closed", index: quoteIndex }
}

const quote = 0x22
const backslash = 0x5c

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ['"', '"'],
  ["\\", "\\"]
])
