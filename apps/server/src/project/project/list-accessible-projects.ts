import { type PageQuery, type PageRequest, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { type ProjectList, ProjectListRepository, projectOrder } from "@dragoman/store"
import { Effect } from "effect"
import type { OrganizationAccess, UserAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"

export interface ProjectListQuery extends PageQuery {
  readonly search?: string | undefined
  readonly filterId?: ReadonlyArray<number> | undefined
  readonly filterNotId?: ReadonlyArray<number> | undefined
  readonly filterBaseLanguageTag?: string | undefined
}

const sortable = Object.keys(projectOrder) as ReadonlyArray<keyof typeof projectOrder>

/** The projects of an organization that the caller can enter. Source: specification 4.2. */
export const listProjectsOfOrganization = Effect.fn("listProjectsOfOrganization")(function* (
  access: OrganizationAccess<"VIEWER">,
  query: ProjectListQuery
) {
  const request = yield* orFail(parsePageRequest(query, sortable))
  const repository = yield* ProjectListRepository
  const { rows, total } = yield* repository.listOfOrganization({
    ...toList(access, query, request),
    owner: { organization: access.organization, organizationRole: access.role },
    seesEverything: access.role === "OWNER" || access.caller.serverRole === "ADMIN"
  })
  return { rows, page: pageEnvelope(request, total) }
})

/** The projects of all organizations that the caller can enter as a user. Source: reference "auth-and-permissions" 3.2. */
export const listProjectsOfUser = Effect.fn("listProjectsOfUser")(function* (
  access: UserAccess,
  query: ProjectListQuery
) {
  const request = yield* orFail(parsePageRequest(query, sortable, [{ property: "name", direction: "asc" }]))
  const repository = yield* ProjectListRepository
  const { rows, total } = yield* repository.listOfUser(toList(access, query, request))
  return { rows, page: pageEnvelope(request, total) }
})

const toList = ({ caller }: UserAccess, query: ProjectListQuery, request: PageRequest): ProjectList => ({
  userId: caller.userId,
  search: query.search ?? "",
  ids: query.filterId ?? null,
  exceptIds: query.filterNotId ?? [],
  baseLanguageTag: query.filterBaseLanguageTag ?? null,
  ...pageRows(request)
})
