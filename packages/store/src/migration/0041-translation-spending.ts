import type { Migration } from "./migration.ts"

/** Usage, budgets and answers of machine translation. Programs of before work beside it: they translate nothing. */
export const translationSpending: Migration = {
  version: 41,
  name: "translation spending",
  statements: ({ id, integer, strict }) => [
    // Without a reference to the project: what it has cost remains.
    `CREATE TABLE translation_usage (
      organization_id ${integer} NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      project_id ${integer} NOT NULL,
      day TEXT NOT NULL,
      service TEXT NOT NULL,
      provider TEXT NOT NULL,
      requests ${integer} NOT NULL,
      characters ${integer} NOT NULL,
      input_tokens ${integer} NOT NULL,
      cached_tokens ${integer} NOT NULL,
      output_tokens ${integer} NOT NULL,
      cost ${integer} NOT NULL,
      PRIMARY KEY (organization_id, project_id, day, service, provider)
    ) ${strict}`,
    `CREATE INDEX translation_usage_day ON translation_usage (day)`,
    `CREATE TABLE translation_spending (
      scope TEXT NOT NULL,
      owner_id ${integer} NOT NULL,
      day TEXT NOT NULL,
      cost ${integer} NOT NULL,
      PRIMARY KEY (scope, owner_id, day)
    ) ${strict}`,
    `CREATE INDEX translation_spending_day ON translation_spending (day)`,
    `CREATE TABLE translation_budget (
      id ${id},
      organization_id ${integer} REFERENCES organization (id) ON DELETE CASCADE,
      project_id ${integer} REFERENCES project (id) ON DELETE CASCADE,
      per_day ${integer},
      per_month ${integer}
    ) ${strict}`,
    `CREATE UNIQUE INDEX translation_budget_organization ON translation_budget (organization_id)`,
    `CREATE UNIQUE INDEX translation_budget_project ON translation_budget (project_id)`,
    `CREATE TABLE translation_cache (
      digest TEXT PRIMARY KEY,
      answer TEXT NOT NULL,
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE INDEX translation_cache_created ON translation_cache (created_at)`
  ],
  undo: {
    loses: "usage and budgets of machine translation",
    statements: () => [
      `DROP TABLE translation_cache`,
      `DROP TABLE translation_budget`,
      `DROP TABLE translation_spending`,
      `DROP TABLE translation_usage`
    ]
  },
  oldestProgram: 34
}
