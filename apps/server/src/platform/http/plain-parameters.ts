type SearchParams = Readonly<Record<string, string | Array<string>>>

/** Names `name[]` and `name[0]`, as PHP, Rails and axios write lists. */
const listPattern = /^([^[]+)\[\d*\]$/

/** Reads `name[]` and `name[0]` of a query as `name`, in the order of the query; other names stay. */
export const plainParameters = (params: SearchParams): SearchParams => {
  if (!Object.keys(params).some((name) => name.endsWith("]"))) return params
  const values = new Map<string, string | Array<string>>()
  for (const [given, value] of Object.entries(params)) {
    const name = listPattern.exec(given)?.[1] ?? given
    const before = values.get(name)
    values.set(name, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(values)
}
