import { formatLimits } from "../limits.ts"
import type { PluralKeyword } from "../plural/plural-keyword.ts"
import type { PathStep } from "./key-path.ts"
import type { TreeMember, TreeNode, TreeObject } from "./tree-node.ts"

/** One value of a nested document under its full key name. */
export type FlatValue = FlatContent & {
  /** Present when names of the path hold the delimiter, and `keepsPaths` is set. */
  readonly path?: ReadonlyArray<PathStep>
}

type FlatContent =
  | { readonly kind: "text"; readonly keyName: string; readonly text: string; readonly offset: number }
  /** A number or a boolean: has no placeholders. */
  | { readonly kind: "scalar"; readonly keyName: string; readonly text: string; readonly offset: number }
  | { readonly kind: "null"; readonly keyName: string; readonly offset: number }
  | {
      readonly kind: "plural"
      readonly keyName: string
      readonly forms: ReadonlyMap<PluralKeyword, string>
      readonly offset: number
    }

/** A name that the document has without a value that counts. */
export interface SkippedName {
  readonly keyName: string
  readonly offset: number
  /** `replaced`: a later value of the same name took its place and differs; `empty`: an empty object or list. */
  readonly reason: "replaced" | "empty"
}

export interface FlattenOptions {
  readonly delimiter: string
  /** Members of one object that are one plural, by the name of the plural; empty for formats without such groups. */
  readonly groupPlurals: (object: TreeObject) => ReadonlyMap<string, ReadonlyMap<PluralKeyword, TreeMember>>
  /** The forms of an object that is one plural as a whole; null = it is none. Not asked about the root. */
  readonly wholePlural: (object: TreeObject) => ReadonlyMap<PluralKeyword, TreeMember> | null
  /** True = values say where they stand when their names do not. Absent = no. */
  readonly keepsPaths?: boolean
  /** Called in file order; false = stop. */
  readonly visit: (value: FlatValue) => boolean
  /** Called with names that `visit` never gets. */
  readonly skip?: (skipped: SkippedName) => void
}

/**
 * Visits every value: names of objects are joined by the delimiter, items of lists are `name[index]`. Empty objects and
 * lists give nothing. The offset is that of the name, for an item that of the value.
 * Source: docs/reference/import.md#nested-values.
 */
export const flattenTree = (root: TreeNode, options: FlattenOptions): void => {
  visitNode(root, null, root.offset, options, options.keepsPaths ? [] : null)
}

/** The first texts of a document, for sub-format detection. */
export const firstTexts = (root: TreeNode): ReadonlyArray<string> => {
  const texts: Array<string> = []
  flattenTree(root, {
    delimiter: "",
    groupPlurals: () => new Map(),
    wholePlural: () => null,
    visit: (value) => {
      if (value.kind === "text") texts.push(value.text)
      return texts.length < formatLimits.detectionTextsMax
    }
  })
  return texts
}

/** `path` null = the root. `steps`: the same, null = it is not asked for. False = stopped. */
const visitNode = (
  node: TreeNode,
  path: string | null,
  offset: number,
  options: FlattenOptions,
  steps: ReadonlyArray<PathStep> | null
): boolean => {
  if (path !== null && isEmpty(node)) options.skip?.({ keyName: path, offset, reason: "empty" })
  switch (node.kind) {
    case "object": {
      const wholePlural = path === null ? null : options.wholePlural(node)
      if (path === null || wholePlural === null) return visitObject(node, path, options, steps)
      const forms = textsOf(wholePlural)
      return options.visit({ kind: "plural", keyName: path, forms, offset, ...pathOf(steps, options) })
    }
    case "array":
      return node.items.every((item, index) =>
        visitNode(item, `${path ?? ""}[${index}]`, item.offset, options, steps && [...steps, index])
      )
    case "null":
      return options.visit({ kind: "null", keyName: path ?? "", offset, ...pathOf(steps, options) })
    default:
      return options.visit({ kind: node.kind, keyName: path ?? "", text: node.text, offset, ...pathOf(steps, options) })
  }
}

const pathOf = (
  steps: ReadonlyArray<PathStep> | null,
  { delimiter }: FlattenOptions
): { readonly path?: ReadonlyArray<PathStep> } =>
  steps?.some((step) => typeof step === "string" && step.includes(delimiter)) ? { path: steps } : noPath

const noPath = {}

const visitObject = (
  object: TreeObject,
  path: string | null,
  options: FlattenOptions,
  steps: ReadonlyArray<PathStep> | null
): boolean => {
  const nameUnder = (name: string) => (path === null ? name : `${path}${options.delimiter}${name}`)
  const plurals = options.groupPlurals(object)
  const pluralNamesByMember = new Map<TreeMember, string>()
  for (const [name, members] of plurals) for (const member of members.values()) pluralNamesByMember.set(member, name)
  const visitedPlurals = new Set<string>()
  skipReplaced(object, nameUnder, options)

  for (const [name, member] of object.members) {
    const pluralName = pluralNamesByMember.get(member)
    if (pluralName === undefined) {
      const under = steps && [...steps, name]
      if (!visitNode(member.value, nameUnder(name), member.nameOffset, options, under)) return false
      continue
    }
    if (visitedPlurals.has(pluralName)) continue
    // A plural stands where its first form stands.
    visitedPlurals.add(pluralName)
    const forms = textsOf(plurals.get(pluralName) ?? new Map())
    const value = { kind: "plural", keyName: nameUnder(pluralName), forms, offset: member.nameOffset } as const
    if (!options.visit({ ...value, ...pathOf(steps && [...steps, pluralName], options) })) return false
  }
  return true
}

/** A later value takes the place of an earlier one of its name; the keys of the earlier one are skipped. */
const skipReplaced = (
  { members, replaced }: TreeObject,
  nameUnder: (name: string) => string,
  options: FlattenOptions
): void => {
  const { skip } = options
  if (skip === undefined || replaced === undefined) return
  for (const { name, value, nameOffset } of replaced) {
    const last = members.get(name)?.value
    if (last !== undefined && isSameScalar(value, last)) continue
    const visit = ({ keyName, offset }: FlatValue) => {
      skip({ keyName, offset, reason: "replaced" })
      return true
    }
    visitNode(value, nameUnder(name), nameOffset, { ...options, visit }, null)
  }
}

const isSameScalar = (left: TreeNode, right: TreeNode): boolean =>
  left.kind === right.kind && "text" in left && "text" in right && left.text === right.text

const isEmpty = (node: TreeNode): boolean =>
  (node.kind === "object" && node.members.size === 0) || (node.kind === "array" && node.items.length === 0)

const textsOf = (members: ReadonlyMap<PluralKeyword, TreeMember>): ReadonlyMap<PluralKeyword, string> => {
  const texts = new Map<PluralKeyword, string>()
  for (const [keyword, { value }] of members) if (value.kind === "text") texts.set(keyword, value.text)
  return texts
}
