import type { EditProjectBody } from "@dragoman/api"
import { customErrors } from "@dragoman/domain/error"
import { validateProjectEdit } from "@dragoman/domain/project"
import { Database, ImportRepository, LanguageRepository, ProjectRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { getProject } from "./get-project.ts"
import { projectEntity } from "./project-entity.ts"

/**
 * Replaces the project: what the body leaves out takes its default, but slug and base language stay.
 * Source: reference "auth-and-permissions" 3.6.
 */
export const editProject = Effect.fn("editProject")(function* (
  access: ProjectAccess<"project.edit">,
  body: EditProjectBody
) {
  const repository = yield* ProjectRepository
  const imports = yield* ImportRepository
  const database = yield* Database
  const edit = yield* orFail(validateProjectEdit(body))
  const { caller, projectId } = access
  return yield* database.transaction(
    Effect.gen(function* () {
      const content = yield* lockProject(projectId)
      const before = yield* getProject(access)
      if (!edit.useNamespaces && (yield* repository.hasNamespace(projectId))) {
        return yield* Effect.fail(customErrors({ namespaces_cannot_be_disabled_when_namespace_exists: [] }))
      }
      if (edit.defaultNamespaceId !== null) yield* checkNamespace(projectId, edit.defaultNamespaceId)
      if (edit.baseLanguageId !== null) yield* checkBaseLanguage(projectId, edit.baseLanguageId)
      const isSlugFree = yield* repository.update(projectId, {
        ...edit,
        slug: edit.slug ?? content.slug,
        baseLanguageId: edit.baseLanguageId ?? content.baseLanguageId,
        translationProtection: edit.translationProtection ?? content.translationProtection
      })
      if (!isSlugFree) return yield* failWith("slug_not_unique")
      // Files were read for namespaces, or for none. Source: reference "import-and-formats" 1, rule 4.
      if (edit.useNamespaces !== content.useNamespaces) {
        yield* imports.markAllDeleted(projectId, yield* Clock.currentTimeMillis)
      }
      const after = yield* getProject(access)
      yield* recordActivity({
        projectId,
        authorId: caller.userId,
        type: "EDIT_PROJECT",
        entities: [projectEntity(before, after)]
      })
      return after
    })
  )
})

const checkNamespace = Effect.fnUntraced(function* (projectId: number, namespaceId: number) {
  const repository = yield* ProjectRepository
  const found = yield* repository.findNamespace(projectId, namespaceId)
  if (Option.isNone(found)) return yield* failWith("namespace_not_from_project")
})

const checkBaseLanguage = Effect.fnUntraced(function* (projectId: number, languageId: number) {
  const languages = yield* LanguageRepository
  const found = yield* languages.find(projectId, languageId)
  if (Option.isNone(found)) return yield* failWith("language_not_from_project")
})
