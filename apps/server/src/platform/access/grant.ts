import {
  type AdministratorDemand,
  CurrentGrant,
  type Demand,
  type Demanding,
  type OrganizationDemand,
  type OrganizationLevel,
  type ProjectDemand,
  type PublicDemand,
  type UserDemand
} from "@dragoman/api"
import type { ComputedPermission, OrganizationRole, Permission, Scope } from "@dragoman/domain/permission"
import type { OrganizationRow } from "@dragoman/store"
import { Effect } from "effect"
import type { Caller } from "./caller.ts"

// What the authorization proved, as values: a use case that needs a check takes one of these as its argument.
// INVARIANT: only `authorize.ts` and `decide-project-access.ts` make them, and handlers get them from `granted` with the type that their endpoint demands.

/** Anybody was let in; null: nobody said who they are. */
export interface PublicAccess {
  readonly caller: Caller | null
}

export interface UserAccess {
  readonly caller: Caller
}

export interface AdministratorAccess extends UserAccess {
  readonly serverRole: "ADMIN"
}

export interface OrganizationAccess<in L extends OrganizationLevel = never> extends UserAccess {
  readonly organizationId: number
  /** null: a server administrator, or somebody with direct permissions in its projects only. */
  readonly role: OrganizationRole | null
  /** As it was when the access was granted. */
  readonly organization: OrganizationRow
  readonly "~level"?: (level: L) => void
}

/** Passing an access that was granted for other scopes does not compile. */
export interface ProjectAccess<in S extends Scope = never> extends UserAccess {
  readonly projectId: number
  readonly organizationId: number
  readonly organizationRole: OrganizationRole | null
  readonly basePermission: Permission
  readonly directPermission: Permission | null
  /** Of the user; the scopes of a project API key do not change it. */
  readonly computedPermission: ComputedPermission
  /** Of the request: what the credential leaves of the computed permission, expanded. */
  readonly effectiveScopes: ReadonlyArray<Scope>
  readonly "~scopes"?: (scope: S) => void
}

export type GrantOf<D extends Demand> = D extends PublicDemand
  ? PublicAccess
  : D extends UserDemand
    ? UserAccess
    : D extends AdministratorDemand
      ? AdministratorAccess
      : D extends OrganizationDemand<infer L>
        ? OrganizationAccess<L>
        : D extends ProjectDemand<infer S>
          ? ProjectAccess<S>
          : never

/** The access that the endpoint demanded and the authorization granted. */
export const granted = <D extends Demand>(endpoint: Demanding<D>): Effect.Effect<GrantOf<D>, never, CurrentGrant> =>
  Effect.map(CurrentGrant, (grant) => grant as GrantOf<typeof endpoint.demand>)
