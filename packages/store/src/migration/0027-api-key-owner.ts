import type { Migration } from "./migration.ts"

/**
 * Imports, import settings, plans and batch jobs record the project API key that made them; 0: the user, with another credential. A key
 * that is public with an app must not reach what its owner has open. Servers of before ignore the column.
 */
export const apiKeyOwner: Migration = {
  version: 27,
  name: "api key owner",
  statements: ({ integer, strict }) => [
    `ALTER TABLE import ADD COLUMN api_key_id ${integer} NOT NULL DEFAULT 0`,
    `DROP INDEX import_project_user`,
    `CREATE UNIQUE INDEX import_project_user
      ON import (project_id, user_id, api_key_id) WHERE deleted_at IS NULL AND is_staging = 0`,
    `ALTER TABLE import_plan ADD COLUMN api_key_id ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE batch_job ADD COLUMN api_key_id ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE import_settings RENAME TO import_settings_1`,
    `CREATE TABLE import_settings (
      project_id ${integer} NOT NULL REFERENCES project (id),
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      api_key_id ${integer} NOT NULL DEFAULT 0,
      override_key_descriptions ${integer} NOT NULL,
      create_new_keys ${integer} NOT NULL,
      import_empty_values ${integer} NOT NULL DEFAULT 0,
      PRIMARY KEY (project_id, user_id, api_key_id)
    ) ${strict}`,
    `INSERT INTO import_settings (project_id, user_id, override_key_descriptions, create_new_keys, import_empty_values)
      SELECT project_id, user_id, override_key_descriptions, create_new_keys, import_empty_values FROM import_settings_1`,
    `DROP TABLE import_settings_1`
  ],
  undo: {
    loses: "open imports that were made with project API keys, and the import settings of these keys",
    statements: ({ integer, strict }) => [
      `DELETE FROM import_settings WHERE api_key_id <> 0`,
      `ALTER TABLE import_settings RENAME TO import_settings_1`,
      `CREATE TABLE import_settings (
        project_id ${integer} NOT NULL REFERENCES project (id),
        user_id ${integer} NOT NULL REFERENCES user_account (id),
        override_key_descriptions ${integer} NOT NULL,
        create_new_keys ${integer} NOT NULL,
        import_empty_values ${integer} NOT NULL DEFAULT 0,
        PRIMARY KEY (project_id, user_id)
      ) ${strict}`,
      `INSERT INTO import_settings (project_id, user_id, override_key_descriptions, create_new_keys, import_empty_values)
        SELECT project_id, user_id, override_key_descriptions, create_new_keys, import_empty_values FROM import_settings_1`,
      `DROP TABLE import_settings_1`,
      `ALTER TABLE batch_job DROP COLUMN api_key_id`,
      `ALTER TABLE import_plan DROP COLUMN api_key_id`,
      `DROP INDEX import_project_user`,
      `DELETE FROM import WHERE api_key_id <> 0`,
      `ALTER TABLE import DROP COLUMN api_key_id`,
      `CREATE UNIQUE INDEX import_project_user ON import (project_id, user_id) WHERE deleted_at IS NULL AND is_staging = 0`
    ]
  }
}
