import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { nothing, requires, user } from "../access/requirement.ts"
import { AccessTokenModel } from "../authentication/authentication-model.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { userId } from "../identifier/path-parameters.ts"

/** Verification of e-mail addresses by a link. */
export const EmailVerificationEndpoints = endpointGroup(
  "emailVerification",
  HttpApiEndpoint.post("send", "/v2/user/send-email-verification", { success: HttpApiSchema.Empty(200) }).pipe(
    requires(user({ beforeVerification: true })),
    described(
      "Sends the mail with the link again, to the new address when the caller has requested one. Earlier links stop working."
    )
  ),
  HttpApiEndpoint.get("verify", "/api/public/verify_email/:userId/:code", {
    params: {
      userId,
      code: field(Schema.String, "Code from the link.", "kqzvhdmwxntlbrscfgjpyaeoiukqzvhdmwxntlbrscfgjpyaeo")
    },
    success: AccessTokenModel
  }).pipe(
    requires(nothing),
    described("Verifies an e-mail address with the code of a link, and returns an access token that is no super token.")
  )
)
