import type { Migration } from "./migration.ts"

/** Records of rows that were moved from servers of Tolgee, so that a move continues, and a later one takes only new rows. */
export const tolgee: Migration = {
  version: 25,
  name: "tolgee",
  statements: ({ id, integer, text, strict, clustered }) => [
    `CREATE TABLE tolgee_source (
      id ${id},
      url ${text} NOT NULL,
      started_at ${integer} NOT NULL,
      finished_at ${integer}
    ) ${strict}`,
    `CREATE UNIQUE INDEX tolgee_source_url ON tolgee_source (url)`,
    `CREATE TABLE tolgee_step (
      source_id ${integer} NOT NULL REFERENCES tolgee_source (id) ON DELETE CASCADE,
      name ${text} NOT NULL,
      cursor ${text},
      finished_at ${integer},
      outcome ${text} NOT NULL,
      PRIMARY KEY (source_id, name)
    ) ${clustered}`,
    `CREATE TABLE tolgee_taken (
      source_id ${integer} NOT NULL REFERENCES tolgee_source (id) ON DELETE CASCADE,
      kind ${text} NOT NULL,
      taken_id ${integer} NOT NULL,
      our_id ${integer} NOT NULL,
      digest ${text},
      PRIMARY KEY (source_id, kind, taken_id)
    ) ${clustered}`
  ],
  undo: {
    loses: "the record of what was moved from servers of Tolgee: a later move would take everything again",
    statements: () => ["DROP TABLE tolgee_taken", "DROP TABLE tolgee_step", "DROP TABLE tolgee_source"]
  },
  oldestProgram: 23
}
