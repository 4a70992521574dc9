/** A week of the chart; days and weeks are those of UTC, as the server counts them. */
export interface ActivityWeek {
  /** Its Monday: `2026-08-03`. */
  readonly start: string
  /** Its Sunday. */
  readonly end: string
  readonly count: number
}

const dayMillis = 86_400_000
const weekMillis = 7 * dayMillis

/** Weeks of twelve months. */
const weeksShown = 53

/** The weeks up to that of `now`, the oldest first, with the numbers of their days added up. */
export const activityWeeks = (
  countsByDay: Readonly<Record<string, number>>,
  now: number
): ReadonlyArray<ActivityWeek> => {
  const first = weekStart(now) - (weeksShown - 1) * weekMillis
  const counts = Array.from({ length: weeksShown }, () => 0)
  for (const [day, count] of Object.entries(countsByDay)) {
    const index = Math.floor((Date.parse(day) - first) / weekMillis)
    if (index >= 0 && index < weeksShown) counts[index] = (counts[index] ?? 0) + count
  }
  return counts.map((count, index) => {
    const start = first + index * weekMillis
    return { start: dayText(start), end: dayText(start + weekMillis - dayMillis), count }
  })
}

/** The weeks in which a month begins, but for the first week, by their index; `month`: its first day. */
export const monthStarts = (
  weeks: ReadonlyArray<ActivityWeek>
): ReadonlyArray<{ readonly index: number; readonly month: string }> =>
  weeks.flatMap(({ end }, index) => {
    const before = weeks[index - 1]
    const month = end.slice(0, 7)
    return before === undefined || before.end.startsWith(month) ? [] : [{ index, month: `${month}-01` }]
  })

/** The Monday before; the first day of 1970 was a Thursday. */
const weekStart = (at: number): number => {
  const day = Math.floor(at / dayMillis)
  return (day - ((day + 3) % 7)) * dayMillis
}

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)
