import type { MemoryType } from "@dragoman/domain/memory"
import { type PageQuery, pageMetadata, pageNumbers, pageOffset } from "@dragoman/domain/page"
import { MemoryRepository, type MemoryViewer } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import type { OrganizationAccess, ProjectAccess } from "../../service/access/access.ts"

/** Finds a memory of the organization or of one of its projects. `viewer` null: any one. */
export const findMemory = Effect.fn("findMemory")(function* (
  organizationId: number,
  memoryId: number,
  viewer: MemoryViewer = null
) {
  const repository = yield* MemoryRepository
  const found = yield* repository.find(organizationId, memoryId, viewer)
  return Option.isSome(found) ? found.value : yield* failWith("translation_memory_not_found")
})

/** Reads a memory that the caller sees: a shared one, or that of a project that the caller may enter. */
export const getMemory = ({ organizationId, caller }: OrganizationAccess<"MEMBER">, memoryId: number) =>
  findMemory(organizationId, memoryId, caller.userId)

export interface MemoryListQuery extends PageQuery {
  readonly search?: string | undefined
  readonly type?: MemoryType | undefined
}

/** Reads a page of the memories of the organization, and of its projects that the caller may enter. */
export const listMemories = Effect.fn("listMemories")(function* (
  { organizationId, caller }: OrganizationAccess<"MEMBER">,
  query: MemoryListQuery
) {
  const repository = yield* MemoryRepository
  const request = pageNumbers(query)
  const { rows, total } = yield* repository.list({
    organizationId,
    viewer: caller.userId,
    search: query.search ?? "",
    type: query.type ?? null,
    limit: request.size,
    offset: pageOffset(request)
  })
  return { rows, page: pageMetadata(request, total) }
})

/** Works like `listMemories`, and names the projects that use each memory and that the caller may enter. */
export const listMemoriesWithStats = Effect.fn("listMemoriesWithStats")(function* (
  access: OrganizationAccess<"MEMBER">,
  query: MemoryListQuery
) {
  const repository = yield* MemoryRepository
  const { rows, page } = yield* listMemories(access, query)
  const ids = rows.map(({ id }) => id)
  const using = yield* repository.listProjects(ids, access.caller.userId)
  const projects = Map.groupBy(using, ({ memoryId }) => memoryId)
  const withProjects = rows.map((row) => ({
    ...row,
    assignedProjectNames: (projects.get(row.id) ?? []).map(({ projectName }) => projectName)
  }))
  return { rows: withProjects, page }
})

/** Lists the projects that use a memory and that the caller may enter. */
export const listAssignedProjects = Effect.fn("listAssignedProjects")(function* (
  access: OrganizationAccess<"MEMBER">,
  memoryId: number
) {
  const repository = yield* MemoryRepository
  yield* getMemory(access, memoryId)
  return yield* repository.listProjects([memoryId], access.caller.userId)
})

/** Lists the memories that a project uses, its own one first. */
export const listMemoriesOfProject = Effect.fn("listMemoriesOfProject")(function* ({
  projectId
}: ProjectAccess<"translations.view">) {
  const repository = yield* MemoryRepository
  return yield* repository.listOfProject(projectId)
})
