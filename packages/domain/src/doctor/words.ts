const minuteMillis = 60_000
const hourMillis = 3_600_000
const dayMillis = 86_400_000

/** `3 days`, `2 hours`, `40 seconds`: in the largest unit of which there are two or more. */
export const durationText = (millis: number): string => {
  const [unit, unitMillis] =
    millis >= 2 * dayMillis
      ? ["days", dayMillis]
      : millis >= 2 * hourMillis
        ? ["hours", hourMillis]
        : millis >= 2 * minuteMillis
          ? ["minutes", minuteMillis]
          : ["seconds", 1_000]
  return `${Math.round(millis / Number(unitMillis))} ${unit}`
}

/** `1.5 GB`, `20 MB`. */
export const bytesText = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`

/** `1 row`, `2 rows`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

const namesMax = 5

/** The first names of a list, and how many there are besides. */
export const listText = (names: ReadonlyArray<string>): string =>
  names.length <= namesMax
    ? names.join(", ")
    : `${names.slice(0, namesMax).join(", ")} and ${names.length - namesMax} more`

/** The same for a sentence in another language. */
export const listParams = (names: ReadonlyArray<string>): { readonly names: string; readonly others: number } => ({
  names: names.slice(0, namesMax).join(", "),
  others: Math.max(0, names.length - namesMax)
})

/** `2026-03-01 02:30 UTC`. */
export const timeText = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`
