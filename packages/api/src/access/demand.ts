import type { ErrorCode } from "@dragoman/domain/error"
import type { Scope } from "@dragoman/domain/permission"
import { Context } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { Authorization } from "./authorization.ts"

/** JWT: access token of a login. PAT: personal access token. PAK: project API key. */
export type CredentialKind = "JWT" | "PAT" | "PAK"

/** Anybody; a credential that is sent all the same must be a good one. */
export interface PublicDemand {
  readonly subject: "public"
}

export interface UserDemand {
  readonly subject: "user"
  readonly credentials: ReadonlyArray<CredentialKind>
  /** The password was entered lately: only an access token with a running `ste` claim will do. */
  readonly superToken: boolean
}

/** The server role ADMIN, with a super token. */
export interface AdministratorDemand {
  readonly subject: "administrator"
  readonly credentials: readonly ["JWT"]
  readonly superToken: true
}

/**
 * The organization of the path parameter `organization` (id or slug). VIEWER: a role or any direct permission in one
 * of its projects. MEMBER: any role. OWNER: that role. Server administrators pass all.
 */
export type OrganizationLevel = "VIEWER" | "MEMBER" | "OWNER"

export interface OrganizationDemand<L extends OrganizationLevel = OrganizationLevel> {
  readonly subject: "organization"
  readonly level: L
  readonly credentials: ReadonlyArray<CredentialKind>
  readonly superToken: boolean
  /** Answer (404) when there is none, or none that the caller can see. */
  readonly hiddenCode: ErrorCode
}

/** The project of the path parameter `projectId`. No scope named: any effective scope will do. */
export interface ProjectDemand<S extends Scope = Scope> {
  readonly subject: "project"
  readonly scopes: ReadonlyArray<S>
  readonly credentials: ReadonlyArray<CredentialKind>
  readonly superToken: boolean
  /** The path also exists without the project id; the project is then that of the project API key. */
  readonly shortPath: boolean
}

/** What an endpoint demands of its caller. Enforcement, OpenAPI and the authorization matrix all read this. */
export type Demand = PublicDemand | UserDemand | AdministratorDemand | OrganizationDemand | ProjectDemand

interface CredentialOptions {
  readonly credentials?: ReadonlyArray<CredentialKind>
  readonly superToken?: boolean
}

const everyCredential = ["JWT", "PAT", "PAK"] as const

/** Nothing: also callers who do not say who they are. */
export const anybody: PublicDemand = { subject: "public" }

/** A logged-in user; by default with an access token only. */
export const user = (options: CredentialOptions = {}): UserDemand => ({
  subject: "user",
  credentials: options.credentials ?? ["JWT"],
  superToken: options.superToken ?? false
})

/** A server administrator, with an access token on which the password was entered lately. */
export const administrator: AdministratorDemand = { subject: "administrator", credentials: ["JWT"], superToken: true }

/** A level in an organization; by default with an access token only. */
export const organization = <const L extends OrganizationLevel>(
  level: L,
  options: CredentialOptions & { readonly hiddenCode?: ErrorCode } = {}
): OrganizationDemand<L> => ({
  subject: "organization",
  level,
  credentials: options.credentials ?? ["JWT"],
  superToken: options.superToken ?? false,
  hiddenCode: options.hiddenCode ?? "organization_not_found"
})

/** A project entered with all of these scopes; by default with every kind of credential. */
export const project = <const S extends Scope = never>(
  scopes: ReadonlyArray<S>,
  options: CredentialOptions & { readonly shortPath?: boolean } = {}
): ProjectDemand<S> => ({
  subject: "project",
  scopes,
  credentials: options.credentials ?? everyCredential,
  superToken: options.superToken ?? false,
  shortPath: options.shortPath ?? false
})

/** Where an endpoint carries its demand at run time. */
export class DemandAnnotation extends Context.Service<DemandAnnotation, Demand>()(
  "@dragoman/api/access/DemandAnnotation"
) {}

/** Marks the type of an endpoint that says what it demands. */
export interface Demanding<D extends Demand = Demand> {
  readonly demand: D
}

/**
 * Puts the demand on an endpoint: `HttpApiEndpoint.get(…).pipe(demands(project(["webhooks.manage"])))`.
 * `endpointGroup` takes only endpoints that have one, so a forgotten demand does not compile.
 */
export const demands =
  <const D extends Demand>(demand: D) =>
  <E extends HttpApiEndpoint.Constraint>(
    endpoint: E
  ): HttpApiEndpoint.AddMiddleware<E, Authorization> & Demanding<D> => {
    const authorized = (endpoint as unknown as HttpApiEndpoint.Top).middleware(Authorization)
    return Object.assign(authorized.annotate(DemandAnnotation, demand), { demand }) as never
  }
