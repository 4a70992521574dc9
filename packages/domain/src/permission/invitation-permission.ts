import { domainError } from "../error/domain-error.ts"
import { invalid, type Validated, valid } from "../validation/validated.ts"
import { parseScopes } from "./parse-scopes.ts"
import { type Permission, permissionOfScopes, permissionOfType } from "./permission.ts"
import type { PermissionType } from "./permission-type.ts"
import {
  checkLanguagesOfScopes,
  checkLanguagesOfType,
  type LanguageFacts,
  type RequestedLanguages,
  resolveLanguages
} from "./requested-languages.ts"

export interface InvitationFacts extends LanguageFacts {
  /** The e-mail address is invited already or belongs to a member of the project; case does not matter. */
  readonly emailTaken: boolean
}

export interface RequestedInvitation extends RequestedLanguages {
  readonly type?: PermissionType | null | undefined
  /** An empty list counts as not given. */
  readonly scopes?: ReadonlyArray<string> | null | undefined
}

/**
 * The permission that an invitation to a project carries, or the first rule that the request breaks.
 * Source: docs/reference/permissions-and-scopes.md#invitations, in its order.
 */
export const invitationPermission = (facts: InvitationFacts, requested: RequestedInvitation): Validated<Permission> => {
  const type = requested.type ?? null
  const scopeValues = requested.scopes ?? []
  if ((type !== null) === scopeValues.length > 0) return invalid(domainError("set_exactly_one_of_scopes_or_type"))
  const languages = resolveLanguages(requested, facts)
  if (!languages.ok) return languages
  if (facts.emailTaken) return invalid(domainError("email_already_invited_or_member"))
  if (type !== null) {
    const error = checkLanguagesOfType(type, languages.value)
    return error === null ? valid(permissionOfType(type, languages.value)) : invalid(error)
  }
  const granted = parseScopes(scopeValues)
  if (!granted.ok) return granted
  if (granted.value.length === 0) return invalid(domainError("scopes_has_to_be_set"))
  const error = checkLanguagesOfScopes(granted.value, languages.value)
  return error === null ? valid(permissionOfScopes(granted.value, languages.value)) : invalid(error)
}
