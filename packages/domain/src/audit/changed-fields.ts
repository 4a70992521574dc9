import type { AuditValues } from "./audit-entry.ts"

/** The fields that two states of an object have differently, with their values before and after. */
export interface ChangedFields {
  readonly before: AuditValues
  readonly after: AuditValues
}

/** null: the states are the same. A field that is missing, or undefined, counts as null. */
export const changedFields = (before: AuditValues, after: AuditValues): ChangedFields | null => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null)
  )
  if (names.length === 0) return null
  const valuesOf = (values: AuditValues): AuditValues =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  return { before: valuesOf(before), after: valuesOf(after) }
}
