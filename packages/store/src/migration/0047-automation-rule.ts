import type { Migration } from "./migration.ts"

/** Rules of automatic translation. Programs of before work beside it: they fill exact matches, and set no label. */
export const automationRule: Migration = {
  version: 47,
  name: "automation rule",
  oldestProgram: 34,
  statements: ({ integer }) => [
    `ALTER TABLE auto_translation_setting ADD COLUMN memory_min_similarity ${integer} NOT NULL DEFAULT 100`,
    `ALTER TABLE auto_translation_setting ADD COLUMN label_id ${integer} REFERENCES label (id) ON DELETE SET NULL`,
    `ALTER TABLE auto_translation_setting ADD COLUMN follows_base ${integer} NOT NULL DEFAULT 1`,
    `CREATE INDEX auto_translation_setting_label ON auto_translation_setting (label_id)`
  ],
  undo: {
    loses: "rules of automatic translation for similar texts, labels and changed base texts",
    statements: () => [
      `DROP INDEX auto_translation_setting_label`,
      `ALTER TABLE auto_translation_setting DROP COLUMN follows_base`,
      `ALTER TABLE auto_translation_setting DROP COLUMN label_id`,
      `ALTER TABLE auto_translation_setting DROP COLUMN memory_min_similarity`
    ]
  }
}
