import { type IpAddress, type IpRange, isInRange, parseIpAddress, parseIpRange } from "./ip-address.ts"

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

/** True if webhooks may use the port. Checked at saving, testing and connecting. */
export const mayUsePort = (port: number, { ranges }: PortRules): boolean =>
  ranges === null ? !otherServices.has(port) : ranges.some(({ first, last }) => first <= port && port <= last)

/** `public`, or why webhooks may not go there. */
export type AddressClass =
  | "public"
  | "not-an-address"
  | "unspecified"
  | "loopback"
  | "private"
  | "link-local"
  | "carrier-grade-nat"
  | "benchmarking"
  | "documentation"
  | "multicast"
  | "broadcast"
  | "reserved"
  | "cloud-metadata"

type BlockedClass = Exclude<AddressClass, "public" | "not-an-address">

const table = (ranges: Readonly<Record<string, BlockedClass>>): ReadonlyArray<readonly [IpRange, BlockedClass]> =>
  Object.entries(ranges).flatMap(([text, addressClass]) => {
    const range = parseIpRange(text)
    return range === null ? [] : [[range, addressClass] as const]
  })

/**
 * Metadata services, which give a machine its secrets: of AWS, Azure, Google Cloud, Oracle Cloud, Alibaba Cloud, Tencent Cloud, Scaleway
 * and others. Some are public addresses.
 */
const metadataAddresses: ReadonlyArray<string> = [
  "100.100.100.200",
  "168.63.129.16",
  "169.254.0.23",
  "169.254.42.42",
  "169.254.169.254",
  "169.254.170.2",
  "169.254.170.23",
  "192.0.0.192",
  "fd00:42::42",
  "fd00:ec2::23",
  "fd00:ec2::254",
  "fd20:ce::254"
]

/** Names of the same, which may have other addresses. */
const metadataHosts: ReadonlyArray<string> = [
  "api.metadata.cloud.ibm.com",
  "instance-data",
  "instance-data.ec2.internal",
  "metadata",
  "metadata.azure.internal",
  "metadata.goog",
  "metadata.google.internal",
  "metadata.packet.net",
  "metadata.platformequinix.com",
  "metadata.tencentyun.com",
  "rancher-metadata"
]

/**
 * Addresses that are not globally reachable. Narrower ranges stand before the wider ones around them.
 * Source: the special-purpose address registries of IANA (RFC 6890 and its successors); docs/reference/webhooks.md#addresses.
 */
const blockedRanges = table({
  ...Object.fromEntries(metadataAddresses.map((address) => [address, "cloud-metadata" as const])),
  "0.0.0.0/32": "unspecified",
  "0.0.0.0/8": "reserved",
  "10.0.0.0/8": "private",
  "100.64.0.0/10": "carrier-grade-nat",
  "127.0.0.0/8": "loopback",
  "169.254.0.0/16": "link-local",
  "172.16.0.0/12": "private",
  "192.0.0.0/24": "reserved",
  "192.0.2.0/24": "documentation",
  "192.31.196.0/24": "reserved",
  "192.52.193.0/24": "reserved",
  "192.88.99.0/24": "reserved",
  "192.168.0.0/16": "private",
  "192.175.48.0/24": "reserved",
  "198.18.0.0/15": "benchmarking",
  "198.51.100.0/24": "documentation",
  "203.0.113.0/24": "documentation",
  "224.0.0.0/4": "multicast",
  "255.255.255.255/32": "broadcast",
  "240.0.0.0/4": "reserved",
  "::/128": "unspecified",
  "::1/128": "loopback",
  // Translated to IPv4 inside one network. Where the IPv4 address lies in it is that network's choice, so it cannot be judged.
  "64:ff9b:1::/48": "private",
  "100::/64": "reserved",
  "100:0:0:1::/64": "reserved",
  "2001:db8::/32": "documentation",
  "2001:2::/48": "benchmarking",
  "2001::/23": "reserved",
  "2620:4f:8000::/48": "reserved",
  "3fff::/20": "documentation",
  "5f00::/16": "reserved",
  "fc00::/7": "private",
  "fe80::/10": "link-local",
  "fec0::/10": "private",
  "ff00::/8": "multicast"
})

/** Addresses that are given out to hosts of the internet; everything else of IPv6 is reserved. */
const globalUnicast = parseIpRange("2000::/3")

/** IPv6 addresses that stand for an IPv4 address: where it lies in them, and whether its bits are inverted. */
const wrappings = [
  { range: parseIpRange("::ffff:0:0/96"), offset: 12, inverted: false },
  { range: parseIpRange("::ffff:0:0:0/96"), offset: 12, inverted: false },
  { range: parseIpRange("::/96"), offset: 12, inverted: false },
  { range: parseIpRange("64:ff9b::/96"), offset: 12, inverted: false },
  { range: parseIpRange("2002::/16"), offset: 2, inverted: false },
  { range: parseIpRange("2001::/32"), offset: 12, inverted: true }
]

/**
 * The class of an address in the text form of a resolver or a URL. An IPv6 address that stands for an IPv4 address is
 * judged by that one.
 */
export const classifyAddress = (text: string): AddressClass => {
  const address = parseIpAddress(text)
  return address === null ? "not-an-address" : classify(address)
}

const classify = (address: IpAddress): AddressClass => {
  const inner = unwrap(address).at(-1) ?? address
  const blockedRange = blockedRanges.find(([range]) => isInRange(inner, range))
  if (blockedRange !== undefined) return blockedRange[1]
  const isGlobal = inner.length === 4 || (globalUnicast !== null && isInRange(inner, globalUnicast))
  return isGlobal ? "public" : "reserved"
}

/** The address, the one that it stands for, and so on: the last one stands for itself. */
const unwrap = (address: IpAddress): ReadonlyArray<IpAddress> => {
  // The unspecified address and loopback also look like IPv4-compatible ones.
  const isExact = blockedRanges.some(([range]) => range.prefixLength === 128 && isInRange(address, range))
  const wrapping = isExact ? undefined : wrappings.find(({ range }) => range !== null && isInRange(address, range))
  if (wrapping === undefined) return [address]
  const inner = address.slice(wrapping.offset, wrapping.offset + 4)
  return [address, ...unwrap(wrapping.inverted ? inner.map((byte) => byte ^ 255) : inner)]
}

/** Hosts and addresses that an operator has named. */
export interface AddressList {
  readonly everything: boolean
  /** Lower case. */
  readonly hosts: ReadonlyArray<string>
  readonly ranges: ReadonlyArray<IpRange>
}

/** Where webhooks may go. */
export interface EndpointRules {
  /** Reachable although not public. */
  readonly allow: AddressList
  /** Never reachable; a host stands for those below it, too. */
  readonly deny: AddressList
  readonly ports: PortRules
}

/**
 * Host names, addresses and CIDR ranges; `*` is everything. `invalid`: the entries that are none of these.
 * Source: docs/webhooks.md#blocked-addresses.
 */
export const parseAddressList = (
  entries: ReadonlyArray<string>
): { readonly list: AddressList; readonly invalid: ReadonlyArray<string> } => {
  const hosts: Array<string> = []
  const ranges: Array<IpRange> = []
  const invalid: Array<string> = []
  for (const entry of entries) {
    const range = parseIpRange(entry.replace(/^\[(.*)\]$/, "$1"))
    if (entry === "*") continue
    if (range !== null) ranges.push(range)
    else if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(entry) && /[a-z]/i.test(entry)) hosts.push(entry.toLowerCase())
    else invalid.push(entry)
  }
  return { list: { everything: entries.includes("*"), hosts, ranges }, invalid }
}

/** The rules of three settings, as lists of entries that were checked before. Absent: none. */
export const endpointRules = (settings: {
  readonly allow?: ReadonlyArray<string>
  readonly deny?: ReadonlyArray<string>
  readonly ports?: ReadonlyArray<string>
}): EndpointRules => ({
  allow: parseAddressList(settings.allow ?? []).list,
  deny: parseAddressList(settings.deny ?? []).list,
  ports: parsePortRules(settings.ports ?? []).ports
})

/**
 * May webhooks go to this host, which has these addresses? Every address must be public or allowed, and none denied, because
 * a connection may take any of them; without any address the host is not reachable. Metadata services of clouds have to be
 * allowed by their own name or address, not by a range or `*`. Asked when saving, when testing and when connecting.
 * Source: docs/reference/webhooks.md#addresses.
 */
export const mayReach = (
  host: string,
  addresses: ReadonlyArray<string>,
  { allow, deny }: Pick<EndpointRules, "allow" | "deny">
): boolean => {
  const name = host.toLowerCase().replace(/\.$/, "")
  const parsed = addresses.map(parseScopedAddress)
  if (addresses.length === 0 || isDenied(name, parsed, deny)) return false
  const isNamed = allow.hosts.includes(name)
  const isMetadataHost = metadataHosts.includes(name)
  if (isMetadataHost && !isNamed) return false
  const isLocalName = /(^|\.)localhost$/.test(name)
  return parsed.every((address) => {
    if (address === null) return allow.everything || isNamed
    const addressClass = classify(address)
    const allowing = allow.ranges.filter((range) => isInRange(address, range))
    if (addressClass === "cloud-metadata") {
      return isMetadataHost || allowing.some(({ prefixLength }) => prefixLength === address.length * 8)
    }
    return allow.everything || isNamed || allowing.length > 0 || (!isLocalName && addressClass === "public")
  })
}

const isDenied = (name: string, addresses: ReadonlyArray<IpAddress | null>, deny: AddressList): boolean =>
  deny.everything ||
  deny.hosts.some((host) => name === host || name.endsWith(`.${host}`)) ||
  addresses.some((address) =>
    (address === null ? [] : unwrap(address)).some((form) => deny.ranges.some((range) => isInRange(form, range)))
  )

/** Resolvers add the interface to a link-local address. */
const parseScopedAddress = (text: string): IpAddress | null => parseIpAddress(text.replace(/%.*$/, ""))
