import { Api } from "@dragoman/api"
import { fieldErrors } from "@dragoman/domain/error"
import type { OrganizationSsoRow } from "@dragoman/store"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { failWith } from "../../platform/fail.ts"
import { clientNetworkOf } from "../../platform/http/rate-limiter.ts"
import { publicAddress } from "../../platform/http/routes.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { type PublicAccess, withAccess } from "../../service/access/access.ts"
import { setSessionCookie, setSignInCookie, signInCookieOf } from "../../service/access/session-cookie.ts"
import { Providers } from "../../service/sign-in/providers.ts"
import { findTarget, isSignInService } from "../../service/sign-in/sign-in-target.ts"
import { accessTokenToModel } from "../authentication/authentication-handlers.ts"
import { consoleClientOf } from "../console-session/console-session-handlers.ts"
import { finishSignIn, signInLifetimeMillis, startSignIn } from "./console-sign-in.ts"
import { acceptChange, getAuthProvider, getChange, rejectChange, requestDisconnection } from "./identity-changes.ts"
import { getOrganizationSso, setOrganizationSso } from "./organization-sso.ts"
import { failOfProvider, logInWithProvider } from "./sign-in.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Returns the address of the console: the browser knows it best, behind a proxy that does not report https. */
const consoleOrigin = Effect.fnUntraced(function* (request: Request) {
  const { publicUrl } = yield* Settings
  return publicUrl ?? request.headers["origin"] ?? (yield* publicAddress)
})

/**
 * Returns the caller of the user's own login: no key, and no administrator who acts as the user, connects an account.
 */
const connectingCaller = ({ caller }: PublicAccess) => {
  if (caller === null || caller.credential.kind === "PAT" || caller.credential.kind === "PAK")
    return Effect.succeed(null)
  const isActing = caller.credential.kind === "JWT" && caller.credential.acting !== null
  return isActing ? failWith("not_while_acting_as_user") : Effect.succeed(caller)
}

export const SignInHandlers = HttpApiBuilder.group(Api, "signIn", (handlers) =>
  handlers.handleAll({
    authorize: withAccess(function* (access, { params, query, request }) {
      const { code = "", redirect_uri: redirectUri = "", invitationCode, domain } = query
      const service = params.serviceType
      if (!isSignInService(service)) return yield* failWith("service_not_found")
      const blank = { ...(code === "" ? { code: "must not be blank" } : {}) }
      const messages = redirectUri === "" ? { ...blank, redirect_uri: "must not be blank" } : blank
      if (Object.keys(messages).length > 0) return yield* Effect.fail(fieldErrors(messages))
      if (!URL.canParse(redirectUri)) return yield* Effect.fail(fieldErrors({ redirect_uri: "must be a URL" }))
      const accessToken = yield* logInWithProvider({
        target: yield* findTarget(service, domain ?? null),
        given: { code, redirectUri, checks: null },
        invitationCode: invitationCode || null,
        caller: yield* connectingCaller(access),
        network: clientNetworkOf(request)
      })
      return accessTokenToModel(accessToken)
    }),
    ssoUrl: Effect.fnUntraced(function* ({ payload }) {
      const { ssoGlobal, ssoOrganizations } = yield* Settings
      if (!ssoGlobal && !ssoOrganizations) return yield* failWith("feature_not_enabled", ["SSO"])
      if (!payload.state) return yield* Effect.fail(fieldErrors({ state: "must not be blank" }))
      const target = yield* findTarget("sso", payload.domain ?? null)
      const providers = yield* Providers
      const redirectUri = `${yield* publicAddress}/login/auth_callback/sso`
      const redirectUrl = yield* providers
        .authorizationUrl(target.provider, { redirectUri, state: payload.state, checks: null })
        .pipe(Effect.catchTag("ProviderError", (error) => failOfProvider(target, error)))
      return { redirectUrl }
    }),
    start: withAccess(function* (access, { params, payload, request }) {
      const { network } = yield* consoleClientOf(request)
      const origin = yield* consoleOrigin(request)
      const started = yield* startSignIn(access, { service: params.serviceType, network, origin, body: payload })
      yield* setSignInCookie(request, started.value, signInLifetimeMillis)
      return { redirectUrl: started.redirectUrl }
    }),
    finish: withAccess(function* (access, { params, payload, request }) {
      const client = yield* consoleClientOf(request)
      const { publicUrl } = yield* Settings
      const value = signInCookieOf(request, publicUrl)
      yield* setSignInCookie(request, null, 0)
      const { session, to } = yield* finishSignIn(access, {
        service: params.serviceType,
        value,
        client,
        body: payload
      })
      if (session === null) return { outcome: "CHANGE_REQUESTED" as const, to }
      yield* setSessionCookie(request, session.value, session.createdAt)
      return { outcome: "LOGGED_IN" as const, to }
    }),
    getAuthProvider: withAccess(function* (access) {
      return { id: null, ...(yield* getAuthProvider(access)) }
    }),
    deleteAuthProvider: withAccess((access) => requestDisconnection(access)),
    getAuthProviderChange: withAccess(function* (access) {
      const { publicId, type, domain } = yield* getChange(access)
      return { id: publicId, authType: type, ssoDomain: domain }
    }),
    acceptAuthProviderChange: withAccess(function* (access, { payload, request }) {
      const { accessToken, session } = yield* acceptChange(access, payload)
      if (session !== null) yield* setSessionCookie(request, session.value, session.createdAt)
      return accessTokenToModel(accessToken)
    }),
    rejectAuthProviderChange: withAccess((access) => rejectChange(access)),
    getOrganizationSso: withAccess(function* (access) {
      const row = yield* getOrganizationSso(access)
      return row === null ? undefined : ssoToModel(row)
    }),
    setOrganizationSso: withAccess((access, { payload }) => Effect.map(setOrganizationSso(access, payload), ssoToModel))
  })
)

const ssoToModel = ({ organizationId: _, clientSecret, ...values }: OrganizationSsoRow) => ({
  ...values,
  clientSecret: "" as const,
  clientSecretSet: clientSecret !== "",
  global: false
})
