import type { SqlClient, Statement } from "effect/sql"

/**
 * Keys of one branch of a project. Repositories of content take it in place of the project wherever they list or name keys, so that
 * no statement forgets the branch. An id names a key of any branch: statements that begin with ids take the project alone.
 */
export interface ContentPlace {
  readonly projectId: number
  /** null: the default branch. */
  readonly branchId: number | null
}

export const defaultBranch = (projectId: number): ContentPlace => ({ projectId, branchId: null })

/**
 * Keys that ids may name, of any branch: those of branches that are being copied or erased are hidden. It costs nothing for keys
 * of the default branch.
 */
export const isShown = (sql: SqlClient.SqlClient, alias: string): Statement.Fragment =>
  sql.literal(
    `(${alias}.branch_id IS NULL OR EXISTS (SELECT 1 FROM branch WHERE branch.id = ${alias}.branch_id AND branch.state = 'READY'))`
  )

/** Keys of the place in the table with this alias, by the indexes that lead to ids. */
export const isIn = (
  sql: SqlClient.SqlClient,
  { projectId, branchId }: ContentPlace,
  alias: string
): Statement.Fragment => {
  const ofProject = sql`${sql.literal(`${alias}.project_id`)} = ${projectId}`
  const branch = sql.literal(`${alias}.branch_id`)
  return branchId === null ? sql`${ofProject} AND ${branch} IS NULL` : sql`${ofProject} AND ${branch} = ${branchId}`
}

/**
 * Rows of the project in the table with this alias, which are known by their ids too: where the table is partitioned, PostgreSQL
 * looks up the ids in one partition. The plus and the subselect: the engines look up the ids and not the project, about whose
 * size the statistics may be wrong while it grows.
 */
export const isOf = (
  sql: SqlClient.SqlClient,
  projectId: number | Statement.Fragment,
  alias: string
): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => {
      const project = typeof projectId === "number" ? sql`(SELECT CAST(${projectId} AS BIGINT))` : projectId
      return sql`${sql.literal(`${alias}.project_id`)} = ${project}`
    },
    orElse: () => sql`${sql.literal(`+${alias}.project_id`)} = ${projectId}`
  })

/** Keys of the place like `isIn`, by the index of names, which holds branches and namespaces as expressions. */
export const isNamedIn = (
  sql: SqlClient.SqlClient,
  { projectId, branchId }: ContentPlace,
  alias: string
): Statement.Fragment =>
  sql`${sql.literal(`${alias}.project_id`)} = ${projectId} AND ${sql.literal(`COALESCE(${alias}.branch_id, 0)`)} = ${branchId ?? 0}`

/**
 * Joins the keys of the place that rows of `input` name by `namespace` and `name`, as `k`, with the namespace as `n`. PostgreSQL looks up
 * each name by itself: by statistics from before an import it would compare all keys of a namespace with each name.
 */
export const joinNamedKeys = (sql: SqlClient.SqlClient, place: ContentPlace): Statement.Fragment => {
  const isNamed = sql`${isNamedIn(sql, place, "k")} AND COALESCE(k.namespace_id, 0) = COALESCE(n.id, 0)
    AND k.name = input.name AND k.deleted_at IS NULL`
  const keys = sql.onDialectOrElse({
    pg: () => sql`CROSS JOIN LATERAL (SELECT * FROM translation_key k WHERE ${isNamed} LIMIT 1) k`,
    orElse: () => sql`JOIN translation_key k ON ${isNamed}`
  })
  return sql`LEFT JOIN namespace n ON n.project_id = ${place.projectId} AND n.name = input.namespace
    ${keys} WHERE input.namespace IS NULL OR n.id IS NOT NULL`
}
