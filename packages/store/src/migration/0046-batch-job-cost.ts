import type { Migration } from "./migration.ts"

/** Batch jobs know what their requests to machines cost. Servers of before ignore the column, and count nothing. */
export const batchJobCost: Migration = {
  version: 46,
  name: "batch job cost",
  oldestProgram: 34,
  statements: ({ integer }) => [`ALTER TABLE batch_job ADD COLUMN cost ${integer} NOT NULL DEFAULT 0`],
  undo: {
    loses: "what batch jobs have cost; budgets and usage stay",
    statements: () => [`ALTER TABLE batch_job DROP COLUMN cost`]
  }
}
