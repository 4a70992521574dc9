import type { Migration } from "./migration.ts"

/**
 * Automatic translation, and an index of stored entries. Programs of before work beside it: they show hidden jobs, and fill no text.
 */
export const autoTranslation: Migration = {
  version: 37,
  name: "auto translation",
  statements: ({ id, integer, strict, engine }) => [
    `CREATE TABLE auto_translation_setting (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id) ON DELETE CASCADE,
      language_id ${integer} REFERENCES language (id) ON DELETE CASCADE,
      uses_memory ${integer} NOT NULL,
      is_for_imports ${integer} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX auto_translation_setting_project ON auto_translation_setting (project_id)
      WHERE language_id IS NULL`,
    `CREATE UNIQUE INDEX auto_translation_setting_language ON auto_translation_setting (project_id, language_id)`,
    `CREATE INDEX auto_translation_setting_of_language ON auto_translation_setting (language_id)`,
    `ALTER TABLE batch_job ADD COLUMN is_hidden ${integer} NOT NULL DEFAULT 0`,
    // PostgreSQL has a limit for the length of indexed texts, and groups a memory fast enough without its sources.
    engine === "sqlite"
      ? `CREATE INDEX memory_entry_unit ON memory_entry (memory_id, source_text, tuid)`
      : `CREATE INDEX memory_entry_unit ON memory_entry (memory_id, tuid)`
  ],
  undo: {
    loses: "settings of automatic translation",
    statements: () => [
      `DROP INDEX memory_entry_unit`,
      `DELETE FROM batch_job WHERE operation LIKE '{"type":"AUTO_TRANSLATE"%'`,
      `ALTER TABLE batch_job DROP COLUMN is_hidden`,
      `DROP TABLE auto_translation_setting`
    ]
  },
  oldestProgram: 33
}
