import {
  type AnyOfRequirement,
  type ApiError,
  Authorization,
  acceptedAs,
  type CredentialKind,
  CurrentAccess,
  type OrganizationRequirement,
  type ProjectRequirement,
  type PublicProjectRequirement,
  type PublicRequirement,
  type Requirement,
  RequirementAnnotation
} from "@dragoman/api"
import { presentedCredential } from "@dragoman/domain/credential"
import { fieldErrors } from "@dragoman/domain/error"
import { checkOrganizationAccess } from "@dragoman/domain/permission"
import { checkBecomeManaged } from "@dragoman/domain/sign-in"
import { emailDomain } from "@dragoman/domain/user"
import { AccessRepository, makeReadFresh, OrganizationSsoRepository, OrganizationUserRepository } from "@dragoman/store"
import { ByteSize, Clock, Context, Effect, Layer, Option, type Schema, SchemaAST, type Types } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { failWith } from "../../platform/fail.ts"
import { ClientAddress } from "../../platform/http/client-address.ts"
import { plainParameters } from "../../platform/http/plain-parameters.ts"
import {
  anonymousLimit,
  clientNetworkOf,
  failedCredentialLimit,
  RateLimiter,
  userLimit
} from "../../platform/http/rate-limiter.ts"
import { CurrentRequestFacts, resolveProjectId } from "../../platform/http/routes.ts"
import { Settings } from "../../platform/settings/settings.ts"
import {
  type AdministratorAccess,
  administratorAccess,
  type Caller,
  decideProjectAccess,
  decidePublicProjectAccess,
  explainError,
  type OrganizationAccess,
  organizationAccess,
  type ProjectAccess,
  type PublicAccess,
  type PublicProjectAccess,
  publicAccess,
  type UserAccess,
  userAccess
} from "./access.ts"
import { Authentication } from "./authenticate.ts"
import { RequestingClient } from "./client-identity.ts"
import { logFailedCredential } from "./failed-login.ts"
import { browserCookieOf, sessionCookieOf } from "./session-cookie.ts"

/** Limit for anonymous callers: parsing a large body blocks the main thread for seconds. */
const publicBodySizeMax = ByteSize.kibibytes(100)

/** Anonymous callers have no role and no permission anywhere: ids of users begin with 1. */
const noUserId = 0

type Access = PublicAccess | PublicProjectAccess | UserAccess | AdministratorAccess | OrganizationAccess | ProjectAccess

/**
 * Checks in this order: credential, rate limit, kind of credential, single sign-on of the domain, super token, verified
 * address, organization or project (ADR 5). All checks run before the request is decoded, so that an error never
 * depends on a body.
 */
export const layerAuthorization = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const authentication = yield* Authentication
    const rateLimiter = yield* RateLimiter
    const repository = yield* AccessRepository
    const clock = yield* Clock.Clock
    const readFresh = yield* makeReadFresh
    const { publicUrl, ssoGlobal, ssoGlobalForce, ssoGlobalDomains, ssoOrganizations, publicProjects } = yield* Settings
    const tenants = yield* OrganizationSsoRepository
    const members = yield* OrganizationUserRepository
    const forcedDomains = new Set(ssoGlobal && ssoGlobalForce ? ssoGlobalDomains.map((name) => name.toLowerCase()) : [])

    /**
     * Decides where single sign-on is required because of the domain of the caller's address; null: nowhere. An
     * organization requires it only within itself for an account that it could not manage.
     */
    const forcedLoginOf = Effect.fnUntraced(function* ({ userId, username, accountType, serverRole }: Caller) {
      if (accountType === "MANAGED" || (forcedDomains.size === 0 && !ssoOrganizations)) return null
      const domain = emailDomain(username)
      if (domain === null) return null
      if (forcedDomains.has(domain)) return { domain, organizationId: null }
      const tenant = ssoOrganizations ? yield* tenants.findByDomain(domain) : Option.none()
      if (serverRole === "ADMIN" || Option.isNone(tenant) || !tenant.value.force) return null
      const { organizationId } = tenant.value
      const elsewhere = yield* members.listElsewhere(userId, organizationId)
      const isManageable = checkBecomeManaged({ serverRole, elsewhere }) === null
      return { domain, organizationId: isManageable ? null : organizationId }
    })

    const authenticate = Effect.fnUntraced(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const query = yield* HttpServerRequest.ParsedSearchParams
      const network = clientNetworkOf(request)
      yield* rateLimiter.check(failedCredentialLimit, network)
      const key = query["ak"]
      const caller = yield* authentication
        .authenticate(
          presentedCredential({
            authorization: request.headers["authorization"],
            apiKeyHeader: request.headers["x-api-key"],
            apiKeyQuery: Array.isArray(key) ? key[0] : key,
            session: sessionCookieOf(request, publicUrl)
          })
        )
        .pipe(
          Effect.tapError((error) =>
            Effect.andThen(rateLimiter.consume(failedCredentialLimit, network), logFailedCredential(error)).pipe(
              Effect.provideService(ClientAddress, Option.getOrNull(request.remoteAddress))
            )
          )
        )
      yield* caller === null
        ? rateLimiter.consume(anonymousLimit, network)
        : rateLimiter.consume(userLimit, caller.userId)
      const facts = yield* CurrentRequestFacts
      facts.userId = caller?.userId ?? null
      return caller
    })

    const requireOrganization = Effect.fnUntraced(function* (
      caller: Caller,
      requirement: OrganizationRequirement,
      path: PathParams
    ) {
      const reference = path.organization ?? ""
      const hidden = Effect.suspend(() => failWith(requirement.hiddenCode))
      const id = Number(reference)
      if (/^\d+$/.test(reference) && !Number.isSafeInteger(id)) return yield* hidden
      const found = yield* repository.findOrganization(/^\d+$/.test(reference) ? id : reference, caller.userId)
      if (Option.isNone(found)) return yield* hidden
      const { organizationId, role, hasProjectPermission } = found.value
      const error = checkOrganizationAccess(
        { role, hasProjectPermission, serverRole: caller.serverRole },
        requirement.level,
        requirement.hiddenCode
      )
      if (error !== null) return yield* Effect.fail(error)
      return organizationAccess({ caller, organizationId, role, organization: found.value })
    })

    const requireProject = Effect.fnUntraced(function* (
      caller: Caller,
      requirement: ProjectRequirement | AnyOfRequirement,
      path: PathParams
    ) {
      const { credential } = caller
      const projectIdOfKey = credential.kind === "PAK" ? credential.projectId : null
      const projectId = yield* resolveProjectId(path, requirement, projectIdOfKey)
      const found = Number.isSafeInteger(projectId)
        ? yield* repository.findProject(projectId, caller.userId)
        : Option.none()
      if (Option.isNone(found)) return yield* failWith("project_not_found")
      const isVisit = requirement.visitors && found.value.isPublic && publicProjects && credential.kind !== "PAK"
      const decided = decideProjectAccess(caller, found.value, requirement, isVisit)
      if ("access" in decided) return decided.access
      return yield* Effect.mapError(Effect.fail(decided.error), (error) =>
        explainError(error, { caller, ...found.value, isVisit })
      )
    })

    const requirePublicProject = Effect.fnUntraced(function* (
      caller: Caller | null,
      requirement: PublicProjectRequirement,
      path: PathParams
    ) {
      const projectId = yield* resolveProjectId(path, { shortPath: false }, null)
      const found =
        publicProjects && Number.isSafeInteger(projectId)
          ? yield* repository.findProject(projectId, caller?.userId ?? noUserId)
          : Option.none()
      // A project that is not public is as good as absent, also for its members: the page is what visitors see.
      if (Option.isNone(found) || !found.value.isPublic) return yield* failWith("project_not_found")
      const decided = decidePublicProjectAccess(caller, found.value, requirement)
      return "access" in decided ? decided.access : yield* Effect.fail(decided.error)
    })

    const establish = Effect.fnUntraced(function* (requirement: Requirement) {
      const caller = yield* authenticate()
      if (requirement.subject === "public") return publicAccess({ caller })
      const path = (yield* HttpRouter.RouteContext).params as PathParams
      if (caller === null) {
        if (requirement.subject !== "publicProject") return yield* failWith("unauthenticated")
        return yield* requirePublicProject(null, requirement, path)
      }
      const { credential } = caller
      if (!requirement.credentials.some((kind) => kind === acceptedAs(credential.kind)))
        return yield* wrongCredentialKind(credential.kind, requirement)
      const isActing = credential.kind === "JWT" && credential.acting !== null
      if (isActing && isInPerson(requirement)) return yield* failWith("not_while_acting_as_user")
      const superUntil = "superUntil" in credential ? credential.superUntil : null
      const forced = isForConnecting(requirement) ? null : yield* forcedLoginOf(caller)
      if (forced !== null && forced.organizationId === null) return yield* failForced(forced)
      if (requirement.superToken && caller.needsSuperToken && (superUntil ?? 0) <= clock.currentTimeMillisUnsafe()) {
        return yield* failWith("expired_super_jwt_token")
      }
      if (!caller.emailVerified && !isForUnverified(requirement)) {
        return yield* failWith("email_not_verified")
      }
      switch (requirement.subject) {
        case "user":
          return userAccess({ caller })
        case "administrator":
          return caller.serverRole === "ADMIN"
            ? administratorAccess({ caller, serverRole: "ADMIN" })
            : yield* failWith("operation_not_permitted")
        case "organization":
          return yield* unlessForced(forced, yield* requireOrganization(caller, requirement, path))
        case "project":
          return yield* unlessForced(forced, yield* requireProject(caller, requirement, path))
        case "publicProject":
          return yield* unlessForced(forced, yield* requirePublicProject(caller, requirement, path))
      }
    })

    return Authorization.of((handler, { endpoint }) => {
      const requirement = Context.getUnsafe(endpoint.annotations, RequirementAnnotation)
      const noteRoute = Effect.map(CurrentRequestFacts, (facts) => {
        facts.route = endpoint.path
      })
      return Effect.flatMap(Effect.andThen(noteRoute, establish(requirement)), (access: Access) => {
        const admitted = Effect.withFiber<
          HttpServerResponse.HttpServerResponse,
          Types.unhandled | ApiError,
          HttpRouter.Provided
        >((fiber) => {
          const params = plainParameters(Context.getUnsafe(fiber.context, HttpServerRequest.ParsedSearchParams))
          const unknown = unknownFilter(params, endpoint.query)
          if (unknown !== null) return Effect.fail(fieldErrors({ [unknown]: "is not a filter of this list" }))
          const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
          // Access was decided on the primary. Only what belongs to one project is read from the replica.
          const isRead =
            endpoint.method === "GET" && (requirement.subject === "project" || requirement.subject === "publicProject")
          return Effect.updateContext(
            isRead ? readFresh(handler) : handler,
            (services: Context.Context<HttpRouter.Provided>) => {
              const admitting = services.pipe(
                Context.add(CurrentAccess, access),
                Context.add(HttpServerRequest.ParsedSearchParams, params),
                Context.add(ClientAddress, Option.getOrNull(request.remoteAddress)),
                Context.add(RequestingClient, {
                  userAgent: request.headers["user-agent"] ?? null,
                  browser: browserCookieOf(request),
                  network: clientNetworkOf(request)
                })
              )
              return requirement.subject === "public"
                ? Context.add(admitting, HttpIncomingMessage.MaxBodySize, publicBodySizeMax)
                : admitting
            }
          )
        })
        return "basePermission" in access ? Effect.mapError(admitted, (error) => explainError(error, access)) : admitted
      })
    })
  })
)

interface ForcedLogin {
  readonly domain: string
  /** The organization that requires it; null: all of the server. */
  readonly organizationId: number | null
}

const failForced = ({ domain }: ForcedLogin) => failWith("sso_login_forced_for_this_account", [domain])

/** Returns the access, unless its organization requires another login. */
const unlessForced = <A extends OrganizationAccess | ProjectAccess | PublicProjectAccess>(
  forced: ForcedLogin | null,
  access: A
) => (forced?.organizationId === access.organizationId ? failForced(forced) : Effect.succeed(access))

/**
 * Whether the endpoint rejects an administrator who acts as a user: the administrator never entered the password of the
 * user.
 */
const isInPerson = (requirement: Exclude<Requirement, PublicRequirement>): boolean =>
  requirement.superToken || (requirement.subject === "user" && requirement.inPerson)

const isForUnverified = (requirement: Exclude<Requirement, PublicRequirement>): boolean =>
  requirement.subject === "user" && requirement.beforeVerification

const isForConnecting = (requirement: Exclude<Requirement, PublicRequirement>): boolean =>
  requirement.subject === "user" && requirement.beforeConnecting

/** Parameters of the path before they are decoded. */
type PathParams = { projectId?: string; organization?: string }

const wrongCredentialKind = (
  kind: CredentialKind,
  requirement: Exclude<Requirement, { readonly subject: "public" }>
) => {
  if (acceptedAs(kind) === "JWT") return failWith("invalid_authentication_method")
  const acceptsKeys = requirement.credentials.some((accepted) => accepted !== "JWT")
  if (!acceptsKeys) return failWith("api_access_forbidden")
  return failWith(kind === "PAT" ? "pat_access_not_allowed" : "pak_access_not_allowed")
}

const namesByQuery = new WeakMap<Schema.Top, ReadonlySet<string>>()

const filterPattern = /^filter[A-Z]/

/**
 * Finds an unknown query parameter `filter…`, which is rejected with 400: without the filter, the list would contain
 * more than the client requested, and the client might delete all of it. null: there is none; other unknown parameters
 * are ignored.
 */
const unknownFilter = (given: Readonly<Record<string, unknown>>, query: Schema.Top | undefined): string | null => {
  const unknown = Object.keys(given).find((name) => filterPattern.test(name) && !namesOf(query).has(name))
  return unknown?.slice(0, 100) ?? null
}

const namesOf = (query: Schema.Top | undefined): ReadonlySet<string> => {
  if (query === undefined) return new Set()
  const found = namesByQuery.get(query)
  if (found !== undefined) return found
  const ast = SchemaAST.toType(query.ast)
  const names = new Set(SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : [])
  namesByQuery.set(query, names)
  return names
}
