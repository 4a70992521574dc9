import type { PermissionFacts } from "../compute-permission.ts"
import { allLanguages, type Permission, permissionOfScopes, permissionOfType, permissionTypes } from "../permission.ts"
import { type OrganizationRole, serverRoles } from "../role.ts"

type Stored = "none" | "NONE" | "open"

/** Whether a user without a server role sees a project. "none": there is no direct permission. "open": any but NONE. */
const rules: ReadonlyArray<
  readonly [role: OrganizationRole | null, base: Exclude<Stored, "none">, direct: Stored, isVisible: boolean]
> = [
  ["OWNER", "open", "none", true],
  ["OWNER", "open", "NONE", true],
  ["OWNER", "open", "open", true],
  ["OWNER", "NONE", "none", true],
  ["OWNER", "NONE", "NONE", true],
  ["OWNER", "NONE", "open", true],
  ["MEMBER", "open", "none", true],
  ["MEMBER", "open", "NONE", false],
  ["MEMBER", "open", "open", true],
  ["MEMBER", "NONE", "none", false],
  ["MEMBER", "NONE", "NONE", false],
  ["MEMBER", "NONE", "open", true],
  [null, "open", "none", false],
  [null, "open", "NONE", false],
  [null, "open", "open", true],
  [null, "NONE", "none", false],
  [null, "NONE", "NONE", false],
  [null, "NONE", "open", true]
]

/** Granular permissions always have a scope: `setDirectPermissionScopes` and `setBasePermissionScopes` refuse others. */
const openPermissions: ReadonlyArray<Permission> = [
  ...permissionTypes.filter((type) => type !== "NONE").map((type) => permissionOfType(type)),
  permissionOfScopes(["keys.view"]),
  permissionOfType("TRANSLATE", { ...allLanguages, viewLanguageIds: [1], translateLanguageIds: [1] })
]

const permissionsOf = { none: [null], NONE: [permissionOfType("NONE")], open: openPermissions } as const

export interface VisibilityCase {
  readonly name: string
  readonly facts: PermissionFacts
  /** The user may enter the project. */
  readonly isVisible: boolean
  /** The same without the server role: lists over all organizations show an administrator nothing extra. */
  readonly isVisibleAsUser: boolean
}

/** Every combination of roles, base permissions and direct permissions. */
export const visibilityCases: ReadonlyArray<VisibilityCase> = rules.flatMap(([role, base, direct, isVisibleAsUser]) =>
  permissionsOf[base].flatMap((basePermission) =>
    permissionsOf[direct].flatMap((directPermission) =>
      serverRoles.map((serverRole) => ({
        name: [role ?? "no role", describe(basePermission), describe(directPermission), serverRole].join(", "),
        facts: { organizationRole: role, basePermission, directPermission, serverRole },
        isVisible: serverRole === "ADMIN" || isVisibleAsUser,
        isVisibleAsUser
      }))
    )
  )
)

function describe(permission: Permission | null): string {
  return permission === null ? "no direct permission" : (permission.type ?? "granular")
}
