import { type DomainError, domainError } from "@dragoman/domain/error"
import type { ServerRole } from "@dragoman/domain/permission"
import { checkEmailDomain, emailDomain } from "@dragoman/domain/user"
import { Effect } from "effect"
import { failIf } from "../../platform/fail.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { findSso } from "../../service/sign-in/sign-in-target.ts"

/**
 * Fails when a user may not get this user name: by signing up, by a provider, or as another address of an account. Its
 * domain may be closed, or belong to a single sign-on, whose people have no other accounts. Administrators may give any
 * name. Source: docs/settings.md#who-may-sign-up.
 */
export const checkNewUsername = Effect.fnUntraced(function* (username: string) {
  yield* failIf(checkEmailDomain(username, yield* Settings))
  const domain = emailDomain(username)
  if (domain !== null && (yield* findSso(domain)) !== null) {
    return yield* Effect.fail(domainError("use_sso_for_authentication_instead", [domain]))
  }
})

/**
 * Works like `checkNewUsername`, for a user who has an account already: it fails with 400 instead of 401, which would
 * make clients log the user out. `serverRole`: of the user.
 */
export const checkNextUsername = (
  { serverRole }: { readonly serverRole: ServerRole },
  username: string
): Effect.Effect<void, DomainError, Effect.Services<ReturnType<typeof checkNewUsername>>> =>
  serverRole === "ADMIN"
    ? Effect.void
    : Effect.mapError(
        checkNewUsername(username),
        (error): DomainError => (error.kind === "code" ? { ...error, status: 400 } : error)
      )
