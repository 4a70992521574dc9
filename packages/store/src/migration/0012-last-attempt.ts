import type { Migration } from "./migration.ts"

const columns = [
  "started_at",
  "duration_millis",
  "status",
  "error",
  "answer",
  "request_headers",
  "response_headers"
] as const

const textColumns: ReadonlySet<string> = new Set(columns.slice(3))

/** Ids rise with the numbers of the attempts. */
const lastAttempts = `SELECT MAX(id) FROM delivery_attempt GROUP BY delivery_id`

/**
 * The last attempt of a delivery is in its row, which an attempt writes anyway: most deliveries have one attempt only.
 * Indexes that every attempt wrote, and that others or nothing replace, are gone.
 */
export const lastAttempt: Migration = {
  version: 12,
  name: "last attempt",
  statements: ({ integer, text, engine }) => [
    ...columns.map(
      (column) => `ALTER TABLE delivery ADD COLUMN last_${column} ${textColumns.has(column) ? text : integer}`
    ),
    // Dispatchers acknowledge in any order: a failure that a success has overtaken is no failure of the endpoint.
    `ALTER TABLE webhook_configuration ADD COLUMN last_succeeded_at ${integer}`,
    `UPDATE delivery SET ${columns.map((column) => `last_${column} = a.${column}`).join(", ")}
      FROM delivery_attempt a WHERE a.delivery_id = delivery.id AND a.id IN (${lastAttempts})`,
    `DELETE FROM delivery_attempt WHERE id IN (${lastAttempts})`,
    // Ids of messages have a random part, and no statement looks for one.
    `DROP INDEX delivery_message`,
    // The log is removed by the index of the log.
    `DROP INDEX delivery_finished`,
    // Delivered rows, nearly all of the log, are found by the index of the whole log.
    `DROP INDEX delivery_log_state`,
    `CREATE INDEX delivery_log_state ON delivery (webhook_configuration_id, state, id, created_at, activity_type)
      WHERE state IN ('FAILED', 'DROPPED')`,
    // Claims step over dead entries at the beginning of the index: vacuum by their number, not by a share of the log.
    ...(engine === "postgres"
      ? [`ALTER TABLE delivery SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000)`]
      : [])
  ],
  undo: {
    loses: null,
    statements: ({ engine }) => [
      ...(engine === "postgres"
        ? [`ALTER TABLE delivery RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold)`]
        : []),
      `DROP INDEX delivery_log_state`,
      `CREATE INDEX delivery_log_state ON delivery (webhook_configuration_id, state, id, created_at, activity_type)
        WHERE state <> 'PENDING'`,
      `CREATE INDEX delivery_finished ON delivery (created_at) WHERE state <> 'PENDING'`,
      `CREATE UNIQUE INDEX delivery_message ON delivery (message_id)`,
      `INSERT INTO delivery_attempt (delivery_id, number, ${columns.join(", ")})
        SELECT d.id, COALESCE((SELECT MAX(a.number) FROM delivery_attempt a WHERE a.delivery_id = d.id), 0) + 1,
          ${columns.map((column) => `d.last_${column}`).join(", ")}
        FROM delivery d WHERE d.last_started_at IS NOT NULL ORDER BY d.id`,
      `ALTER TABLE webhook_configuration DROP COLUMN last_succeeded_at`,
      ...columns.toReversed().map((column) => `ALTER TABLE delivery DROP COLUMN last_${column}`)
    ]
  }
}
