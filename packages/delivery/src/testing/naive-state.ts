/** Events of a webhook configuration, in their order. */
export type HistoryEntry =
  | { readonly type: "attempt"; readonly at: number; readonly isDelivered: boolean }
  | { readonly type: "edit"; readonly enabled: boolean | null }

/** The state as clients see it. Times in epoch milliseconds, null: never. */
export interface SeenState {
  readonly enabled: boolean
  readonly autoDisabled: boolean
  readonly firstFailed: number | null
  readonly lastExecuted: number | null
}

const threeDays = 3 * 24 * 60 * 60 * 1000

/**
 * The state after a history, computed from the whole history field by field. Test calls and restarts are not in a
 * history: they change nothing. Source: docs/reference/webhooks.md#state-of-a-configuration.
 */
export const naiveState = (history: ReadonlyArray<HistoryEntry>): SeenState => ({
  ...switchedBy(history),
  firstFailed: firstFailedOf(history),
  lastExecuted: history.findLast((entry) => entry.type === "attempt")?.at ?? null
})

/** The first failure after the last success and the last `enabled: true`. */
const firstFailedOf = (history: ReadonlyArray<HistoryEntry>): number | null => {
  const end = history.findLastIndex((entry) => (entry.type === "attempt" ? entry.isDelivered : entry.enabled === true))
  return history.slice(end + 1).find((entry) => entry.type === "attempt")?.at ?? null
}

/** The last switch: by an edit, or by the watchdog after a failure that comes three days after the first one. */
const switchedBy = (history: ReadonlyArray<HistoryEntry>): Pick<SeenState, "enabled" | "autoDisabled"> => {
  let switched = { enabled: true, autoDisabled: false }
  for (const [index, entry] of history.entries()) {
    if (entry.type === "edit") {
      if (entry.enabled === true) switched = { enabled: true, autoDisabled: false }
      if (entry.enabled === false) switched = { ...switched, enabled: false }
    } else if (!entry.isDelivered && switched.enabled) {
      const firstFailed = firstFailedOf(history.slice(0, index + 1)) ?? entry.at
      if (entry.at - firstFailed >= threeDays) switched = { enabled: false, autoDisabled: true }
    }
  }
  return switched
}
