import type { TranslationMemoryBody } from "@dragoman/api"
import {
  checkAssignedLanguages,
  checkShared,
  type MemoryContent,
  mergeAssignments,
  validateMemory
} from "@dragoman/domain/memory"
import { MemoryRepository, type MemoryRow } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockProject } from "../../change/change-project.ts"
import { failIf, failWith, orFail } from "../../platform/fail.ts"
import type { OrganizationAccess } from "../../service/access/access.ts"
import { recordAudit, recordChange } from "../../service/audit/record-audit.ts"
import { managerOf } from "../manager/manage-shared.ts"
import { inMemory, inNewMemory } from "./manage-memory.ts"
import { findMemory } from "./memory-queries.ts"
import { assignmentEntity, memoryObject } from "./memory-shapes.ts"

/** Creates a shared memory of the organization. */
export const createMemory = Effect.fn("createMemory")(function* (
  access: OrganizationAccess<"EDITOR">,
  body: TranslationMemoryBody
) {
  const repository = yield* MemoryRepository
  const content = yield* orFail(validateMemory(body))
  const { caller, organizationId } = access
  const now = yield* Clock.currentTimeMillis
  return yield* inNewMemory(
    managerOf(access),
    idsOf(content),
    Effect.gen(function* () {
      yield* requireFreeName(organizationId, content.name, 0)
      const id = yield* repository.insert(organizationId, content, now)
      yield* replaceAssignments(access, id, content)
      const created = yield* findMemory(organizationId, id)
      const object = memoryObject(created)
      const event = { action: "TRANSLATION_MEMORY_CREATED", object, organizationId } as const
      yield* recordAudit(caller, { ...event, after: yield* auditedMemory(organizationId, id) })
      return created
    })
  )
})

/** Replaces the settings of a shared memory, and which projects use it when the body says so. */
export const editMemory = Effect.fn("editMemory")(function* (
  access: OrganizationAccess<"EDITOR">,
  memoryId: number,
  body: TranslationMemoryBody
) {
  const content = yield* orFail(validateMemory(body))
  const { organizationId } = access
  return yield* changeMemory(access, memoryId, idsOf(content), (before) =>
    Effect.gen(function* () {
      const repository = yield* MemoryRepository
      yield* failIf(checkShared(before))
      yield* requireFreeName(organizationId, content.name, memoryId)
      const isOtherLanguage = before.sourceLanguageTag.toLowerCase() !== content.sourceLanguageTag.toLowerCase()
      if (isOtherLanguage && content.assignedProjects === null) {
        const projects = yield* repository.listProjects([memoryId], null)
        if (projects.length > 0) return yield* failWith("cannot_change_tm_base_language_while_assigned")
      }
      yield* repository.update(memoryId, content)
      yield* replaceAssignments(access, memoryId, content)
    })
  )
})

/** Sets whether only reviewed translations of projects count; also in the own memory of a project. */
export const setWriteOnlyReviewed = Effect.fn("setWriteOnlyReviewed")(function* (
  access: OrganizationAccess<"EDITOR">,
  memoryId: number,
  writeOnlyReviewed: boolean
) {
  const repository = yield* MemoryRepository
  return yield* changeMemory(access, memoryId, [], () => repository.setWriteOnlyReviewed(memoryId, writeOnlyReviewed))
})

/** Records the difference that a change of a memory makes, and returns the memory. */
const changeMemory = Effect.fnUntraced(function* <E, R>(
  access: OrganizationAccess<"EDITOR">,
  memoryId: number,
  addedProjectIds: ReadonlyArray<number>,
  change: (memory: MemoryRow) => Effect.Effect<void, E, R>
) {
  const { caller, organizationId } = access
  const recorded = (memory: MemoryRow) =>
    Effect.gen(function* () {
      const object = memoryObject(memory)
      const before = yield* auditedMemory(organizationId, memoryId)
      yield* change(memory)
      const event = { action: "TRANSLATION_MEMORY_EDITED", object, organizationId } as const
      yield* recordChange(caller, event, before, yield* auditedMemory(organizationId, memoryId))
      return yield* findMemory(organizationId, memoryId)
    })
  return yield* inMemory(managerOf(access), memoryId, recorded, addedProjectIds)
})

/** Ids of the projects that the body assigns. */
const idsOf = ({ assignedProjects }: MemoryContent): ReadonlyArray<number> =>
  (assignedProjects ?? []).map(({ projectId }) => projectId)

/** Deletes a shared memory with its entries. */
export const deleteMemory = Effect.fn("deleteMemory")(function* (
  access: OrganizationAccess<"EDITOR">,
  memoryId: number
) {
  const repository = yield* MemoryRepository
  const { caller, organizationId } = access
  yield* inMemory(managerOf(access), memoryId, (memory) =>
    Effect.gen(function* () {
      yield* failIf(checkShared(memory))
      const before = yield* auditedMemory(organizationId, memoryId)
      yield* replaceAssignments(access, memoryId, { ...memory, assignedProjects: [] })
      yield* repository.remove(memoryId)
      const event = { action: "TRANSLATION_MEMORY_DELETED", object: memoryObject(memory), organizationId } as const
      yield* recordAudit(caller, { ...event, before })
    })
  )
})

const requireFreeName = Effect.fnUntraced(function* (organizationId: number, name: string, exceptId: number) {
  const repository = yield* MemoryRepository
  if (!(yield* repository.isNameTaken(organizationId, name, exceptId))) return
  return yield* failWith("translation_memory_name_already_exists", [name])
})

/** Replaces the projects that use a memory, and records it in their activity. Absent: they stay. */
const replaceAssignments = Effect.fnUntraced(function* (
  { caller, organizationId }: OrganizationAccess<"EDITOR">,
  memoryId: number,
  memory: MemoryContent
) {
  const { assignedProjects, name } = memory
  if (assignedProjects === null) return
  const repository = yield* MemoryRepository
  const before = yield* repository.listProjects([memoryId], null)
  const wantedIds = assignedProjects.map(({ projectId }) => projectId)
  const projectIds = [...new Set([...before.map(({ projectId }) => projectId), ...wantedIds])].sort((a, b) => a - b)
  // The locks keep the base languages of the projects.
  for (const projectId of projectIds) yield* lockProject(projectId)
  const projects = yield* repository.findAssignable(organizationId, wantedIds)
  if (projects.length < wantedIds.length) return yield* failWith("project_not_found")
  yield* failIf(
    checkAssignedLanguages(
      memory,
      projects.map(({ baseLanguageTag }) => baseLanguageTag)
    )
  )
  const after = mergeAssignments(
    assignedProjects,
    before,
    new Map(projects.map(({ projectId, nextPriority }) => [projectId, nextPriority]))
  )
  yield* repository.unassign(before.map(({ projectId }) => ({ projectId, memoryId })))
  yield* repository.assign(memoryId, after)
  for (const projectId of projectIds) {
    const old = before.find((one) => one.projectId === projectId) ?? null
    const now = after.find((one) => one.projectId === projectId) ?? null
    yield* recordActivity({
      projectId,
      authorId: caller.userId,
      type:
        old === null
          ? "TRANSLATION_MEMORY_ASSIGN_PROJECT"
          : now === null
            ? "TRANSLATION_MEMORY_UNASSIGN_PROJECT"
            : "TRANSLATION_MEMORY_UPDATE_PROJECT_CONFIG",
      entities: [assignmentEntity({ id: memoryId, name }, old, now)]
    })
  }
})

const auditedMemory = Effect.fnUntraced(function* (organizationId: number, memoryId: number) {
  const repository = yield* MemoryRepository
  const memory = yield* findMemory(organizationId, memoryId)
  const projects = yield* repository.listProjects([memoryId], null)
  return {
    name: memory.name,
    sourceLanguageTag: memory.sourceLanguageTag,
    defaultPenalty: memory.defaultPenalty,
    writeOnlyReviewed: memory.writeOnlyReviewed,
    assignedProjectIds: projects.map(({ projectId }) => projectId).sort((a, b) => a - b)
  }
})
