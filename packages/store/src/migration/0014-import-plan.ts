import type { Migration } from "./migration.ts"

/** Plans of imports, key by key, until they are applied or expire; issues of imports with the line that they are about. */
export const importPlan: Migration = {
  version: 14,
  name: "import plan",
  statements: ({ id, integer, text, strict, clustered }) => [
    `ALTER TABLE import_file_issue ADD COLUMN excerpt ${text}`,
    `CREATE TABLE import_plan (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id),
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      is_ready ${integer} NOT NULL DEFAULT 0,
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      deleted_at ${integer},
      request ${text} NOT NULL,
      summary ${text}
    ) ${strict}`,
    `CREATE INDEX import_plan_owner ON import_plan (project_id, user_id, id)`,
    `CREATE TABLE import_plan_key (
      import_plan_id ${integer} NOT NULL REFERENCES import_plan (id) ON DELETE CASCADE,
      position ${integer} NOT NULL,
      action ${text} NOT NULL,
      imported ${text},
      change ${text} NOT NULL,
      PRIMARY KEY (import_plan_id, position)
    ) ${clustered}`,
    `CREATE INDEX import_plan_key_action ON import_plan_key (import_plan_id, action, position)`
  ],
  undo: {
    loses: "all import plans, and the lines of files in import issues",
    statements: () => [
      `DROP TABLE import_plan_key`,
      `DROP TABLE import_plan`,
      `ALTER TABLE import_file_issue DROP COLUMN excerpt`
    ]
  }
}
