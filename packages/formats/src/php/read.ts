import { keyIsNotString, valueIsNotString } from "@dragoman/domain/import"
import { buildImportedFile } from "../imported-file-builder.ts"
import { dialectOf } from "../placeholder/detection/detect-format.ts"
import { phpDialect } from "../placeholder/dialect/php-placeholder.ts"
import { parseFailure, type ReadableFormat, type Reader, type ReadOptions } from "../reader.ts"
import { decodeText, positionsIn } from "../source-text.ts"
import { flattenTree } from "../tree/flatten-tree.ts"
import { addTree, formatOfTree, type TreeContent } from "../tree/read-tree.ts"
import { laravelLanguageOf } from "./laravel-language.ts"
import { parseLaravelPath } from "./laravel-path.ts"
import { laravelDialect } from "./laravel-placeholder.ts"
import { choiceName, readLaravelText } from "./laravel-plural.ts"
import { parsePhp } from "./parse-php.ts"

/**
 * Reads a file of PHP that returns an array, as Laravel has them. Nothing in it is run: values that are no literals are
 * skipped. Language and namespace are those of the path. Of a program nothing is read, unless a caller names the format: then it
 * fails.
 * Source: docs/formats.md#php-arrays.
 */
export const readPhp: Reader = (bytes, options) => {
  const decoded = decodeText(bytes)
  if (decoded.kind === "failure") return decoded
  const positionOf = positionsIn(decoded.text)
  const document = parsePhp(decoded.text)
  const builder = buildImportedFile(options.textMaxUtf16Units, decoded.text.length)
  if (document.kind === "error") {
    const position = positionOf(document.offset)
    if (options.format !== null || !document.isProgram) return parseFailure(document.message, position)
    builder.skipPart({ sentence: `${document.message}. Nothing was read.`, position })
    return builder.finish({ format: laravelFormat, reason: "fallback", scores: [] })
  }
  const { root, expressions, recordedKeys, firstCommentOffset } = document
  const format = formatOfTree(root, options, variants, laravelFormat)
  const { languageName, namespace } = parseLaravelPath(options.path)
  if (firstCommentOffset !== null) {
    const position = positionOf(firstCommentOffset)
    builder.warn({ keyName: null, languageName: null, position, sentence: lostComments })
  }
  for (const { text, index, offset } of recordedKeys) builder.raise(keyIsNotString(text, index, positionOf(offset)))
  flattenTree(root, {
    delimiter: options.structureDelimiter || ".",
    groupPlurals: () => new Map(),
    wholePlural: () => null,
    visit: () => true,
    skip: ({ keyName, offset }) => {
      const expression = expressions.get(offset)
      if (expression === undefined) return
      const spelled = decoded.text.slice(expression.offset, expression.end).trim()
      builder.raise(valueIsNotString(keyName, 0, spelled, positionOf(expression.offset)))
    }
  })
  const content: TreeContent = {
    languageName,
    content: root,
    plurals: null,
    ...(format.format === laravelFormat ? laravelTexts(languageName, options) : {})
  }
  addTree(builder, content, dialectOf(variants, format.format), options, positionOf)
  return builder.finish(format, namespace)
}

const lostComments = "Comments are not kept: an export writes the file without them."

const laravelTexts = (languageName: string, options: ReadOptions): Pick<TreeContent, "readText"> => {
  const language = laravelLanguageOf(languageName)
  return {
    readText: (text) => {
      const { kept, ...converted } = readLaravelText(text, language, options)
      if (kept === undefined) return converted
      return { ...converted, formatData: { textData: { [choiceName]: kept } } }
    }
  }
}

const laravelFormat = "PHP_LARAVEL"

const variants: ReadableFormat["variants"] = [
  { format: laravelFormat, dialect: laravelDialect, weight: 1 },
  { format: "PHP_ARRAY_ICU", dialect: null, weight: 1 },
  { format: "PHP_ARRAY_PHP", dialect: phpDialect, weight: 0.9 }
]

export const phpFormat: ReadableFormat = { extensions: ["php"], variants, read: readPhp }
