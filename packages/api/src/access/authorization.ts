import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { apiErrors } from "../error/api-error.ts"

/** The access that `Authorization` established for the request; the server defines its types. */
export class CurrentAccess extends Context.Service<CurrentAccess, unknown>()("@dragoman/api/access/CurrentAccess") {}

/**
 * Authenticates the caller and checks the endpoint's requirement before the request is decoded (ADR 5).
 */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: CurrentAccess }>()(
  "@dragoman/api/access/Authorization",
  { error: apiErrors }
) {}
