import { nestFile } from "../nested/nest-file.ts"
import { pluralStyleOf } from "../nested/plural-style.ts"
import { pluralFormCount } from "../plural/plural-keyword.ts"
import { listOfKey } from "../tree/key-path.ts"
import type { TreeNode } from "../tree/tree-node.ts"
import { defaultFileStructureTemplate, type ExportFormat, type Writer } from "../writer.ts"
import { printYaml } from "./print-yaml.ts"
import { rubyPlural } from "./ruby-plural.ts"

/**
 * Writes nested or flat YAML, with texts and plurals like those of JSON.
 * Source: docs/formats.md#what-is-written, docs/reference/import.md#writing-nested-files.
 */
export const writeYaml: Writer = (file, options) => {
  const nested = nestFile(file, {
    ...options,
    pluralStyle: pluralStyleOf(options.messageFormat),
    // Readers expect a map.
    rootCanBeList: false,
    readsPlurals: null
  })
  return nested.kind === "nested"
    ? { kind: "file", content: printYaml(nested.root), warnings: nested.warnings }
    : nested
}

/**
 * Writes YAML for Ruby's i18n: all below the language tag, plurals as maps of their forms, lists as lists.
 * Source: docs/formats.md#what-is-written, docs/reference/import.md#writing-nested-files.
 */
export const writeYamlRuby: Writer = (file, options) => {
  const formCount = pluralFormCount(file.languageTag)
  const nested = nestFile(file, {
    ...options,
    messageFormat: "RUBY_SPRINTF",
    supportArrays: true,
    // Ruby's i18n looks for another language only when it finds nothing at all.
    leavesOutLists: true,
    pluralStyle: "object",
    rootCanBeList: true,
    readsPlurals: { groupPlurals: () => new Map(), wholePlural: (object) => rubyPlural(object, formCount) }
  })
  if (nested.kind !== "nested") return nested
  const root: TreeNode = {
    kind: "object",
    members: new Map([[file.languageTag, { value: nested.root, nameOffset: 0 }]]),
    offset: 0
  }
  return { kind: "file", content: printYaml(root), warnings: nested.warnings }
}

export const yamlExport: ExportFormat = {
  format: "YAML",
  extension: "yaml",
  mediaType: "application/x-yaml",
  defaultFileStructureTemplate,
  usesMessageFormat: true,
  listOf: (keyName, { structureDelimiter: delimiter, supportArrays }) =>
    listOfKey(keyName, { delimiter, supportArrays }),
  write: writeYaml
}

export const yamlRubyExport: ExportFormat = {
  format: "YAML_RUBY",
  extension: "yaml",
  mediaType: "application/x-yaml",
  defaultFileStructureTemplate,
  usesMessageFormat: false,
  listOf: (keyName, options) => listOfKey(keyName, { delimiter: options.structureDelimiter, supportArrays: true }),
  write: writeYamlRuby
}
