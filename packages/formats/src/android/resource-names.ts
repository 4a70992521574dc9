import type { ExportedEntry } from "../exported-file.ts"
import type { PrintWarning } from "../placeholder/dialect/print-warning.ts"
import type { ResourceKind } from "./parse-android.ts"

/** An element of a file, and the keys in it: one, or the items of an array in their order. */
export interface Resource {
  readonly kind: ResourceKind
  readonly name: string
  readonly entries: ReadonlyArray<ExportedEntry>
}

export interface PlannedResources {
  /** In the order of the first entries. */
  readonly resources: ReadonlyArray<Resource>
  readonly warnings: ReadonlyMap<string, PrintWarning>
}

/**
 * The elements that the keys become. Names of resources have letters, digits and underscores only: other characters become
 * underscores. Of keys that would get one name, the one that needs no change stays, else the last one.
 */
export const planResources = (entries: ReadonlyArray<ExportedEntry>): PlannedResources => {
  const groups = new Map<string, Group>()
  for (const entry of entries) {
    const item = entry.isPlural || !entry.keyName.endsWith("]") ? null : itemPattern.exec(entry.keyName)
    const original = item?.[1] ?? entry.keyName
    const kind: ResourceKind = item === null ? (entry.isPlural ? "plurals" : "string") : "string-array"
    const member = { entry, index: Number(item?.[2] ?? 0) }
    const identity = identityOf(kind, original)
    const group = groups.get(identity)
    if (group !== undefined) group.members.push(member)
    else groups.set(identity, { kind, original, name: resourceName(original), members: [member] })
  }
  const winners = new Map<string, Group>()
  const isRenamed = [...groups.values()].some(({ name, original }) => name !== original)
  for (const group of isRenamed ? groups.values() : []) {
    const identity = identityOf(group.kind, group.name)
    const earlier = winners.get(identity)
    if (earlier === undefined || earlier.name !== earlier.original) winners.set(identity, group)
  }
  const resources: Array<Resource> = []
  const warnings = new Map<string, PrintWarning>()
  for (const group of groups.values()) {
    const { kind, name } = group
    const members =
      kind === "string-array" ? group.members.sort((left, right) => left.index - right.index) : group.members
    const isWritten = !isRenamed || winners.get(identityOf(kind, name)) === group
    members.forEach(({ entry }, index) => {
      const readAs = kind === "string-array" ? `${name}[${index}]` : name
      if (!isWritten) warnings.set(entry.keyName, leftOut)
      else if (readAs !== entry.keyName) warnings.set(entry.keyName, otherName(readAs))
    })
    if (isWritten) resources.push({ kind, name, entries: members.map(({ entry }) => entry) })
  }
  return { resources, warnings }
}

interface Group {
  readonly kind: ResourceKind
  readonly original: string
  /** Made of the original one. */
  readonly name: string
  readonly members: Array<{ readonly entry: ExportedEntry; readonly index: number }>
}

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
