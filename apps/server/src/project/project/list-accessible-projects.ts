import type { ListQuery, SortableProperty } from "@dragoman/domain/page"
import { type ProjectList, ProjectListRepository, type RowSlice } from "@dragoman/store"
import { Effect } from "effect"
import type { OrganizationAccess, UserAccess } from "../../platform/access/grant.ts"
import { paged } from "../../platform/paged.ts"

export interface ProjectListQuery extends ListQuery<"projects"> {
  readonly search?: string | undefined
  readonly filterId?: ReadonlyArray<number> | undefined
  readonly filterNotId?: ReadonlyArray<number> | undefined
  readonly filterBaseLanguageTag?: string | undefined
}

/** The projects of an organization that the caller can enter. Source: specification 4.2. */
export const listProjectsOfOrganization = Effect.fn("listProjectsOfOrganization")(function* (
  access: OrganizationAccess<"VIEWER">,
  query: ProjectListQuery
) {
  const repository = yield* ProjectListRepository
  return yield* paged("projectsOfOrganization", query, (rows) =>
    repository.listOfOrganization({
      ...toList(access, query, rows),
      owner: { organization: access.organization, organizationRole: access.role },
      seesEverything: access.role === "OWNER" || access.caller.serverRole === "ADMIN"
    })
  )
})

/** The projects of all organizations that the caller can enter as a user. Source: reference "auth-and-permissions" 3.2. */
export const listProjectsOfUser = Effect.fn("listProjectsOfUser")(function* (
  access: UserAccess,
  query: ProjectListQuery
) {
  const repository = yield* ProjectListRepository
  return yield* paged("projects", query, (rows) => repository.listOfUser(toList(access, query, rows)))
})

const toList = (
  { caller }: UserAccess,
  query: ProjectListQuery,
  rows: RowSlice<SortableProperty<"projects">>
): ProjectList => ({
  userId: caller.userId,
  search: query.search ?? "",
  ids: query.filterId ?? null,
  exceptIds: query.filterNotId ?? [],
  baseLanguageTag: query.filterBaseLanguageTag ?? null,
  ...rows
})
