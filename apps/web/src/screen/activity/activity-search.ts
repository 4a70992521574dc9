import type { ActivityType } from "@dragoman/domain/activity"
import { activityTypes } from "@dragoman/domain/activity"
import type { Request } from "../../base/api/contract.ts"
import { dayEnd, dayStart } from "../../widget/ui/day.ts"

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

/** The changes of the one author that the filter names; null: it names none, or filters by more than author, branch and time. */
export const authorToRevert = (search: ActivitySearch) => {
  const [authorId, ...others] = partsOf(search.author).map(Number)
  if (authorId === undefined || others.length > 0 || search.type || search.language) return null
  const { branch, createdAfter, createdBefore } = toActivityQuery(search)
  return { authorId, branch, createdAfter, createdBefore }
}
