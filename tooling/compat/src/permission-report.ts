import type { ExplainedRule, Permission, PermissionFacts } from "@dragoman/domain/permission"

/** The permission entry of the domain package, from wherever it was loaded. */
export type PermissionEntry = typeof import("@dragoman/domain/permission")

/** The results of the package for one set of facts: plain data, to be compared as text. */
interface TestResponse {
  readonly facts: string
  readonly origin: string
  readonly scopes: ReadonlyArray<string>
  readonly mayTranslate: boolean
  readonly rules: ReadonlyArray<ExplainedRule>
  readonly sentence: string
  readonly refused: string | null
}

const czech = 3

/** Every combination of server role, organization role, base permission and direct permission, worked through. */
export const permissionReport = (domain: PermissionEntry): ReadonlyArray<TestResponse> => {
  const permissions: ReadonlyArray<Permission> = [
    ...domain.permissionTypes.map((type) => domain.permissionOfType(type)),
    domain.permissionOfType("TRANSLATE", {
      translateLanguageIds: [2, czech],
      viewLanguageIds: [1],
      stateChangeLanguageIds: null
    }),
    domain.permissionOfScopes(["translations.state-edit", "webhooks.manage"]),
    domain.permissionOfScopes([])
  ]
  const facts = (["USER", "ADMIN"] as const).flatMap((serverRole) =>
    ([null, "MEMBER", "OWNER"] as const).flatMap((organizationRole) =>
      permissions.flatMap((basePermission) =>
        [null, ...permissions].map(
          (directPermission): PermissionFacts => ({ serverRole, organizationRole, basePermission, directPermission })
        )
      )
    )
  )
  return facts.map((fact) => response(domain, fact))
}

const response = (domain: PermissionEntry, facts: PermissionFacts): TestResponse => {
  const computed = domain.computePermission(facts)
  const explained = domain.explainPermission(facts, "translations.edit", czech)
  const error = domain.checkLanguages(computed, "translate", [czech])
  return {
    facts: JSON.stringify(facts),
    origin: computed.origin,
    scopes: computed.scopes,
    mayTranslate: domain.hasScope(computed, "translations.edit"),
    rules: explained.rules,
    sentence: explained.sentence,
    refused: error === null ? null : JSON.stringify(error)
  }
}
