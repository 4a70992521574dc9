import type { ErrorCode } from "../error/error-code.ts"

// A session of the web console is a cookie. Browsers send cookies by themselves, so a cookie counts only together with
// what a page of another origin cannot send. Source: ADR 33.

/** Random bytes of the value of a cookie. */
export const sessionRandomBytes = 32

const minuteMillis = 60_000
const dayMillis = 24 * 60 * minuteMillis

/** An unused session ends after 14 days. */
export const sessionIdleMillis = 14 * dayMillis

/** However much it is used, a session ends after 90 days. */
export const sessionLifetimeMillis = 90 * dayMillis

/** Times are epoch milliseconds. */
export interface ConsoleSession {
  readonly createdAt: number
  /** Written at most once a minute. */
  readonly lastUsedAt: number
  /** `tokensValidNotBefore` of the user when the cookie was set: the generation of the password. */
  readonly generation: number
}

/** Whether a session has ended: by its age, or by a new password. */
export const isSessionEnded = (
  session: ConsoleSession,
  { now, tokensValidNotBefore }: { readonly now: number; readonly tokensValidNotBefore: number }
): boolean =>
  session.generation !== tokensValidNotBefore ||
  now >= session.lastUsedAt + sessionIdleMillis ||
  now >= session.createdAt + sessionLifetimeMillis

/** The headers that tell requests of the console's own pages from others; undefined: not sent. */
export interface ConsoleHeaders {
  /** `X-Dragoman-Console`. */
  readonly console: string | undefined
  readonly origin: string | undefined
  /** `Sec-Fetch-Site`, which browsers send to https and to the local machine only. */
  readonly fetchSite: string | undefined
}

/**
 * Why a request does not come from a page of the console; null: it does. A page of another origin cannot send the header
 * of the console: its preflight allows no cookies. `hosts`: the names of this server, with ports.
 */
export const checkConsoleRequest = (
  headers: ConsoleHeaders,
  hosts: ReadonlyArray<string>
): Extract<ErrorCode, "console_header_missing" | "foreign_origin"> | null => {
  if (headers.console !== "1") return "console_header_missing"
  const isSameSite = headers.fetchSite === undefined || headers.fetchSite === "same-origin"
  return isSameSite && (headers.origin === undefined || isOwnOrigin(headers.origin, hosts)) ? null : "foreign_origin"
}

/** The scheme does not count: a proxy that ends https may not tell the server. */
const isOwnOrigin = (origin: string, hosts: ReadonlyArray<string>): boolean => {
  const [, host] = /^https?:\/\/([^/]+)$/i.exec(origin) ?? []
  return host !== undefined && hosts.some((own) => comparable(own) === comparable(host))
}

const comparable = (host: string): string => host.toLowerCase().replace(/:(?:80|443)$/, "")
