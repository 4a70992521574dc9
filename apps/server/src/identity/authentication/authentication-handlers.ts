import { type AccessTokenModel, Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { clientNetworkOf } from "../../platform/http/rate-limiter.ts"
import { withAccess } from "../../service/access/access.ts"
import { provingClientOf } from "../passkey/relying-party.ts"
import { isEmailFree, logIn, signUp } from "./log-in.ts"
import { getLoginOptions, logInWithPasskey } from "./passkey-login.ts"

export const AuthenticationHandlers = HttpApiBuilder.group(Api, "authentication", (handlers) =>
  handlers.handleAll({
    logIn: withAccess((access, { payload, request }) =>
      Effect.map(logIn(access, clientNetworkOf(request), payload), accessTokenToModel)
    ),
    passkeyOptions: withAccess(function* (access, { request }) {
      return yield* getLoginOptions(access, yield* provingClientOf(request))
    }),
    logInWithPasskey: withAccess(function* (access, { payload, request }) {
      return accessTokenToModel(yield* logInWithPasskey(access, yield* provingClientOf(request), payload))
    }),
    signUp: withAccess((access, { payload, request }) =>
      Effect.map(signUp(access, clientNetworkOf(request), payload), accessTokenToModel)
    ),
    isEmailFree: withAccess((access, { payload, request }) => isEmailFree(access, clientNetworkOf(request), payload))
  })
)

export const accessTokenToModel = (accessToken: string): AccessTokenModel => ({ accessToken, tokenType: "Bearer" })
