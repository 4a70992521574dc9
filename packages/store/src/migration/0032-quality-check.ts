import type { Migration } from "./migration.ts"

/** Results and settings of quality checks. Servers of before do not check what they write. */
export const qualityCheck: Migration = {
  version: 32,
  name: "quality check",
  oldestProgram: 31,
  statements: ({ id, integer, text, strict }) => [
    `ALTER TABLE project ADD COLUMN uses_quality_checks ${integer} NOT NULL DEFAULT 0`,
    `CREATE TABLE quality_setting (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id),
      language_id ${integer} REFERENCES language (id),
      severities ${text} NOT NULL,
      is_enabled ${integer} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX quality_setting_project ON quality_setting (project_id) WHERE language_id IS NULL`,
    `CREATE UNIQUE INDEX quality_setting_language ON quality_setting (language_id) WHERE language_id IS NOT NULL`,
    `CREATE INDEX quality_setting_all ON quality_setting (project_id)`,
    `CREATE TABLE quality_issue (
      id ${id},
      project_id ${integer} NOT NULL REFERENCES project (id),
      translation_id ${integer} NOT NULL REFERENCES translation (id) ON DELETE CASCADE,
      type ${text} NOT NULL,
      message ${text} NOT NULL,
      params ${text},
      replacement ${text},
      position_start ${integer},
      position_end ${integer},
      plural_variant ${text},
      identity ${text} NOT NULL,
      state ${text} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX quality_issue_identity ON quality_issue (translation_id, identity)`,
    `CREATE INDEX quality_issue_project ON quality_issue (project_id, type)`,
    `CREATE TABLE stale_check (
      translation_id ${integer} PRIMARY KEY REFERENCES translation (id) ON DELETE CASCADE,
      project_id ${integer} NOT NULL REFERENCES project (id)
    ) ${strict}`,
    `CREATE INDEX stale_check_project ON stale_check (project_id, translation_id)`
  ],
  undo: {
    loses: "settings of quality checks, and which problems of texts people ignore",
    statements: () => [
      `DROP TABLE stale_check`,
      `DROP TABLE quality_issue`,
      `DROP TABLE quality_setting`,
      `ALTER TABLE project DROP COLUMN uses_quality_checks`
    ]
  }
}
