import { useEffect, useState } from "react"
import { useText } from "../../base/texts/text.ts"

interface TimeProps {
  /** Epoch milliseconds. */
  readonly at: number
  /** `relative`: "5 minutes ago", the exact time as a tooltip; `exact`: to the second. */
  readonly style?: "relative" | "exact"
}

/** A moment. Relative ones follow the clock while they are shown. */
export const Time = ({ at, style = "relative" }: TimeProps) => {
  const t = useText()
  const now = useNow()
  const exact = exactTime(at, t.language)
  return (
    <time dateTime={new Date(at).toISOString()} title={style === "exact" ? undefined : exact}>
      {style === "exact" ? exact : relativeTime(at, now, t.language)}
    </time>
  )
}

/** Interval in which relative times are drawn again. */
const tickMillis = 15_000

/** The time, often enough for what is shown in minutes. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMillis)
    return () => clearInterval(timer)
  }, [])
  return now
}

const units = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000]
] as const

/**
 * "in 3 hours", "yesterday", "now": in the largest unit of which at least one has passed. What comes is rounded: something that was
 * put off for 7 days a moment ago comes in 7 days.
 */
export const relativeTime = (at: number, now: number, languageTag: string): string => {
  const difference = at - now
  const [unit, millis] = units.find(([, size], index) => {
    const [, finer] = units[index + 1] ?? [null, 0]
    return difference < 0 ? -difference >= size : difference + finer / 2 >= size
  }) ?? ["second", 1_000]
  const amount = difference / millis
  return new Intl.RelativeTimeFormat(languageTag, { numeric: "auto" }).format(
    difference < 0 ? Math.trunc(amount) : Math.round(amount),
    unit
  )
}

export const exactTime = (at: number, languageTag: string): string =>
  new Intl.DateTimeFormat(languageTag, { dateStyle: "medium", timeStyle: "medium" }).format(at)

/** "31 ms", "2.4 s", "50 min", "12 h". */
export const durationText = (millis: number, languageTag: string): string => {
  const [unit, size, digits] =
    millis < 1_000
      ? (["millisecond", 1, 0] as const)
      : millis < 60_000
        ? (["second", 1_000, 1] as const)
        : millis < 3_600_000
          ? (["minute", 60_000, 0] as const)
          : (["hour", 3_600_000, 0] as const)
  return new Intl.NumberFormat(languageTag, { style: "unit", unit, maximumFractionDigits: digits }).format(
    millis / size
  )
}
