import { createHash } from "node:crypto"
import { Context } from "effect"

/** By what a client is recognized at its next login. */
export interface ClientIdentity {
  /** null: the client did not say. */
  readonly userAgent: string | null
  /** Value of the cookie that stays in a browser; null: it has none. */
  readonly browser: string | null
  /** Its network, as for rate limits. */
  readonly network: string
}

/** The client of the request; null: no request. */
export const RequestingClient: Context.Reference<ClientIdentity | null> = Context.Reference<ClientIdentity | null>(
  "@dragoman/server/platform/access/RequestingClient",
  { defaultValue: () => null }
)

const browserPattern = /^[\w-]{43}$/

/** The cookie's value as it is taken; null: there is none, or not one of ours. */
export const readBrowser = (value: string | undefined): string | null =>
  value !== undefined && browserPattern.test(value) ? value : null

/** A new value for a browser, made of that of its first session, so that both are set together. */
export const browserOfSession = (session: string): string =>
  createHash("sha256").update(`browser ${session}`).digest("base64url")
