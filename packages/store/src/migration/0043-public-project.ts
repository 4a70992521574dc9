import type { Migration } from "./migration.ts"

/** A project can be public. Servers of before ignore the column, and show the project to its members alone. */
export const publicProject: Migration = {
  version: 43,
  name: "public project",
  oldestProgram: 34,
  statements: ({ integer }) => [`ALTER TABLE project ADD COLUMN is_public ${integer} NOT NULL DEFAULT 0`],
  undo: {
    loses: "which projects are public",
    statements: () => [`ALTER TABLE project DROP COLUMN is_public`]
  }
}
