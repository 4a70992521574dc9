import { guessLanguageName } from "@dragoman/domain/import"
import { decodeText } from "../decode-text.ts"
import { buildImportedFile } from "../imported-file-builder.ts"
import type { FormatCandidate } from "../placeholder/detection/detect-format.ts"
import { countIcuHits } from "../placeholder/detection/icu-hits.ts"
import { cDialect } from "../placeholder/dialect/c-placeholder.ts"
import { i18nextDialect } from "../placeholder/dialect/i18next-placeholder.ts"
import { javaDialect } from "../placeholder/dialect/java-placeholder.ts"
import { phpDialect } from "../placeholder/dialect/php-placeholder.ts"
import { rubyDialect } from "../placeholder/dialect/ruby-placeholder.ts"
import { pluralFormCount } from "../plural/plural-keyword.ts"
import { positionsIn } from "../position.ts"
import { parseFailure, type Reader } from "../reader.ts"
import { addTree, formatOfTree, type TreePlurals } from "../tree/read-tree.ts"
import { i18nextPlurals } from "./i18next-plurals.ts"
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

  const format = formatOfTree(root, options, candidates, "JSON_ICU")
  const languageName = guessLanguageName(options.path)
  const builder = buildImportedFile(options.textMaxUtf16Units)
  const plurals = format.format === "JSON_I18NEXT" ? pluralsOf(languageName) : null
  addTree(builder, { languageName, content: root, plurals }, format, options, positionOf)
  return builder.finish(format)
}

const pluralsOf = (languageName: string): TreePlurals => {
  const formCount = pluralFormCount(languageName)
  return {
    groupPlurals: (object) => i18nextPlurals(object, formCount),
    wholePlural: () => null,
    formSeparator: "_"
  }
}

const candidates: ReadonlyArray<FormatCandidate> = [
  { format: "JSON_JAVA", weight: 0.9, countHits: javaDialect.countHits },
  { format: "JSON_PHP", weight: 1, countHits: phpDialect.countHits },
  { format: "JSON_ICU", weight: 1, countHits: countIcuHits },
  { format: "JSON_RUBY", weight: 0.7, countHits: rubyDialect.countHits },
  { format: "JSON_C", weight: 0.6, countHits: cDialect.countHits },
  { format: "JSON_I18NEXT", weight: 1, countHits: i18nextDialect.countHits }
]
