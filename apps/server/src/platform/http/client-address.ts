import { Context } from "effect"

/** The address that the request came from; null outside of requests, as in commands of the operator. */
export const ClientAddress: Context.Reference<string | null> = Context.Reference<string | null>(
  "@dragoman/server/platform/http/ClientAddress",
  { defaultValue: () => null }
)

/** Prints an address without a zone, and an IPv4 address as itself, not as IPv6 sockets show it. */
export const plainAddress = (address: string): string =>
  (address.split("%", 1)[0] ?? "").replace(/^::ffff:(?=\d+\.)/i, "")
