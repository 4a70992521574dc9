import { Context } from "effect"

/** The address that a request came from; null: no request, such as a command of the operator. */
export const ClientAddress: Context.Reference<string | null> = Context.Reference<string | null>(
  "@dragoman/server/platform/http/ClientAddress",
  { defaultValue: () => null }
)
