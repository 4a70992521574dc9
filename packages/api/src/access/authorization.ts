import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { apiErrors } from "../error/api-error.ts"

/** What the authorization found out about the caller; the server defines and types it. */
export class CurrentGrant extends Context.Service<CurrentGrant, unknown>()("@dragoman/api/access/CurrentGrant") {}

/**
 * Authenticates the caller and checks the endpoint's demand before anything of the request is decoded.
 * Order of the checks: reference "auth-and-permissions" 4.1.
 */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: CurrentGrant }>()(
  "@dragoman/api/access/Authorization",
  { error: apiErrors }
) {}
