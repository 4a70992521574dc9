/** Ports that webhooks may use. */
export interface PortRules {
  /** Both ends belong to a range. null: every port but those of other well-known services. */
  readonly ranges: ReadonlyArray<{ readonly first: number; readonly last: number }> | null
}

export const defaultPortRules: PortRules = { ranges: null }

const portMax = 65_535

/**
 * Services that do not speak HTTP, and could take a request for something of their own: mail, name servers, remote shells,
 * databases.
 * Source: "bad port" of the Fetch standard (https://fetch.spec.whatwg.org/#port-blocking); for databases, file sharing and
 * remote desktops the registry of IANA.
 */
const otherServices: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 445, 465, 512, 513, 514, 515, 526, 530, 531,
  532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1433, 1521, 1719, 1720, 1723, 2049, 3306, 3389, 3659,
  4045, 4190, 5060, 5061, 5432, 5672, 5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 10_080,
  11_211, 27_017
])

/** Ports and ranges (`8000-8999`); `*` is every port, no entry the default. `invalid`: the entries that are none of these. */
export const parsePortRules = (
  entries: ReadonlyArray<string>
): { readonly ports: PortRules; readonly invalid: ReadonlyArray<string> } => {
  const ranges: Array<{ readonly first: number; readonly last: number }> = []
  const invalid: Array<string> = []
  for (const entry of entries) {
    const [, first = "", last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(entry) ?? []
    const range = { first: Number(first), last: Number(last) }
    if (entry === "*") ranges.push({ first: 0, last: portMax })
    else if (first !== "" && range.first >= 1 && range.first <= range.last && range.last <= portMax) ranges.push(range)
    else invalid.push(entry)
  }
  return { ports: { ranges: entries.length === 0 ? null : ranges }, invalid }
}

/** May webhooks use this port? Asked when saving, when testing and when connecting. */
export const mayUsePort = (port: number, { ranges }: PortRules): boolean =>
  ranges === null ? !otherServices.has(port) : ranges.some(({ first, last }) => first <= port && port <= last)
