import { pauseMaxMillis } from "./retry-schedule.ts"

/**
 * The part of a webhook configuration that attempts and edits move. Times in epoch milliseconds, null: never. Those that
 * people see are of the wall clock, `heldUntil` is of the dispatcher's monotonic one.
 */
export interface WebhookState {
  readonly enabled: boolean
  /** Switched off by the watchdog; stays until an edit sends `enabled: true`. */
  readonly autoDisabled: boolean
  /** Start of the unbroken run of failures. */
  readonly firstFailedAt: number | null
  /** End of the latest attempt. */
  readonly lastExecutedAt: number | null
  /** End of the latest attempt that was delivered. */
  readonly lastSucceededAt: number | null
  /** For how long attempts have failed in the present run, without the times in which there were none. */
  readonly failingMillis: number
  /** When the owners were warned of the present run of failures. */
  readonly warnedAt: number | null
  /** The endpoint is paused until then, as it asked; a time in the past has no effect. */
  readonly heldUntil: number | null
}

export type WebhookEvent =
  | { readonly type: "delivered"; readonly at: number }
  /** `heldUntil` null: the endpoint did not ask for a pause. */
  | { readonly type: "failed"; readonly at: number; readonly heldUntil: number | null }
  /** `enabled` null: the edit left it alone. */
  | { readonly type: "edited"; readonly enabled: boolean | null; readonly isMoved: boolean }
  /** A test call; it never moves the state. */
  | { readonly type: "tested" }

const hourMillis = 60 * 60 * 1000
/** Source of both: docs/reference/webhooks.md#state-of-a-configuration. */
const warnAfterMillis = 6 * hourMillis
const disableAfterMillis = 3 * 24 * hourMillis

/**
 * The state after an event; the only place where it moves.
 * Source: docs/reference/webhooks.md#state-of-a-configuration.
 */
export const moveWebhookState = (state: WebhookState, event: WebhookEvent): WebhookState => {
  const { enabled, autoDisabled, firstFailedAt, lastExecutedAt, lastSucceededAt, failingMillis, warnedAt, heldUntil } =
    state
  switch (event.type) {
    case "tested":
      return state
    case "delivered":
      // One that was sent before the endpoint asked for a pause does not end it.
      return {
        enabled,
        autoDisabled,
        ...failuresAfter(state, event.at),
        lastExecutedAt: latest(lastExecutedAt, event.at),
        lastSucceededAt: latest(lastSucceededAt, event.at),
        heldUntil
      }
    case "failed": {
      const executed = {
        lastExecutedAt: latest(lastExecutedAt, event.at),
        heldUntil: laterOf(heldUntil, event.heldUntil)
      }
      // A success that came after it has ended its run.
      if (isOvertaken(event.at, lastSucceededAt)) return { ...state, ...executed }
      const isFirst = isOvertaken(event.at, firstFailedAt)
      return watched({
        enabled,
        autoDisabled,
        firstFailedAt: isFirst ? event.at : (firstFailedAt ?? event.at),
        lastSucceededAt,
        failingMillis:
          firstFailedAt === null
            ? 0
            : failingMillis + (isFirst ? firstFailedAt - event.at : failingBetween(lastExecutedAt, event.at)),
        warnedAt,
        ...executed
      })
    }
    case "edited":
      return event.enabled === true
        ? { enabled: true, autoDisabled: false, ...noFailures, lastExecutedAt, lastSucceededAt, heldUntil: null }
        : {
            enabled: event.enabled ?? enabled,
            autoDisabled,
            firstFailedAt,
            lastExecutedAt,
            lastSucceededAt,
            failingMillis,
            warnedAt,
            // Another address has not asked for anything.
            heldUntil: event.isMoved ? null : heldUntil
          }
  }
}

/**
 * Dispatchers acknowledge in any order: an attempt may be acknowledged so long after one that ended later. A larger
 * difference is a clock that was set back.
 */
const overtakenMillisMax = 5 * 60_000

const isOvertaken = (at: number, by: number | null): by is number =>
  by !== null && at < by && by - at <= overtakenMillisMax

const latest = (known: number | null, at: number): number => (isOvertaken(at, known) ? known : at)

/** The run of failures after a success. Those that ended after it were acknowledged before it; the latest of them is known. */
const failuresAfter = (
  { firstFailedAt, lastExecutedAt, failingMillis, warnedAt }: WebhookState,
  at: number
): Pick<WebhookState, "firstFailedAt" | "failingMillis" | "warnedAt"> => {
  if (firstFailedAt === null || !isOvertaken(at, lastExecutedAt)) return noFailures
  return firstFailedAt > at
    ? { firstFailedAt, failingMillis, warnedAt }
    : { ...noFailures, firstFailedAt: lastExecutedAt }
}

const noFailures = { firstFailedAt: null, failingMillis: 0, warnedAt: null } as const

/**
 * Between two failed attempts, epoch milliseconds. While a configuration is paused, a project is quiet or a dispatcher is off,
 * nothing is tried, and nothing fails: more than the longest pause of a retry does not count. Neither does a jump of the
 * clock.
 */
const failingBetween = (earlier: number | null, later: number): number =>
  Math.min(Math.max(0, later - (earlier ?? later)), pauseMaxMillis)

const laterOf = (left: number | null, right: number | null): number | null =>
  left === null || right === null ? (left ?? right) : Math.max(left, right)

/** The watchdog looks after a failed attempt only; there is no timer. */
const watched = (state: WebhookState & { readonly lastExecutedAt: number }): WebhookState => {
  const { lastExecutedAt, failingMillis } = state
  if (failingMillis >= disableAfterMillis) {
    // A configuration that a person disabled meanwhile was not switched off by us.
    return { ...state, enabled: false, autoDisabled: state.autoDisabled || state.enabled }
  }
  const mustWarn = failingMillis >= warnAfterMillis && state.warnedAt === null
  return mustWarn ? { ...state, warnedAt: lastExecutedAt } : state
}
