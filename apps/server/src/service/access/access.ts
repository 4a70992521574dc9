import {
  type AdministratorRequirement,
  type AnyOfRequirement,
  type CredentialKind,
  CurrentAccess,
  type ForbiddenError,
  type OrganizationLevel,
  type OrganizationRequirement,
  type ProjectRequirement,
  type PublicProjectRequirement,
  type PublicRequirement,
  type Requirement,
  type Requiring,
  type UserRequirement
} from "@dragoman/api"
import type { DomainError } from "@dragoman/domain/error"
import {
  admittingScope,
  type ComputedPermission,
  checkProjectAccess,
  checkScopes,
  computePermission,
  effectiveScopes,
  explainDenial,
  type LanguageOperation,
  type OrganizationRole,
  type Permission,
  type PermissionFacts,
  type Scope,
  type ServerRole
} from "@dragoman/domain/permission"
import type { AccountType } from "@dragoman/domain/sign-in"
import type { OrganizationRow, ProjectAccessRow } from "@dragoman/store"
import { Effect } from "effect"
import type { AccessTokenClaims } from "./access-token.ts"

/** The authenticated user of a request, with the credential. */
export interface Caller {
  readonly userId: number
  readonly username: string
  readonly name: string
  /** null: no avatar. */
  readonly avatarHash: string | null
  readonly serverRole: ServerRole
  /** Whether the address is verified; true where the server asks for no verification. */
  readonly emailVerified: boolean
  /** Whether the user has a password or another proof to enter before operations that need a super token. */
  readonly needsSuperToken: boolean
  readonly accountType: AccountType
  readonly credential: Credential
}

export type Credential =
  | AccessTokenCredential
  | SessionCredential
  | PersonalAccessTokenCredential
  | ProjectApiKeyCredential

/** `superUntil`: epoch milliseconds until which it is a super token; null: it is not. */
export interface AccessTokenCredential extends Omit<AccessTokenClaims, "userId"> {
  readonly kind: Extract<CredentialKind, "JWT">
}

export interface SessionCredential {
  readonly kind: Extract<CredentialKind, "SESSION">
  readonly id: number
  /** Stored digest of the cookie; changes with its value. */
  readonly digest: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Epoch milliseconds until which the session is elevated. */
  readonly superUntil: number
}

export interface PersonalAccessTokenCredential {
  readonly kind: Extract<CredentialKind, "PAT">
  readonly id: number
  /** Stored digest of the secret; changes when the token is regenerated. */
  readonly digest: string
}

export interface ProjectApiKeyCredential {
  readonly kind: Extract<CredentialKind, "PAK">
  readonly id: number
  /** Stored digest of the secret; changes when the key is regenerated. */
  readonly digest: string
  readonly projectId: number
  /** Scopes as stored: not expanded. */
  readonly scopes: ReadonlyArray<Scope>
}

/** Returns the id of the project API key that the caller uses; 0: another credential. */
export const projectKeyIdOf = ({
  credential
}: {
  readonly credential: { readonly kind: string; readonly id?: number }
}) => (credential.kind === "PAK" ? (credential.id ?? 0) : 0)

// The results of the authorization, as values: a use case that needs a check takes one of these as its argument. The types are
// nominal: a literal, an access rebuilt from its fields and a spread one do not compile, because `proof` is private here.
declare const proof: unique symbol

/** Access to an endpoint that requires nothing; `caller` is null for anonymous requests. */
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
  /** Role of the caller; null: a server administrator, or a user with direct permissions in its projects only. */
  readonly role: OrganizationRole | null
  /** The row that the authorization read. */
  readonly organization: OrganizationRow
}

/** Access to a project. Passing an access that was checked for other scopes does not compile. */
export declare class ProjectAccess<in S extends Scope = never> extends UserAccess {
  private readonly scopes: (scope: S) => void
  readonly projectId: number
  readonly organizationId: number
  readonly organizationRole: OrganizationRole | null
  readonly basePermission: Permission
  readonly directPermission: Permission | null
  /** The project is public, and the operation is open to visitors. */
  readonly isVisit: boolean
  /** Permission of the user; the scopes of a project API key do not change it. */
  readonly computedPermission: ComputedPermission
  /** Scopes of the request: the part of the computed permission that the credential allows, expanded. */
  readonly effectiveScopes: ReadonlyArray<Scope>
}

/** Access to a public project as visitors have it; `caller` is null for anonymous requests. */
export declare class PublicProjectAccess<in S extends Scope = never> {
  private readonly [proof]: "publicProject"
  private readonly scopes: (scope: S) => void
  readonly caller: Caller | null
  readonly projectId: number
  readonly organizationId: number
  readonly computedPermission: ComputedPermission
  readonly effectiveScopes: ReadonlyArray<Scope>
}

/**
 * Access to a project by one of several scopes. `proven` is the one that admitted the caller, and narrows the access to it;
 * null: another one, so the use case must check that the caller is concerned.
 */
export type AnyOfAccess<S extends Scope | null> = S extends Scope
  ? ProjectAccess<S> & { readonly proven: S }
  : ProjectAccess & { readonly proven: null }

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
          : R extends AnyOfRequirement<infer S>
            ? AnyOfAccess<S>
            : R extends PublicProjectRequirement<infer S>
              ? PublicProjectAccess<S>
              : never

/** The part of a decoded request that says which access belongs to it. */
interface RequestOf<R extends Requirement = Requirement> {
  readonly endpoint: Requiring<R>
}

type AccessFor<Request extends RequestOf> = AccessOf<Request["endpoint"]["requirement"]>

/**
 * Makes a handler of an endpoint out of a function, or a generator, that takes the access which the authorization
 * established for this endpoint, then the request.
 */
export function withAccess<Request extends RequestOf, Eff extends Effect.Effect<unknown, unknown, unknown>, A>(
  handle: (access: AccessFor<Request>, request: Request) => Generator<Eff, A, never>
): (request: Request) => Effect.Effect<A, Effect.Error<Eff>, Effect.Services<Eff> | CurrentAccess>
export function withAccess<Request extends RequestOf, A, E, R>(
  handle: (access: AccessFor<Request>, request: Request) => Effect.Effect<A, E, R>
): (request: Request) => Effect.Effect<A, E, R | CurrentAccess>
export function withAccess<Request extends RequestOf, A, E, R>(
  handle: (
    access: AccessFor<Request>,
    request: Request
  ) => Effect.Effect<A, E, R> | Generator<Effect.Effect<unknown, E, R>, A, never>
) {
  return (request: Request) =>
    Effect.flatMap(CurrentAccess, (access) => {
      const handled = handle(access as AccessFor<Request>, request)
      return Effect.isEffect(handled) ? handled : Effect.gen(() => handled)
    })
}

/** The fields of an access, for the authorization, which makes one after its checks. */
type Fields<Access> = { readonly [K in keyof Access]: Access[K] }

// INVARIANT: only `authorize.ts` calls these.
export const publicAccess = (fields: Fields<PublicAccess>) => fields as PublicAccess
export const userAccess = (fields: Fields<UserAccess>) => fields as UserAccess
/** The access of a caller who has a credential, where none is required. */
export const userAccessOf = ({ caller }: PublicAccess): UserAccess | null =>
  caller === null ? null : userAccess({ caller })
export const administratorAccess = (fields: Fields<AdministratorAccess>) => fields as AdministratorAccess
export const organizationAccess = (fields: Fields<OrganizationAccess>) => fields as OrganizationAccess

/**
 * Decides the access of a caller to a public project. `caller`: null for anonymous requests, which have the rights of a
 * user without any relation to the project.
 */
export const decidePublicProjectAccess = (
  caller: Caller | null,
  row: ProjectAccessRow,
  { scopes }: Pick<PublicProjectRequirement, "scopes">
): { readonly access: PublicProjectAccess } | { readonly error: DomainError } => {
  const { projectId, organizationId, organizationRole, basePermission, directPermission } = row
  const computedPermission = computePermission({
    organizationRole,
    basePermission,
    directPermission,
    serverRole: caller?.serverRole ?? "USER",
    isVisit: true
  })
  const effectiveScopes = computedPermission.scopes
  const error = checkProjectAccess({ effectiveScopes, requiredScopes: scopes, keyOfOtherProject: false })
  if (error !== null) return { error }
  const access: Fields<PublicProjectAccess> = { caller, projectId, organizationId, computedPermission, effectiveScopes }
  return { access: access as PublicProjectAccess }
}

/**
 * Decides the access of a caller to a project by the rules of the domain: for each request, and repeatedly for open
 * connections. `isVisit`: the project is public, and the operation is open to visitors.
 */
export const decideProjectAccess = (
  caller: Caller,
  row: ProjectAccessRow,
  required: Pick<ProjectRequirement, "scopes"> | Pick<AnyOfRequirement, "anyOf">,
  isVisit = false
): { readonly access: ProjectAccess } | { readonly error: DomainError } => {
  const { projectId, organizationId, organizationRole, basePermission, directPermission } = row
  const { serverRole, credential } = caller
  const facts = { organizationRole, basePermission, directPermission, serverRole, isVisit }
  const computedPermission = computePermission(facts)
  const scopes = effectiveScopes(computedPermission, credential.kind === "PAK" ? credential.scopes : null)
  const proven = "anyOf" in required ? admittingScope(scopes, required.anyOf) : null
  const error = checkProjectAccess({
    effectiveScopes: scopes,
    requiredScopes: "anyOf" in required ? (proven === null ? [] : [proven]) : required.scopes,
    keyOfOtherProject: credential.kind === "PAK" && credential.projectId !== projectId
  })
  if (error !== null) return { error }
  const access: Fields<ProjectAccess> & { readonly proven?: Scope | null } = {
    caller,
    projectId,
    organizationId,
    organizationRole,
    basePermission,
    directPermission,
    isVisit,
    computedPermission,
    effectiveScopes: scopes,
    ...("anyOf" in required ? { proven } : {})
  }
  return { access: access as ProjectAccess }
}

/** Fails with 403 and the missing scopes; for operations that need more scopes than their endpoint requires. */
export const requireScopes = (access: ProjectAccess, scopes: ReadonlyArray<Scope>) => {
  const error = checkScopes(access.effectiveScopes, scopes)
  return error === null ? Effect.void : Effect.fail(error)
}

/** A caller with the permissions in a project: a `ProjectAccess`, or the row that it is made of. */
export interface ExplainedCaller extends Omit<PermissionFacts, "serverRole"> {
  readonly caller: Caller
  readonly projectId: number
}

/**
 * Adds an explanation to a 403 that the caller's permission caused. A caller with a key of another project gets none.
 * `operation`: the operation on languages, where known.
 */
export const explainError = <E>(
  error: E,
  { caller, projectId, ...facts }: ExplainedCaller,
  operation: LanguageOperation | null = null
): E | ForbiddenError => {
  if (!isForbidden(error) || error.explanation !== undefined) return error
  const { serverRole, credential } = caller
  if (credential.kind === "PAK" && credential.projectId !== projectId) return error
  const keyScopes = credential.kind === "PAK" ? credential.scopes : null
  const explanation = explainDenial({ ...facts, serverRole }, keyScopes, error, operation)
  return explanation === null ? error : { ...error, explanation }
}

const isForbidden = (error: unknown): error is ForbiddenError =>
  typeof error === "object" &&
  error !== null &&
  "kind" in error &&
  error.kind === "code" &&
  "status" in error &&
  error.status === 403
