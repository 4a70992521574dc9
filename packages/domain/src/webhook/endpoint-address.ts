import { type IpAddress, type IpRange, isInRange, parseIpAddress, parseIpRange } from "./ip-address.ts"

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

type RefusedClass = Exclude<AddressClass, "public" | "not-an-address">

const table = (ranges: Readonly<Record<string, RefusedClass>>): ReadonlyArray<readonly [IpRange, RefusedClass]> =>
  Object.entries(ranges).flatMap(([text, addressClass]) => {
    const range = parseIpRange(text)
    return range === null ? [] : [[range, addressClass] as const]
  })

/**
 * Addresses that are not globally reachable. Narrower ranges stand before the wider ones around them.
 * Source: the special-purpose address registries of IANA (RFC 6890 and its successors); reference "webhooks" 1.5.
 */
const refusedRanges = table({
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

/** Only these are given out to hosts of the internet; everything else of IPv6 is reserved. */
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
 * What kind of address this is, in the text form of a resolver or a URL. An IPv6 address that stands for an IPv4 address is
 * judged by that one.
 */
export const classifyAddress = (text: string): AddressClass => {
  const address = parseIpAddress(text)
  return address === null ? "not-an-address" : classify(address)
}

const classify = (address: IpAddress): AddressClass => {
  // The unspecified address and loopback also look like IPv4-compatible ones.
  const exact = refusedRanges.find(([range]) => range.prefixLength === 128 && isInRange(address, range))
  if (exact !== undefined) return exact[1]
  const wrapping = wrappings.find(({ range }) => range !== null && isInRange(address, range))
  if (wrapping !== undefined) {
    const inner = address.slice(wrapping.offset, wrapping.offset + 4)
    return classify(wrapping.inverted ? inner.map((byte) => byte ^ 255) : inner)
  }
  const refusedRange = refusedRanges.find(([range]) => isInRange(address, range))
  if (refusedRange !== undefined) return refusedRange[1]
  const isGlobal = address.length === 4 || (globalUnicast !== null && isInRange(address, globalUnicast))
  return isGlobal ? "public" : "reserved"
}

/** What webhooks may reach although it is not public. */
export interface AllowList {
  readonly everything: boolean
  /** Lower case. */
  readonly hosts: ReadonlyArray<string>
  readonly ranges: ReadonlyArray<IpRange>
}

export const emptyAllowList: AllowList = { everything: false, hosts: [], ranges: [] }

/**
 * Host names, addresses and CIDR ranges; `*` allows everything. `invalid`: the entries that are none of these.
 * Source: product section 4, `DRAGOMAN_WEBHOOK_ALLOW`.
 */
export const parseAllowList = (
  entries: ReadonlyArray<string>
): { readonly allowList: AllowList; readonly invalid: ReadonlyArray<string> } => {
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
  return { allowList: { everything: entries.includes("*"), hosts, ranges }, invalid }
}

/**
 * May webhooks go to this host, which has these addresses? Every address must be public or allowed, since nobody knows
 * which one a connection takes; without any address the answer is no. Asked when saving, when testing and when connecting.
 * Source: reference "webhooks" 1.5; architecture section 5.
 */
export const mayReach = (host: string, addresses: ReadonlyArray<string>, allowList: AllowList): boolean => {
  if (addresses.length === 0) return false
  if (allowList.everything || allowList.hosts.includes(host.toLowerCase())) return true
  const isLocalName = /(^|\.)localhost\.?$/i.test(host)
  return addresses.every((text) => {
    const address = parseIpAddress(text)
    if (address === null) return false
    if (allowList.ranges.some((range) => isInRange(address, range))) return true
    return !isLocalName && classify(address) === "public"
  })
}
