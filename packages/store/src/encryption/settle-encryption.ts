import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Database } from "../database/database.ts"
import { jsonRows } from "../database/sql-fragments.ts"
import type { RowOf } from "../database/table.ts"
import { mailTable } from "../table/mail-tables.ts"
import type { serverValueTable } from "../table/server-tables.ts"
import type { webhookConfigurationTable } from "../table/webhook-tables.ts"
import {
  EncryptedValueDamaged,
  type EncryptionKey,
  EncryptionKeyUnknown,
  envelopePrefix,
  isEnvelope,
  open,
  type StoredPlace,
  seal
} from "./encrypted-value.ts"
import { mailPlace } from "./mail-content.ts"
import { maskStoredUrls } from "./mask-stored-urls.ts"
import {
  activeKeyOf,
  EncryptionKeys,
  markPlace,
  secretPlace,
  secretTables,
  type WebhookSecretColumn,
  webhookSecretPlace
} from "./secret-columns.ts"

/** State of the encryption of a database. */
export interface SettledEncryption {
  /** Id of the key that encrypts values; null: they are stored in plain. */
  readonly activeKeyId: string | null
  /** Rows that were encrypted just now. */
  readonly encryptedRows: number
  /** Plain values were in the file, and may still lie in its free pages: `forgetPlainTraces` when they are gone. */
  readonly hasPlainTraces: boolean
}

/** Configurations of one transaction, so that others get their turn. */
const rowsPerRound = 100

/** Name in `server_value` from the first encryption until the file is rewritten. */
const tracesName = "encryption_traces"

/**
 * The id of the key under which the database encrypts; null: it stores values in plain. Fails when the program does not
 * have that key. Changes nothing.
 */
export const checkEncryption = Effect.gen(function* () {
  const keys = yield* EncryptionKeys
  const mark = yield* readMark
  return mark === null ? null : (yield* decrypting(() => activeKeyOf(keys, mark))).id
})

/**
 * Brings the database in line with the keys of the program: with a key, values that are still in plain, or under another
 * key because a rotation was interrupted, are encrypted under the active one. The first key becomes active when the
 * database has none, or when `rotate` is true. Safe to interrupt and to repeat, and while servers write.
 */
export const settleEncryption = Effect.fnUntraced(function* ({ rotate }: { readonly rotate: boolean }) {
  const database = yield* Database
  const keys = yield* EncryptionKeys
  const [first] = keys
  yield* checkEncryption
  if (first !== undefined) yield* database.transaction(activate(first, rotate))
  const mark = yield* readMark
  if (mark === null) {
    const plain: SettledEncryption = { activeKeyId: null, encryptedRows: 0, hasPlainTraces: false }
    return plain
  }
  const active = yield* decrypting(() => activeKeyOf(keys, mark))
  let encryptedRows = yield* database.transaction(encryptServerValues(keys, active))
  for (const secret of secretTables) encryptedRows += yield* encryptTable(keys, active, secret)
  let afterId: number | null = 0
  while (afterId !== null) {
    const round: { readonly rows: number; readonly lastId: number | null } = yield* database.transaction(
      encryptConfigurations(keys, active, afterId)
    )
    encryptedRows += round.rows
    afterId = round.lastId
  }
  encryptedRows += yield* inRounds((after) => encryptMails(keys, active, after))
  const hasPlainTraces = yield* readTraces
  if (hasPlainTraces) yield* maskStoredUrls
  const settled: SettledEncryption = { activeKeyId: active.id, encryptedRows, hasPlainTraces }
  return settled
})

/** The file was rewritten, so nothing of the plain values is left in it. Belongs into a transaction. */
export const forgetPlainTraces = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM server_value WHERE name = ${tracesName}`
}).pipe(Effect.orDie)

const readMark = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<
    Pick<RowOf<typeof serverValueTable>, "value">
  >`SELECT value FROM server_value WHERE name = ${markPlace.row}`
  return rows[0]?.value ?? null
}).pipe(Effect.orDie)

const readTraces = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT 1 AS found FROM server_value WHERE name = ${tracesName}`).length > 0
}).pipe(Effect.orDie)

/** Decryption throws what it fails with. */
const decrypting = <A>(run: () => A): Effect.Effect<A, EncryptionKeyUnknown | EncryptedValueDamaged> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(run())
    } catch (error) {
      return error instanceof EncryptionKeyUnknown || error instanceof EncryptedValueDamaged
        ? Effect.fail(error)
        : Effect.die(error)
    }
  })

const insertValue = Effect.fnUntraced(function* (name: string, value: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`INSERT INTO server_value ${sql.insert({ name, value })} ON CONFLICT (name) DO NOTHING RETURNING name`
})

/** On PostgreSQL the update waits for transactions that store values under the key which is active until now. */
const activate = (key: EncryptionKey, rotate: boolean) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const mark = seal(key, markPlace, "")
    const inserted = yield* insertValue(String(markPlace.row), mark)
    if (inserted.length > 0) yield* insertValue(tracesName, "yes")
    else if (rotate) {
      yield* sql`UPDATE server_value SET value = ${mark}
        WHERE name = ${markPlace.row} AND value NOT LIKE ${`${envelopePrefix(key.id)}%`}`
    }
  }).pipe(Effect.orDie)

/** The stored value under the active key. */
const reseal = (
  keys: ReadonlyArray<EncryptionKey>,
  active: EncryptionKey,
  place: StoredPlace,
  stored: string
): string => (stored.startsWith(envelopePrefix(active.id)) ? stored : seal(active, place, open(keys, place, stored)))

const encryptServerValues = (keys: ReadonlyArray<EncryptionKey>, active: EncryptionKey) =>
  orDieOfSql(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<RowOf<typeof serverValueTable>>`
        SELECT name, value FROM server_value
        WHERE name = 'jwt_secret' AND value NOT LIKE ${`${envelopePrefix(active.id)}%`} ${forUpdate(sql)}`
      for (const { name, value } of rows) {
        const place = { ...markPlace, row: name }
        const sealed = yield* decrypting(() => reseal(keys, active, place, value))
        yield* sql`UPDATE server_value SET value = ${sealed} WHERE name = ${name}`
        if (!isEnvelope(value)) yield* insertValue(tracesName, "yes")
      }
      return rows.length
    })
  )

/** The secrets of a table with one column of them, in portions as configurations are. */
const encryptTable = Effect.fnUntraced(function* (
  keys: ReadonlyArray<EncryptionKey>,
  active: EncryptionKey,
  secret: (typeof secretTables)[number]
) {
  const database = yield* Database
  let encryptedRows = 0
  for (;;) {
    const rows: number = yield* database.transaction(encryptRound(keys, active, secret))
    if (rows === 0) return encryptedRows
    encryptedRows += rows
  }
})

const encryptRound = (
  keys: ReadonlyArray<EncryptionKey>,
  active: EncryptionKey,
  { table, key, column }: (typeof secretTables)[number]
) =>
  orDieOfSql(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ row: number | string; value: string }>`
        SELECT ${sql(key)} AS "row", ${sql(column)} AS value FROM ${sql(table)}
        WHERE ${sql(column)} NOT LIKE ${`${envelopePrefix(active.id)}%`}
        ORDER BY ${sql(key)} LIMIT ${rowsPerRound} ${forUpdate(sql)}`
      for (const { row, value } of rows) {
        const sealed = yield* decrypting(() => reseal(keys, active, secretPlace(table, row), value))
        yield* sql`UPDATE ${sql(table)} SET ${sql(column)} = ${sealed} WHERE ${sql(key)} = ${row}`
        if (!isEnvelope(value)) yield* insertValue(tracesName, "yes")
      }
      return rows.length
    })
  )

interface SecretRow
  extends Pick<RowOf<typeof webhookConfigurationTable>, "id" | "url" | "secret" | "previousSecret" | "headers"> {}

const encryptConfigurations = (keys: ReadonlyArray<EncryptionKey>, active: EncryptionKey, afterId: number) =>
  orDieOfSql(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sealed = `${envelopePrefix(active.id)}%`
      const rows = yield* sql<SecretRow>`
        SELECT id, url, secret, previous_secret, headers FROM webhook_configuration
        WHERE id > ${afterId} AND (url NOT LIKE ${sealed} OR secret NOT LIKE ${sealed} OR previous_secret NOT LIKE ${sealed}
          OR headers NOT LIKE ${sealed})
        ORDER BY id LIMIT ${rowsPerRound} ${forUpdate(sql)}`
      if (rows.length === 0) return { rows: 0, lastId: null }
      const resealed = yield* decrypting(() =>
        rows.map(({ id, url, secret, previousSecret, headers }) => {
          const sealIn = (column: WebhookSecretColumn, stored: string) =>
            reseal(keys, active, webhookSecretPlace(id, column), stored)
          return {
            id,
            url: sealIn("url", url),
            secret: sealIn("secret", secret),
            previous_secret: previousSecret === null ? null : sealIn("previous_secret", previousSecret),
            headers: headers === null ? null : sealIn("headers", headers)
          }
        })
      )
      const columns = { id: "integer", url: "text", secret: "text", previous_secret: "text", headers: "text" } as const
      yield* sql`
        UPDATE webhook_configuration
        SET url = input.url, secret = input.secret, previous_secret = input.previous_secret, headers = input.headers
        FROM ${jsonRows(sql, columns, resealed)} input WHERE webhook_configuration.id = input.id`
      const isPlain = rows.some(({ url, secret, previousSecret, headers }) =>
        [url, secret, previousSecret, headers].some((value) => value !== null && !isEnvelope(value))
      )
      if (isPlain) yield* insertValue(tracesName, "yes")
      return { rows: rows.length, lastId: rows.at(-1)?.id ?? null }
    })
  )

/** The rows of all rounds, each in a transaction of its own. */
const inRounds = Effect.fnUntraced(function* <E, R>(
  round: (afterId: number) => Effect.Effect<{ readonly rows: number; readonly lastId: number | null }, E, R>
) {
  const database = yield* Database
  let total = 0
  let afterId: number | null = 0
  while (afterId !== null) {
    const { rows, lastId }: { readonly rows: number; readonly lastId: number | null } = yield* database.transaction(
      round(afterId)
    )
    total += rows
    afterId = lastId
  }
  return total
})

interface MailRow extends Pick<RowOf<typeof mailTable>, "id" | "bodyText" | "bodyHtml" | "headers"> {}

const encryptMails = (keys: ReadonlyArray<EncryptionKey>, active: EncryptionKey, afterId: number) =>
  orDieOfSql(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sealed = `${envelopePrefix(active.id)}%`
      const rows = yield* sql<MailRow>`
        SELECT id, body_text, body_html, headers FROM mail
        WHERE id > ${afterId} AND (body_text NOT LIKE ${sealed} OR body_html NOT LIKE ${sealed} OR headers NOT LIKE ${sealed})
        ORDER BY id LIMIT ${rowsPerRound} ${forUpdate(sql)}`
      if (rows.length === 0) return { rows: 0, lastId: null }
      const resealed = yield* decrypting(() =>
        rows.map(({ id, bodyText, bodyHtml, headers }) => ({
          id,
          bodyText: reseal(keys, active, mailPlace(id, "body_text"), bodyText),
          bodyHtml: reseal(keys, active, mailPlace(id, "body_html"), bodyHtml),
          headers: headers === null ? null : reseal(keys, active, mailPlace(id, "headers"), headers)
        }))
      )
      yield* mailTable.update(sql, resealed)
      const isPlain = (text: string | null) => text !== null && !isEnvelope(text)
      if (rows.some(({ bodyText, headers }) => isPlain(bodyText) || isPlain(headers)))
        yield* insertValue(tracesName, "yes")
      return { rows: rows.length, lastId: rows.at(-1)?.id ?? null }
    })
  )

const forUpdate = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({ pg: () => sql.literal("FOR NO KEY UPDATE"), orElse: () => sql.literal("") })

/** A broken database is a defect; a value that cannot be decrypted is not. */
const orDieOfSql = <A, E, R>(
  effect: Effect.Effect<A, E | SqlError.SqlError, R>
): Effect.Effect<A, Exclude<E, SqlError.SqlError>, R> =>
  Effect.catchTag(effect as Effect.Effect<A, SqlError.SqlError, R>, "SqlError", Effect.die) as Effect.Effect<
    A,
    Exclude<E, SqlError.SqlError>,
    R
  >
