/**
 * Search parameters as people write them: every value is a text, `q=12` too; nothing is JSON. The routes validate them.
 * A parameter that is repeated keeps its last value.
 */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

/** Commas and colons separate values of filters and stay readable. */
export const printSearch = (search: Readonly<Record<string, unknown>>): string => {
  const text = new URLSearchParams(
    Object.entries(search).flatMap(
      ([name, value]): Array<[string, string]> =>
        value === undefined || value === null || value === "" ? [] : [[name, String(value)]]
    )
  ).toString()
  return text === "" ? "" : `?${text.replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/")}`
}
