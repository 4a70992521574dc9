import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { anybody, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { AccessTokenModel, LoginBody, SignUpBody } from "./authentication-model.ts"

/** Logging in and signing up. Source: reference "auth-and-permissions" 4.2. */
export const AuthenticationEndpoints = endpointGroup(
  "authentication",
  HttpApiEndpoint.post("logIn", "/api/public/generatetoken", {
    payload: LoginBody,
    success: AccessTokenModel
  }).pipe(requires(anybody)),
  HttpApiEndpoint.post("signUp", "/api/public/sign_up", {
    payload: SignUpBody,
    success: AccessTokenModel
  }).pipe(requires(anybody)),
  HttpApiEndpoint.post("isEmailFree", "/api/public/validate_email", {
    payload: Schema.String,
    success: Schema.Boolean
  }).pipe(requires(anybody))
)
