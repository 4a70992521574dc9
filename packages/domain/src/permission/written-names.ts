import { domainError } from "../error/domain-error.ts"
import { invalid, type Validated, valid } from "../validation/validation.ts"
import { type OrganizationRole, organizationRoles } from "./role.ts"
import { isScope, type Scope } from "./scope.ts"

/**
 * Scopes that only newer clients of Tolgee know, with those that take their place: requests may name them, responses never
 * do. `keys.view` takes the place of one that shows nothing here, because a permission without scopes hides the project.
 * Source: docs/permissions.md#names-of-newer-clients.
 */
export const scopesOfNewerName: ReadonlyMap<string, ReadonlyArray<Scope>> = new Map(
  Object.entries<ReadonlyArray<Scope>>({
    "translations.suggest": ["translations.view"],
    "prompts.view": ["keys.view"],
    "organization-quotas.view": ["keys.view"],
    "all.view": [
      "keys.view",
      "translations.view",
      "screenshots.view",
      "tasks.view",
      "activity.view",
      "members.view",
      "batch-jobs.view"
    ],
    "translation-suggestions.manage": ["translations.edit"],
    "translation-labels.assign": ["translations.state-edit"],
    "translation-labels.manage": ["project.edit"],
    "prompts.edit": ["project.edit"],
    "branch.management": ["project.edit"],
    "branch.protected-modify": ["project.edit"]
  })
)

/**
 * Parses the scopes of a request, without repeats; a value may have several, separated by commas. Empty values are skipped:
 * an empty result means that no scope was given.
 * Source: docs/reference/permissions-and-scopes.md#setting-a-direct-permission.
 */
export const parseScopes = (values: ReadonlyArray<string>): Validated<ReadonlyArray<Scope>> => {
  const names = values.flatMap((value) => value.split(",")).map((name) => name.trim())
  const found = new Set<Scope>()
  for (const name of names) {
    if (name === "") continue
    const meant = isScope(name) ? [name] : scopesOfNewerName.get(name)
    if (meant === undefined) return invalid(domainError("scope_not_found", [name]))
    for (const scope of meant) found.add(scope)
  }
  return valid([...found])
}

/** Roles in an organization as requests write them: newer clients know one more. */
export const writtenOrganizationRoles = [...organizationRoles, "MAINTAINER"] as const

/** Returns the role that the server stores. */
export const storedOrganizationRole = (written: (typeof writtenOrganizationRoles)[number]): OrganizationRole =>
  written === "MAINTAINER" ? "MEMBER" : written
