import { type AccessTokenModel, Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { clientNetworkOf } from "../../platform/http/rate-limiter.ts"
import { provingClientOf } from "../passkey/relying-party.ts"
import { isEmailFree, logIn, signUp } from "./log-in.ts"
import { getLoginOptions, logInWithPasskey } from "./passkey-login.ts"

export const AuthenticationHandlers = HttpApiBuilder.group(Api, "authentication", (handlers) =>
  handlers.handleAll({
    logIn: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* accessOf(endpoint)
      return accessTokenToModel(yield* logIn(access, clientNetworkOf(request), payload))
    }),
    passkeyOptions: Effect.fnUntraced(function* ({ endpoint, request }) {
      const access = yield* accessOf(endpoint)
      return yield* getLoginOptions(access, yield* provingClientOf(request))
    }),
    logInWithPasskey: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* accessOf(endpoint)
      return accessTokenToModel(yield* logInWithPasskey(access, yield* provingClientOf(request), payload))
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
