import { guessLanguageName } from "@dragoman/domain/import"
import { decodeText } from "../decode-text.ts"
import type { DetectedFormat } from "../imported-file.ts"
import { buildImportedFile } from "../imported-file-builder.ts"
import { cDialect } from "../placeholder/c-placeholder.ts"
import { detectFormat, type FormatCandidate } from "../placeholder/detect-format.ts"
import { formatDialects } from "../placeholder/format-dialect.ts"
import { i18nextDialect } from "../placeholder/i18next-placeholder.ts"
import { countIcuHits } from "../placeholder/icu-hits.ts"
import { javaDialect } from "../placeholder/java-placeholder.ts"
import { phpDialect } from "../placeholder/php-placeholder.ts"
import { rubyDialect } from "../placeholder/ruby-placeholder.ts"
import { pluralFormCount } from "../plural/plural-keyword.ts"
import { positionsIn } from "../position.ts"
import { parseFailure, type Reader, type ReadOptions } from "../reader.ts"
import { addMention, mentionPluralOf } from "./add-mention.ts"
import { convertFlatValue } from "./convert-flat-value.ts"
import { firstTexts, flattenJson, noPlurals } from "./flatten-json.ts"
import { i18nextPlurals } from "./i18next-plurals.ts"
import type { JsonNode } from "./json-node.ts"
import { parseJson } from "./parse-json.ts"

/**
 * Reads nested or flat JSON, i18next included. The language is the one of the file name.
 * Source: docs/reference/import.md#nested-values.
 */
export const readJson: Reader = (bytes, options) => {
  const decoded = decodeText(bytes)
  if (decoded.kind === "failure") return decoded
  const positionOf = positionsIn(decoded.text)
  const root = parseJson(decoded.text)
  if (root.kind === "error") return parseFailure(root.message, positionOf(root.offset))
  if (root.kind !== "object" && root.kind !== "array") {
    return parseFailure("The document is neither an object nor a list", positionOf(root.offset))
  }

  const format = formatOf(root, options)
  const languageName = guessLanguageName(options.path)
  const formCount = format.format === "JSON_I18NEXT" ? pluralFormCount(languageName) : null
  const builder = buildImportedFile(options.textMaxUtf16Units)
  flattenJson(root, {
    delimiter: options.structureDelimiter || ".",
    groupPlurals: (object) => (formCount === null ? noPlurals : i18nextPlurals(object, formCount)),
    wholePlural: () => null,
    mention: (mentioned) => addMention(builder, mentioned, languageName, positionOf),
    visit: (value) => {
      if (formCount !== null && value.kind !== "plural") mentionPluralOf(builder, value.keyName, "_")
      builder.addValue({
        keyName: value.keyName,
        languageName,
        value: convertFlatValue(value, formatDialects[format.format], options),
        keyIndex: 0,
        position: positionOf(value.offset)
      })
      return !builder.hasFailed()
    }
  })
  return builder.finish(format)
}

const candidates: ReadonlyArray<FormatCandidate> = [
  { format: "JSON_JAVA", weight: 0.9, countHits: javaDialect.countHits },
  { format: "JSON_PHP", weight: 1, countHits: phpDialect.countHits },
  { format: "JSON_ICU", weight: 1, countHits: countIcuHits },
  { format: "JSON_RUBY", weight: 0.7, countHits: rubyDialect.countHits },
  { format: "JSON_C", weight: 0.6, countHits: cDialect.countHits },
  { format: "JSON_I18NEXT", weight: 1, countHits: i18nextDialect.countHits }
]

const formatOf = (root: JsonNode, options: ReadOptions): DetectedFormat =>
  options.format !== null
    ? { format: options.format, reason: "requested", scores: [] }
    : detectFormat(firstTexts(root), candidates, "JSON_ICU")
