import type { Migration } from "./migration.ts"

/** Deliveries in large numbers: what they cost to write, and how a configuration with many of them is deleted. */
export const delivery: Migration = {
  version: 4,
  name: "delivery",
  statements: ({ integer, engine }) => [
    // Written at each change and each attempt, and read by no statement: claims look at one configuration after the other.
    `DROP INDEX delivery_due`,
    // Its deliveries are erased in portions, and it with the last of them.
    `ALTER TABLE webhook_configuration ADD COLUMN deleted_at ${integer}`,
    // Room for the lease in the same page: then it touches no index.
    ...(engine === "postgres" ? [`ALTER TABLE delivery SET (fillfactor = 60)`] : [])
  ],
  undo: {
    loses: null,
    statements: ({ engine }) => [
      ...(engine === "postgres" ? [`ALTER TABLE delivery RESET (fillfactor)`] : []),
      // They are deleted already, and no older program would know.
      `DELETE FROM webhook_configuration WHERE deleted_at IS NOT NULL`,
      `ALTER TABLE webhook_configuration DROP COLUMN deleted_at`,
      `CREATE INDEX delivery_due ON delivery (next_attempt_at, webhook_configuration_id) WHERE state = 'PENDING'`
    ]
  }
}
