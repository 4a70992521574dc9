import type { ListQuery, SortableProperty } from "@dragoman/domain/page"
import { type ProjectList, ProjectListRepository, ProjectRepository, type RowPage } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { type IdFilters, idFilters, paged } from "../../platform/paged.ts"
import type { OrganizationAccess, ProjectAccess, UserAccess } from "../../service/access/access.ts"

export interface ProjectListQuery extends ListQuery<"projects">, IdFilters {
  readonly filterBaseLanguageTag?: string | undefined
}

/** Reads a page of the projects of an organization that the caller can enter. */
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

export interface UserProjectListQuery extends ProjectListQuery {
  /** Projects that come before all others. */
  readonly firstId?: ReadonlyArray<number> | undefined
}

/** Reads a page of the projects of all organizations that the caller can enter as a user. */
export const listProjectsOfUser = Effect.fn("listProjectsOfUser")(function* (
  access: UserAccess,
  query: UserProjectListQuery
) {
  const repository = yield* ProjectListRepository
  return yield* paged("projects", query, (rows) =>
    repository.listOfUser({ ...toList(access, query, rows), firstIds: [...new Set(query.firstId)] })
  )
})

const toList = (
  { caller }: UserAccess,
  query: ProjectListQuery,
  rows: RowPage<SortableProperty<"projects">>
): ProjectList => ({
  userId: caller.userId,
  ...idFilters(query),
  baseLanguageTag: query.filterBaseLanguageTag ?? null,
  ...rows
})

/** Reads one project from the view of the caller. */
export const getProject = ({ caller, projectId }: ProjectAccess) => readProject(projectId, caller.userId)

/** Reads a project from the view of the user, without a check of the permission; for the response to its creation. */
export const readProject = Effect.fn("readProject")(function* (projectId: number, userId: number) {
  const repository = yield* ProjectRepository
  const found = yield* repository.find(projectId, userId)
  return Option.isSome(found) ? found.value : yield* failWith("project_not_found")
})

/** Lists the organizations that the caller owns and can transfer the project to. */
export const listTransferOptions = Effect.fn("listTransferOptions")(function* (
  { caller, organizationId }: ProjectAccess<"admin">,
  search: string
) {
  const repository = yield* ProjectRepository
  return yield* repository.listTransferOptions({ userId: caller.userId, exceptOrganizationId: organizationId, search })
})
