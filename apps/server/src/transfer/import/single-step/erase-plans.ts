import { Database, ImportPlanRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"

/** An older unfinished plan belongs to a server that was killed. */
const planningMillisMax = 60 * 60 * 1000
/** Rows erased in one transaction: few, for the hourly work runs on the thread of the requests. */
const erasedRowsMax = 500

/** Erases plans that were applied, have expired or were never finished, in small batches. */
export const eraseImportPlans = Effect.fn("eraseImportPlans")(function* () {
  const database = yield* Database
  const plans = yield* ImportPlanRepository
  const now = yield* Clock.currentTimeMillis
  const unfinishedBefore = now - planningMillisMax
  if (!(yield* plans.hasRemoved(now, unfinishedBefore))) return
  while (yield* database.transaction(plans.eraseSome(now, unfinishedBefore, erasedRowsMax))) yield* Effect.yieldNow
})
