import { guessLanguageName, keyIsNotString, shortenParamValue } from "@dragoman/domain/import"
import type { DetectedFormat } from "../imported-file.ts"
import { buildImportedFile } from "../imported-file-builder.ts"
import { dialectOf } from "../placeholder/detection/detect-format.ts"
import { javaDialect } from "../placeholder/dialect/java-placeholder.ts"
import { phpDialect } from "../placeholder/dialect/php-placeholder.ts"
import { rubyDialect } from "../placeholder/dialect/ruby-placeholder.ts"
import { pluralFormCount } from "../plural/plural-keyword.ts"
import { parseFailure, type ReadableFormat, type Reader, type ReadOptions } from "../reader.ts"
import { decodeText, positionsIn } from "../source-text.ts"
import { addTree, formatOfTree, type TreePlurals } from "../tree/read-tree.ts"
import type { TreeNode, TreeObject } from "../tree/tree-node.ts"
import { parseYaml } from "./parse-yaml.ts"
import { rubyPlural } from "./ruby-plural.ts"

/**
 * Reads the first document of a YAML file. The language is the one of the file name; in a file of Ruby's i18n each key
 * of the root is a language. A root that is no map has nothing to import.
 * Source: docs/formats.md#yaml.
 */
export const readYaml: Reader = (bytes, options) => {
  const decoded = decodeText(bytes)
  if (decoded.kind === "failure") return decoded
  const positionOf = positionsIn(decoded.text)
  const document = parseYaml(decoded.text)
  if (document.kind === "error") return parseFailure(document.message, positionOf(document.offset))

  const root = document.root?.kind === "object" ? document.root : emptyObject
  const format = formatOfTree(root, options, variants, "YAML_UNKNOWN", {
    YAML_RUBY: isLanguageRoot(root) ? languageRootBonus : 0
  })
  const builder = buildImportedFile(options.textMaxUtf16Units, decoded.text.length)
  for (const { text, index, offset } of document.recordedKeys) {
    builder.raise(keyIsNotString(text, index, positionOf(offset)))
  }
  const skip = (sentence: string, offset: number) => builder.skipPart({ sentence, position: positionOf(offset) })
  if (document.nextDocumentOffset !== null) {
    skip("Only the first document of the file was read.", document.nextDocumentOffset)
  }
  if (document.root !== null && document.root.kind !== "object" && document.root.kind !== "null") {
    skip("The document is not a map; nothing in it was read.", document.root.offset)
  }
  for (const { languageName, content } of languagesOf(root, format, options)) {
    if (content.kind !== "object" && content.kind !== "array") {
      skip(`"${shortenParamValue(languageName)}" is not a language with keys below it.`, content.offset)
    }
    const plurals = format.format === "YAML_RUBY" ? pluralsOf(languageName, options) : null
    addTree(builder, { languageName, content, plurals }, dialectOf(variants, format.format), options, positionOf)
    if (builder.hasFailed()) break
  }
  return builder.finish(format)
}

const emptyObject: TreeObject = { kind: "object", members: new Map(), offset: 0 }

const pluralsOf = (languageName: string, { structureDelimiter }: ReadOptions): TreePlurals => {
  const formCount = pluralFormCount(languageName)
  return {
    groupPlurals: () => new Map(),
    wholePlural: (object) => rubyPlural(object, formCount),
    formSeparator: structureDelimiter || "."
  }
}

const variants: ReadableFormat["variants"] = [
  { format: "YAML_JAVA", dialect: javaDialect, weight: 1 },
  { format: "YAML_RUBY", dialect: rubyDialect, weight: 0.9 },
  { format: "YAML_ICU", dialect: null, weight: 1 },
  { format: "YAML_PHP", dialect: phpDialect, weight: 0.7 },
  { format: "YAML_UNKNOWN", dialect: null, weight: null }
]

/** Source: docs/reference/placeholders.md#detection. */
const languageRootBonus = 5

/** The only key of the root is a language tag in its usual spelling, with content below it. */
const isLanguageRoot = (root: TreeObject): boolean => {
  const [name = ""] = root.members.keys()
  const kind = root.members.get(name)?.value.kind
  return root.members.size === 1 && (kind === "object" || kind === "array") && isCanonicalTag(name)
}

/** Languages have two or three letters; longer ones are allowed by the syntax only (`messages`). */
const isCanonicalTag = (name: string): boolean => {
  if (!/^[a-z]{2,3}(?:-[A-Za-z\d]{1,8}){0,9}$/.test(name)) return false
  try {
    return Intl.getCanonicalLocales(name)[0] === name
  } catch {
    // Not a well-formed tag.
    return false
  }
}

interface LanguageContent {
  readonly languageName: string
  readonly content: TreeNode
}

const languagesOf = (
  root: TreeObject,
  { format }: DetectedFormat,
  options: ReadOptions
): ReadonlyArray<LanguageContent> => {
  if (format !== "YAML_RUBY") return [{ languageName: guessLanguageName(options.path), content: root }]
  return [...root.members]
    .map(([languageName, { value }]) => ({ languageName, content: value }))
    .filter(({ content }) => content.kind !== "null")
}

export const yamlFormat: ReadableFormat = { extensions: ["yaml", "yml"], variants, read: readYaml }
