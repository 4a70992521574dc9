/** An address as its bytes: 4 of IPv4, 16 of IPv6. */
export type IpAddress = ReadonlyArray<number>

export interface IpRange {
  readonly address: IpAddress
  /** Leading bits that count. */
  readonly prefixLength: number
}

/** An address in its text form; null when it is none. Zone ids are no part of an address. */
export const parseIpAddress = (text: string): IpAddress | null =>
  text.includes(":") ? parseIpv6(text) : parseIpv4(text)

const parseIpv4 = (text: string): IpAddress | null => {
  const parts = text.split(".")
  const bytes = parts.map((part) => (/^(0|[1-9]\d{0,2})$/.test(part) ? Number(part) : 256))
  return bytes.length === 4 && bytes.every((byte) => byte <= 255) ? bytes : null
}

const parseIpv6 = (text: string): IpAddress | null => {
  const [head = "", tail, ...more] = text.split("::")
  if (more.length > 0) return null
  const before = parseGroups(head, tail === undefined)
  const after = tail === undefined ? [] : parseGroups(tail, true)
  if (before === null || after === null) return null
  const missing = 16 - before.length - after.length
  const isComplete = tail === undefined ? missing === 0 : missing >= 2
  return isComplete ? [...before, ...Array<number>(missing).fill(0), ...after] : null
}

/** Bytes of colon-separated groups. Where they end the address, the last group may be an IPv4 address. */
const parseGroups = (text: string, endsAddress: boolean): ReadonlyArray<number> | null => {
  if (text === "") return []
  const groups = text.split(":")
  const bytes: Array<number> = []
  for (const [index, group] of groups.entries()) {
    const embedded = endsAddress && index === groups.length - 1 && group.includes(".") ? parseIpv4(group) : null
    if (embedded !== null) bytes.push(...embedded)
    else if (/^[0-9a-f]{1,4}$/i.test(group))
      bytes.push(Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255)
    else return null
  }
  return bytes
}

/** `10.0.0.0/8`, `fd00::/8`, or a single address; null when it is none. */
export const parseIpRange = (text: string): IpRange | null => {
  const [addressText = "", lengthText, ...more] = text.split("/")
  const address = parseIpAddress(addressText)
  if (address === null || more.length > 0) return null
  if (lengthText === undefined) return { address, prefixLength: address.length * 8 }
  const prefixLength = /^\d{1,3}$/.test(lengthText) ? Number(lengthText) : Number.NaN
  return prefixLength <= address.length * 8 ? { address, prefixLength } : null
}

/** Whether the first bits agree. An IPv4 address is in no IPv6 range, nor the other way round. */
export const isInRange = (address: IpAddress, range: IpRange): boolean => {
  if (address.length !== range.address.length) return false
  for (let index = 0, left = range.prefixLength; left > 0; index++, left -= 8) {
    const mask = left >= 8 ? 255 : (255 << (8 - left)) & 255
    if (((address[index] ?? 0) & mask) !== ((range.address[index] ?? 0) & mask)) return false
  }
  return true
}

/**
 * The client that a limit counts: an IPv4 address, or the /64 network of an IPv6 address, since one customer is given
 * a whole /64 and may take a new address of it for every request. The text itself when it is no address.
 */
export const clientNetwork = (address: string): string => {
  // The zone (`%eth0`) belongs to this machine, not to the address.
  const bytes = parseIpAddress(address.split("%")[0] ?? "")
  if (bytes === null) return address
  const embedded = bytes.length === 16 && isMapped(bytes) ? bytes.slice(12) : bytes
  if (embedded.length === 4) return embedded.join(".")
  const groups = [0, 2, 4, 6].map((at) => (((embedded[at] ?? 0) << 8) | (embedded[at + 1] ?? 0)).toString(16))
  return `${groups.join(":")}::/64`
}

/**
 * The network of an address, for people to recognize: /24 of IPv4, /48 of IPv6. Less is stored than would identify a
 * person. The text itself when it is no address. `network`: as `clientNetwork` returns it.
 */
export const shortenedAddress = (network: string): string => {
  const bytes = parseIpAddress(network.replace(/\/\d+$/, ""))
  if (bytes === null) return network
  if (bytes.length === 4) return `${bytes.slice(0, 3).join(".")}.0/24`
  const groups = [0, 2, 4].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16))
  return `${groups.join(":")}::/48`
}

/** An IPv4 address as IPv6 sockets show it: `::ffff:198.51.100.7`. */
const isMapped = (bytes: ReadonlyArray<number>): boolean =>
  bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
