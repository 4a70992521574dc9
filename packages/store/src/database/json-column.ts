/** A list kept as JSON text; null stays null (in language lists: all languages). */
export const parseListColumn = <A>(column: string | null): ReadonlyArray<A> | null =>
  column === null ? null : (JSON.parse(column) as ReadonlyArray<A>)

/** The list as `parseListColumn` reads it. */
export const printListColumn = (list: ReadonlyArray<unknown> | null): string | null =>
  list === null ? null : JSON.stringify(list)
