import { AuditRepository, Database } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { Settings } from "../../platform/settings/settings.ts"

const dayMillis = 86_400_000

/** Number of entries in one transaction, so that other writers get the lock in between. */
const entriesPerRound = 500

/** Pause between two rounds, in real time: rounds without a pause would take half of this thread. */
const pause = Effect.provideService(Effect.sleep("5 millis"), Clock.Clock, Clock.Clock.defaultValue())

/** Erases entries of the audit log that are older than the settings allow. */
export const eraseOldAuditEntries = Effect.fn("eraseOldAuditEntries")(function* () {
  const { auditRetentionDays } = yield* Settings
  if (auditRetentionDays === 0) return
  const repository = yield* AuditRepository
  const database = yield* Database
  const before = (yield* Clock.currentTimeMillis) - auditRetentionDays * dayMillis
  while ((yield* database.transaction(repository.eraseSome(before, entriesPerRound))) === entriesPerRound) yield* pause
})
