import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { nothing, requires, user } from "../access/requirement.ts"
import { LoginBody, SignUpBody } from "../authentication/authentication-model.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { sessionId } from "../identifier/path-parameters.ts"
import { QueryFlag } from "../identifier/query-flag.ts"
import { listOf } from "../page/page-model.ts"
import { PasskeyAssertionBody } from "../passkey/passkey-model.ts"
import { SuperTokenBody } from "../user/user-model.ts"
import { ConsoleSessionModel } from "./console-session-model.ts"

/** Users may always end their own sessions. */
const own = { inPerson: true, beforeVerification: true } as const
const noContent = { success: HttpApiSchema.NoContent }

/** Sessions of the web console: a cookie in place of a token. Endpoints of Dragoman's own (ADR 33). */
export const ConsoleSessionEndpoints = endpointGroup(
  "consoleSession",
  HttpApiEndpoint.post("logIn", "/v2/console/session", { payload: LoginBody, ...noContent }).pipe(
    requires(nothing),
    described(
      "Logs in with user name and password and sets the session cookie of the web console. Requires the header `X-Dragoman-Console: 1`. Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.post("logInWithPasskey", "/v2/console/session/passkey", {
    payload: PasskeyAssertionBody,
    ...noContent
  }).pipe(
    requires(nothing),
    described(
      "Logs in with a passkey, which counts as both factors, and sets the session cookie of the web console. Requires the header `X-Dragoman-Console: 1`. Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.post("signUp", "/v2/console/session/sign-up", { payload: SignUpBody, ...noContent }).pipe(
    requires(nothing),
    described(
      "Creates an account and sets the session cookie of the web console. Requires the header `X-Dragoman-Console: 1`. Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.delete("logOut", "/v2/console/session", noContent).pipe(
    requires(nothing),
    described(
      "Ends the session of the request and clears its cookie and the console's storage in the browser. Requires the header `X-Dragoman-Console: 1`. Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.post("elevate", "/v2/console/session/elevate", { payload: SuperTokenBody, ...noContent }).pipe(
    requires(user({ ...own, beforeConnecting: true })),
    described(
      "Checks the caller's password, second factor or passkey; the session then counts as a super token, for an hour by default (`DRAGOMAN_SUPER_TOKEN_MS`). The cookie gets a new value. Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.get("list", "/v2/user/sessions", { success: listOf("sessions", ConsoleSessionModel) }).pipe(
    requires(user(own)),
    described("Lists the caller's sessions of the web console, the last used one first. Not part of Tolgee's API.")
  ),
  HttpApiEndpoint.delete("endOthers", "/v2/user/sessions", {
    query: {
      accessTokens: field(
        QueryFlag,
        "Whether to end all access tokens too, also that of the request; a cookie of the request gets a new value. Absent: false."
      )
    },
    ...noContent
  }).pipe(
    requires(user(own)),
    described("Ends all of the caller's sessions except that of the request. Not part of Tolgee's API.")
  ),
  HttpApiEndpoint.delete("end", "/v2/user/sessions/:sessionId", { params: { sessionId }, ...noContent }).pipe(
    requires(user(own)),
    described("Ends one of the caller's sessions of the web console. Not part of Tolgee's API.")
  )
)
