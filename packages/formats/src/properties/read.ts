import { guessLanguageName } from "@dragoman/domain/import"
import { buildImportedFile } from "../imported-file-builder.ts"
import { detectFormat, dialectOf } from "../placeholder/detection/detect-format.ts"
import { javaDialect } from "../placeholder/dialect/java-placeholder.ts"
import { plainDialect } from "../placeholder/dialect/plain-text.ts"
import { convertText } from "../placeholder/reading/convert-text.ts"
import type { ReadableFormat, Reader } from "../reader.ts"
import { decodeText, positionsIn } from "../source-text.ts"
import { type PropertiesEntry, parseProperties } from "./parse-properties.ts"

/**
 * Reads Java properties. The language is the one of the file name, a comment above a key its description.
 * Source: docs/formats.md#properties.
 */
export const readProperties: Reader = (bytes, options) => {
  const decoded = decodeProperties(bytes)
  if (decoded.kind === "failure") return decoded
  const entries: Array<PropertiesEntry> = []
  const positionOf = positionsIn(decoded.text)
  const failure = parseProperties(decoded.text, positionOf, (entry) => entries.push(entry))
  if (failure !== null) return failure

  const format =
    options.format !== null
      ? ({ format: options.format, reason: "requested", scores: [] } as const)
      : detectFormat(
          entries.map(({ text }) => text),
          variants,
          "PROPERTIES_UNKNOWN"
        )
  const dialect = dialectOf(variants, format.format)
  const languageName = guessLanguageName(options.path)
  const builder = buildImportedFile(options.textMaxUtf16Units)
  for (const [keyIndex, { key, text, comment, textOffset, keyOffset, commentOffset }] of entries.entries()) {
    if (builder.hasFailed()) break
    const position = positionOf(text === "" ? keyOffset : textOffset)
    builder.addValue({ keyName: key, languageName, value: convertText(text, dialect, options), keyIndex, position })
    if (comment !== null) builder.addDescription(key, comment, positionOf(commentOffset))
  }
  return builder.finish(format)
}

/** UTF-8, else ISO 8859-1, as Java reads resource bundles since version 9. Source: https://openjdk.org/jeps/226 */
const decodeProperties = (bytes: Uint8Array): ReturnType<typeof decodeText> => {
  const decoded = decodeText(bytes)
  return decoded.kind === "text" || isMarked(bytes) ? decoded : decodeText(bytes, "iso-8859-1")
}

/** A byte order mark is no text of ISO 8859-1. */
const isMarked = ([first]: Uint8Array): boolean => first === 0xef || first === 0xfe || first === 0xff

const variants: ReadableFormat["variants"] = [
  { format: "PROPERTIES_JAVA", dialect: javaDialect, weight: 1 },
  { format: "PROPERTIES_ICU", dialect: null, weight: 1 },
  { format: "PROPERTIES_UNKNOWN", dialect: plainDialect, weight: null }
]

export const propertiesFormat: ReadableFormat = {
  extensions: ["properties"],
  variants,
  read: readProperties,
  decode: decodeProperties
}
