import { keyLimits } from "./key-rules.ts"

/** A line of JSON that describes a key, or why it cannot be read. */
export type DescriptionLine =
  | { readonly line: number; readonly keyId: number; readonly description: string | null }
  | { readonly line: number; readonly keyId: number | null; readonly problem: string }

/** The outcome of a line. `SKIPPED`: the key has another description, which was not to be overwritten. */
export const descriptionOutcomes = ["UPDATED", "UNCHANGED", "SKIPPED", "FAILED"] as const

export type DescriptionOutcome = (typeof descriptionOutcomes)[number]

export interface DescriptionResult {
  /** From 1. */
  readonly line: number
  readonly keyId: number | null
  readonly outcome: DescriptionOutcome
  /** A sentence about a line that was left out; null: none is needed. */
  readonly message: string | null
}

/** Number of lines in a request: one transaction writes them all. */
export const descriptionLinesMax = 2_000

/** Reads lines of JSON with `id` and `description`; other fields are ignored, so the lines of an export fit. Empty lines are none. */
export const readDescriptionLines = (text: string): ReadonlyArray<DescriptionLine> => {
  const firstLineOf = new Map<number, number>()
  return text.split(/\r?\n/).flatMap((json, index): ReadonlyArray<DescriptionLine> => {
    if (json.trim() === "") return []
    const line = index + 1
    const parsed = parseLine(json)
    if (typeof parsed === "string") return [{ line, keyId: null, problem: parsed }]
    const { id: keyId, description } = parsed
    if (typeof keyId !== "number" || !Number.isSafeInteger(keyId)) {
      return [{ line, keyId: null, problem: "`id` is missing, or is no id of a key." }]
    }
    const firstLine = firstLineOf.get(keyId)
    if (firstLine !== undefined) return [{ line, keyId, problem: `Line ${firstLine} is about the same key.` }]
    firstLineOf.set(keyId, line)
    if (description === undefined || description === null) return [{ line, keyId, description: null }]
    const problem = problemOf(description)
    return problem === null ? [{ line, keyId, description: String(description) }] : [{ line, keyId, problem }]
  })
}

/** Returns the fields of a line, or why it has none. */
const parseLine = (json: string): Readonly<Record<string, unknown>> | string => {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : "The line is no JSON object."
  } catch {
    return "The line is no valid JSON."
  }
}

const problemOf = (description: unknown): string | null => {
  if (typeof description !== "string") return "`description` is no text."
  if (description.length > keyLimits.descriptionMaxUtf16Units) {
    return `The description is longer than ${keyLimits.descriptionMaxUtf16Units} characters.`
  }
  // PostgreSQL stores neither.
  return description.includes("\0") || !description.isWellFormed()
    ? "The description holds U+0000 or half of a character."
    : null
}

/**
 * Decides what each line does. A blank description changes nothing. `keys`: those that the lines may change, by id, with the
 * descriptions that they have.
 */
export const planDescriptions = (
  lines: ReadonlyArray<DescriptionLine>,
  keys: ReadonlyMap<number, { readonly description: string | null }>,
  overrides: boolean
): ReadonlyArray<DescriptionResult> =>
  lines.map((read): DescriptionResult => {
    const { line, keyId } = read
    const result = (outcome: DescriptionOutcome, message: string | null = null) => ({ line, keyId, outcome, message })
    if ("problem" in read) return result("FAILED", read.problem)
    const key = keys.get(read.keyId)
    if (key === undefined) return result("FAILED", "The project has no such key on the branch of the first one.")
    const before = key.description ?? ""
    const after = read.description ?? ""
    if (after.trim() === "" || after === before) return result("UNCHANGED")
    if (before.trim() !== "" && !overrides) return result("SKIPPED", "The key has another description.")
    return result("UPDATED")
  })
