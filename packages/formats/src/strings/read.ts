import { parseLprojPath } from "../apple/lproj-path.ts"
import { buildImportedFile } from "../imported-file-builder.ts"
import { appleDialect } from "../placeholder/dialect/apple-placeholder.ts"
import { convertText } from "../placeholder/reading/convert-text.ts"
import type { ReadableFormat, Reader } from "../reader.ts"
import { decodeText, positionsIn } from "../source-text.ts"
import { parseStrings } from "./parse-strings.ts"

/**
 * Reads a strings file of Apple's platforms. Language and namespace are those of the path, the comment above a pair is its
 * description.
 * Source: docs/formats.md#apple-strings-and-stringsdict.
 */
const readStrings: Reader = (bytes, options) => {
  const decoded = decodeText(bytes)
  if (decoded.kind === "failure") return decoded
  const positionOf = positionsIn(decoded.text)
  const { languageName, namespace } = parseLprojPath(options.path)
  const builder = buildImportedFile(options.textMaxUtf16Units, decoded.text.length)
  const failure = parseStrings(decoded.text, positionOf, ({ key, text, comment, keyOffset, textOffset }) => {
    if (builder.hasFailed()) return
    const value = convertText(text, appleDialect, options)
    const position = positionOf(text === "" ? keyOffset : textOffset)
    builder.addValue({ keyName: key, languageName, value, keyIndex: 0, position })
    if (comment !== null) builder.addDescription(key, comment, positionOf(keyOffset))
  })
  const reason = options.format === null ? "fallback" : "requested"
  return failure ?? builder.finish({ format: formatName, reason, scores: [] }, namespace)
}

const formatName = "STRINGS"

export const stringsFormat: ReadableFormat = {
  extensions: ["strings"],
  variants: [{ format: formatName, dialect: appleDialect, weight: null }],
  read: readStrings
}
