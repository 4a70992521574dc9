import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { clientNetworkOf } from "../../platform/http/rate-limiter.ts"
import { passkeyToModel } from "../passkey/passkey-handlers.ts"
import { personalAccessTokenToModel } from "../personal-access-token/personal-access-token-handlers.ts"
import { checkPasswordReset, listCredentials, requestPasswordReset, resetPassword } from "./reset-password.ts"

export const PasswordResetHandlers = HttpApiBuilder.group(Api, "passwordReset", (handlers) =>
  handlers.handleAll({
    request: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* accessOf(endpoint)
      yield* requestPasswordReset(access, clientNetworkOf(request), payload)
    }),
    validate: Effect.fnUntraced(function* ({ endpoint, params, request }) {
      const access = yield* accessOf(endpoint)
      yield* checkPasswordReset(access, clientNetworkOf(request), params)
    }),
    credentials: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* accessOf(endpoint)
      const { passkeys, personalAccessTokens, mfaEnabled } = yield* listCredentials(
        access,
        clientNetworkOf(request),
        payload
      )
      return {
        passkeys: passkeys.map(passkeyToModel),
        personalAccessTokens: personalAccessTokens.map(personalAccessTokenToModel),
        mfaEnabled
      }
    }),
    set: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* accessOf(endpoint)
      yield* resetPassword(access, clientNetworkOf(request), payload)
    })
  })
)
