import type { Migration } from "./migration.ts"

/** Webhooks for the people who use them: a log of deliveries that can be read and filtered; rotation, filters, pausing. */
export const webhook: Migration = {
  version: 3,
  name: "webhook",
  statements: ({ integer, text }) => [
    `ALTER TABLE webhook_configuration ADD COLUMN previous_secret ${text}`,
    `ALTER TABLE webhook_configuration ADD COLUMN previous_secret_until ${integer}`,
    `ALTER TABLE webhook_configuration ADD COLUMN event_filter ${text}`,
    `ALTER TABLE webhook_configuration ADD COLUMN paused ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE webhook_configuration ADD COLUMN held_until ${integer}`,

    `ALTER TABLE delivery ADD COLUMN activity_type ${text} NOT NULL DEFAULT ''`,
    `UPDATE delivery SET activity_type =
      COALESCE((SELECT r.type FROM activity_revision r WHERE r.id = delivery.revision_id), '')`,
    // Nothing in it changes after the commit: claims and attempts never write it again.
    `DROP INDEX delivery_configuration`,
    `CREATE INDEX delivery_log ON delivery (webhook_configuration_id, id, created_at, activity_type)`,
    `CREATE INDEX delivery_log_state ON delivery (webhook_configuration_id, state, id, created_at, activity_type)
      WHERE state <> 'PENDING'`
  ],
  undo: {
    loses: "second secrets, event filters and pauses of webhook configurations",
    statements: () => [
      `DROP INDEX delivery_log_state`,
      `DROP INDEX delivery_log`,
      `CREATE INDEX delivery_configuration ON delivery (webhook_configuration_id, id)`,
      `ALTER TABLE delivery DROP COLUMN activity_type`,
      `ALTER TABLE webhook_configuration DROP COLUMN held_until`,
      `ALTER TABLE webhook_configuration DROP COLUMN paused`,
      `ALTER TABLE webhook_configuration DROP COLUMN event_filter`,
      `ALTER TABLE webhook_configuration DROP COLUMN previous_secret_until`,
      `ALTER TABLE webhook_configuration DROP COLUMN previous_secret`
    ]
  }
}
