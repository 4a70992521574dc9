import { Context } from "effect"

/** The address that a request came from; null: no request, such as a command of the operator. */
export const ClientAddress: Context.Reference<string | null> = Context.Reference<string | null>(
  "@dragoman/server/platform/http/ClientAddress",
  { defaultValue: () => null }
)

/** Without a zone, and IPv4 as itself, not as IPv6 sockets show it. */
export const plainAddress = (address: string): string =>
  (address.split("%", 1)[0] ?? "").replace(/^::ffff:(?=\d+\.)/i, "")
