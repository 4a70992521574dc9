import type { ExportedEntry, ExportedFile, ExportWarning } from "../exported-file.ts"
import { keptWith } from "../format-data.ts"
import { joinWarnings, type PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { withKeptSpelling } from "../placeholder/kept-spelling.ts"
import {
  type PrintedText,
  printPluralForms,
  printPluralText,
  printText
} from "../placeholder/printing/print-message.ts"
import { pluralKeywords } from "../plural/plural-keyword.ts"
import { type FlattenOptions, type FlatValue, flattenTree } from "../tree/flatten-tree.ts"
import { keptPath } from "../tree/kept-path.ts"
import { listOfKey, type PathStep, splitKeyName } from "../tree/key-path.ts"
import type { TreeMember, TreeNode, TreeObject } from "../tree/tree-node.ts"
import type { PluralSuffixCollision, WriteOptions } from "../writer.ts"
import { emptyItem, incompleteList, incompleteLists } from "./incomplete-lists.ts"
import { growTree } from "./nested-tree.ts"
import type { PluralStyle } from "./plural-style.ts"

export interface NestingOptions extends WriteOptions {
  readonly pluralStyle: PluralStyle
  readonly rootCanBeList: boolean
  /** True = readers show nothing for an item that is null: a list with one that the base language has is left out. Absent = no. */
  readonly leavesOutLists?: boolean
  /** How the reader of the written file finds plurals again; null = it looks for none. */
  readonly readsPlurals: Pick<FlattenOptions, "groupPlurals" | "wholePlural"> | null
  /** The text of an entry, plurals as one text too; absent = as the message format spells it. */
  readonly printEntryText?: (entry: ExportedEntry, text: string, options: WriteOptions) => PrintedText
}

/** The entries as one document; the offset of a node is the index of its entry. */
export interface NestedFile {
  readonly kind: "nested"
  readonly root: TreeNode
  readonly warnings: ReadonlyArray<ExportWarning>
}

/**
 * Nests the entries of a file by their key names. An entry that an import of the document would not give back under its
 * name, or as a plural, gets a warning.
 * Source: docs/reference/import.md#writing-nested-files.
 */
export const nestFile = (file: ExportedFile, options: NestingOptions): NestedFile | PluralSuffixCollision => {
  const { structureDelimiter: delimiter, supportArrays } = options
  const incomplete = options.leavesOutLists ? incompleteLists(file.entries, (name) => listOf(name, options)) : noLists
  const isLeftOut = ({ keyName }: ExportedEntry) =>
    incomplete.size > 0 && incomplete.has(listOf(keyName, options) ?? "")
  const entries = incomplete.size === 0 ? file.entries : file.entries.filter((entry) => !isLeftOut(entry))
  const pathOptions = { delimiter, supportArrays }
  const tree = growTree(delimiter, options.rootCanBeList)
  const found: FoundInEntries = { formCounts: new Map(), warnings: new Map(), leftOut: new Set() }
  const placeOne = (keyName: string, node: TreeNode, path: ReadonlyArray<PathStep> | null): boolean => {
    const placing = tree.place(path ?? splitKeyName(keyName, pathOptions), node)
    // The stored name is unique, except for names with backslashes.
    return placing === "taken" ? tree.place([keyName], node) === "placed" : placing === "placed"
  }
  const place = (
    { value, formCount, warning }: PrintedEntry,
    { keyName, customValues }: ExportedEntry,
    index: number
  ) => {
    const path = keptPath(keyName, customValues, pathOptions)
    if (formCount !== null) found.formCounts.set(index, formCount)
    if (warning !== null) found.warnings.set(index, warning)
    const isPlaced =
      "kind" in value
        ? placeOne(keyName, value, path)
        : [...value].every(([keyword, node]) =>
            placeOne(formName(keyName, keyword), node, path && formPath(path, keyword))
          )
    if (!isPlaced) found.leftOut.add(index)
  }
  if (options.pluralStyle === "suffixes") {
    const printed = entries.map((entry, index) => printEntry(entry, index, options))
    const collision = findCollision(entries, printed)
    if (collision !== null) return collision
    for (const [index, entry] of entries.entries()) {
      const one = printed[index]
      if (one !== undefined) place(one, entry, index)
    }
  } else {
    // One after the other: an entry is looked at once, and what was made of it goes.
    for (const [index, entry] of entries.entries()) place(printEntry(entry, index, options), entry, index)
  }
  const root = tree.finish()
  const warnings = joinFound(found, root, entries, options)
  if (incomplete.size === 0) return { kind: "nested", root, warnings }
  const leftOutEntries = file.entries.filter((entry) => isLeftOut(entry) && !entry.isGap)
  const listWarnings = leftOutEntries.map(({ keyName }) => ({ ...incompleteList, keyName }))
  return { kind: "nested", root, warnings: [...warnings, ...listWarnings] }
}

const listOf = (keyName: string, { structureDelimiter, supportArrays }: WriteOptions): string | null =>
  listOfKey(keyName, { delimiter: structureDelimiter, supportArrays })

const noLists: ReadonlySet<string> = new Set()

/** Details by the index of an entry, for the few that have them. */
interface FoundInEntries {
  /** See `PrintedEntry`. */
  readonly formCounts: Map<number, number>
  readonly warnings: Map<number, PrintWarning>
  readonly leftOut: Set<number>
}

const joinFound = (
  found: FoundInEntries,
  root: TreeNode,
  entries: ReadonlyArray<ExportedEntry>,
  options: NestingOptions
): ReadonlyArray<ExportWarning> => {
  const readingWarningOf = isReadAsNamed(entries, options)
    ? null
    : readingWarnings(root, entries, found.formCounts, options)
  if (readingWarningOf === null && found.warnings.size === 0 && found.leftOut.size === 0) return []
  const warnings: Array<ExportWarning> = []
  for (const [index, { keyName }] of entries.entries()) {
    const printingWarning = found.warnings.get(index) ?? null
    const nestingWarning = found.leftOut.has(index) ? leftOut : (readingWarningOf?.[index] ?? null)
    if (printingWarning === null && nestingWarning === null) continue
    const warning = joinWarnings([printingWarning, nestingWarning])
    if (warning !== null) warnings.push({ ...warning, keyName })
  }
  return warnings
}

interface PrintedEntry {
  /** A map: each form is a member of its own beside the others. */
  readonly value: TreeNode | ReadonlyMap<string, TreeNode>
  /** Number of forms in the document, one by one; null = one text. */
  readonly formCount: number | null
  readonly warning: PrintWarning | null
}

const formName = (keyName: string, keyword: string): string => `${keyName}_${keyword}`

/** The form of an item of a list has no name of its own. */
const formPath = (path: ReadonlyArray<PathStep>, keyword: string): ReadonlyArray<PathStep> | null => {
  const name = path.at(-1)
  return typeof name === "string" ? [...path.slice(0, -1), formName(name, keyword)] : null
}

const printEntry = (entry: ExportedEntry, index: number, nesting: NestingOptions): PrintedEntry => {
  const { text } = entry
  const options = withKeptSpelling(nesting, keptWith(entry))
  if (text === null) {
    return { value: { kind: "null", offset: index }, formCount: null, warning: null }
  }
  if (entry.isPlural && options.pluralStyle !== "message") {
    const printed = printPluralForms(text, options)
    if (printed !== null) {
      const nodes = formNodes(printed.forms, index)
      const value = formsValue(nodes, index, options.pluralStyle)
      return { value, formCount: nodes.size, warning: printed.warning }
    }
  }
  const print = options.printEntryText ?? printWithMessageFormat
  const { text: printedText, warning } = print(entry, text, options)
  return { value: textNode(printedText, index), formCount: null, warning }
}

const printWithMessageFormat = ({ isPlural }: ExportedEntry, text: string, options: WriteOptions): PrintedText =>
  isPlural ? printPluralText(text, options) : printText(text, options)

const textNode = (text: string, offset: number): TreeNode => ({ kind: "text", text, offset })

/** The forms in their usual order. Forms for exact numbers have no place here; printing them gave a warning. */
const formNodes = (forms: ReadonlyMap<string, string>, index: number): ReadonlyMap<string, TreeNode> => {
  const nodes = new Map<string, TreeNode>()
  for (const keyword of pluralKeywords) {
    const form = forms.get(keyword)
    if (form !== undefined) nodes.set(keyword, textNode(form, index))
  }
  return nodes
}

const formsValue = (nodes: ReadonlyMap<string, TreeNode>, index: number, style: PluralStyle): PrintedEntry["value"] => {
  if (style === "suffixes") return nodes
  const members = new Map<string, TreeMember>()
  for (const [keyword, value] of nodes) members.set(keyword, { value, nameOffset: index })
  const forms: TreeObject = { kind: "object", members, offset: index }
  return style === "variations" ? wrap("variations", wrap("plural", forms)) : forms
}

const wrap = (name: string, value: TreeObject): TreeObject => ({
  kind: "object",
  members: new Map([[name, { value, nameOffset: value.offset }]]),
  offset: value.offset
})

/** The first form of a plural whose name is that of another key. */
const findCollision = (
  entries: ReadonlyArray<ExportedEntry>,
  printed: ReadonlyArray<PrintedEntry>
): PluralSuffixCollision | null => {
  const names = new Set<string>()
  for (const [index, { value }] of printed.entries()) if ("kind" in value) names.add(entries[index]?.keyName ?? "")
  for (const [index, { value }] of printed.entries()) {
    if ("kind" in value) continue
    const pluralKey = entries[index]?.keyName ?? ""
    const keyword = [...value.keys()].find((one) => names.has(formName(pluralKey, one)))
    if (keyword === undefined) continue
    return {
      kind: "pluralSuffixCollision",
      pluralKey,
      collidingKey: formName(pluralKey, keyword),
      suffix: `_${keyword}`
    }
  }
  return null
}

/**
 * True = an import finds each text that has a place under its name, and no plural: names are only split and joined again, without
 * lists and escapes, and nothing is written in forms.
 */
const isReadAsNamed = (entries: ReadonlyArray<ExportedEntry>, { pluralStyle, readsPlurals }: NestingOptions): boolean =>
  pluralStyle === "message" &&
  readsPlurals === null &&
  !entries.some(({ keyName }) => keyName.includes("[") || keyName.includes("\\"))

/** Differences that an import of the document would find, by entry: the document is read as its reader does. */
const readingWarnings = (
  root: TreeNode,
  entries: ReadonlyArray<ExportedEntry>,
  formCounts: ReadonlyMap<number, number>,
  options: NestingOptions
): ReadonlyArray<PrintWarning | null> => {
  // An entry that no visit reaches is part of a plural that starts with another entry.
  const warnings: Array<PrintWarning | null> = entries.map(() => takenForForm)
  // Entries have different names: one that is read under its own cannot have been read before, unless another one was.
  const otherNamesRead = new Set<string>()
  let emptyItemName: string | null = null
  flattenTree(root, {
    ...(options.readsPlurals ?? noPlurals),
    delimiter: options.structureDelimiter ?? ".",
    visit: (value) => {
      const entry = entries[value.offset]
      if (entry === undefined) {
        emptyItemName = value.keyName
        return true
      }
      const isNameTaken = otherNamesRead.size > 0 && otherNamesRead.has(value.keyName)
      if (value.keyName !== entry.keyName) otherNamesRead.add(value.keyName)
      const found = readingWarning(value, entry, formCounts.get(value.offset) ?? null, isNameTaken)
      warnings[value.offset] = found ?? (emptyItemName === null ? null : emptyItem(emptyItemName))
      emptyItemName = null
      return true
    }
  })
  return warnings
}

const noPlurals = { groupPlurals: () => new Map(), wholePlural: () => null }

const readingWarning = (
  value: FlatValue,
  entry: ExportedEntry,
  formCount: number | null,
  isNameTaken: boolean
): PrintWarning | null => {
  if (value.kind !== "plural" && formCount !== null) return separateForms
  if (value.kind === "plural" && formCount === null) return takenForForm
  if (value.kind === "plural" && formCount !== value.forms.size) return foreignForm
  if (value.keyName !== entry.keyName) return otherName(value.keyName)
  return isNameTaken ? nameReadBefore : null
}

const leftOut: PrintWarning = {
  reason: "leftOut",
  sentence: "Where the key would stand is another key, or a form of a plural: it is not in the file."
}

const separateForms: PrintWarning = {
  reason: "separateForms",
  sentence: "An import of the file takes each form for a key of its own."
}

const takenForForm: PrintWarning = {
  reason: "separateForms",
  sentence: "An import of the file takes the text for a form of a plural."
}

const foreignForm: PrintWarning = {
  reason: "separateForms",
  sentence: "An import of the file takes the text of another key for a form of the plural."
}

const nameReadBefore: PrintWarning = {
  reason: "otherName",
  sentence: "An import of the file finds the name of the key twice, and takes the other text."
}

const otherName = (keyName: string): PrintWarning => ({
  reason: "otherName",
  sentence: `An import of the file calls the key "${keyName}".`
})
