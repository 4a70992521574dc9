import { isLongWork } from "@dragoman/domain/notification"
import { NotificationRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { ImportAuthority } from "./import-source.ts"

/** Their users read the output of the program that imports. */
const keyCredentials: ReadonlySet<string> = new Set(["PAT", "PAK"])

/**
 * Stores that an import has ended which took long, in its transaction: the main thread tells its user. Nothing for imports with
 * a key. `startedAt`: epoch milliseconds.
 */
export const announceImport = Effect.fnUntraced(function* (
  { projectId, caller }: ImportAuthority,
  startedAt: number,
  keyCount: number
) {
  const notifications = yield* NotificationRepository
  const createdAt = yield* Clock.currentTimeMillis
  if (!isLongWork(startedAt, createdAt) || keyCredentials.has(caller.credential.kind)) return
  const params = { keyCount }
  yield* notifications.addCause({ type: "IMPORT_FINISHED", projectId, userId: caller.userId, params, createdAt })
})
