import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { announceAccessChange } from "../access-change/access-changes.ts"
import { jsonIds } from "../database/sql-fragments.ts"
import { except, type Selected, select } from "../database/table.ts"
import { consoleSessionTable } from "../table/user-tables.ts"

const s = consoleSessionTable.as("s")

const session = select({ sessionId: s.id, ...except(s, "id", "tokenHash") })

/** Sessions that began or were used last by these times have ended. */
interface SessionTimes {
  readonly createdAt: number
  readonly lastUsedAt: number
}

export interface ConsoleSessionRow extends Selected<typeof session> {}

/** The parts of a session that change when its cookie gets a new value. */
export interface SessionValue {
  readonly tokenHash: string
  /** `tokensValidNotBefore` of the user. */
  readonly generation: number
  /** Epoch milliseconds; in the past: the password counts as entered long ago. */
  readonly elevatedUntil: number
}

export interface NewConsoleSession extends SessionValue {
  readonly userId: number
  /** null: the client did not say. */
  readonly userAgent: string | null
  readonly address: string
  readonly at: number
}

/** Sessions of the web console; of the cookie only a digest is kept. Ended sessions stay until they are erased. */
export class ConsoleSessionRepository extends Context.Service<
  ConsoleSessionRepository,
  {
    /** The new id. Of the user's other sessions those used last stay, so that there are at most `max`. */
    readonly create: (session: NewConsoleSession, max: number) => Effect.Effect<number>
    /** false: there is no such session with the digest `before`; nothing has changed. */
    readonly replaceValue: (sessionId: number, before: string, value: SessionValue) => Effect.Effect<boolean>
    /** The session used last first. */
    readonly list: (userId: number) => Effect.Effect<ReadonlyArray<ConsoleSessionRow>>
    /** false: the user has no such session. */
    readonly delete: (userId: number, sessionId: number) => Effect.Effect<boolean>
    /** All sessions of the user but one; null: all. */
    readonly deleteOthers: (userId: number, sessionId: number | null) => Effect.Effect<void>
    /**
     * Lists, of the sessions behind an id, those that began or were used last before these times, and those of a password before.
     * `lastId`: null behind the last session.
     */
    readonly listEnded: (
      request: SessionTimes & { readonly afterId: number; readonly limit: number }
    ) => Effect.Effect<{ readonly ids: ReadonlyArray<number>; readonly lastId: number | null }>
    /** Deletes those of the sessions that have ended. */
    readonly deleteEnded: (ids: ReadonlyArray<number>, times: SessionTimes) => Effect.Effect<void>
  }
>()("@dragoman/store/console-session/ConsoleSessionRepository") {
  static readonly layer = Layer.effect(
    ConsoleSessionRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const hasEnded = ({ createdAt, lastUsedAt }: SessionTimes) => sql`(
        s.created_at <= ${createdAt} OR s.last_used_at <= ${lastUsedAt} OR s.generation <> (
          SELECT u.tokens_valid_not_before FROM user_account u WHERE u.id = s.user_id))`
      return ConsoleSessionRepository.of({
        create: Effect.fnUntraced(function* ({ at, ...input }, max) {
          yield* sql`
            DELETE FROM console_session WHERE id IN (
              SELECT id FROM console_session WHERE user_id = ${input.userId}
              ORDER BY last_used_at DESC, id DESC LIMIT 1000000 OFFSET ${max - 1})`
          const row = { ...input, createdAt: at, lastUsedAt: at }
          const rows = yield* sql<{ id: number }>`${consoleSessionTable.insert(sql, [row])} RETURNING id`
          return yield* Effect.fromNullishOr(rows[0]?.id)
        }, Effect.orDie),

        replaceValue: Effect.fnUntraced(function* (sessionId, before, value) {
          const rows = yield* sql`
            UPDATE console_session SET ${sql.update(consoleSessionTable.encode(value))}
            WHERE id = ${sessionId} AND token_hash = ${before} RETURNING id`
          return rows.length > 0
        }, Effect.orDie),

        list: Effect.fnUntraced(function* (userId) {
          return yield* session.all(sql`
            SELECT ${session.columns} FROM console_session s WHERE s.user_id = ${userId}
            ORDER BY s.last_used_at DESC, s.id DESC`)
        }, Effect.orDie),

        delete: Effect.fnUntraced(function* (userId, sessionId) {
          const rows = yield* sql`
            DELETE FROM console_session WHERE id = ${sessionId} AND user_id = ${userId} RETURNING id`
          yield* announceAccessChange(sql)
          return rows.length > 0
        }, Effect.orDie),

        deleteOthers: Effect.fnUntraced(function* (userId, sessionId) {
          yield* sql`DELETE FROM console_session WHERE user_id = ${userId} AND id <> ${sessionId ?? 0}`
          yield* announceAccessChange(sql)
        }, Effect.orDie),

        listEnded: Effect.fnUntraced(function* ({ afterId, limit, ...times }) {
          const rows = yield* sql<{ id: number; ended: number }>`
            SELECT s.id, CASE WHEN ${hasEnded(times)} THEN 1 ELSE 0 END AS ended FROM console_session s
            WHERE s.id > ${afterId} ORDER BY s.id LIMIT ${limit}`
          return {
            ids: rows.filter(({ ended }) => ended === 1).map(({ id }) => id),
            lastId: rows.at(-1)?.id ?? null
          }
        }, Effect.orDie),

        deleteEnded: Effect.fnUntraced(function* (ids, times) {
          yield* sql`DELETE FROM console_session WHERE id IN (
            SELECT s.id FROM console_session s WHERE s.id IN ${jsonIds(sql, ids)} AND ${hasEnded(times)})`
        }, Effect.orDie)
      })
    })
  )
}
