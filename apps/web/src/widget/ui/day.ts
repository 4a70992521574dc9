/** Midnight at the beginning of a day, here; null: there is no such day. Epoch milliseconds. */
export const dayStart = (day: string): number | null => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (parts === null) return null
  const [, year, month, date] = parts.map(Number)
  const start = new Date(year ?? 0, (month ?? 0) - 1, date)
  return start.getMonth() === (month ?? 0) - 1 && start.getDate() === date ? start.getTime() : null
}

/** The end of a day, which is not always 24 hours after its beginning. */
export const dayEnd = (day: string): number => {
  const end = new Date(dayStart(day) ?? 0)
  end.setDate(end.getDate() + 1)
  return end.getTime()
}

/** The day of a moment as the address names it. */
export const dayOf = (at: number): string => {
  const date = new Date(at)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`
}
