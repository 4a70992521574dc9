import type { Migration } from "./migration.ts"

/** For how long attempts of a configuration have failed: only that switches it off. Runs of failures start over. */
export const failingTime: Migration = {
  version: 11,
  name: "failing-time",
  statements: ({ integer }) => [
    `ALTER TABLE webhook_configuration ADD COLUMN failing_millis ${integer} NOT NULL DEFAULT 0`
  ],
  undo: {
    loses: "for how long webhooks have failed",
    statements: () => [`ALTER TABLE webhook_configuration DROP COLUMN failing_millis`]
  }
}
