import type { MemoryType } from "@dragoman/domain/memory"
import { type PageQuery, pageMetadata, pageNumbers, pageOffset } from "@dragoman/domain/page"
import { MemoryRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import type { OrganizationAccess, ProjectAccess } from "../../service/access/access.ts"

/** Finds a memory of the organization or of one of its projects. */
export const getMemory = Effect.fn("getMemory")(function* (organizationId: number, memoryId: number) {
  const repository = yield* MemoryRepository
  const found = yield* repository.find(organizationId, memoryId)
  return Option.isSome(found) ? found.value : yield* failWith("translation_memory_not_found")
})

export interface MemoryListQuery extends PageQuery {
  readonly search?: string | undefined
  readonly type?: MemoryType | undefined
}

/** Reads a page of the memories of the organization and of its projects. */
export const listMemories = Effect.fn("listMemories")(function* (
  { organizationId }: OrganizationAccess<"MEMBER">,
  query: MemoryListQuery
) {
  const repository = yield* MemoryRepository
  const request = pageNumbers(query)
  const { rows, total } = yield* repository.list({
    organizationId,
    search: query.search ?? "",
    type: query.type ?? null,
    limit: request.size,
    offset: pageOffset(request)
  })
  return { rows, page: pageMetadata(request, total) }
})

/** Works like `listMemories`, and names the projects that use each memory. */
export const listMemoriesWithStats = Effect.fn("listMemoriesWithStats")(function* (
  access: OrganizationAccess<"MEMBER">,
  query: MemoryListQuery
) {
  const repository = yield* MemoryRepository
  const { rows, page } = yield* listMemories(access, query)
  const projects = Map.groupBy(yield* repository.listProjects(rows.map(({ id }) => id)), ({ memoryId }) => memoryId)
  const withProjects = rows.map((row) => ({
    ...row,
    assignedProjectNames: (projects.get(row.id) ?? []).map(({ projectName }) => projectName)
  }))
  return { rows: withProjects, page }
})

/** Lists the projects that use a memory. */
export const listAssignedProjects = Effect.fn("listAssignedProjects")(function* (
  { organizationId }: OrganizationAccess<"MEMBER">,
  memoryId: number
) {
  const repository = yield* MemoryRepository
  yield* getMemory(organizationId, memoryId)
  return yield* repository.listProjects([memoryId])
})

/** Lists the memories that a project uses, its own one first. */
export const listMemoriesOfProject = Effect.fn("listMemoriesOfProject")(function* ({
  projectId
}: ProjectAccess<"translations.view">) {
  const repository = yield* MemoryRepository
  return yield* repository.listOfProject(projectId)
})
