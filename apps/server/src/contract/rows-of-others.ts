import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { ContractWorld } from "./contract-world.ts"

/** Columns that say whose a row is, with what they hold for the other side of a world. */
const ownersIn = ({
  otherOwner,
  otherOrganization,
  otherProject
}: ContractWorld): Readonly<Record<string, number>> => ({
  project_id: otherProject.id,
  organization_id: otherOrganization.id,
  user_id: otherOwner,
  owner_id: otherOwner,
  author_id: otherOwner,
  created_by: otherOwner,
  deleted_by: otherOwner
})

/** Rows that hang on keys of a project instead of the project. */
const keyColumn = "key_id"

/** Everything that belongs to the other organization of a world, its project and its owner. On SQLite, for tests. */
export const rowsOfOthers = Effect.fnUntraced(function* (world: ContractWorld) {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* sql<{ table: string; column: string }>`
    SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' ORDER BY m.name, c.cid`
  const rows: Record<string, ReadonlyArray<unknown>> = {}
  for (const [table, ofTable] of Map.groupBy(columns, (one) => one.table)) {
    // Whoever uses a credential leaves a time in it.
    const names = ofTable.map(({ column }) => column).filter((name) => name !== "last_used_at")
    const owners = Object.entries(ownersIn(world))
      .filter(([column]) => names.includes(column))
      .map(([column, value]) => sql`${sql(column)} = ${value}`)
    const ofKeys = names.includes(keyColumn)
      ? [sql`${sql(keyColumn)} IN (SELECT id FROM translation_key WHERE project_id = ${world.otherProject.id})`]
      : []
    const itself = {
      project: [sql`id = ${world.otherProject.id}`],
      organization: [sql`id = ${world.otherOrganization.id}`],
      user_account: [sql`id = ${world.otherOwner}`]
    }[table]
    const conditions = [...owners, ...ofKeys, ...(itself ?? [])]
    if (conditions.length > 0)
      rows[table] = yield* sql`SELECT ${sql.literal(names.join(", "))} FROM ${sql(table)} WHERE ${sql.or(conditions)}`
  }
  return rows
}, Effect.orDie)
