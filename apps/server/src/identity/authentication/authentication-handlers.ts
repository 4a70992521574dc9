import { type AccessTokenModel, Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { clientNetworkOf } from "../../platform/http/rate-limiter.ts"
import { isEmailFree, logIn, signUp } from "./log-in.ts"

export const AuthenticationHandlers = HttpApiBuilder.group(Api, "authentication", (handlers) =>
  handlers.handleAll({
    logIn: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* accessOf(endpoint)
      return accessTokenToModel(yield* logIn(access, clientNetworkOf(request), payload))
    }),
    signUp: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* accessOf(endpoint)
      return accessTokenToModel(yield* signUp(access, clientNetworkOf(request), payload))
    }),
    isEmailFree: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* accessOf(endpoint)
      return yield* isEmailFree(access, clientNetworkOf(request), payload)
    })
  })
)

export const accessTokenToModel = (accessToken: string): AccessTokenModel => ({ accessToken, tokenType: "Bearer" })
