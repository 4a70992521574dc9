import type { Migration } from "./migration.ts"

/**
 * Facts about a migration for programs of other versions: how to undo it (a JSON array of statements), what that
 * loses, and which programs work with its schema (ADR 50). For older migrations the program writes them after this one.
 */
export const wayBack: Migration = {
  version: 23,
  name: "way back",
  statements: ({ integer, text }) => [
    `ALTER TABLE schema_migration ADD COLUMN undo ${text}`,
    `ALTER TABLE schema_migration ADD COLUMN loses ${text}`,
    `ALTER TABLE schema_migration ADD COLUMN oldest_program ${integer}`
  ],
  undo: {
    loses: null,
    statements: () => [
      `ALTER TABLE schema_migration DROP COLUMN oldest_program`,
      `ALTER TABLE schema_migration DROP COLUMN loses`,
      `ALTER TABLE schema_migration DROP COLUMN undo`
    ]
  }
}
