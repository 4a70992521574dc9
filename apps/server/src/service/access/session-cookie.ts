import { checkConsoleRequest, type SessionCookie, sessionLifetimeMillis } from "@dragoman/domain/credential"
import { knownBrowserMillis } from "@dragoman/domain/notification"
import { Clock, Effect } from "effect"
import { HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { Settings } from "../../platform/settings/settings.ts"
import { browserOfSession, readBrowser } from "./client-identity.ts"

type Request = HttpServerRequest.HttpServerRequest

const plainName = "dragoman_session"
/** Browsers take a cookie with this prefix only over https and from this host itself. RFC 6265bis section 4.1.3. */
const secureName = `__Host-${plainName}`

/** Decides why the request does not come from a page of the console; null: it does. `publicUrl`: of the settings. */
export const rejectionOf = ({ headers }: Request, publicUrl: string | null): SessionCookie["rejection"] =>
  checkConsoleRequest(
    {
      console: headers["x-dragoman-console"],
      origin: headers["origin"],
      fetchSite: headers["sec-fetch-site"]
    },
    [headers["host"] ?? "", ...(publicUrl === null ? [] : [new URL(publicUrl).host])]
  )

/** Reads the cookie of a session; null: the request has none. */
export const sessionCookieOf = (request: Request, publicUrl: string | null): SessionCookie | null => {
  if (request.headers["cookie"] === undefined) return null
  const { [secureName]: secure, [plainName]: plain } = request.cookies
  // Another host of the domain could have set the cookie without the prefix.
  const value = secure ?? (isSecure(request, publicUrl) ? undefined : plain)
  return value === undefined ? null : { value, rejection: rejectionOf(request, publicUrl) }
}

const signInName = "dragoman_sign_in"
const secureSignInName = `__Host-${signInName}`

/** Reads the value that ties a login by a provider to the browser that began it; null: the request has none. */
export const signInCookieOf = (request: Request, publicUrl: string | null): string | null =>
  request.headers["cookie"] === undefined
    ? null
    : (request.cookies[isSecure(request, publicUrl) ? secureSignInName : signInName] ?? null)

/** Sets the value of a login by a provider; null removes it. */
export const setSignInCookie = Effect.fnUntraced(function* (
  request: Request,
  value: string | null,
  maxAgeMillis: number
) {
  const attributes = yield* attributesOf(request)
  const name = attributes.secure ? secureSignInName : signInName
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      value === null
        ? HttpServerResponse.expireCookieUnsafe(response, name, attributes)
        : HttpServerResponse.setCookieUnsafe(response, name, value, { ...attributes, maxAge: maxAgeMillis })
    )
  )
})

/**
 * Whether the browser uses https. A proxy that terminates https may not report it: the public address of the settings
 * decides for all requests, else the headers of the browser, which it does not send with each request.
 */
const isSecure = ({ headers, protocol }: Request, publicUrl: string | null): boolean =>
  [publicUrl, headers["origin"] ?? `${protocol ?? "http"}://`].some((url) => url?.startsWith("https://") === true)

/** The cookie by which a browser is recognized at its next login; it opens nothing. */
const browserName = "dragoman_browser"

/** Reads the cookie of the browser; null: it has none. */
export const browserCookieOf = (request: Request): string | null =>
  request.headers["cookie"] === undefined ? null : readBrowser(request.cookies[browserName])

/** A younger session has just begun, so the browser may be new. */
const newSessionMillis = 60_000

const attributesOf = Effect.fnUntraced(function* (request: Request) {
  const { publicUrl } = yield* Settings
  return { httpOnly: true, sameSite: "strict", path: "/", secure: isSecure(request, publicUrl) } as const
})

/**
 * Sets the cookie with the response. The browser keeps it as long as a session can last; the server ends unused ones earlier.
 * `createdAt`: of the session, epoch milliseconds.
 */
export const setSessionCookie = Effect.fnUntraced(function* (request: Request, value: string, createdAt: number) {
  const attributes = yield* attributesOf(request)
  const leftMillis = createdAt + sessionLifetimeMillis - (yield* Clock.currentTimeMillis)
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      HttpServerResponse.setCookieUnsafe(response, attributes.secure ? secureName : plainName, value, {
        ...attributes,
        maxAge: leftMillis
      })
    )
  )
  const isNewBrowser = browserCookieOf(request) === null && leftMillis > sessionLifetimeMillis - newSessionMillis
  if (!isNewBrowser) return
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      HttpServerResponse.setCookieUnsafe(response, browserName, browserOfSession(value), {
        ...attributes,
        maxAge: knownBrowserMillis
      })
    )
  )
})

/** Removes the cookie and all that the console stored in the browser. */
export const clearSessionCookie = Effect.fnUntraced(function* (request: Request) {
  const attributes = yield* attributesOf(request)
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      HttpServerResponse.setHeader(
        HttpServerResponse.expireCookieUnsafe(response, attributes.secure ? secureName : plainName, attributes),
        "clear-site-data",
        '"storage"'
      )
    )
  )
})
