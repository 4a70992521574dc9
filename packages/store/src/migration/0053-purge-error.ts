import type { Migration } from "./migration.ts"

/** Reasons why caches were not purged after an attempt to publish that succeeded. */
export const purgeError: Migration = {
  version: 53,
  name: "purge error",
  oldestProgram: 34,
  statements: ({ text }) => [`ALTER TABLE publishing_attempt ADD COLUMN purge_error ${text}`],
  undo: {
    loses: "reasons why caches of published files were not purged",
    statements: () => [`ALTER TABLE publishing_attempt DROP COLUMN purge_error`]
  }
}
