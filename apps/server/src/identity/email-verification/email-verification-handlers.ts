import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { clientNetworkOf } from "../../platform/http/rate-limiter.ts"
import { withAccess } from "../../service/access/access.ts"
import { accessTokenToModel } from "../authentication/authentication-handlers.ts"
import { sendEmailVerification, verifyEmail } from "./verify-email.ts"

export const EmailVerificationHandlers = HttpApiBuilder.group(Api, "emailVerification", (handlers) =>
  handlers.handleAll({
    send: withAccess((access, { request }) => sendEmailVerification(access, clientNetworkOf(request))),
    verify: withAccess((access, { params, request }) =>
      Effect.map(verifyEmail(access, clientNetworkOf(request), params), accessTokenToModel)
    )
  })
)
