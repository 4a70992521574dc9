import type { Migration } from "./migration.ts"

/** Scheduled backups. The unique index lets one server at a time make one. */
export const backup: Migration = {
  version: 24,
  name: "backup",
  statements: ({ id, integer, text, strict }) => [
    `CREATE TABLE backup_run (
      id ${id},
      state ${text} NOT NULL,
      host ${text} NOT NULL,
      started_at ${integer} NOT NULL,
      finished_at ${integer},
      leased_until ${integer} NOT NULL,
      file ${text},
      bytes ${integer},
      error ${text},
      stored_as ${text},
      store_error ${text}
    ) ${strict}`,
    `CREATE UNIQUE INDEX backup_run_running ON backup_run (state) WHERE state = 'RUNNING'`
  ],
  undo: {
    loses: "the record of scheduled backups",
    statements: () => ["DROP TABLE backup_run"]
  },
  oldestProgram: 23
}
