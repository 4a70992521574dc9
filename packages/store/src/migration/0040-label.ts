import type { Migration } from "./migration.ts"

/** Labels on translations. Programs of before neither show nor change them. */
export const label: Migration = {
  version: 40,
  name: "label",
  oldestProgram: 34,
  statements: ({ id, integer, text, strict }) => [
    `CREATE TABLE label (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id),
      name ${text} NOT NULL,
      color ${text} NOT NULL,
      description ${text}
    ) ${strict}`,
    `CREATE UNIQUE INDEX label_name ON label (project_id, name)`,
    `CREATE TABLE translation_label (
      translation_id ${integer} NOT NULL REFERENCES translation (id) ON DELETE CASCADE,
      label_id ${integer} NOT NULL REFERENCES label (id) ON DELETE CASCADE,
      project_id ${integer} NOT NULL,
      PRIMARY KEY (translation_id, label_id)
    ) ${strict}`,
    `CREATE INDEX translation_label_label ON translation_label (label_id, translation_id)`
  ],
  undo: {
    loses: "labels, and which translations have them",
    statements: () => [`DROP TABLE translation_label`, `DROP TABLE label`]
  }
}
