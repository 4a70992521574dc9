import {
  type AdministratorRequirement,
  CurrentAccess,
  type OrganizationLevel,
  type OrganizationRequirement,
  type ProjectRequirement,
  type PublicRequirement,
  type Requirement,
  type Requiring,
  type UserRequirement
} from "@dragoman/api"
import type { ComputedPermission, OrganizationRole, Permission, Scope } from "@dragoman/domain/permission"
import type { OrganizationRow } from "@dragoman/store"
import { Effect } from "effect"
import type { Caller } from "./caller.ts"

// What the authorization proved, as values: a use case that needs a check takes one of these as its argument. The types are
// nominal: a literal, an access rebuilt from its fields and a spread one do not compile, because `proof` is private here.
declare const proof: unique symbol

/** Nothing was required; `caller` is null for anonymous requests. */
export declare class PublicAccess {
  private readonly [proof]: "public"
  readonly caller: Caller | null
}

export declare class UserAccess {
  private readonly [proof]: "user"
  readonly caller: Caller
}

export declare class AdministratorAccess extends UserAccess {
  readonly serverRole: "ADMIN"
}

export declare class OrganizationAccess<in L extends OrganizationLevel = never> extends UserAccess {
  private readonly level: (level: L) => void
  readonly organizationId: number
  /** null: a server administrator, or a user with direct permissions in its projects only. */
  readonly role: OrganizationRole | null
  /** As read by the authorization. */
  readonly organization: OrganizationRow
}

/** Passing an access that was checked for other scopes does not compile. */
export declare class ProjectAccess<in S extends Scope = never> extends UserAccess {
  private readonly scopes: (scope: S) => void
  readonly projectId: number
  readonly organizationId: number
  readonly organizationRole: OrganizationRole | null
  readonly basePermission: Permission
  readonly directPermission: Permission | null
  /** Of the user; the scopes of a project API key do not change it. */
  readonly computedPermission: ComputedPermission
  /** Of the request: what the credential leaves of the computed permission, expanded. */
  readonly effectiveScopes: ReadonlyArray<Scope>
}

/** The fields of an access, for the authorization, which makes one after its checks. */
type Fields<Access> = { readonly [K in keyof Access]: Access[K] }

// INVARIANT: only `authorize.ts` and `decide-project-access.ts` call these.
export const publicAccess = (fields: Fields<PublicAccess>) => fields as PublicAccess
export const userAccess = (fields: Fields<UserAccess>) => fields as UserAccess
/** The access of a caller who has a credential, where none is required. */
export const userAccessOf = ({ caller }: PublicAccess): UserAccess | null =>
  caller === null ? null : userAccess({ caller })
export const administratorAccess = (fields: Fields<AdministratorAccess>) => fields as AdministratorAccess
export const organizationAccess = (fields: Fields<OrganizationAccess>) => fields as OrganizationAccess
export const projectAccess = (fields: Fields<ProjectAccess>) => fields as ProjectAccess

export type AccessOf<R extends Requirement> = R extends PublicRequirement
  ? PublicAccess
  : R extends UserRequirement
    ? UserAccess
    : R extends AdministratorRequirement
      ? AdministratorAccess
      : R extends OrganizationRequirement<infer L>
        ? OrganizationAccess<L>
        : R extends ProjectRequirement<infer S>
          ? ProjectAccess<S>
          : never

/** The access that the authorization established for this endpoint. */
export const accessOf = <R extends Requirement>(
  _endpoint: Requiring<R>
): Effect.Effect<AccessOf<R>, never, CurrentAccess> => Effect.map(CurrentAccess, (access) => access as AccessOf<R>)
