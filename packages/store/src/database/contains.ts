import type { SqlClient, Statement } from "effect/sql"
import { isFindable } from "./json-rows.ts"

/** Whether a text column holds the text, case-insensitive; `%` and `_` stand for themselves. `column` is SQL. */
export const contains = (sql: SqlClient.SqlClient, column: string, text: string): Statement.Fragment =>
  containsInOrder(sql, column, ["", text, ""])

/**
 * Whether a text column begins with the first piece, ends with the last one and holds the others in between, in this order;
 * case-insensitive. The engines fold ASCII letters fast; letters of other scripts are folded one text at a time, so only of
 * what the rest of the pieces leaves over.
 */
export const containsInOrder = (
  sql: SqlClient.SqlClient,
  column: string,
  pieces: ReadonlyArray<string>
): Statement.Fragment => {
  const text = pieces.join("")
  if (!isFindable(text)) return sql`1 = 0`
  const target = sql.literal(column)
  const foldingLike = sql.literal(sql.onDialectOrElse({ pg: () => "ILIKE", orElse: () => "LIKE" }))
  const escaped = pieces.map((piece) => piece.replace(/[\\%_]/g, "\\$&"))
  const cased = text.match(/[^\p{ASCII}]/gu)?.filter((letter) => variantsOf(letter).length > 1) ?? []
  const [letter] = cased
  if (letter === undefined) return sql`${target} ${foldingLike} ${escaped.join("%")} ESCAPE '\\'`
  const position = sql.literal(sql.onDialectOrElse({ pg: () => "strpos", orElse: () => "instr" }))
  const isPossible = /\p{ASCII}/u.test(text)
    ? sql`${target} ${foldingLike} ${escaped.map((piece) => piece.replace(/[^\p{ASCII}]+/gu, "%")).join("%")} ESCAPE '\\'`
    : sql.or(variantsOf(letter).map((variant) => sql`${position}(${target}, ${variant}) > 0`))
  const exact = escaped.map((piece) => piece.toLowerCase()).join("%")
  return sql`(${isPossible} AND unicode_lower(${target}) LIKE ${exact} ESCAPE '\\')`
}

/** The letter in both cases; one only where the script has no cases. */
const variantsOf = (letter: string): ReadonlyArray<string> => [
  ...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])
]
