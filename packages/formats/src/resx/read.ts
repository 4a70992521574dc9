import { guessLanguageName } from "@dragoman/domain/import"
import { buildImportedFile } from "../imported-file-builder.ts"
import { convertText } from "../placeholder/reading/convert-text.ts"
import type { ReadableFormat, Reader } from "../reader.ts"
import { decodeText, positionsIn } from "../source-text.ts"
import { declaredXmlEncoding } from "../xml/walk-xml.ts"
import { parseResx, type ResxEntry } from "./parse-resx.ts"

/**
 * Reads a resource file of .NET, texts as ICU messages. The language is the one of the file name, a comment the
 * description. Files and objects in it are no texts: only their names are recorded.
 * Source: docs/formats.md#resx.
 */
export const readResx: Reader = (bytes, options) => {
  const decoded = decodeText(bytes, declaredXmlEncoding(bytes))
  if (decoded.kind === "failure") return decoded
  const positionOf = positionsIn(decoded.text)
  const languageName = guessLanguageName(options.path)
  const builder = buildImportedFile(options.textMaxUtf16Units, decoded.text.length)
  let keyCount = 0

  const addEntry = (entry: ResxEntry) => {
    const { name, text, comment } = entry
    if (name === null) {
      const sentence = "A data element without a name was skipped."
      builder.skipPart({ position: positionOf(entry.offset), sentence })
      return
    }
    if (entry.isObject) {
      builder.recordKey(name)
      const sentence = "The value is a file or an object of .NET, no text: it was skipped."
      builder.warn({ keyName: name, languageName, position: positionOf(entry.offset), sentence })
      return
    }
    builder.addValue({
      keyName: name,
      languageName,
      value: text === null ? null : convertText(text, null, options),
      keyIndex: keyCount++,
      position: positionOf(entry.textOffset)
    })
    if (comment !== null && comment.trim() !== "") {
      builder.addDescription(name, comment, positionOf(entry.commentOffset))
    }
  }
  const failure = parseResx(decoded.text, positionOf, (entry) => {
    if (!builder.hasFailed()) addEntry(entry)
  })
  const reason = options.format === null ? "fallback" : "requested"
  return failure ?? builder.finish({ format: "RESX_ICU", reason, scores: [] })
}

export const resxFormat: ReadableFormat = {
  extensions: ["resx"],
  variants: [{ format: "RESX_ICU", dialect: null, weight: null }],
  read: readResx
}
