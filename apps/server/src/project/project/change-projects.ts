import type { CreateProjectBody, EditProjectBody } from "@dragoman/api"
import type { EntityChange } from "@dragoman/domain/activity"
import { customErrors } from "@dragoman/domain/error"
import { checkCreateProject, checkTransferProject } from "@dragoman/domain/permission"
import {
  baseLanguageIndex,
  type ProjectCreation,
  validateProjectCreation,
  validateProjectEdit
} from "@dragoman/domain/project"
import {
  AccessRepository,
  BranchRepository,
  Database,
  DeletedContentRepository,
  GlossaryRepository,
  ImportRepository,
  LanguageRepository,
  MemberRepository,
  type MemoryOfProjectRow,
  MemoryRepository,
  NamespaceRepository,
  OrganizationRepository,
  ProjectRepository,
  type ProjectRow,
  QualityCheckRepository,
  SlugRepository,
  TagRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { changeProject, lockContentProject, lockProject, type Record } from "../../change/change-project.ts"
import { followContent } from "../../change/content-follower.ts"
import { insertWithGeneratedSlug } from "../../organization/slug/slug-queries.ts"
import { failIf, failWith, orFail } from "../../platform/fail.ts"
import { type Precondition, requireUnchanged } from "../../platform/http/if-match.ts"
import type { ProjectAccess, UserAccess } from "../../service/access/access.ts"
import { userObject } from "../../service/audit/audit-objects.ts"
import { recordAudit, recordChange } from "../../service/audit/record-audit.ts"
import { eraseAbandonedBranches } from "../branch/copy-branch.ts"
import { languageEntity } from "../language/language-shapes.ts"
import { getProject, readProject } from "./project-queries.ts"
import { auditedProject, projectEntity, projectObject } from "./project-shapes.ts"

/** Creates a project with its languages in an organization that the caller owns; server administrators may in any. */
export const createProject = Effect.fn("createProject")(function* (access: UserAccess, body: CreateProjectBody) {
  const project = yield* orFail(validateProjectCreation(body))
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* checkOwner(access, project.organizationId)
      const projects = yield* ProjectRepository
      const languages = yield* LanguageRepository
      const now = yield* Clock.currentTimeMillis
      const projectId = yield* insertProject(project, now)
      const baseIndex = yield* orFail(baseLanguageIndex(project))
      const languageIds = yield* languages.insert(projectId, project.languages, now)
      yield* projects.setBaseLanguage(projectId, languageIds[baseIndex] ?? 0)
      const created = yield* readProject(projectId, access.caller.userId)
      yield* recordActivity({
        projectId,
        authorId: access.caller.userId,
        type: "CREATE_PROJECT",
        entities: [
          projectEntity(null, created),
          ...project.languages.map((language, index) => languageEntity(languageIds[index] ?? 0, null, language))
        ]
      })
      yield* recordAudit(access.caller, {
        action: "PROJECT_CREATED",
        object: projectObject(created),
        organizationId: project.organizationId,
        projectId,
        after: auditedProject(created)
      })
      return created
    })
  )
})

/**
 * Inserts a project and returns its id. A requested slug that is taken is an error; a generated one is replaced by the
 * next.
 */
const insertProject = Effect.fnUntraced(function* (project: ProjectCreation, at: number) {
  const projects = yield* ProjectRepository
  const slugs = yield* SlugRepository
  const { organizationId, name, icuPlaceholders } = project
  const insert = (slug: string) => projects.insert({ organizationId, name, slug, icuPlaceholders, at })
  const isTaken = project.slug !== null && (yield* slugs.findTaken("project", [project.slug])).size > 0
  if (isTaken) return yield* failWith("slug_not_unique")
  const inserted = yield* project.slug === null
    ? insertWithGeneratedSlug("project", name, insert)
    : insert(project.slug)
  return Option.isSome(inserted) ? inserted.value : yield* failWith("slug_not_unique")
})

const checkOwner = Effect.fnUntraced(function* ({ caller }: UserAccess, organizationId: number) {
  const repository = yield* AccessRepository
  const organizations = yield* OrganizationRepository
  // The organization cannot be deleted before this transaction ends.
  yield* organizations.lock(organizationId)
  const found = yield* repository.findOrganization(organizationId, caller.userId)
  yield* failIf(checkCreateProject(caller.serverRole, Option.getOrNull(found)))
})

/** Replaces the project: fields that the body leaves out take their default, but slug and base language stay. */
export const editProject = Effect.fn("editProject")(function* (
  access: ProjectAccess<"project.edit">,
  body: EditProjectBody,
  precondition: Precondition<ProjectRow> | null
) {
  const repository = yield* ProjectRepository
  const imports = yield* ImportRepository
  const edit = yield* orFail(validateProjectEdit(body))
  const { projectId } = access
  return yield* changeProject(
    access,
    Effect.fnUntraced(function* (stored, record) {
      const before = yield* getProject(access)
      yield* requireUnchanged(precondition, before)
      if (!edit.useNamespaces && (yield* repository.hasNamespace(projectId))) {
        return yield* Effect.fail(customErrors({ namespaces_cannot_be_disabled_when_namespace_exists: [] }))
      }
      if (edit.defaultNamespaceId !== null) yield* checkNamespace(projectId, edit.defaultNamespaceId)
      if (edit.baseLanguageId !== null) yield* checkBaseLanguage(projectId, edit.baseLanguageId)
      if (edit.baseLanguageId !== null && edit.baseLanguageId !== stored.baseLanguageId) {
        yield* keepSharedMemories(projectId, record, body.unassignConflictingTms === true)
      }
      const isSlugFree = yield* repository.update(projectId, {
        ...edit,
        useBranching: edit.useBranching ?? stored.useBranching,
        slug: edit.slug ?? stored.slug,
        baseLanguageId: edit.baseLanguageId ?? stored.baseLanguageId,
        translationProtection: edit.translationProtection ?? stored.translationProtection,
        suggestionsMode: edit.suggestionsMode ?? stored.suggestionsMode,
        rejectsBrokenIcu: edit.rejectsBrokenIcu ?? stored.rejectsBrokenIcu,
        marksTaskKeysDone: edit.marksTaskKeysDone ?? stored.marksTaskKeysDone
      })
      if (!isSlugFree) return yield* failWith("slug_not_unique")
      if (edit.useBranching === true) yield* addDefaultBranch(projectId)
      if (edit.baseLanguageId !== null && edit.baseLanguageId !== stored.baseLanguageId) {
        yield* followContent(yield* lockContentProject(projectId), { languageIds: [edit.baseLanguageId] })
      }
      // The staged files were read either with namespaces or without.
      if (edit.useNamespaces !== stored.useNamespaces) {
        yield* imports.markAllDeleted(projectId, yield* Clock.currentTimeMillis)
      }
      const after = yield* getProject(access)
      yield* record("EDIT_PROJECT", [projectEntity(before, after)])
      const event = { action: "PROJECT_EDITED", object: projectObject(before), projectId } as const
      yield* recordChange(access.caller, event, auditedProject(before), auditedProject(after))
      return after
    })
  )
})

/** Gives the project its default branch, unless it has one from an earlier time. Keys stay as they are: null is its id in them. */
const addDefaultBranch = Effect.fnUntraced(function* (projectId: number) {
  const branches = yield* BranchRepository
  const existing = yield* branches.listOfProject(projectId)
  if (existing.some(({ isDefault }) => isDefault)) return
  const createdAt = yield* Clock.currentTimeMillis
  const main = { name: "main", isDefault: true, state: "READY", originBranchId: null, authorId: null } as const
  yield* branches.insert({ projectId, ...main, createdAt, deletedAt: null })
})

/** Shared memories translate from the base language of before: they are in the way of another one, unless they are to go. */
const keepSharedMemories = Effect.fnUntraced(function* (projectId: number, record: Record, mayUnassign: boolean) {
  const memories = yield* MemoryRepository
  const shared = (yield* memories.listOfProject(projectId)).filter(({ type }) => type === "SHARED")
  if (shared.length === 0) return
  if (!mayUnassign) return yield* failWith("cannot_change_project_base_language_tm_conflict")
  yield* memories.unassign(shared.map(({ id }) => ({ projectId, memoryId: id })))
  yield* record("TRANSLATION_MEMORY_UNASSIGN_PROJECT", shared.map(endedUse))
})

/** The end of a project's use of a shared memory, as the activity shows it. */
const endedUse = ({ id, name, readAccess, writeAccess, priority, penalty }: MemoryOfProjectRow): EntityChange => ({
  entityClass: "TranslationMemoryProject",
  entityId: id,
  before: { name, readAccess, writeAccess, priority, penalty },
  after: null
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
export const deleteProject = Effect.fn("deleteProject")(function* (
  access: ProjectAccess<"project.edit">,
  precondition: Precondition<ProjectRow> | null
) {
  const repository = yield* ProjectRepository
  const imports = yield* ImportRepository
  const now = yield* Clock.currentTimeMillis
  yield* changeProject(
    access,
    Effect.fnUntraced(function* () {
      const { caller, projectId, organizationId } = access
      const project = yield* getProject(access)
      yield* requireUnchanged(precondition, project)
      const object = projectObject(project)
      yield* repository.remove(projectId, now)
      yield* imports.markAllDeleted(projectId, now)
      yield* recordAudit(caller, { action: "PROJECT_DELETED", object, organizationId, projectId })
    })
  )
})

/**
 * Transfers the project to an organization that the caller owns. Its owners lose it, so the caller must be one of them or
 * have the scope admin. Direct permissions stay, but for accounts that single sign-on manages, which belong to their
 * organization only; the base permission is that of the new organization.
 * Source: docs/permissions.md#moving-a-project.
 */
export const transferProject = Effect.fn("transferProject")(function* (
  { caller, projectId, effectiveScopes }: ProjectAccess<"admin">,
  organizationId: number
) {
  const access = yield* AccessRepository
  const repository = yield* ProjectRepository
  const organizations = yield* OrganizationRepository
  const members = yield* MemberRepository
  const memories = yield* MemoryRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      // The organization cannot be deleted before this transaction ends. ADR 13: its lock comes before that of the project.
      yield* organizations.lock(organizationId)
      yield* lockProject(projectId)
      const target = yield* access.findOrganization(organizationId, caller.userId)
      const targetRole = Option.isSome(target) ? target.value.role : null
      yield* failIf(checkTransferProject({ effectiveScopes, targetRole, serverRole: caller.serverRole }))
      if (Option.isNone(target)) return yield* failWith("organization_not_found")
      const project = yield* readProject(projectId, caller.userId)
      const shared = (yield* memories.listOfProject(projectId)).filter(({ type }) => type === "SHARED")
      const glossaries = yield* (yield* GlossaryRepository).listOfProject(projectId)
      yield* repository.setOrganization(projectId, organizationId)
      if (glossaries.length > 0) yield* markTextsStale(projectId)
      if (shared.length > 0 && project.organization.organizationId !== organizationId) {
        yield* recordActivity({
          projectId,
          authorId: caller.userId,
          type: "TRANSLATION_MEMORY_UNASSIGN_PROJECT",
          entities: shared.map(endedUse)
        })
      }
      const left = yield* members.removeManagedElsewhere(projectId, organizationId)
      const before = { organizationId: project.organization.organizationId }
      const event = { action: "PROJECT_TRANSFERRED", object: projectObject(project), projectId } as const
      // Each organization gets an entry, because owners see only the log of their own one.
      for (const concerned of new Set([before.organizationId, organizationId])) {
        const place = { ...event, organizationId: concerned }
        yield* recordChange(caller, place, before, { organizationId })
      }
      for (const userId of left) {
        const object = yield* userObject(userId)
        yield* recordAudit(caller, { action: "PROJECT_ACCESS_REVOKED", object, ...before, projectId })
      }
    })
  )
})

/** The terms by which the texts were checked stay in the organization that the project leaves; hourly work checks them. */
const markTextsStale = Effect.fnUntraced(function* (projectId: number) {
  const checks = yield* QualityCheckRepository
  if (yield* checks.isUsed(projectId)) yield* checks.markStale(projectId, null)
})

/** Number of rows in one transaction, so that other writers get the lock in between. */
const rowsPerRound = 1_000

/** Pause between two rounds, in real time: rounds without a pause would take half of this thread. */
const pause = Effect.provideService(Effect.sleep("5 millis"), Clock.Clock, Clock.Clock.defaultValue())

/**
 * Erases rows that no request can reach any more: texts of deleted languages, keys and webhook configurations of
 * deleted projects, keys of deleted branches and of those whose copying stopped half-way, and deleted webhook configurations with
 * their deliveries.
 */
export const eraseDeletedContent = Effect.fn("eraseDeletedContent")(function* () {
  const database = yield* Database
  const repository = yield* DeletedContentRepository
  yield* eraseAbandonedBranches()
  while (yield* repository.isLeft) {
    yield* database.transaction(eraseRound)
    yield* pause
  }
})

const eraseRound = Effect.gen(function* () {
  const deleted = yield* DeletedContentRepository
  const { keysErasedIn } = yield* deleted.eraseSome(rowsPerRound)
  if (keysErasedIn === null) return
  yield* TagRepository.use((tags) => tags.removeUnused(keysErasedIn))
  yield* NamespaceRepository.use((namespaces) => namespaces.removeUnused(keysErasedIn, null))
})
