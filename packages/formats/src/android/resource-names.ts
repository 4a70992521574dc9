import type { ExportedEntry } from "../exported-file.ts"
import { emptyItem, incompleteList, incompleteLists } from "../nested/incomplete-lists.ts"
import type { PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { hasTooManyAbsent } from "../tree/key-path.ts"
import type { ResourceKind } from "./parse-android.ts"

/** An element of a file, and the keys in it. */
export interface Resource {
  readonly kind: ResourceKind
  readonly name: string
  /** The entry of the element; for an array, that of any item. */
  readonly entry: ExportedEntry
  /** Those of an array, each at its index, null where no key has it; null = the element has one key. */
  readonly items: ReadonlyArray<ExportedEntry | null> | null
}

export interface PlannedResources {
  /** True = each entry is a resource, in the same order. */
  readonly isOneEach: boolean
  /** In the order of the first entries. */
  readonly resources: Iterable<Resource>
  readonly warnings: ReadonlyMap<string, PrintWarning>
}

/**
 * The elements that the keys become. Names of resources have letters, digits and underscores only: other characters become
 * underscores. Of keys that would get one name, the one that needs no change stays, else the last one.
 */
export const planResources = (entries: ReadonlyArray<ExportedEntry>): PlannedResources =>
  entries.every(isOrdinary)
    ? { isOneEach: true, resources: ordinaryResources(entries), warnings: new Map() }
    : planOtherResources(entries)

/** Neither an item of an array nor renamed. */
const isOrdinary = ({ keyName }: ExportedEntry): boolean => /^\w+$/.test(keyName)

/** One after the other: what was written goes. */
function* ordinaryResources(entries: ReadonlyArray<ExportedEntry>): Iterable<Resource> {
  for (const entry of entries) {
    yield { kind: entry.isPlural ? "plurals" : "string", name: entry.keyName, entry, items: null }
  }
}

const planOtherResources = (all: ReadonlyArray<ExportedEntry>): PlannedResources => {
  // A plural is an element of its own, whatever its name is.
  const entries = all.filter(({ isGap, isPlural }) => !(isGap && isPlural))
  const groups: Array<Group> = []
  const arrays = new Map<string, Group>()
  const incomplete = incompleteLists(entries, arrayOf)
  let isRenamed = false
  for (const entry of entries) {
    const item = itemOf(entry)
    const array = item === null ? undefined : arrays.get(item.array)
    if (array !== undefined) {
      array.items?.push(entry)
      continue
    }
    const original = item?.array ?? entry.keyName
    const kind: ResourceKind = item !== null ? "string-array" : entry.isPlural ? "plurals" : "string"
    const items = item === null ? null : [entry]
    const group: Group = { kind, original, name: resourceName(original), entry, items }
    isRenamed ||= group.name !== original
    groups.push(group)
    if (item !== null) arrays.set(original, group)
  }
  const warnings = new Map<string, PrintWarning>()
  for (const { items } of arrays.values()) items?.sort((left, right) => indexOf(left) - indexOf(right))
  const whole = groups.filter(({ original, items }) => {
    const isWhole =
      items === null || !(incomplete.has(original) || hasTooManyAbsent(indexOf(items.at(-1)), items.length))
    if (!isWhole) for (const { keyName, isGap } of items) if (!isGap) warnings.set(keyName, incompleteList)
    return isWhole
  })
  if (!isRenamed) return { isOneEach: false, resources: whole.map((group) => atIndexes(group, warnings)), warnings }
  const winners = new Map<string, Group>()
  for (const group of whole) {
    const identity = identityOf(group.kind, group.name)
    const earlier = winners.get(identity)
    if (earlier === undefined || earlier.name !== earlier.original) winners.set(identity, group)
  }
  const resources = whole.filter((group) => winners.get(identityOf(group.kind, group.name)) === group)
  const written = new Set(resources)
  for (const group of whole) {
    const { name, original, entry, items } = group
    if (!written.has(group)) for (const { keyName } of items ?? [entry]) warnings.set(keyName, leftOut)
    else if (name === original) continue
    else if (items === null) warnings.set(entry.keyName, otherName(name))
    else for (const item of items) warnings.set(item.keyName, otherName(`${name}[${indexOf(item)}]`))
  }
  return { isOneEach: false, resources: resources.map((group) => atIndexes(group, warnings)), warnings }
}

const atIndexes = (group: Group, warnings: Map<string, PrintWarning>): Resource => {
  if (group.items === null) return group
  const items: Array<ExportedEntry | null> = []
  for (const item of group.items) {
    const { length } = items
    while (items.length < indexOf(item)) items.push(null)
    if (items.length > length && !warnings.has(item.keyName))
      warnings.set(item.keyName, emptyItem(`${group.name}[${items.length - 1}]`))
    items.push(item)
  }
  return { ...group, items }
}

/** `name` is made of `original`. */
interface Group extends Resource {
  readonly original: string
  readonly items: Array<ExportedEntry> | null
}

interface ArrayItem {
  readonly array: string
  readonly index: number
}

/** Null = the key is no item of an array. */
const itemOf = ({ keyName, isPlural }: ExportedEntry): ArrayItem | null => {
  if (isPlural || !keyName.endsWith("]")) return null
  const [, array, index] = itemPattern.exec(keyName) ?? []
  return array === undefined ? null : { array, index: Number(index) }
}

const indexOf = (entry: ExportedEntry | undefined): number => (entry === undefined ? 0 : (itemOf(entry)?.index ?? 0))

/** The array that the key is an item of; null = none. */
export const arrayOf = (keyName: string): string | null =>
  keyName.endsWith("]") ? (itemPattern.exec(keyName)?.[1] ?? null) : null

const itemPattern = /^([\s\S]+)\[(0|[1-9]\d{0,8})\]$/

const resourceName = (keyName: string): string =>
  /[^A-Za-z0-9_]/.test(keyName) ? keyName.replace(/[^A-Za-z0-9_]+/g, "_") : keyName

/** A string and an array may share a name. */
const identityOf = (kind: ResourceKind, name: string): string => (kind === "string-array" ? `${name}[` : name)

const leftOut: PrintWarning = {
  reason: "leftOut",
  sentence: "Another key has the same name in the file: names of resources have letters, digits and underscores only."
}

const otherName = (name: string): PrintWarning => ({
  reason: "otherName",
  sentence: `An import of the file calls the key "${name}".`
})
