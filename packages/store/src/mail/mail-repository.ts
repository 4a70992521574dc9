import type { ComposedMail } from "@dragoman/domain/mail"
import type { MailReader } from "@dragoman/domain/notification"
import { Context, Effect, Layer, Option, Queue } from "effect"
import { SqlClient } from "effect/sql"
import { countUpTo } from "../database/count-up-to.ts"
import { jsonIds } from "../database/sql-fragments.ts"
import { pick, select } from "../database/table.ts"
import { type MailContent, mailPlace, openMail } from "../encryption/mail-content.ts"
import { EncryptionKeys, makeSecretColumns } from "../encryption/secret-columns.ts"
import { seesProject } from "../project/project-visibility.ts"
import { mailTable } from "../table/mail-tables.ts"

const claimedMail = select(
  pick(mailTable.as(), "id", "recipient", "subject", "bodyText", "bodyHtml", "headers", "attempts", "createdAt")
)

/** A mail that this server sends now. */
export interface ClaimedMail {
  readonly id: number
  readonly recipient: string
  readonly subject: string
  /** null: it cannot be decrypted. */
  readonly content: MailContent | null
  /** Attempts, with the one that begins. */
  readonly attempts: number
  readonly createdAt: number
}

/** Mails that wait to be sent. Their bodies and headers hold links that are secrets, so they are encrypted when the database is. */
export class MailRepository extends Context.Service<
  MailRepository,
  {
    /**
     * Belongs into the transaction that gives the reason for the mail; its commit wakes the sender of this process. `at`:
     * epoch milliseconds, as all times.
     */
    readonly enqueue: (recipient: string, mail: ComposedMail, at: number) => Effect.Effect<void>
    /** Waits until a mail was enqueued in this process. */
    readonly awaitEnqueued: Effect.Effect<void>
    /**
     * Takes mails that are due, at most `limit`. Until `leasedUntil` no other server takes them, nor this one again: a
     * server that has not finished by then counts as dead.
     */
    readonly claim: (options: {
      readonly now: number
      readonly leasedUntil: number
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<ClaimedMail>>
    /** Says whether the account is neither disabled nor deleted, and may see all the projects now. One statement. */
    readonly mayRead: (reader: MailReader) => Effect.Effect<boolean>
    /** The mail was sent, or is given up. Nothing happens when another server has taken it meanwhile, as below. */
    readonly delete: (mail: Pick<ClaimedMail, "id" | "attempts">) => Effect.Effect<void>
    /** `error`: for operators, without anything of the mail. */
    readonly postpone: (
      mail: Pick<ClaimedMail, "id" | "attempts">,
      values: { readonly nextAttemptAt: number; readonly error: string }
    ) => Effect.Effect<void>
    /** Gives back mails that were claimed and not tried. */
    readonly release: (mail: Pick<ClaimedMail, "id" | "attempts">, now: number) => Effect.Effect<void>
    readonly count: Effect.Effect<number>
    /** None: no mail waits. */
    readonly findNextAttemptAt: Effect.Effect<Option.Option<number>>
    /** Mails of a time when they were sent; how many. */
    readonly deleteCreatedBefore: (at: number) => Effect.Effect<number>
  }
>()("@dragoman/store/mail/MailRepository") {
  static readonly layer = Layer.effect(
    MailRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keys = yield* EncryptionKeys
      const secretColumns = yield* makeSecretColumns
      const enqueued = yield* Queue.sliding<void>(1)
      const skipLocked = sql.literal(sql.onDialectOrElse({ pg: () => "FOR UPDATE SKIP LOCKED", orElse: () => "" }))
      return MailRepository.of({
        enqueue: Effect.fnUntraced(function* (recipient, { subject, text, html, headers = null }, at) {
          const sealIn = yield* secretColumns.sealing
          // Encrypted values belong to the id, which exists only now; no other transaction sees the row before the commit.
          const row = { recipient, subject, bodyText: "", bodyHtml: "", nextAttemptAt: at, createdAt: at }
          const [inserted] = yield* sql<{ id: number }>`${mailTable.insert(sql, [row])} RETURNING id`
          const { id } = yield* Effect.fromNullishOr(inserted)
          const bodyText = sealIn(mailPlace(id, "body_text"), text)
          const bodyHtml = sealIn(mailPlace(id, "body_html"), html)
          const sealedHeaders = headers === null ? null : sealIn(mailPlace(id, "headers"), JSON.stringify(headers))
          yield* mailTable.update(sql, [{ id, bodyText, bodyHtml, headers: sealedHeaders }])
          yield* sql.afterCommit(Effect.sync(() => void Queue.offerUnsafe(enqueued, undefined)))
        }, Effect.orDie),

        awaitEnqueued: Queue.take(enqueued),

        claim: Effect.fnUntraced(function* ({ now, leasedUntil, limit }) {
          const rows = yield* claimedMail.all(sql`
            UPDATE mail SET attempts = attempts + 1, next_attempt_at = ${leasedUntil}
            WHERE id IN (
              SELECT id FROM mail WHERE next_attempt_at <= ${now} ORDER BY next_attempt_at, id LIMIT ${limit} ${skipLocked}
            )
            RETURNING ${claimedMail.columns}`)
          return rows.map((row) => {
            const { id, recipient, subject, attempts, createdAt } = row
            return { id, recipient, subject, content: openMail(keys, row), attempts, createdAt }
          })
        }, Effect.orDie),

        mayRead: Effect.fnUntraced(function* ({ userId, projectIds }) {
          const rows = yield* sql`
            SELECT u.id FROM user_account u
            WHERE u.id = ${userId} AND u.deleted_at IS NULL AND u.disabled_at IS NULL AND ${projectIds.length} = (
              SELECT count(*) FROM project p
              WHERE p.id IN ${jsonIds(sql, projectIds)} AND ${sql.literal(seesProject("u.id", "p.id"))})`
          return rows.length > 0
        }, Effect.orDie),

        delete: Effect.fnUntraced(function* ({ id, attempts }) {
          yield* sql`DELETE FROM mail WHERE id = ${id} AND attempts = ${attempts}`
        }, Effect.orDie),

        postpone: Effect.fnUntraced(function* ({ id, attempts }, { nextAttemptAt, error }) {
          yield* sql`
            UPDATE mail SET next_attempt_at = ${nextAttemptAt}, last_error = ${error}
            WHERE id = ${id} AND attempts = ${attempts}`
        }, Effect.orDie),

        release: Effect.fnUntraced(function* ({ id, attempts }, now) {
          yield* sql`
            UPDATE mail SET next_attempt_at = ${now}, attempts = attempts - 1 WHERE id = ${id} AND attempts = ${attempts}`
        }, Effect.orDie),

        count: countUpTo(sql, "mail").pipe(Effect.orDie, Effect.withSpan("MailRepository.count")),

        findNextAttemptAt: sql<{ at: number | null }>`SELECT min(next_attempt_at) AS at FROM mail`.pipe(
          Effect.map(([row]) => Option.fromNullishOr(row?.at)),
          Effect.orDie,
          Effect.withSpan("MailRepository.findNextAttemptAt")
        ),

        deleteCreatedBefore: Effect.fnUntraced(function* (at) {
          const rows = yield* sql`DELETE FROM mail WHERE created_at < ${at} RETURNING id`
          return rows.length
        }, Effect.orDie)
      })
    })
  )
}
