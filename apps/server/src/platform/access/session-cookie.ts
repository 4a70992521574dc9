import { checkConsoleRequest, type SessionCookie, sessionLifetimeMillis } from "@dragoman/domain/credential"
import { knownBrowserMillis } from "@dragoman/domain/notification"
import { Clock, Effect } from "effect"
import { HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { browserOfSession, readBrowser } from "./client-identity.ts"

type Request = HttpServerRequest.HttpServerRequest

const plainName = "dragoman_session"
/** Browsers take a cookie with this prefix only over https and from this host itself. RFC 6265bis section 4.1.3. */
const secureName = `__Host-${plainName}`

/** Why the request does not come from a page of the console; null: it does. `publicUrl`: of the settings. */
export const rejectionOf = ({ headers }: Request, publicUrl: string | null): SessionCookie["rejection"] =>
  checkConsoleRequest(
    {
      console: headers["x-dragoman-console"],
      origin: headers["origin"],
      fetchSite: headers["sec-fetch-site"]
    },
    [headers["host"] ?? "", ...(publicUrl === null ? [] : [new URL(publicUrl).host])]
  )

/** The cookie of a session; null: the request has none. */
export const sessionCookieOf = (request: Request, publicUrl: string | null): SessionCookie | null => {
  if (request.headers["cookie"] === undefined) return null
  const { [secureName]: secure, [plainName]: plain } = request.cookies
  // Another host of the domain could have set the plain one.
  const value = secure ?? (isSecure(request) ? undefined : plain)
  return value === undefined ? null : { value, rejection: rejectionOf(request, publicUrl) }
}

const signInName = "dragoman_sign_in"

const signInNameFor = (request: Request): string => (isSecure(request) ? `__Host-${signInName}` : signInName)

/** The value that ties a login by a provider to the browser that began it; null: the request has none. */
export const signInCookieOf = (request: Request): string | null =>
  request.headers["cookie"] === undefined ? null : (request.cookies[signInNameFor(request)] ?? null)

/** Sets that value; null removes it. */
export const setSignInCookie = (request: Request, value: string | null, maxAgeMillis: number) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      value === null
        ? HttpServerResponse.expireCookieUnsafe(response, signInNameFor(request), attributes(request))
        : HttpServerResponse.setCookieUnsafe(response, signInNameFor(request), value, {
            ...attributes(request),
            maxAge: maxAgeMillis
          })
    )
  )

/** Whether the browser used https. Its own word counts most: a proxy that ends https may not tell the server. */
const isSecure = ({ headers, protocol }: Request): boolean =>
  (headers["origin"] ?? `${protocol ?? "http"}://`).startsWith("https://")

/** The cookie by which a browser is recognized at its next login; it opens nothing. */
const browserName = "dragoman_browser"

/** null: the browser has none, or it is no browser. */
export const browserCookieOf = (request: Request): string | null =>
  request.headers["cookie"] === undefined ? null : readBrowser(request.cookies[browserName])

/** A session that is younger has just begun, so the browser may be new. */
const newSessionMillis = 60_000

const attributes = (request: Request) =>
  ({ httpOnly: true, sameSite: "strict", path: "/", secure: isSecure(request) }) as const

const nameFor = (request: Request): string => (isSecure(request) ? secureName : plainName)

/**
 * Sets the cookie with the response. The browser keeps it as long as a session can last; the server ends unused ones earlier.
 * `createdAt`: of the session, epoch milliseconds.
 */
export const setSessionCookie = Effect.fnUntraced(function* (request: Request, value: string, createdAt: number) {
  const leftMillis = createdAt + sessionLifetimeMillis - (yield* Clock.currentTimeMillis)
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      HttpServerResponse.setCookieUnsafe(response, nameFor(request), value, {
        ...attributes(request),
        maxAge: leftMillis
      })
    )
  )
  const isNewBrowser = browserCookieOf(request) === null && leftMillis > sessionLifetimeMillis - newSessionMillis
  if (!isNewBrowser) return
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      HttpServerResponse.setCookieUnsafe(response, browserName, browserOfSession(value), {
        ...attributes(request),
        maxAge: knownBrowserMillis
      })
    )
  )
})

/** Removes the cookie and all that the console stored in the browser. */
export const clearSessionCookie = (request: Request) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      HttpServerResponse.setHeader(
        HttpServerResponse.expireCookieUnsafe(response, nameFor(request), attributes(request)),
        "clear-site-data",
        '"storage"'
      )
    )
  )
