import type { SqlClient, Statement } from "effect/sql"

export interface OrderCriterion {
  readonly property: string
  readonly direction: "asc" | "desc"
}

/**
 * The list behind ORDER BY. `expressions`: what each property of the wire is in SQL; nothing a client writes gets into
 * the statement. Expressions must not be null: the engines disagree about where nulls go.
 */
export const orderBy = (
  sql: SqlClient.SqlClient,
  expressions: Readonly<Record<string, string>>,
  criteria: ReadonlyArray<OrderCriterion>
): Statement.Fragment =>
  sql.literal(
    criteria
      .flatMap(({ property, direction }) => {
        const expression = Object.hasOwn(expressions, property) ? expressions[property] : undefined
        return expression === undefined ? [] : [`${expression} ${direction === "desc" ? "DESC" : "ASC"}`]
      })
      .join(", ")
  )
