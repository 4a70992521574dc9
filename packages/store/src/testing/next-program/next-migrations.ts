import type { Migration } from "../../migration/migration.ts"
import { migrations as released, schemaVersion as releasedVersion } from "../../migration/migrations.ts"

/**
 * A migration as a next version could have it, of everything that ADR 50 allows beside older programs: a table that refers to busy ones,
 * columns of large tables, rows that are written at once.
 */
const next: Migration = {
  version: releasedVersion + 1,
  name: "next",
  oldestProgram: releasedVersion,
  statements: ({ id, integer, text, strict }) => [
    `CREATE TABLE next_note (
      id ${id},
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      key_id ${integer} NOT NULL REFERENCES translation_key (id) ON DELETE CASCADE,
      content ${text} NOT NULL
    ) ${strict}`,
    `ALTER TABLE translation ADD COLUMN next_rating ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE translation_key ADD COLUMN next_owner ${text}`,
    `INSERT INTO server_value (name, value) VALUES ('next', 'yes')`
  ],
  undo: {
    loses: "all next notes",
    statements: () => [
      `DELETE FROM server_value WHERE name = 'next'`,
      `ALTER TABLE translation_key DROP COLUMN next_owner`,
      `ALTER TABLE translation DROP COLUMN next_rating`,
      `DROP TABLE next_note`
    ]
  }
}

export const migrations: ReadonlyArray<Migration> = [...released, next]

export const schemaVersion = next.version
