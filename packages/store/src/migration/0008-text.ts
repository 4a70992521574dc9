import type { Migration } from "./migration.ts"

/**
 * A translation has a text, or it is untranslated or disabled: from now on the database refuses anything else. Rows that
 * break the rule are mended first, and a plural whose forms are all empty becomes what it is, no text. Import settings
 * say whether empty values of an import erase texts.
 */
export const text: Migration = {
  version: 8,
  name: "text",
  statements: ({ integer }) => [
    // Without its empty forms such a plural has no brace left but its own.
    `UPDATE translation SET text = NULL WHERE text = '' OR (
      text LIKE '{%, plural,\n%}' AND replace(text, ' {}', '') NOT LIKE '_%{%'
      AND key_id IN (SELECT id FROM translation_key WHERE is_plural = 1))`,
    `UPDATE translation SET state = 'UNTRANSLATED', is_outdated = 0, is_auto = 0, machine_translation_provider = NULL,
        word_count = NULL
      WHERE text IS NULL AND state NOT IN ('UNTRANSLATED', 'DISABLED')`,
    // No text is lost: what was shown is shown.
    `UPDATE translation SET state = 'TRANSLATED' WHERE text IS NOT NULL AND state IN ('UNTRANSLATED', 'DISABLED')`,
    `ALTER TABLE translation ADD CONSTRAINT translation_text
      CHECK ((text IS NULL) = (state IN ('UNTRANSLATED', 'DISABLED')) AND text <> '')`,
    `ALTER TABLE import_settings ADD COLUMN import_empty_values ${integer} NOT NULL DEFAULT 0`
  ],
  undo: {
    loses: "the import setting about empty values",
    statements: () => [
      `ALTER TABLE import_settings DROP COLUMN import_empty_values`,
      `ALTER TABLE translation DROP CONSTRAINT translation_text`
    ]
  }
}
