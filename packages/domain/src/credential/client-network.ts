import { parseIpAddress } from "../webhook/ip-address.ts"

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

/** An IPv4 address as IPv6 sockets show it: `::ffff:198.51.100.7`. */
const isMapped = (bytes: ReadonlyArray<number>): boolean =>
  bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
