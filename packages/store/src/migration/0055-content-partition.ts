import type { Migration } from "./migration.ts"

/**
 * Prepares partitions of keys and translations by project: each row that refers to a key says its project, and the pair of key and
 * language is a constraint, which a statement can name in both forms of the table. Programs of before leave the project out; the
 * command that makes partitions fills it in.
 */
export const contentPartition: Migration = {
  version: 55,
  name: "content partition",
  oldestProgram: 34,
  statements: ({ integer, engine }) => [
    ...tablesOfKeys.map((table) => `ALTER TABLE ${table} ADD COLUMN project_id ${integer}`),
    ...(engine === "postgres"
      ? [
          `ALTER TABLE translation
            ADD CONSTRAINT translation_key_language UNIQUE USING INDEX translation_key_language`
        ]
      : [])
  ],
  undo: {
    loses: null,
    statements: ({ engine }) => [
      ...(engine === "postgres"
        ? [
            `ALTER TABLE translation DROP CONSTRAINT translation_key_language`,
            `CREATE UNIQUE INDEX translation_key_language ON translation (key_id, language_id)`
          ]
        : []),
      ...tablesOfKeys.map((table) => `ALTER TABLE ${table} DROP COLUMN project_id`)
    ]
  }
}

const tablesOfKeys = ["memory_key", "memory_pending"]
