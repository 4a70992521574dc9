import type { Migration } from "./migration.ts"

/** Where keys stand that a file named between others; texts of files that say that they are outdated. */
export const keyPosition: Migration = {
  version: 15,
  name: "key position",
  statements: ({ integer }) => [
    `ALTER TABLE translation_key ADD COLUMN position ${integer}`,
    `ALTER TABLE import_translation ADD COLUMN is_outdated ${integer} NOT NULL DEFAULT 0`
  ],
  undo: {
    loses: "the positions of keys that were imported between others",
    statements: () => [
      `ALTER TABLE import_translation DROP COLUMN is_outdated`,
      `ALTER TABLE translation_key DROP COLUMN position`
    ]
  }
}
