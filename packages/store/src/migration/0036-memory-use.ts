import type { Migration } from "./migration.ts"

/**
 * Stored entries in the index of the memory. Programs of before work beside it: the hourly comparison finds entries that they write.
 */
export const memoryUse: Migration = {
  version: 36,
  name: "memory use",
  statements: ({ integer, strict }) => [
    `CREATE TABLE memory_entry_source (
      entry_id ${integer} PRIMARY KEY REFERENCES memory_entry (id) ON DELETE CASCADE,
      source_id ${integer} NOT NULL REFERENCES memory_source (id) ON DELETE CASCADE
    ) ${strict}`,
    `CREATE INDEX memory_entry_source_source ON memory_entry_source (source_id)`,
    `CREATE TABLE memory_entry_pending (
      entry_id ${integer} PRIMARY KEY REFERENCES memory_entry (id) ON DELETE CASCADE
    ) ${strict}`,
    `INSERT INTO memory_entry_pending (entry_id) SELECT id FROM memory_entry`,
    `DELETE FROM memory_index WHERE language_tag <> lower(language_tag)`
  ],
  undo: {
    loses: null,
    statements: () => [`DROP TABLE memory_entry_pending`, `DROP TABLE memory_entry_source`]
  },
  oldestProgram: 33
}
