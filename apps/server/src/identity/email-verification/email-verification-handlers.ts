import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { clientNetworkOf } from "../../platform/http/rate-limiter.ts"
import { accessTokenToModel } from "../authentication/authentication-handlers.ts"
import { sendEmailVerification, verifyEmail } from "./verify-email.ts"

export const EmailVerificationHandlers = HttpApiBuilder.group(Api, "emailVerification", (handlers) =>
  handlers.handleAll({
    send: Effect.fnUntraced(function* ({ endpoint, request }) {
      const access = yield* accessOf(endpoint)
      yield* sendEmailVerification(access, clientNetworkOf(request))
    }),
    verify: Effect.fnUntraced(function* ({ endpoint, params, request }) {
      const access = yield* accessOf(endpoint)
      return accessTokenToModel(yield* verifyEmail(access, clientNetworkOf(request), params))
    })
  })
)
