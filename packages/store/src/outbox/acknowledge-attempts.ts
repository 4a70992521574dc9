import { Effect } from "effect"
import { type SqlClient, Statement } from "effect/sql"
import { forUpdate } from "../database/locks.ts"
import { jsonIds, jsonRows, runEach } from "../database/sql-fragments.ts"
import { pick, type Selection, select } from "../database/table.ts"
import { webhookConfigurationTable } from "../table/webhook-tables.ts"
import type { AcknowledgedAttempt, Acknowledgement, WebhookStateRow } from "./delivery-row.ts"

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

/** Values in the order of the columns. */
const valuesOf = ({ state, nextAttemptAt, attempt }: AcknowledgedAttempt): ReadonlyArray<Value> => [
  attempt.number,
  state,
  nextAttemptAt,
  attempt.startedAt,
  attempt.durationMillis,
  attempt.status,
  attempt.error,
  attempt.answer,
  attempt.requestHeaders,
  attempt.responseHeaders
]

/** Writes the array as text: the client cannot tell the type of an array that has only nulls. */
const toPostgresArray = (values: ReadonlyArray<Value>): string =>
  `{${values.map((value) => (typeof value === "string" ? quoted(value) : (value ?? "NULL"))).join(",")}}`

/** Matches texts that JSON writes in another way than an array of PostgreSQL: both put a backslash before quotes and backslashes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for them.
const otherwiseInJson = /[\u0000-\u001f\ud800-\udfff]/

/** `JSON.stringify` takes a third of the time of `replace`. */
const quoted = (value: string): string =>
  otherwiseInJson.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : JSON.stringify(value)

const sqliteUpdate = `
  UPDATE delivery SET leased_until = NULL, leased_by = NULL, ${writtenColumns.map(([column]) => `${column} = ?`).join(", ")}
  WHERE id = ? AND state = 'PENDING' AND leased_by = ? AND attempt_count = ?`

const names = (columns: ReadonlyArray<readonly [string, string]>) => columns.map(([column]) => column).join(", ")

/** Columns of an attempt before the last one, and where they stand while it is the last one. */
const earlierColumns = `delivery_id, number, ${names(attemptColumns)}`
const lastColumns = `d.id, d.attempt_count, ${attemptColumns.map(([column]) => `d.last_${column}`).join(", ")}`

const webhookState: Selection<WebhookStateRow> = select(
  pick(
    webhookConfigurationTable.as(),
    "id",
    "enabled",
    "autoDisabled",
    "firstFailedAt",
    "lastExecutedAt",
    "lastSucceededAt",
    "failingMillis",
    "warnedAt",
    "heldUntil"
  )
)

/**
 * The acknowledgement of `OutboxRepository`. Of a first attempt it writes one row and, when it succeeded, one index: the
 * attempt is in the row of its delivery. The next attempt moves it into a row of its own.
 */
export const makeAcknowledge = (
  sql: SqlClient.SqlClient
): ((
  owner: string,
  attempts: ReadonlyArray<AcknowledgedAttempt>,
  webhookConfigurationIds: ReadonlyArray<number>
) => Effect.Effect<Acknowledgement>) => {
  const lockStates = (ids: Statement.Fragment) =>
    sql`SELECT ${webhookState.columns} FROM webhook_configuration WHERE id ${ids} ORDER BY id ${forUpdate(sql)}`

  const acknowledgePostgres = Effect.fnUntraced(function* (
    owner: string,
    attempts: ReadonlyArray<AcknowledgedAttempt>,
    webhookConfigurationIds: ReadonlyArray<number>
  ) {
    const values = attempts.map(valuesOf)
    const arrays = writtenColumns.map(
      ([, type], index) => sql`, ${toPostgresArray(values.map((row) => row[index] ?? null))}::${sql.literal(type)}[]`
    )
    const deliveryIds = toPostgresArray(attempts.map(({ attempt }) => attempt.deliveryId))
    const assignments = writtenColumns.map(([column]) => `${column} = input.${column}`).join(", ")
    // All parts of the statement see the rows as they were before it.
    const moveEarlier = attempts.some(({ attempt }) => attempt.number > 1)
      ? sql`,
        moved AS (
          INSERT INTO delivery_attempt (${sql.literal(earlierColumns)})
          SELECT ${sql.literal(lastColumns)} FROM delivery d
          WHERE d.id = ANY(ARRAY(SELECT id FROM acknowledged)) AND d.last_started_at IS NOT NULL ORDER BY d.id
        ),
        shortened AS (
          UPDATE delivery_attempt a SET answer = NULL, response_headers = NULL
          FROM acknowledged WHERE a.delivery_id = acknowledged.id
            AND a.number = acknowledged.attempt_count - ${loggedResponsesMax}
        )`
      : sql``
    // `expected` hides its values from the planner: by the statistics of the table nearly nothing is leased, and it would
    // compare each delivery with each element of the arrays. `COUNT` makes the locks of the configurations the first ones.
    const rows = yield* sql<{ deliveryIds: string | null; id: number | null }>`
      WITH configuration AS MATERIALIZED (
        ${lockStates(sql`= ANY(${toPostgresArray(webhookConfigurationIds)}::BIGINT[])`)}
      ),
      expected AS MATERIALIZED (SELECT 'PENDING' AS state, CAST(${owner} AS TEXT) AS leased_by),
      acknowledged AS (
        UPDATE delivery SET leased_until = NULL, leased_by = NULL, ${sql.literal(assignments)}
        FROM expected CROSS JOIN unnest(${deliveryIds}::BIGINT[]${joined(arrays)}) AS input (id, ${sql.literal(names(writtenColumns))})
        WHERE (SELECT COUNT(*) FROM configuration) >= 0
          AND delivery.id = input.id
          AND delivery.state = expected.state AND delivery.leased_by = expected.leased_by
          AND delivery.attempt_count = input.attempt_count - 1
        RETURNING delivery.id, delivery.attempt_count
      )${moveEarlier}
      SELECT ids.delivery_ids, configuration.*
      FROM (SELECT string_agg(CAST(id AS TEXT), ',') AS delivery_ids FROM acknowledged) ids
      LEFT JOIN configuration ON TRUE ORDER BY configuration.id`
    const found: Acknowledgement = {
      deliveryIds: rows[0]?.deliveryIds?.split(",").map(Number) ?? [],
      webhookStates: webhookState.decode(rows.flatMap(({ deliveryIds: _, ...row }) => (row.id === null ? [] : row)))
    }
    return found
  })

  /** The attempts before these into rows of their own, of deliveries that the owner still holds. */
  const moveEarlier = Effect.fnUntraced(function* (owner: string, attempts: ReadonlyArray<AcknowledgedAttempt>) {
    const repeated = attempts.flatMap(({ attempt: { deliveryId: id, number } }) => (number > 1 ? [{ id, number }] : []))
    if (repeated.length === 0) return
    const counted = jsonRows(
      sql,
      { id: "integer", attempt_count: "integer" },
      repeated.map(({ id, number }) => ({ id, attempt_count: number - 1 }))
    )
    yield* sql`
      INSERT INTO delivery_attempt (${sql.literal(earlierColumns)})
      SELECT ${sql.literal(lastColumns)} FROM delivery d
      WHERE d.state = 'PENDING' AND d.leased_by = ${owner} AND d.last_started_at IS NOT NULL
        AND (d.id, d.attempt_count) IN (SELECT input.id, input.attempt_count FROM ${counted} input)
      ORDER BY d.id`
    const outdated = repeated.flatMap(({ id, number }) =>
      number > loggedResponsesMax ? [{ delivery_id: id, number: number - loggedResponsesMax }] : []
    )
    if (outdated.length === 0) return
    const input = jsonRows(sql, { delivery_id: "integer", number: "integer" }, outdated)
    yield* sql`UPDATE delivery_attempt SET answer = NULL, response_headers = NULL
      WHERE (delivery_id, number) IN (SELECT input.delivery_id, input.number FROM ${input} input)`
  })

  const acknowledgeSqlite = Effect.fnUntraced(function* (
    owner: string,
    attempts: ReadonlyArray<AcknowledgedAttempt>,
    webhookConfigurationIds: ReadonlyArray<number>
  ) {
    const webhookStates = yield* webhookState.all(lockStates(sql`IN ${jsonIds(sql, webhookConfigurationIds)}`))
    yield* moveEarlier(owner, attempts)
    const changes = yield* runEach(
      sql,
      sqliteUpdate,
      attempts.map((acknowledged) => {
        const { deliveryId, number } = acknowledged.attempt
        return [...valuesOf(acknowledged), deliveryId, owner, number - 1]
      })
    )
    const found: Acknowledgement = {
      deliveryIds: attempts.flatMap(({ attempt }, index) => (changes[index] === 1 ? [attempt.deliveryId] : [])),
      webhookStates
    }
    return found
  })

  // One set-based statement takes three times as long on SQLite; on PostgreSQL each statement is a round trip.
  const acknowledge = sql.onDialectOrElse({ pg: () => acknowledgePostgres, orElse: () => acknowledgeSqlite })
  return Effect.fnUntraced(function* (owner, attempts, webhookConfigurationIds) {
    // INVARIANT: several rows of one kind are locked by ascending id.
    const ordered = attempts.toSorted((one, other) => one.attempt.deliveryId - other.attempt.deliveryId)
    return yield* acknowledge(owner, ordered, webhookConfigurationIds)
  }, Effect.orDie)
}

const joined = (fragments: ReadonlyArray<Statement.Fragment>): Statement.Fragment =>
  Statement.fragment(fragments.flatMap(({ segments }) => segments))
