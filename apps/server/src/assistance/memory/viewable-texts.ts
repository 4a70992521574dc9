import { computePermission, effectiveScopes, narrowLanguages } from "@dragoman/domain/permission"
import { AccessRepository, MemoryRepository, type ViewableTexts } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../service/access/access.ts"

/** Reads which texts of the projects of some memories the caller may view; two statements for any number of projects. */
export const readViewableTexts = Effect.fn("readViewableTexts")(function* (
  { caller }: UserAccess,
  memoryIds: ReadonlyArray<number>
) {
  const repository = yield* AccessRepository
  const projects = yield* (yield* MemoryRepository).listProjects(memoryIds, null)
  const rows = yield* repository.listProjects(
    projects.map(({ projectId }) => projectId),
    caller.userId
  )
  const permissions = rows.flatMap((row) => {
    const permission = computePermission({ ...row, serverRole: caller.serverRole })
    const isViewer = effectiveScopes(permission, null).includes("translations.view")
    return isViewer ? [{ projectId: row.projectId, languageIds: narrowLanguages(permission, "view", null) }] : []
  })
  return {
    projectIds: permissions.flatMap(({ projectId, languageIds }) => (languageIds === null ? [projectId] : [])),
    languageIds: permissions.flatMap(({ languageIds }) => languageIds ?? [])
  } satisfies ViewableTexts
})
