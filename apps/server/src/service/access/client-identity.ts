import { createHash } from "node:crypto"
import { Context } from "effect"

/** Properties by which a client is recognized at its next login. */
export interface ClientIdentity {
  /** The header `User-Agent`; null: absent. */
  readonly userAgent: string | null
  /** Value of the cookie that stays in a browser; null: it has none. */
  readonly browser: string | null
  /** Network of the client, as for rate limits. */
  readonly network: string
}

/** The client of the present request; null outside of requests. */
export const RequestingClient: Context.Reference<ClientIdentity | null> = Context.Reference<ClientIdentity | null>(
  "@dragoman/server/service/access/RequestingClient",
  { defaultValue: () => null }
)

const browserPattern = /^[\w-]{43}$/

/** Parses the value of the cookie; null: there is none, or this server did not make it. */
export const readBrowser = (value: string | undefined): string | null =>
  value !== undefined && browserPattern.test(value) ? value : null

/** Makes the value for a new browser from that of its first session, so that both cookies are set together. */
export const browserOfSession = (session: string): string =>
  createHash("sha256").update(`browser ${session}`).digest("base64url")
