import { formatLimits } from "../limits.ts"

/** One level of a key name: the name of a member, or the index of an item. */
export type PathStep = string | number

export interface PathOptions {
  /** Null = names are not split. */
  readonly delimiter: string | null
  /** `a[0]` is the first item of `a`. */
  readonly supportArrays: boolean
}

/**
 * Where a key stands in a nested document. `\.` is the delimiter as text, `\[` a bracket where brackets mean lists,
 * `\\` a backslash; any other backslash is text. Only an index at the end of a name is one: `a[x]` and `a[1]b` are
 * names. A path deeper than readers go keeps its end together.
 * Source: docs/reference/import.md#writing-nested-files.
 */
export const splitKeyName = (keyName: string, options: PathOptions): ReadonlyArray<PathStep> => {
  const { delimiter, supportArrays } = options
  if (delimiter === null && !supportArrays) return [keyName]
  if (!keyName.includes("\\") && !keyName.includes("[")) {
    const isOneStep = delimiter === null || !keyName.includes(delimiter)
    return isOneStep ? [keyName] : limitDepth(keyName.split(delimiter), delimiter)
  }
  const steps: Array<PathStep> = []
  let name = ""
  let offset = 0
  while (offset < keyName.length) {
    const escaped = escapedAt(keyName, offset, options)
    if (escaped !== null) {
      name += escaped
      offset += 1 + escaped.length
      continue
    }
    if (delimiter !== null && keyName.startsWith(delimiter, offset)) {
      steps.push(name)
      name = ""
      offset += delimiter.length
      continue
    }
    // A key may begin with an index, of a list that is the whole document.
    const canBeIndex = supportArrays && keyName[offset] === "[" && (name !== "" || offset === 0)
    const indexes = canBeIndex ? indexesAt(keyName, offset, delimiter) : null
    if (indexes !== null) {
      if (name !== "") steps.push(name)
      steps.push(...indexes.values)
      offset = indexes.end
      if (offset === keyName.length) return limitDepth(steps, delimiter)
      offset += delimiter?.length ?? 0
      name = ""
      continue
    }
    name += keyName[offset]
    offset++
  }
  steps.push(name)
  return limitDepth(steps, delimiter)
}

/** The outermost list that the key stands in, as a name that no other list has; null = none. */
export const listOfKey = (keyName: string, options: PathOptions): string | null => {
  if (!options.supportArrays || !keyName.includes("[")) return null
  const steps = splitKeyName(keyName, options)
  const end = steps.findIndex((step) => typeof step === "number")
  return end === -1 ? null : JSON.stringify(steps.slice(0, end))
}

/**
 * True = a list of the items would be mostly empty: a key `a[999999]` alone must not become a million items. Keys without a text are
 * items as well, so that only indexes of no key count.
 */
export const hasTooManyAbsent = (lastIndex: number, itemCount: number): boolean =>
  lastIndex + 1 - itemCount > absentItemsMin + absentItemsPerItem * itemCount

const absentItemsMin = 20
const absentItemsPerItem = 4

/** The steps as one name, the way a reader would join them. */
export const joinSteps = (steps: ReadonlyArray<PathStep>, delimiter: string | null): string => {
  const [first = "", ...others] = steps
  let joined = typeof first === "number" ? `[${first}]` : first
  for (const step of others) joined += typeof step === "number" ? `[${step}]` : `${delimiter ?? "."}${step}`
  return joined
}

/** The escaped text at this backslash; null = the backslash is text, or there is none. */
const escapedAt = (keyName: string, offset: number, { delimiter, supportArrays }: PathOptions): string | null => {
  if (keyName[offset] !== "\\") return null
  const next = offset + 1
  if (keyName[next] === "\\") return "\\"
  if (supportArrays && keyName[next] === "[") return "["
  return delimiter !== null && keyName.startsWith(delimiter, next) ? delimiter : null
}

interface Indexes {
  readonly values: ReadonlyArray<number>
  readonly end: number
}

/** `[0][12]` up to the delimiter or the end; null = something else stands there. */
const indexesAt = (keyName: string, offset: number, delimiter: string | null): Indexes | null => {
  indexPattern.lastIndex = offset
  const run = indexPattern.exec(keyName)?.[0]
  if (run === undefined) return null
  const end = offset + run.length
  if (end < keyName.length && (delimiter === null || !keyName.startsWith(delimiter, end))) return null
  return { values: run.slice(1, -1).split("][").map(Number), end }
}

const indexPattern = /(?:\[(?:0|[1-9]\d{0,8})\])+/y

const limitDepth = (steps: ReadonlyArray<PathStep>, delimiter: string | null): ReadonlyArray<PathStep> =>
  steps.length <= depthMax ? steps : [...steps.slice(0, depthMax - 1), joinSteps(steps.slice(depthMax - 1), delimiter)]

/** Leaves room for the language above and the forms of a plural below. */
const depthMax = formatLimits.nestingDepthMax - 2
