import { operator } from "@dragoman/domain/audit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { notify, serverChannel } from "../database/channel.ts"

/** The message to other processes on the channel of the servers. Older servers take it as one that they missed. */
const message = JSON.stringify({ from: "", kind: "access" })

/** By SQL client: each server of a process has one of its own. */
const listenersByClient = new WeakMap<SqlClient.SqlClient, Set<() => void>>()

/**
 * Announces, once the open transaction has committed, that it took access away: open streams and websockets check
 * theirs again at once, in this process and in others on PostgreSQL. Every statement of a repository that ends a credential,
 * a role or a permission says so.
 */
export const announceAccessChange = (sql: SqlClient.SqlClient): Effect.Effect<void> =>
  sql.afterCommit(
    Effect.suspend(() => {
      for (const listener of listenersByClient.get(sql) ?? []) listener()
      return Effect.catchCause(notify(sql, serverChannel, message), (cause) =>
        Effect.logWarning("Announcing an ended access to other servers failed", cause)
      )
    })
  )

/** Calls the listener, which must not block, after each commit of this process that took access away. */
export const listenToAccessChanges = Effect.fn("listenToAccessChanges")(function* (listener: () => void) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const listeners = listenersByClient.get(sql) ?? new Set()
      listenersByClient.set(sql, listeners.add(listener))
      return listeners
    }),
    (listeners) => Effect.sync(() => listeners.delete(listener))
  )
})

/**
 * For SQLite, where commands of the operator cannot announce anything: whether one has written an entry of the
 * audit log after this one.
 */
export const readOperatorChanges = Effect.fn("readOperatorChanges")(function* (afterId: number) {
  const sql = yield* SqlClient.SqlClient
  const isOperator = sql`user_id IS NULL AND username = ${operator.username}`
  const [row] = yield* sql<{ newestId: number | null; found: number | null }>`
    SELECT MAX(id) AS newest_id, MAX(CASE WHEN ${isOperator} THEN 1 ELSE 0 END) AS found
    FROM audit_entry WHERE id > ${afterId}`
  return { newestId: row?.newestId ?? afterId, hasChanged: row?.found === 1 }
}, Effect.orDie)

/** The newest entry of the audit log; 0: there is none. */
export const findNewestAuditId = Effect.fn("findNewestAuditId")(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ newestId: number | null }>`SELECT MAX(id) AS newest_id FROM audit_entry`
  return row?.newestId ?? 0
}, Effect.orDie)
