import type { Migration } from "./migration.ts"

/** Leases and cursors of work that runs at intervals. Programs of before do that work without them. */
export const periodicWork: Migration = {
  version: 54,
  name: "periodic work",
  oldestProgram: 34,
  statements: ({ integer, text, strict }) => [
    `CREATE TABLE periodic_work (
      name ${text} PRIMARY KEY,
      leased_by ${text},
      leased_until ${integer} NOT NULL DEFAULT 0,
      after_id ${integer} NOT NULL DEFAULT 0
    ) ${strict}`,
    // Keys that expire soon are searched each hour.
    `CREATE INDEX project_api_key_expiry ON project_api_key (expires_at) WHERE expires_at IS NOT NULL`,
    `CREATE INDEX personal_access_token_expiry ON personal_access_token (expires_at) WHERE expires_at IS NOT NULL`
  ],
  undo: {
    loses: null,
    statements: () => [
      `DROP INDEX personal_access_token_expiry`,
      `DROP INDEX project_api_key_expiry`,
      `DROP TABLE periodic_work`
    ]
  }
}
