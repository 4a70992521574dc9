import type { SqlClient, Statement } from "effect/sql"

/** Which rows of an ordered list are wanted. */
export interface RowSlice<Property extends string = string> {
  /** By properties of the list's order, the most important first; decides between any two rows. */
  readonly sort: ReadonlyArray<{ readonly property: Property; readonly direction: "asc" | "desc" }>
  readonly limit: number
  readonly offset: number
}

/** The rows of a slice, and how many rows the whole list has. */
export interface SlicedRows<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly total: number
}

/**
 * What stands behind the condition: `ORDER BY … LIMIT … OFFSET …`. `expressions`: what each property of the wire is in
 * SQL; nothing a client writes gets into the statement. Expressions must not be null: the engines disagree about where
 * nulls go.
 */
export const slice = <Property extends string>(
  sql: SqlClient.SqlClient,
  expressions: Readonly<Partial<Record<Property, string>>>,
  { sort, limit, offset }: RowSlice<Property>
): Statement.Fragment => {
  const criteria = sort.flatMap(({ property, direction }) => {
    const expression = Object.hasOwn(expressions, property) ? expressions[property] : undefined
    return expression === undefined ? [] : [`${expression} ${direction === "desc" ? "DESC" : "ASC"}`]
  })
  return sql`ORDER BY ${sql.literal(criteria.join(", "))} LIMIT ${limit} OFFSET ${offset}`
}
