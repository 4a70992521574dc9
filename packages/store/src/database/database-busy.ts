import { Cause, Data } from "effect"

/** A lock is waited for so long, in the process and then in the database: longer than nearly all imports take. */
export const lockWaitMillisMax = 60_000

/** A defect: another transaction has kept a lock for too long. Nothing was changed, so the same may be tried again. */
export class DatabaseBusy extends Data.TaggedError("DatabaseBusy")<{ readonly cause: unknown }> {}

/** Whether a cause says that a lock was waited for in vain. */
export const isDatabaseBusy = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => Cause.isDieReason(reason) && reason.defect instanceof DatabaseBusy)
