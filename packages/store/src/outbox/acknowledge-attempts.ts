import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { forUpdate } from "../database/locks.ts"
import { jsonRows, runEach } from "../database/sql-fragments.ts"
import type { AcknowledgedAttempt } from "./delivery-row.ts"

/** Attempts of one delivery that keep their responses: an endpoint that fails for long must not fill the database. */
const loggedResponsesMax = 3

/** Columns of `delivery_attempt`; `delivery` has the same of the last attempt, with a prefix. */
const attemptColumns = [
  ["started_at", "BIGINT"],
  ["duration_millis", "BIGINT"],
  ["status", "BIGINT"],
  ["error", "TEXT"],
  ["answer", "TEXT"],
  ["request_headers", "TEXT"],
  ["response_headers", "TEXT"]
] as const

const writtenColumns = [
  ["attempt_count", "BIGINT"],
  ["state", "TEXT"],
  ["next_attempt_at", "BIGINT"],
  ...attemptColumns.map(([column, type]) => [`last_${column}`, type] as const)
] as const

type Value = string | number | null

/** In the order of the columns. */
const valuesOf = ({ state, nextAttemptAt, attempt }: AcknowledgedAttempt): ReadonlyArray<Value> => [
  attempt.number,
  state,
  nextAttemptAt,
  attempt.startedAt,
  attempt.durationMillis,
  attempt.status,
  attempt.error,
  attempt.answer,
  attempt.requestHeaders && JSON.stringify(attempt.requestHeaders),
  attempt.responseHeaders && JSON.stringify(attempt.responseHeaders)
]

/** As text: the client cannot tell the type of an array that has only nulls. */
const toPostgresArray = (values: ReadonlyArray<Value>): string => {
  const elements = values.map((value) =>
    typeof value === "string" ? `"${value.replace(/["\\]/g, "\\$&")}"` : (value ?? "NULL")
  )
  return `{${elements.join(",")}}`
}

const sqliteUpdate = `
  UPDATE delivery SET leased_until = NULL, leased_by = NULL, ${writtenColumns.map(([column]) => `${column} = ?`).join(", ")}
  WHERE id = ? AND state = 'PENDING' AND leased_by = ? AND attempt_count = ?`

const postgresUpdate = `
  UPDATE delivery SET leased_until = NULL, leased_by = NULL,
    ${writtenColumns.map(([column]) => `${column} = input.${column}`).join(", ")}
  FROM unnest($2::BIGINT[], ${writtenColumns.map(([, type], index) => `$${index + 3}::${type}[]`).join(", ")})
    AS input (id, ${writtenColumns.map(([column]) => column).join(", ")})
  WHERE delivery.id = input.id AND delivery.state = 'PENDING' AND delivery.leased_by = $1
    AND delivery.attempt_count = input.attempt_count - 1
  RETURNING delivery.id`

/**
 * The acknowledgement of `OutboxRepository`. Of a first attempt it writes one row and, when it succeeded, one index: the
 * attempt is in the row of its delivery. The next attempt moves it into a row of its own.
 */
export const makeAcknowledge = (
  sql: SqlClient.SqlClient
): ((owner: string, attempts: ReadonlyArray<AcknowledgedAttempt>) => Effect.Effect<ReadonlyArray<number>>) => {
  const updateSqlite = Effect.fnUntraced(function* (owner: string, attempts: ReadonlyArray<AcknowledgedAttempt>) {
    const changes = yield* runEach(
      sql,
      sqliteUpdate,
      attempts.map((acknowledged) => {
        const { deliveryId, number } = acknowledged.attempt
        return [...valuesOf(acknowledged), deliveryId, owner, number - 1]
      })
    )
    return attempts.flatMap(({ attempt }, index) => (changes[index] === 1 ? [attempt.deliveryId] : []))
  })
  const updatePostgres = Effect.fnUntraced(function* (owner: string, attempts: ReadonlyArray<AcknowledgedAttempt>) {
    const values = attempts.map(valuesOf)
    const rows = yield* sql.unsafe<{ id: number }>(postgresUpdate, [
      owner,
      toPostgresArray(attempts.map(({ attempt }) => attempt.deliveryId)),
      ...writtenColumns.map((_, index) => toPostgresArray(values.map((row) => row[index] ?? null)))
    ])
    return rows.map(({ id }) => id)
  })
  // One set-based statement takes three times as long on SQLite; on PostgreSQL each statement is a round trip.
  const update = sql.onDialectOrElse({ pg: () => updatePostgres, orElse: () => updateSqlite })

  /** The attempts before these into rows of their own, of deliveries that the owner still holds. */
  const moveEarlier = Effect.fnUntraced(function* (owner: string, attempts: ReadonlyArray<AcknowledgedAttempt>) {
    const repeated = attempts.flatMap(({ attempt: { deliveryId: id, number } }) => (number > 1 ? [{ id, number }] : []))
    if (repeated.length === 0) return
    const counted = jsonRows(
      sql,
      { id: "integer", attempt_count: "integer" },
      repeated.map(({ id, number }) => ({ id, attempt_count: number - 1 }))
    )
    const columns = attemptColumns.map(([column]) => column).join(", ")
    const lastColumns = attemptColumns.map(([column]) => `last_${column}`).join(", ")
    yield* sql`
      INSERT INTO delivery_attempt (delivery_id, number, ${sql.literal(columns)})
      SELECT id, attempt_count, ${sql.literal(lastColumns)} FROM delivery
      WHERE state = 'PENDING' AND leased_by = ${owner} AND last_started_at IS NOT NULL
        AND (id, attempt_count) IN (SELECT input.id, input.attempt_count FROM ${counted} input)
      ORDER BY id ${forUpdate(sql)}`
    const outdated = repeated.flatMap(({ id, number }) =>
      number > loggedResponsesMax ? [{ delivery_id: id, number: number - loggedResponsesMax }] : []
    )
    if (outdated.length === 0) return
    const input = jsonRows(sql, { delivery_id: "integer", number: "integer" }, outdated)
    yield* sql`UPDATE delivery_attempt SET answer = NULL, response_headers = NULL
      WHERE (delivery_id, number) IN (SELECT input.delivery_id, input.number FROM ${input} input)`
  })

  return Effect.fnUntraced(function* (owner, attempts) {
    if (attempts.length === 0) return []
    // INVARIANT: several rows of one kind are locked by ascending id.
    const ordered = attempts.toSorted((one, other) => one.attempt.deliveryId - other.attempt.deliveryId)
    yield* moveEarlier(owner, ordered)
    return yield* update(owner, ordered)
  }, Effect.orDie)
}
