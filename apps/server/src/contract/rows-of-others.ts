import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { ContractFixture } from "./contract-fixture.ts"
import { sinceLastCommit } from "./since-last-commit.ts"

/** Columns that say whose a row is, with what they hold for the other side of a world. */
const ownersByColumn: Readonly<Record<string, string>> = {
  project_id: "others.project",
  organization_id: "others.organization",
  user_id: "others.owner",
  owner_id: "others.owner",
  author_id: "others.owner",
  created_by: "others.owner",
  deleted_by: "others.owner"
}

const itself: Readonly<Record<string, string>> = {
  project: "id = others.project",
  organization: "id = others.organization",
  user_account: "id = others.owner"
}

/** Rows that hang on keys of a project instead of the project. */
const keyColumn = "key_id"

const statements = new WeakMap<SqlClient.SqlClient, string>()

/** One statement for all tables, with the other side of a world as its three values; made once for every database. */
const statementFor = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const known = statements.get(sql)
  if (known !== undefined) return known
  const columns = yield* sql<{ table: string; column: string }>`
    SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' ORDER BY m.name, c.cid`
  const ofTables = [...Map.groupBy(columns, (one) => one.table)].flatMap(([table, ofTable]) => {
    // Using a credential writes the time of its last use.
    const names = ofTable.map(({ column }) => column).filter((name) => name !== "last_used_at")
    const owners = names.flatMap((name) => {
      const owner = ownersByColumn[name]
      return owner === undefined ? [] : [`"${name}" = ${owner}`]
    })
    const ofKeys = names.includes(keyColumn)
      ? [`"${keyColumn}" IN (SELECT id FROM translation_key WHERE project_id = others.project)`]
      : []
    const conditions = [...owners, ...ofKeys, ...(itself[table] === undefined ? [] : [itself[table]])]
    // A row as one text, in which every value is written as SQL writes it.
    const row = names.map((name) => `'${name} ' || quote("${name}")`).join(" || ', ' || ")
    return conditions.length === 0
      ? []
      : [`SELECT '${table}' AS "table", ${row} AS "row" FROM others, "${table}" WHERE ${conditions.join(" OR ")}`]
  })
  const statement = `WITH others (project, organization, owner) AS (VALUES (?, ?, ?)) ${ofTables.join(" UNION ALL ")}`
  statements.set(sql, statement)
  return statement
})

/**
 * Everything that belongs to the other organization of a world, its project and its owner. On SQLite, outside of
 * transactions, for tests.
 */
export const rowsOfOthers = sinceLastCommit(
  Effect.fnUntraced(function* (
    sql: SqlClient.SqlClient,
    { otherProject, otherOrganization, otherOwner }: ContractFixture
  ) {
    return yield* sql.unsafe(yield* statementFor(sql), [otherProject.id, otherOrganization.id, otherOwner])
  })
)
