import type { Migration } from "./migration.ts"

/** A project can reject texts that are no ICU messages. Servers of before ignore the column, and write such texts. */
export const brokenIcu: Migration = {
  version: 35,
  name: "broken icu",
  oldestProgram: 34,
  statements: ({ integer }) => [`ALTER TABLE project ADD COLUMN rejects_broken_icu ${integer} NOT NULL DEFAULT 0`],
  undo: {
    loses: "which projects reject texts that are no ICU messages",
    statements: () => [`ALTER TABLE project DROP COLUMN rejects_broken_icu`]
  }
}
