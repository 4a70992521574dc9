import type { Migration } from "./migration.ts"

/** Texts that people suggest. Servers of before work beside them: they write reviewed texts as the project's protection says. */
export const suggestion: Migration = {
  version: 38,
  name: "suggestion",
  oldestProgram: 36,
  statements: ({ id, integer, text, strict }) => [
    `ALTER TABLE project ADD COLUMN suggestions_mode ${text} NOT NULL DEFAULT 'DISABLED'`,
    `CREATE TABLE translation_suggestion (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id),
      key_id ${integer} NOT NULL REFERENCES translation_key (id) ON DELETE CASCADE,
      language_id ${integer} NOT NULL REFERENCES language (id),
      author_id ${integer} NOT NULL REFERENCES user_account (id),
      text ${text} NOT NULL,
      is_plural ${integer} NOT NULL,
      state ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      updated_at ${integer} NOT NULL,
      announced_at ${integer}
    ) ${strict}`,
    `CREATE INDEX translation_suggestion_key ON translation_suggestion (key_id, language_id, id)`,
    `CREATE INDEX translation_suggestion_language ON translation_suggestion (language_id, state)`,
    `CREATE INDEX translation_suggestion_announced ON translation_suggestion (project_id, announced_at)`,
    `CREATE INDEX translation_suggestion_new ON translation_suggestion (project_id, id) WHERE announced_at IS NULL`
  ],
  undo: {
    loses: "texts that people suggested, and which projects take suggestions",
    statements: () => [`DROP TABLE translation_suggestion`, `ALTER TABLE project DROP COLUMN suggestions_mode`]
  }
}
