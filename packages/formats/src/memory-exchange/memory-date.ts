const pattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** Reads a date of TMX, such as `20260131T235959Z`, in epoch milliseconds; null: it is missing or none. */
export const parseMemoryDate = (text: string | undefined): number | null => {
  const parts = pattern.exec(text ?? "")
  if (parts === null) return null
  const [, year, month, day, hour, minute, second] = parts
  const millis = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  // The 31st of February would be a day in March.
  return millis >= 0 && printMemoryDate(millis) === text ? millis : null
}

/** Prints a time in whole seconds, as TMX has it. */
export const printMemoryDate = (millis: number): string => new Date(millis).toISOString().replace(/[-:]|\.\d+/g, "")
