import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { nothing, organization, requires, user } from "../access/requirement.ts"
import { AccessTokenModel } from "../authentication/authentication-model.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { organizationIdOrSlug } from "../identifier/path-parameters.ts"
import {
  AcceptChangeBody,
  AuthProviderChangeModel,
  AuthProviderModel,
  FinishedSignInModel,
  FinishSignInBody,
  OrganizationSsoBody,
  OrganizationSsoModel,
  RedirectModel,
  SignInServiceModel,
  SsoUrlBody,
  StartSignInBody
} from "./sign-in-model.ts"

const text = Schema.optional(Schema.String)
const empty = { success: HttpApiSchema.Empty(200) }
/** These endpoints connect an account that the single sign-on of its domain locks out. */
const connecting = { credentials: ["JWT", "PAT"], beforeConnecting: true } as const
const one = { organization: organizationIdOrSlug }
const service = { serviceType: field(SignInServiceModel, "Provider of the login.", "google") }

/** Logins by other services, and the accounts that they open. */
export const SignInEndpoints = endpointGroup(
  "signIn",
  HttpApiEndpoint.get("authorize", "/api/public/authorize_oauth/:serviceType", {
    params: {
      serviceType: field(Schema.String, "Provider of the login: `github`, `google`, `oauth2` or `sso`.", "google")
    },
    query: {
      code: field(text, "Code from the provider; required."),
      redirect_uri: field(text, "Address to which the provider sent the browser; required."),
      invitationCode: field(text, "Code of an invitation that the login accepts."),
      domain: field(text, "E-mail domain of the person; required for `sso`.")
    },
    success: AccessTokenModel
  }).pipe(
    requires(nothing),
    described(
      "Exchanges a code of a provider for an access token. With an access token it requests the connection of that account with the provider instead, and fails with `third_party_switch_initiated`."
    )
  ),
  HttpApiEndpoint.post("ssoUrl", "/api/public/authorize_oauth/sso/authentication-url", {
    payload: SsoUrlBody,
    success: RedirectModel
  }).pipe(requires(nothing), described("Returns the page of single sign-on for a domain.")),
  HttpApiEndpoint.post("start", "/v2/console/session/sign-in/:serviceType", {
    params: service,
    payload: StartSignInBody,
    success: RedirectModel
  }).pipe(
    requires(nothing),
    described(
      "Begins a login of the web console with a provider: sets a short-lived cookie and returns the page of the provider. Requires the header `X-Dragoman-Console: 1`. Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.post("finish", "/v2/console/session/sign-in/:serviceType/finish", {
    params: service,
    payload: FinishSignInBody,
    success: FinishedSignInModel
  }).pipe(
    requires(nothing),
    described(
      "Ends a login of the web console with the response of the provider, and sets the session cookie. Requires the header `X-Dragoman-Console: 1`. Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.get("getAuthProvider", "/v2/auth-provider", { success: AuthProviderModel }).pipe(
    requires(user(connecting)),
    described("Returns the provider of the caller's account.")
  ),
  HttpApiEndpoint.delete("deleteAuthProvider", "/v2/auth-provider", empty).pipe(
    requires(user({ ...connecting, superToken: true })),
    described("Requests the removal of the provider from the caller's account; the caller has to accept the change.")
  ),
  HttpApiEndpoint.get("getAuthProviderChange", "/v2/auth-provider/change", { success: AuthProviderChangeModel }).pipe(
    requires(user(connecting)),
    described("Returns the change of the provider that the caller can accept; it lasts 30 minutes.")
  ),
  HttpApiEndpoint.post("acceptAuthProviderChange", "/v2/auth-provider/change", {
    payload: AcceptChangeBody,
    success: AccessTokenModel
  }).pipe(
    requires(user({ ...connecting, superToken: true })),
    described("Accepts the change; earlier access tokens become invalid.")
  ),
  HttpApiEndpoint.delete("rejectAuthProviderChange", "/v2/auth-provider/change", empty).pipe(
    requires(user({ ...connecting, inPerson: true })),
    described("Rejects the change.")
  ),
  HttpApiEndpoint.get("getOrganizationSso", "/v2/organizations/:organization/sso", {
    params: one,
    success: [OrganizationSsoModel, HttpApiSchema.Empty(200)]
  }).pipe(
    requires(organization("OWNER", { superToken: true })),
    described("Returns the single sign-on of the organization; an empty body when it has none.")
  ),
  HttpApiEndpoint.put("setOrganizationSso", "/v2/organizations/:organization/sso", {
    params: one,
    payload: OrganizationSsoBody,
    success: OrganizationSsoModel
  }).pipe(
    requires(organization("OWNER", { superToken: true })),
    described("Sets the single sign-on of the organization. The server needs the setting `SSO_ORGANIZATIONS`.")
  )
)
