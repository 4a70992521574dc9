import type { ListQuery } from "@dragoman/domain/page"
import { GlossaryRepository, type GlossaryRow, GlossaryTermRepository, type GlossaryViewer } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { OrganizationAccess, ProjectAccess } from "../../service/access/access.ts"

/** A caller without a role sees the glossaries of projects that the caller may enter. */
export const viewerOf = ({ caller, role }: OrganizationAccess<"VIEWER">): GlossaryViewer =>
  role === null && caller.serverRole !== "ADMIN" ? caller.userId : null

/** Finds a glossary of the organization. `viewer` null: any one. */
export const findGlossary = Effect.fn("findGlossary")(function* (
  organizationId: number,
  glossaryId: number,
  viewer: GlossaryViewer = null
) {
  const repository = yield* GlossaryRepository
  const found = yield* repository.find(organizationId, glossaryId, viewer)
  return Option.isSome(found) ? found.value : yield* failWith("glossary_not_found")
})

/** Reads a glossary that the caller sees. */
export const getGlossary = (access: OrganizationAccess<"VIEWER">, glossaryId: number) =>
  findGlossary(access.organizationId, glossaryId, viewerOf(access))

export interface GlossaryListQuery extends ListQuery<"glossaries"> {
  readonly search?: string | undefined
}

/** Reads a page of the glossaries that the caller sees. */
export const listGlossaries = Effect.fn("listGlossaries")(function* (
  access: OrganizationAccess<"VIEWER">,
  query: GlossaryListQuery
) {
  const repository = yield* GlossaryRepository
  const { organizationId } = access
  const [viewer, search] = [viewerOf(access), query.search ?? ""]
  return yield* paged("glossaries", query, (rows) => repository.list({ organizationId, viewer, search, ...rows }))
})

/** Works like `listGlossaries`, and counts the projects that use each glossary and that the caller may enter. */
export const listGlossariesWithStats = Effect.fn("listGlossariesWithStats")(function* (
  access: OrganizationAccess<"VIEWER">,
  query: GlossaryListQuery
) {
  const repository = yield* GlossaryRepository
  const { rows, page } = yield* listGlossaries(access, query)
  const ids = rows.map(({ id }) => id)
  const using = yield* repository.listProjects(ids, access.caller.userId)
  const projects = Map.groupBy(using, ({ glossaryId }) => glossaryId)
  const withStats = rows.map((glossary) => {
    const seen = projects.get(glossary.id) ?? []
    return { glossary, firstAssignedProjectName: seen[0]?.name ?? null, assignedProjectsCount: seen.length }
  })
  return { rows: withStats, page }
})

/** Lists the projects that use a glossary and that the caller may enter. */
export const listAssignedProjects = Effect.fn("listAssignedProjects")(function* (
  access: OrganizationAccess<"VIEWER">,
  glossaryId: number
) {
  const repository = yield* GlossaryRepository
  yield* getGlossary(access, glossaryId)
  return yield* repository.listProjects([glossaryId], access.caller.userId)
})

/** Lists the languages in which a glossary has texts. */
export const listGlossaryLanguages = Effect.fn("listGlossaryLanguages")(function* (
  access: OrganizationAccess<"VIEWER">,
  glossaryId: number
) {
  const repository = yield* GlossaryTermRepository
  const { baseLanguageTag } = yield* getGlossary(access, glossaryId)
  const tags = yield* repository.listLanguageTags(glossaryId)
  return tags.map((tag) => ({ tag, base: tag === baseLanguageTag }))
})

/** Lists the glossaries that a project uses. */
export const listGlossariesOfProject = Effect.fn("listGlossariesOfProject")(function* ({
  projectId
}: ProjectAccess<"translations.view">): Effect.fn.Return<ReadonlyArray<GlossaryRow>, never, GlossaryRepository> {
  const repository = yield* GlossaryRepository
  return yield* repository.listOfProject(projectId)
})
