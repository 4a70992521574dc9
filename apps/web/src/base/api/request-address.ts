/** A value of a query: arrays are repeated, `{property, direction}` is a criterion of sorting. */
export type QueryValue = unknown

/**
 * The address of a request: `:name` of the path becomes the parameter, encoded; undefined values of the query are left out.
 */
export const requestAddress = (
  path: string,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, QueryValue>> = {}
): string => {
  const named = path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter((item) => item !== undefined && item !== null)
        .map((item): [string, string] => [name, printQueryValue(item)])
    )
  ).toString()
  return search === "" ? named : `${named}?${search}`
}

const printQueryValue = (value: unknown): string =>
  typeof value === "object" && value !== null && "property" in value && "direction" in value
    ? `${value.property},${value.direction}`
    : String(value)
