import type { ActivityType } from "@dragoman/domain/activity"
import { activityTypes } from "@dragoman/domain/activity"
import type { Request } from "../../base/api/contract.ts"

/** The filters of the activity as they stand in the address. Absent: no such filter. */
export interface ActivitySearch {
  /** The branch of the changes; absent: the default one. */
  readonly branch?: string | undefined
  /** Ids of users: `12,40`. */
  readonly author?: string | undefined
  /** `IMPORT,CREATE_KEY`. */
  readonly type?: string | undefined
  /** Language tags: `cs,de`. */
  readonly language?: string | undefined
  /** First and last day, both included: `2026-08-31`. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const filterNames = ["author", "type", "language", "from", "to"] as const satisfies ReadonlyArray<keyof ActivitySearch>

const searchNames = ["branch", ...filterNames] as const

/** Parses the search parameters; unknown ones are dropped without an error. */
export const parseActivitySearch = (raw: Readonly<Record<string, unknown>>): ActivitySearch => {
  const search: { -readonly [Name in keyof ActivitySearch]: ActivitySearch[Name] } = {}
  for (const name of searchNames) {
    const value = raw[name]
    const kept = typeof value === "string" ? validPart(name, value) : ""
    if (kept !== "") search[name] = kept
  }
  return search
}

const validPart = (name: keyof ActivitySearch, value: string): string => {
  if (name === "branch") return value
  if (name === "from" || name === "to") return dayStart(value) === null ? "" : value
  return partsOf(value)
    .filter((part) => {
      if (name === "author") return /^[1-9]\d{0,14}$/.test(part)
      return name === "language" || isActivityType(part)
    })
    .join(",")
}

export const partsOf = (text: string | undefined): ReadonlyArray<string> =>
  (text ?? "").split(",").filter((part) => part !== "")

const isActivityType = (text: string): text is ActivityType => (activityTypes as ReadonlyArray<string>).includes(text)

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

export type ActivityQuery = Request<"activity", "list">["query"]

/** The filters as the API takes them. */
export const toActivityQuery = (search: ActivitySearch): ActivityQuery => ({
  ...(search.branch && { branch: search.branch }),
  ...(search.author && { filterAuthorId: partsOf(search.author).map(Number) }),
  ...(search.type && { filterType: partsOf(search.type).filter(isActivityType) }),
  ...(search.language && { filterLanguage: partsOf(search.language) }),
  ...(search.from && { createdAfter: dayStart(search.from) ?? 0 }),
  ...(search.to && { createdBefore: dayEnd(search.to) })
})

export const isFilteredActivity = (search: ActivitySearch): boolean => filterNames.some((name) => Boolean(search[name]))
