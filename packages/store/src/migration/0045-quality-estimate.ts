import type { Migration } from "./migration.ts"

/** Estimates of the quality of texts by machines. Programs of before work beside it: they estimate nothing. */
export const qualityEstimate: Migration = {
  version: 45,
  name: "quality estimate",
  oldestProgram: 34,
  statements: ({ integer, text, strict }) => [
    `ALTER TABLE translation ADD COLUMN quality_score ${integer}`,
    `ALTER TABLE translation ADD COLUMN quality_reason ${text}`,
    `ALTER TABLE machine_answer ADD COLUMN quality_score ${integer}`,
    `ALTER TABLE machine_answer ADD COLUMN quality_reason ${text}`,
    `CREATE TABLE quality_estimate_setting (
      project_id ${integer} PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
      mode ${text} NOT NULL,
      threshold ${integer} NOT NULL,
      back_translation ${integer} NOT NULL
    ) ${strict}`
  ],
  undo: {
    loses: "estimates of the quality of texts by machines, and the settings of projects for them",
    statements: () => [
      `DROP TABLE quality_estimate_setting`,
      `ALTER TABLE machine_answer DROP COLUMN quality_reason`,
      `ALTER TABLE machine_answer DROP COLUMN quality_score`,
      `ALTER TABLE translation DROP COLUMN quality_reason`,
      `ALTER TABLE translation DROP COLUMN quality_score`
    ]
  }
}
