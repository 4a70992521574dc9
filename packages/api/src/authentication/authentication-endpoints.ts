import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { nothing, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { PasskeyAssertionBody, PasskeyRequestOptionsModel } from "../passkey/passkey-model.ts"
import { AccessTokenModel, LoginBody, SignUpBody } from "./authentication-model.ts"

/** Login and registration. */
export const AuthenticationEndpoints = endpointGroup(
  "authentication",
  HttpApiEndpoint.post("logIn", "/api/public/generatetoken", {
    payload: LoginBody,
    success: AccessTokenModel
  }).pipe(requires(nothing), described("Logs in with user name and password and returns an access token.")),
  HttpApiEndpoint.post("passkeyOptions", "/v2/public/passkeys/options", { success: PasskeyRequestOptionsModel }).pipe(
    requires(nothing),
    described(
      "Returns the options with which the browser requests a passkey at a login (`navigator.credentials.get`). Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.post("logInWithPasskey", "/v2/public/passkeys/verify", {
    payload: PasskeyAssertionBody,
    success: AccessTokenModel
  }).pipe(
    requires(nothing),
    described(
      "Logs in with a passkey, which counts as both factors, and returns an access token. Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.post("signUp", "/api/public/sign_up", {
    payload: SignUpBody,
    success: AccessTokenModel
  }).pipe(requires(nothing), described("Creates an account and returns an access token.")),
  HttpApiEndpoint.post("isEmailFree", "/api/public/validate_email", {
    payload: Schema.String.annotate({ examples: ["nela@example.com"] }),
    success: Schema.Boolean
  }).pipe(requires(nothing), described("Checks whether an e-mail address is free."))
)
