import { guessLanguageName } from "@dragoman/domain/import"
import { buildImportedFile } from "../imported-file-builder.ts"
import { dialectOf } from "../placeholder/detection/detect-format.ts"
import { cDialect } from "../placeholder/dialect/c-placeholder.ts"
import { i18nextDialect } from "../placeholder/dialect/i18next-placeholder.ts"
import { javaDialect } from "../placeholder/dialect/java-placeholder.ts"
import { phpDialect } from "../placeholder/dialect/php-placeholder.ts"
import { rubyDialect } from "../placeholder/dialect/ruby-placeholder.ts"
import { parseFailure, type ReadableFormat, type Reader } from "../reader.ts"
import { decodeText, positionsIn } from "../source-text.ts"
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

  const format = formatOfTree(root, options, variants, "JSON_ICU")
  const languageName = guessLanguageName(options.path)
  const builder = buildImportedFile(options.textMaxUtf16Units, decoded.text.length)
  const plurals = format.format === "JSON_I18NEXT" ? pluralsOf(languageName) : null
  addTree(builder, { languageName, content: root, plurals }, dialectOf(variants, format.format), options, positionOf)
  return builder.finish(format)
}

const pluralsOf = (languageName: string): TreePlurals => ({
  groupPlurals: (object) => i18nextPlurals(object, languageName),
  wholePlural: () => null,
  formSeparator: "_"
})

const variants: ReadableFormat["variants"] = [
  { format: "JSON_JAVA", dialect: javaDialect, weight: 0.9 },
  { format: "JSON_PHP", dialect: phpDialect, weight: 1 },
  { format: "JSON_ICU", dialect: null, weight: 1 },
  { format: "JSON_RUBY", dialect: rubyDialect, weight: 0.7 },
  { format: "JSON_C", dialect: cDialect, weight: 0.6 },
  { format: "JSON_I18NEXT", dialect: i18nextDialect, weight: 1 }
]

export const jsonFormat: ReadableFormat = { extensions: ["json"], variants, read: readJson }
