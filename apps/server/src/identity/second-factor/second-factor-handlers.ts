import { Api } from "@dragoman/api"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { clientNetworkOf } from "../../platform/http/rate-limiter.ts"
import { withAccess } from "../../service/access/access.ts"
import { setSessionCookie } from "../../service/access/session-cookie.ts"
import type { IssuedSession } from "../../service/access/session-value.ts"
import { accessTokenToModel } from "../authentication/authentication-handlers.ts"
import { disableTotp, enableTotp, replaceRecoveryCodes } from "./change-second-factors.ts"
import { getSecondFactors } from "./second-factor-queries.ts"

interface Changed {
  readonly accessToken: string
  readonly session: IssuedSession | null
}

const changed = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  { accessToken, session }: Changed
) {
  if (session !== null) yield* setSessionCookie(request, session.value, session.createdAt)
  return accessTokenToModel(accessToken)
})

export const SecondFactorHandlers = HttpApiBuilder.group(Api, "secondFactor", (handlers) =>
  handlers.handleAll({
    get: withAccess((access) => getSecondFactors(access)),
    enableTotp: withAccess(function* (access, { payload, request }) {
      return yield* changed(request, yield* enableTotp(access, clientNetworkOf(request), payload))
    }),
    disableTotp: withAccess(function* (access, { payload, request }) {
      return yield* changed(request, yield* disableTotp(access, clientNetworkOf(request), payload))
    }),
    replaceRecoveryCodes: withAccess((access, { payload, request }) =>
      replaceRecoveryCodes(access, clientNetworkOf(request), payload)
    )
  })
)
