import type { Usage } from "./spending-queries.ts"

/** Usage of one service or provider. */
export type ServiceUsage = Omit<Usage, "day">

export interface DayUsage {
  /** Day of UTC, as `2026-08-01`. */
  readonly day: string
  readonly requests: number
  readonly cost: number
}

const counts = ["requests", "characters", "inputTokens", "cachedTokens", "outputTokens", "cost"] as const

/** Adds up the usage of each service and provider; the dearest comes first. */
export const usageByService = (usages: ReadonlyArray<Usage>): ReadonlyArray<ServiceUsage> => {
  const sums = new Map<string, ServiceUsage>()
  for (const { day: _, ...usage } of usages) {
    const name = JSON.stringify([usage.service, usage.provider])
    const before = sums.get(name)
    const added = before && Object.fromEntries(counts.map((count) => [count, before[count] + usage[count]]))
    sums.set(name, { ...usage, ...added })
  }
  return [...sums.values()].sort((one, other) => other.cost - one.cost || other.requests - one.requests)
}

/** Adds up the usage of each day of a month until `today`, also of days without any. */
export const usageByDay = (usages: ReadonlyArray<Usage>, today: string): ReadonlyArray<DayUsage> =>
  Array.from({ length: Number(today.slice(8)) }, (_, index) => {
    const day = `${today.slice(0, 8)}${String(index + 1).padStart(2, "0")}`
    const ofDay = usages.filter((usage) => usage.day === day)
    const sum = (count: "requests" | "cost") => ofDay.reduce((total, usage) => total + usage[count], 0)
    return { day, requests: sum("requests"), cost: sum("cost") }
  })
