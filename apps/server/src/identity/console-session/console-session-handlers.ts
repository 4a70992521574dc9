import { Api } from "@dragoman/api"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { failWith } from "../../platform/fail.ts"
import { clientNetworkOf } from "../../platform/http/rate-limiter.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { withAccess } from "../../service/access/access.ts"
import { clearSessionCookie, rejectionOf, setSessionCookie } from "../../service/access/session-cookie.ts"
import type { IssuedSession } from "../../service/access/session-value.ts"
import { provingClientOf } from "../passkey/relying-party.ts"
import {
  type ConsoleClient,
  elevateSession,
  endOtherSessions,
  endOtherSessionsAndTokens,
  endSession,
  listSessions,
  logInToConsole,
  logInToConsoleWithPasskey,
  logOutOfConsole,
  signUpToConsole
} from "./console-sessions.ts"
import { sessionToModel } from "./session-shapes.ts"

type Request = HttpServerRequest.HttpServerRequest

/**
 * Identifies the browser of the request; fails when no page of the console sent it: another one could log its visitor
 * in.
 */
export const consoleClientOf = Effect.fnUntraced(function* (request: Request) {
  const { publicUrl } = yield* Settings
  const rejection = rejectionOf(request, publicUrl)
  if (rejection !== null) return yield* failWith(rejection)
  return {
    network: clientNetworkOf(request),
    userAgent: request.headers["user-agent"] ?? null
  } satisfies ConsoleClient
})

const setCookie = (request: Request, { value, createdAt }: IssuedSession) => setSessionCookie(request, value, createdAt)

export const ConsoleSessionHandlers = HttpApiBuilder.group(Api, "consoleSession", (handlers) =>
  handlers.handleAll({
    logIn: withAccess(function* (access, { payload, request }) {
      const client = yield* consoleClientOf(request)
      yield* setCookie(request, yield* logInToConsole(access, client, payload))
    }),
    logInWithPasskey: withAccess(function* (access, { payload, request }) {
      const client = { ...(yield* consoleClientOf(request)), ...(yield* provingClientOf(request)) }
      yield* setCookie(request, yield* logInToConsoleWithPasskey(access, client, payload))
    }),
    signUp: withAccess(function* (access, { payload, request }) {
      const client = yield* consoleClientOf(request)
      yield* setCookie(request, yield* signUpToConsole(access, client, payload))
    }),
    logOut: withAccess(function* (access, { request }) {
      yield* consoleClientOf(request)
      yield* logOutOfConsole(access)
      yield* clearSessionCookie(request)
    }),
    elevate: withAccess(function* (access, { payload, request }) {
      yield* setCookie(request, yield* elevateSession(access, yield* provingClientOf(request), payload))
    }),
    list: withAccess(function* (access) {
      const sessions = yield* listSessions(access)
      return { _embedded: { sessions: sessions.map((session) => sessionToModel(access, session)) } }
    }),
    endOthers: withAccess(function* (access, { query, request }) {
      if (query.accessTokens !== true) return yield* endOtherSessions(access)
      const session = yield* endOtherSessionsAndTokens(access)
      if (session !== null) yield* setCookie(request, session)
    }),
    end: withAccess((access, { params }) => endSession(access, params.sessionId))
  })
)
