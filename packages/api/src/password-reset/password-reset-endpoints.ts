import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { nothing, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import {
  PasswordResetBody,
  PasswordResetCredentialsModel,
  PasswordResetLinkBody,
  PasswordResetRequestBody
} from "./password-reset-model.ts"

const empty = { success: HttpApiSchema.Empty(200) }

/** Password reset by a link that is sent by mail. */
export const PasswordResetEndpoints = endpointGroup(
  "passwordReset",
  HttpApiEndpoint.post("request", "/api/public/reset_password_request", {
    payload: PasswordResetRequestBody,
    ...empty
  }).pipe(
    requires(nothing),
    described(
      "Sends a mail with a link for a new password. The response does not show whether the account exists. The link works for an hour."
    )
  ),
  HttpApiEndpoint.get("validate", "/api/public/reset_password_validate/:email/:code", {
    params: {
      email: field(Schema.String, "E-mail address of the account, from the link.", "nela@example.com"),
      code: field(Schema.String, "Code from the link.", "kqzvhdmwxntlbrscfgjpyaeoiukqzvhdmwxntlbrscfgjpyaeo")
    },
    ...empty
  }).pipe(requires(nothing), described("Checks whether a link for a new password still works.")),
  HttpApiEndpoint.post("credentials", "/v2/public/password-reset/credentials", {
    payload: PasswordResetLinkBody,
    success: PasswordResetCredentialsModel
  }).pipe(
    requires(nothing),
    described(
      "Lists the passkeys, tokens and other credentials of the account of a link, because a stranger may have added them. The link stays usable."
    )
  ),
  HttpApiEndpoint.post("set", "/api/public/reset_password_set", { payload: PasswordResetBody, ...empty }).pipe(
    requires(nothing),
    described(
      "Sets a new password with the code of a link, which works once. Access tokens and sessions of the user end, a pending address is dropped, and passkeys and personal access tokens are removed unless the request names them. An authenticator app and project API keys stay."
    )
  )
)
