/** Failures that one server records at once: more than people cause, few enough to read. */
const burst = 300

/** One more per second: at most 86,400 a day, some 30 MB, however many attempts an attacker makes from however many addresses. */
const millisPerFailure = 1_000

/** How many failures may still be recorded, and how many were not. Times are monotonic milliseconds. */
export interface FailureBudget {
  readonly left: number
  readonly countedAt: number
  /** Since the last one that was. */
  readonly unrecorded: number
}

export const newFailureBudget = (now: number): FailureBudget => ({ left: burst, countedAt: now, unrecorded: 0 })

/** Decides about one failure. `unrecorded`: how many were left out before it, for its entry; null: it is left out itself. */
export const spendFailure = (
  { left, countedAt, unrecorded }: FailureBudget,
  now: number
): { readonly budget: FailureBudget; readonly unrecorded: number | null } => {
  const gained = Math.floor(Math.max(0, now - countedAt) / millisPerFailure)
  const present = Math.min(burst, left + gained)
  const at = countedAt + gained * millisPerFailure
  return present > 0
    ? { budget: { left: present - 1, countedAt: at, unrecorded: 0 }, unrecorded }
    : { budget: { left: 0, countedAt: at, unrecorded: unrecorded + 1 }, unrecorded: null }
}
