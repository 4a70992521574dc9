import { guessLanguageName } from "@dragoman/domain/import"
import { literalName } from "../format-data.ts"
import { buildImportedFile } from "../imported-file-builder.ts"
import { detectWhileReading } from "../placeholder/detection/detect-while-reading.ts"
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
  const positionOf = positionsIn(decoded.text)
  const languageName = guessLanguageName(options.path)
  const builder = buildImportedFile(options.textMaxUtf16Units, decoded.text.length)
  let keyCount = 0
  const entries = detectWhileReading<PropertiesEntry>(
    options.format,
    variants,
    "PROPERTIES_UNKNOWN",
    ({ text }) => [text],
    ({ key, text, comment, textOffset, keyOffset, commentOffset }, dialect) => {
      if (builder.hasFailed()) return
      const position = positionOf(text === "" ? keyOffset : textOffset)
      const value = convertText(text, dialect, options)
      builder.addValue({ keyName: key, languageName, value, keyIndex: keyCount++, position })
      if (dialect === plainDialect && looksConverted(text)) {
        builder.addFormatData(key, languageName, { data: { [literalName]: true } }, position)
      }
      if (comment !== null) builder.addDescription(key, comment, positionOf(commentOffset))
    }
  )
  const failure = parseProperties(decoded.text, positionOf, entries.add)
  return failure ?? builder.finish(entries.finish())
}

/** True = in some message format an export would spell the text otherwise. */
const looksConverted = (text: string): boolean => /[{}%]|''|'$/.test(text)

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
