import type { ErrorCode } from "@dragoman/domain/error"
import type { Scope } from "@dragoman/domain/permission"
import { Context } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { Authorization } from "./authorization.ts"

/** JWT: access token of a login. PAT: personal access token. PAK: project API key. */
export type AcceptedCredential = "JWT" | "PAT" | "PAK"

/** SESSION: session of the web console, which is accepted wherever an access token is (ADR 33). */
export type CredentialKind = AcceptedCredential | "SESSION"

/** The kind that requirements list for a credential. */
export const acceptedAs = (kind: CredentialKind): AcceptedCredential => (kind === "SESSION" ? "JWT" : kind)

/** Requires no credential; one that is sent must still be valid. */
export interface PublicRequirement {
  readonly subject: "public"
}

export interface UserRequirement {
  readonly subject: "user"
  readonly credentials: ReadonlyArray<AcceptedCredential>
  /** The password was entered just now: the `ste` claim of the access token, or the elevation of the session. */
  readonly superToken: boolean
  /** Excludes an administrator who acts as the user. A required super token excludes them as well. */
  readonly inPerson: boolean
  /** Also admits a user whose e-mail address waits for its verification, where the server asks for one. */
  readonly beforeVerification: boolean
  /** Also admits a user whose domain requires single sign-on, while the account is not connected with it. */
  readonly beforeConnecting: boolean
}

/** Requires the server role ADMIN and a super token. */
export interface AdministratorRequirement {
  readonly subject: "administrator"
  readonly credentials: readonly ["JWT"]
  readonly superToken: true
}

/**
 * The organization of the path parameter `organization` (id or slug). VIEWER: a role or any direct permission in one
 * of its projects. MEMBER: any role. OWNER: that role. EDITOR: that role, or any role with `project.edit` in every project that
 * uses the shared thing; the use case checks the latter, because it needs rows (ADR 101). Server administrators pass all.
 */
export type OrganizationLevel = "VIEWER" | "MEMBER" | "EDITOR" | "OWNER"

export interface OrganizationRequirement<L extends OrganizationLevel = OrganizationLevel> {
  readonly subject: "organization"
  readonly level: L
  readonly credentials: ReadonlyArray<AcceptedCredential>
  readonly superToken: boolean
  /** Code of the 404 when the organization does not exist or the caller cannot see it. */
  readonly hiddenCode: ErrorCode
}

interface EnterProjectRequirement {
  readonly subject: "project"
  readonly credentials: ReadonlyArray<AcceptedCredential>
  readonly superToken: boolean
  /** The path also exists without the project id; the project is then that of the project API key. */
  readonly shortPath: boolean
  /**
   * Also admits logged-in users who are not of the project, when it is public and the visitors' scopes suffice. Every other
   * operation of a project is closed to visitors (ADR 108).
   */
  readonly visitors: boolean
}

/**
 * The project of the path parameter `projectId`, which must be public, for any caller, also an anonymous one, to whom the
 * project gives these scopes.
 */
export interface PublicProjectRequirement<S extends Scope = Scope> {
  readonly subject: "publicProject"
  readonly credentials: ReadonlyArray<AcceptedCredential>
  readonly superToken: false
  readonly scopes: ReadonlyArray<S>
}

/** The project of the path parameter `projectId`. An empty list of scopes accepts any effective scope. */
export interface ProjectRequirement<S extends Scope = Scope> extends EnterProjectRequirement {
  readonly scopes: ReadonlyArray<S>
}

/**
 * The project with one of several scopes: the first that the caller has. null: any effective scope, for what belongs to the
 * caller; only the use case knows what does.
 */
export interface AnyOfRequirement<S extends Scope | null = Scope | null> extends EnterProjectRequirement {
  readonly anyOf: readonly [S, ...ReadonlyArray<S>]
}

/** The requirement of an endpoint for its caller: read by `Authorization`, OpenAPI and docs/authorization.md. */
export type Requirement =
  | PublicRequirement
  | UserRequirement
  | AdministratorRequirement
  | OrganizationRequirement
  | ProjectRequirement
  | AnyOfRequirement
  | PublicProjectRequirement

interface CredentialOptions {
  readonly credentials?: ReadonlyArray<AcceptedCredential>
  readonly superToken?: boolean
}

interface ProjectOptions extends CredentialOptions {
  readonly shortPath?: boolean
  readonly visitors?: boolean
}

interface UserOptions extends CredentialOptions {
  readonly inPerson?: boolean
  readonly beforeVerification?: boolean
  readonly beforeConnecting?: boolean
}

const everyCredential = ["JWT", "PAT", "PAK"] as const

/** Admits every caller, also an anonymous one. */
export const nothing: PublicRequirement = { subject: "public" }

/** Requires a logged-in user; by default with an access token only. */
export const user = (options: UserOptions = {}): UserRequirement => ({
  subject: "user",
  credentials: options.credentials ?? ["JWT"],
  superToken: options.superToken ?? false,
  inPerson: options.inPerson ?? false,
  beforeVerification: options.beforeVerification ?? false,
  beforeConnecting: options.beforeConnecting ?? false
})

/** Requires a server administrator with a super token. */
export const administrator: AdministratorRequirement = {
  subject: "administrator",
  credentials: ["JWT"],
  superToken: true
}

/** Requires a level in an organization; by default with an access token only. */
export const organization = <const L extends OrganizationLevel>(
  level: L,
  options: CredentialOptions & { readonly hiddenCode?: ErrorCode } = {}
): OrganizationRequirement<L> => ({
  subject: "organization",
  level,
  credentials: options.credentials ?? ["JWT"],
  superToken: options.superToken ?? false,
  hiddenCode: options.hiddenCode ?? "organization_not_found"
})

/** Requires a project with all of these scopes; by default with any kind of credential. */
export const project = <const S extends Scope = never>(
  scopes: ReadonlyArray<S>,
  options: ProjectOptions = {}
): ProjectRequirement<S> => ({ ...enterProject(options), scopes })

/**
 * Requires a project with one of these scopes, in the order of preference (ADR 75). null, as the last one: any scope, for
 * what belongs to the caller.
 */
export const anyOf = <const S extends Scope | null>(
  scopes: readonly [S, S, ...ReadonlyArray<S>],
  options: ProjectOptions = {}
): AnyOfRequirement<S> => ({ ...enterProject(options), anyOf: scopes })

/** Admits every caller, also an anonymous one, to a public project. */
export const publicProject = <const S extends Scope>(scopes: ReadonlyArray<S>): PublicProjectRequirement<S> => ({
  subject: "publicProject",
  // A key of another project is no key of this one.
  credentials: ["JWT", "PAT"],
  superToken: false,
  scopes
})

const enterProject = (options: ProjectOptions): EnterProjectRequirement => ({
  subject: "project",
  credentials: options.credentials ?? everyCredential,
  superToken: options.superToken ?? false,
  shortPath: options.shortPath ?? false,
  visitors: options.visitors ?? false
})

/** Carries the requirement on an endpoint at run time. */
export class RequirementAnnotation extends Context.Service<RequirementAnnotation, Requirement>()(
  "@dragoman/api/access/RequirementAnnotation"
) {}

/** An endpoint whose type carries its requirement. */
export interface Requiring<R extends Requirement = Requirement> {
  readonly requirement: R
}

/**
 * Declares the requirement of an endpoint: `HttpApiEndpoint.get(…).pipe(requires(project(["webhooks.manage"])))`.
 * `endpointGroup` accepts only endpoints with a requirement, so a forgotten one does not compile.
 */
export const requires =
  <const R extends Requirement>(requirement: R) =>
  <E extends HttpApiEndpoint.Constraint>(
    endpoint: E
  ): HttpApiEndpoint.AddMiddleware<E, Authorization> & Requiring<R> => {
    const authorized = (endpoint as unknown as HttpApiEndpoint.Top).middleware(Authorization)
    return Object.assign(authorized.annotate(RequirementAnnotation, requirement), { requirement }) as never
  }
