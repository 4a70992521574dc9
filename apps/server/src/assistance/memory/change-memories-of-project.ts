import type { TranslationMemoryAssignmentBody } from "@dragoman/api"
import { type AssignmentContent, checkAssignedLanguages, validateAssignment } from "@dragoman/domain/memory"
import { Database, MemoryRepository, OrganizationRepository } from "@dragoman/store"
import { Effect } from "effect"
import { recordActivity } from "../../change/activity/record-activity.ts"
import { lockProject } from "../../change/change-project.ts"
import { failIf, failWith, orFail } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { recordChange } from "../../service/audit/record-audit.ts"
import { findMemory } from "./memory-queries.ts"
import { assignmentEntity, memoryObject } from "./memory-shapes.ts"

/** Lets the project use a shared memory of its organization. */
export const assignMemory = Effect.fn("assignMemory")(function* (
  access: ProjectAccess<"project.edit">,
  memoryId: number,
  body: TranslationMemoryAssignmentBody
) {
  const repository = yield* MemoryRepository
  const { organizationId, projectId } = access
  const { priority, ...content } = yield* orFail(validateAssignment(body))
  return yield* changeMemories(
    access,
    Effect.gen(function* () {
      const memory = yield* findMemory(organizationId, memoryId)
      const used = yield* repository.listOfProject(projectId)
      if (used.some(({ id }) => id === memoryId)) {
        return yield* failWith("translation_memory_already_assigned_to_project")
      }
      if (memory.type === "PROJECT") return yield* failWith("cannot_modify_project_translation_memory")
      const [project] = yield* repository.findAssignable(organizationId, [projectId])
      // It may have left the organization before the lock.
      if (project === undefined) return yield* failWith("project_not_found")
      yield* failIf(checkAssignedLanguages(memory, [project.baseLanguageTag]))
      const after = { ...content, priority: priority ?? project.nextPriority }
      yield* repository.assign(memoryId, [{ ...after, projectId }])
      yield* record(access, "TRANSLATION_MEMORY_ASSIGN_PROJECT", memory, null, after)
      return { ...memory, ...after }
    })
  )
})

/** Changes how the project uses a shared memory. Without a priority it keeps its place. */
export const editAssignment = Effect.fn("editAssignment")(function* (
  access: ProjectAccess<"project.edit">,
  memoryId: number,
  body: TranslationMemoryAssignmentBody
) {
  const repository = yield* MemoryRepository
  const { projectId } = access
  const { priority, ...content } = yield* orFail(validateAssignment(body))
  return yield* changeMemories(
    access,
    Effect.gen(function* () {
      const before = yield* getAssignment(access, memoryId)
      if (before.type === "PROJECT") return yield* failWith("cannot_modify_project_translation_memory")
      const after = { ...content, priority: priority ?? before.priority }
      yield* repository.assign(memoryId, [{ ...after, projectId }])
      yield* record(access, "TRANSLATION_MEMORY_UPDATE_PROJECT_CONFIG", before, before, after)
      return { ...before, ...after }
    })
  )
})

/** Ends the use of a shared memory. */
export const unassignMemory = Effect.fn("unassignMemory")(function* (
  access: ProjectAccess<"project.edit">,
  memoryId: number
) {
  const repository = yield* MemoryRepository
  yield* changeMemories(
    access,
    Effect.gen(function* () {
      const before = yield* getAssignment(access, memoryId)
      if (before.type === "PROJECT") return yield* failWith("cannot_unassign_project_from_own_translation_memory")
      yield* repository.unassign([{ projectId: access.projectId, memoryId }])
      yield* record(access, "TRANSLATION_MEMORY_UNASSIGN_PROJECT", before, before, null)
    })
  )
})

/** Sets whether only reviewed texts count in the project's own memory. */
export const setOwnWriteOnlyReviewed = Effect.fn("setOwnWriteOnlyReviewed")(function* (
  access: ProjectAccess<"project.edit">,
  writeOnlyReviewed: boolean
) {
  const repository = yield* MemoryRepository
  const { caller, organizationId, projectId } = access
  yield* changeMemories(
    access,
    Effect.gen(function* () {
      const own = (yield* repository.listOfProject(projectId)).find(({ type }) => type === "PROJECT")
      if (own === undefined) return yield* failWith("translation_memory_not_found")
      yield* repository.setWriteOnlyReviewed(own.id, writeOnlyReviewed)
      const event = { action: "TRANSLATION_MEMORY_EDITED", object: memoryObject(own), organizationId } as const
      const before = { writeOnlyReviewed: own.writeOnlyReviewed }
      yield* recordChange(caller, event, before, { writeOnlyReviewed })
    })
  )
})

/** Changes what the project uses. The lock of the organization keeps the languages of its memories. */
const changeMemories = Effect.fnUntraced(function* <A, E, R>(
  { organizationId, projectId }: ProjectAccess<"project.edit">,
  change: Effect.Effect<A, E, R>
) {
  const database = yield* Database
  const organizations = yield* OrganizationRepository
  return yield* database.transaction(
    Effect.gen(function* () {
      if (!(yield* organizations.lock(organizationId))) return yield* failWith("project_not_found")
      yield* lockProject(projectId)
      return yield* change
    })
  )
})

const getAssignment = Effect.fnUntraced(function* (
  { organizationId, projectId }: ProjectAccess<"project.edit">,
  memoryId: number
) {
  const repository = yield* MemoryRepository
  yield* findMemory(organizationId, memoryId)
  const used = yield* repository.listOfProject(projectId)
  const found = used.find(({ id }) => id === memoryId)
  return found ?? (yield* failWith("translation_memory_project_assignment_not_found"))
})

const record = (
  { caller, projectId }: ProjectAccess<"project.edit">,
  type:
    | "TRANSLATION_MEMORY_ASSIGN_PROJECT"
    | "TRANSLATION_MEMORY_UPDATE_PROJECT_CONFIG"
    | "TRANSLATION_MEMORY_UNASSIGN_PROJECT",
  memory: { readonly id: number; readonly name: string },
  before: AssignmentContent | null,
  after: AssignmentContent | null
) =>
  recordActivity({
    projectId,
    authorId: caller.userId,
    type,
    entities: [assignmentEntity(memory, before, after)]
  })
