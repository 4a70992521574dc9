import { type ActivityType, activityTypes } from "@dragoman/domain/activity"
import { type DeliveryState, deliveryStates } from "@dragoman/domain/webhook"

/** The filters of the log as they stand in the address. Absent: no such filter. */
export interface DeliverySearch {
  /** `FAILED,PENDING`. */
  readonly state?: string | undefined
  /** `IMPORT,CREATE_KEY`. */
  readonly type?: string | undefined
  /** `2026-11-22`: a day in the time zone of the browser. */
  readonly from?: string | undefined
  /** The last day that counts. */
  readonly to?: string | undefined
}

/** Parses the search parameters; unknown ones are dropped. */
export const parseDeliverySearch = (raw: Readonly<Record<string, unknown>>): DeliverySearch => {
  const listOf = (known: ReadonlyArray<string>, value: unknown) =>
    typeof value === "string"
      ? value
          .split(",")
          .filter((part) => known.includes(part))
          .join(",") || undefined
      : undefined
  const dayOf = (value: unknown) => (typeof value === "string" && startOfDay(value, 0) !== null ? value : undefined)
  return {
    state: listOf(deliveryStates, raw["state"]),
    type: listOf(activityTypes, raw["type"]),
    from: dayOf(raw["from"]),
    to: dayOf(raw["to"])
  }
}

/** The filters as the API takes them. */
export interface DeliveryListFilter {
  readonly state?: ReadonlyArray<DeliveryState>
  readonly type?: ReadonlyArray<ActivityType>
  readonly createdAfter?: number
  readonly createdBefore?: number
}

export const toDeliveryFilter = ({ state, type, from, to }: DeliverySearch): DeliveryListFilter => {
  const createdAfter = from === undefined ? null : startOfDay(from, 0)
  const createdBefore = to === undefined ? null : startOfDay(to, 1)
  return {
    ...(state === undefined ? {} : { state: state.split(",") as ReadonlyArray<DeliveryState> }),
    ...(type === undefined ? {} : { type: type.split(",") as ReadonlyArray<ActivityType> }),
    ...(createdAfter === null ? {} : { createdAfter }),
    ...(createdBefore === null ? {} : { createdBefore })
  }
}

/** Epoch milliseconds of midnight, some days later; null: no day. */
const startOfDay = (day: string, daysLater: number): number | null => {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (year === undefined) return null
  const start = new Date(Number(year), Number(month) - 1, Number(date))
  // The 31st of a shorter month is a day of the next one.
  if (start.getMonth() !== Number(month) - 1 || start.getDate() !== Number(date)) return null
  start.setDate(start.getDate() + daysLater)
  return start.getTime()
}

export const isFilteredLog = (search: DeliverySearch): boolean =>
  [search.state, search.type, search.from, search.to].some((filter) => filter !== undefined)
