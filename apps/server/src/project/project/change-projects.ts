import type { EditProjectBody } from "@dragoman/api"
import { customErrors } from "@dragoman/domain/error"
import { checkTransferProject } from "@dragoman/domain/permission"
import { validateProjectEdit } from "@dragoman/domain/project"
import {
  AccessRepository,
  Database,
  ImportRepository,
  LanguageRepository,
  OrganizationRepository,
  ProjectRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { changeProject, lockProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { getProject } from "./project-queries.ts"
import { projectEntity } from "./project-shapes.ts"

/** Replaces the project: fields that the body leaves out take their default, but slug and base language stay. */
export const editProject = Effect.fn("editProject")(function* (
  access: ProjectAccess<"project.edit">,
  body: EditProjectBody
) {
  const repository = yield* ProjectRepository
  const imports = yield* ImportRepository
  const edit = yield* orFail(validateProjectEdit(body))
  const { projectId } = access
  return yield* changeProject(
    access,
    Effect.fnUntraced(function* (stored, record) {
      const before = yield* getProject(access)
      if (!edit.useNamespaces && (yield* repository.hasNamespace(projectId))) {
        return yield* Effect.fail(customErrors({ namespaces_cannot_be_disabled_when_namespace_exists: [] }))
      }
      if (edit.defaultNamespaceId !== null) yield* checkNamespace(projectId, edit.defaultNamespaceId)
      if (edit.baseLanguageId !== null) yield* checkBaseLanguage(projectId, edit.baseLanguageId)
      const isSlugFree = yield* repository.update(projectId, {
        ...edit,
        slug: edit.slug ?? stored.slug,
        baseLanguageId: edit.baseLanguageId ?? stored.baseLanguageId,
        translationProtection: edit.translationProtection ?? stored.translationProtection
      })
      if (!isSlugFree) return yield* failWith("slug_not_unique")
      // Staged files were read with namespaces or without.
      if (edit.useNamespaces !== stored.useNamespaces) {
        yield* imports.markAllDeleted(projectId, yield* Clock.currentTimeMillis)
      }
      const after = yield* getProject(access)
      yield* record("EDIT_PROJECT", [projectEntity(before, after)])
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

/** Marks the project, its languages and its imports deleted; its slug may be used again. */
export const deleteProject = Effect.fn("deleteProject")(function* (access: ProjectAccess<"project.edit">) {
  const repository = yield* ProjectRepository
  const imports = yield* ImportRepository
  const now = yield* Clock.currentTimeMillis
  yield* changeProject(
    access,
    Effect.fnUntraced(function* () {
      yield* repository.remove(access.projectId, now)
      yield* imports.markAllDeleted(access.projectId, now)
    })
  )
})

/**
 * Transfers the project to an organization that the caller owns. Its owners lose it, so the caller must be one of them or
 * have the scope admin. Direct permissions stay; the base permission is that of the new organization.
 * Source: docs/permissions.md#moving-a-project.
 */
export const transferProject = Effect.fn("transferProject")(function* (
  { caller, projectId, effectiveScopes }: ProjectAccess<"admin">,
  organizationId: number
) {
  const access = yield* AccessRepository
  const repository = yield* ProjectRepository
  const organizations = yield* OrganizationRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      // The organization cannot be deleted before this transaction ends. ADR 13: its lock comes before that of the project.
      yield* organizations.lock(organizationId)
      yield* lockProject(projectId)
      const target = yield* access.findOrganization(organizationId, caller.userId)
      const targetRole = Option.isSome(target) ? target.value.role : null
      const error = checkTransferProject({ effectiveScopes, targetRole, serverRole: caller.serverRole })
      if (error !== null) return yield* Effect.fail(error)
      if (Option.isNone(target)) return yield* failWith("organization_not_found")
      yield* repository.setOrganization(projectId, organizationId)
    })
  )
})
