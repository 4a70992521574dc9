import type { Migration } from "./migration.ts"

/** Tables whose rows belong to a key, with the key of a row: an expression over the row itself. */
const tablesOfKeys = {
  translation: "key_id",
  key_tag: "key_id",
  key_neighbour: "key_id",
  screenshot_reference: "key_id",
  translation_comment: "(SELECT t.key_id FROM translation t WHERE t.id = translation_id)",
  translation_format_data: "(SELECT t.key_id FROM translation t WHERE t.id = translation_id)"
} as const

/**
 * Every row of content says its project, and keys, imports and revisions say their branch; null: the default branch (ADR 92). No
 * foreign key guards the project, because it would cost a lookup for each text: rows go with their key. Servers of before would
 * write texts without a project, so none of them works with this schema.
 */
export const contentPlace: Migration = {
  version: 31,
  name: "content place",
  statements: ({ integer, engine }) => [
    ...Object.entries(tablesOfKeys).flatMap(([table, key]) => [
      `ALTER TABLE ${table} ADD COLUMN project_id ${integer}`,
      `UPDATE ${table} SET project_id = (SELECT k.project_id FROM translation_key k WHERE k.id = ${key})`,
      `ALTER TABLE ${table} ALTER COLUMN project_id SET NOT NULL`
    ]),
    ...["translation_key", "import", "activity_revision"].map(
      (table) => `ALTER TABLE ${table} ADD COLUMN branch_id ${integer}`
    ),
    ...dropIndexes,
    `CREATE UNIQUE INDEX translation_key_name
      ON translation_key (project_id, COALESCE(branch_id, 0), COALESCE(namespace_id, 0), name) WHERE deleted_at IS NULL`,
    // Two indexes, so that keys of the default branch are found as fast as before, in the order of their ids on both engines.
    `CREATE INDEX translation_key_project
      ON translation_key (project_id, id) WHERE deleted_at IS NULL AND branch_id IS NULL`,
    `CREATE INDEX translation_key_branch
      ON translation_key (branch_id, id) WHERE deleted_at IS NULL AND branch_id IS NOT NULL`,
    `CREATE UNIQUE INDEX import_project_user
      ON import (project_id, user_id, api_key_id, COALESCE(branch_id, 0)) WHERE deleted_at IS NULL AND is_staging = 0`,
    // PostgreSQL guesses how many rows new columns select until it has counted them.
    ...(engine === "postgres" ? ["ANALYZE translation_key", "ANALYZE translation"] : [])
  ],
  undo: {
    // No program with this schema makes branches: the undo of a later one removes them.
    loses: null,
    statements: () => [
      `DROP INDEX translation_key_branch`,
      ...dropIndexes,
      `CREATE UNIQUE INDEX translation_key_name
        ON translation_key (project_id, COALESCE(namespace_id, 0), name) WHERE deleted_at IS NULL`,
      `CREATE INDEX translation_key_project ON translation_key (project_id, id) WHERE deleted_at IS NULL`,
      `CREATE UNIQUE INDEX import_project_user
        ON import (project_id, user_id, api_key_id) WHERE deleted_at IS NULL AND is_staging = 0`,
      ...["activity_revision", "import", "translation_key"].map(
        (table) => `ALTER TABLE ${table} DROP COLUMN branch_id`
      ),
      ...Object.keys(tablesOfKeys)
        .toReversed()
        .map((table) => `ALTER TABLE ${table} DROP COLUMN project_id`)
    ]
  }
}

const dropIndexes: ReadonlyArray<string> = [
  `DROP INDEX translation_key_name`,
  `DROP INDEX translation_key_project`,
  `DROP INDEX import_project_user`
]
