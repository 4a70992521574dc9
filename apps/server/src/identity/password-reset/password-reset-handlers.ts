import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { clientNetworkOf } from "../../platform/http/rate-limiter.ts"
import { withAccess } from "../../service/access/access.ts"
import { passkeyToModel } from "../passkey/passkey-handlers.ts"
import { personalAccessTokenToModel } from "../personal-access-token/personal-access-token-handlers.ts"
import { checkPasswordReset, listCredentials, requestPasswordReset, resetPassword } from "./reset-password.ts"

export const PasswordResetHandlers = HttpApiBuilder.group(Api, "passwordReset", (handlers) =>
  handlers.handleAll({
    request: withAccess((access, { payload, request }) =>
      requestPasswordReset(access, clientNetworkOf(request), payload)
    ),
    validate: withAccess((access, { params, request }) => checkPasswordReset(access, clientNetworkOf(request), params)),
    credentials: withAccess(function* (access, { payload, request }) {
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
    set: withAccess((access, { payload, request }) => resetPassword(access, clientNetworkOf(request), payload))
  })
)
