const camelCaseByColumn = new Map<string, string>()

/** `first_failed_at` → `firstFailedAt`. Column names are few, so each is converted once. */
export const columnToField = (column: string): string => {
  const known = camelCaseByColumn.get(column)
  if (known !== undefined) return known
  const field = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  camelCaseByColumn.set(column, field)
  return field
}

/** `firstFailedAt` → `first_failed_at`. */
export const fieldToColumn = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
