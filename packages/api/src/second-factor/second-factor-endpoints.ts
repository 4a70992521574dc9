import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { requires, user } from "../access/requirement.ts"
import { AccessTokenModel } from "../authentication/authentication-model.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { MfaPasswordBody, SecondFactorsModel, TotpBody } from "./second-factor-model.ts"

const inPerson = { inPerson: true, beforeVerification: true } as const

/** The second factor of the caller. The operations ask for the password themselves, so they need no super token. */
export const SecondFactorEndpoints = endpointGroup(
  "secondFactor",
  HttpApiEndpoint.get("get", "/v2/user/mfa", { success: SecondFactorsModel }).pipe(
    requires(user(inPerson)),
    described("Returns the second factors of the caller's account. Not part of Tolgee's API.")
  ),
  HttpApiEndpoint.put("enableTotp", "/v2/user/mfa/totp", { payload: TotpBody, success: AccessTokenModel }).pipe(
    requires(user(inPerson)),
    described(
      "Enables codes of an authenticator app (TOTP) and returns a new super token; earlier access tokens become invalid."
    )
  ),
  HttpApiEndpoint.delete("disableTotp", "/v2/user/mfa/totp", {
    payload: MfaPasswordBody,
    success: AccessTokenModel
  }).pipe(
    requires(user(inPerson)),
    described(
      "Disables codes of the authenticator app, erases its key and the recovery codes, and returns a new super token; earlier access tokens become invalid."
    )
  ),
  HttpApiEndpoint.put("replaceRecoveryCodes", "/v2/user/mfa/recovery", {
    payload: MfaPasswordBody,
    success: Schema.Array(Schema.String.annotate({ examples: ["k3v9-0a1b-7c2d-e4f5"] }))
  }).pipe(
    requires(user(inPerson)),
    described("Returns ten new recovery codes, which are shown once; all earlier ones become invalid.")
  )
)
