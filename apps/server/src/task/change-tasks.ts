import type { TaskBody, TaskEditBody, TaskKeyBody, TaskKeysBody, TasksBody } from "@dragoman/api"
import type { ActivityType } from "@dragoman/domain/activity"
import {
  checkFinished,
  checkTaskOpen,
  type ScopedKeys,
  type TaskState,
  taskNumbers,
  validateDone,
  validateTaskEdit,
  validateTaskInput,
  validateTaskList,
  workingState
} from "@dragoman/domain/task"
import { KeyRepository, TaskRepository, type TaskRow } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { readPlace } from "../change/branch-place.ts"
import { changeProject } from "../change/change-project.ts"
import { describedKeys } from "../content/key/key-shapes.ts"
import { failIf, failWith, orFail } from "../platform/fail.ts"
import type { ProjectAccess } from "../service/access/access.ts"
import { withCountsOf } from "../service/task/count-tasks.ts"
import { notifyOfAssignment, notifyOfEnd } from "./notify-of-tasks.ts"
import { noKeyChanges, type RecordedTask, recordTasks, type TaskKeyChanges, taskKeyEntities } from "./record-tasks.ts"
import {
  chooseKeys,
  findOwnTask,
  findTask,
  getTask,
  type KeyFilterQuery,
  requireAssignees,
  requireLanguage,
  toFilter
} from "./task-queries.ts"

type TaskAccess = ProjectAccess<"tasks.edit">

interface CreatedTask {
  readonly number: number
  readonly skipped: ScopedKeys["skipped"]
}

/** Creates a task. */
export const createTask = Effect.fn("createTask")(function* (
  access: TaskAccess,
  body: TaskBody,
  query: KeyFilterQuery
) {
  const [created = { number: 0, skipped: [] }] = yield* insertTasks(access, "TASK_CREATE", [body], query)
  return { ...(yield* getTask(access, created.number)), skipped: created.skipped }
})

/** Creates tasks, all or none. */
export const createTasks = Effect.fn("createTasks")(function* (
  access: TaskAccess,
  body: TasksBody,
  query: KeyFilterQuery
) {
  yield* insertTasks(access, "TASKS_CREATE", yield* orFail(validateTaskList(body.tasks)), query)
})

const insertTasks = Effect.fnUntraced(function* (
  access: TaskAccess,
  type: ActivityType,
  bodies: ReadonlyArray<TaskBody>,
  query: KeyFilterQuery
) {
  const { projectId, caller } = access
  const inputs = yield* Effect.forEach(bodies, (one) =>
    Effect.map(orFail(validateTaskInput(one)), (input) => ({ ...input, branch: one.branch }))
  )
  const tasks = yield* TaskRepository
  const now = yield* Clock.currentTimeMillis
  return yield* changeProject(
    access,
    Effect.fnUntraced(function* () {
      const numbers = taskNumbers(yield* tasks.takeNumbers(projectId, inputs.length), inputs.length)
      const created: Array<CreatedTask> = []
      for (const [index, { keys, assignees, dueDate, branch, ...input }] of inputs.entries()) {
        const number = numbers[index] ?? 0
        const place = yield* readPlace(access, branch)
        yield* requireLanguage(projectId, input.languageId)
        yield* requireAssignees(projectId, assignees)
        const { keyIds, skipped } = yield* chooseKeys(place, { ...input, keys }, toFilter(query))
        const id = yield* tasks.insert({
          ...input,
          ...place,
          originBranchName: null,
          number,
          state: "NEW",
          dueAt: dueDate,
          authorId: caller.userId,
          createdAt: now,
          closedAt: null
        })
        yield* tasks.addKeys(projectId, id, keyIds)
        yield* tasks.setAssignees(id, assignees)
        created.push({ number, skipped })
        yield* notifyOfAssignment(access, yield* findTask(projectId, number), assignees)
      }
      const inserted = yield* Effect.forEach(created, ({ number }) => readTask(projectId, number))
      yield* recordTasks(
        access,
        type,
        inserted.map((after) => ({ before: null, after }))
      )
      return created
    })
  )
})

/** Replaces name, description, due date and assignees of an open task. */
export const updateTask = Effect.fn("updateTask")(function* (access: TaskAccess, number: number, body: TaskEditBody) {
  const { name, description, dueDate, assignees } = yield* orFail(validateTaskEdit(body))
  return yield* changeTask(
    access,
    number,
    "TASK_UPDATE",
    Effect.fnUntraced(function* (task, tasks) {
      yield* failIf(checkTaskOpen(task.state))
      yield* requireAssignees(access.projectId, assignees)
      const earlier = new Set((yield* tasks.listAssignees([task.id])).map(({ id }) => id))
      yield* tasks.update({ ...task, name, description, dueAt: dueDate })
      yield* tasks.setAssignees(task.id, assignees)
      const added = assignees.filter((id) => !earlier.has(id))
      yield* notifyOfAssignment(access, { ...task, name }, added)
      return noKeyChanges
    })
  )
})

/** Finishes a task whose keys are all done. Assignees without the scope finish open tasks only. */
export const finishTask = Effect.fn("finishTask")((access: ProjectAccess, number: number) =>
  changeState(
    access,
    number,
    "TASK_FINISH",
    Effect.fnUntraced(function* (task) {
      if (!access.effectiveScopes.includes("tasks.edit")) yield* failIf(checkTaskOpen(task.state))
      const { progress } = yield* withCountsOf(task)
      yield* failIf(checkFinished(progress))
      return "FINISHED" as const
    })
  )
)

/** Cancels a task. */
export const cancelTask = Effect.fn("cancelTask")((access: TaskAccess, number: number) =>
  changeState(access, number, "TASK_CLOSE", () => Effect.succeed("CANCELED" as const))
)

/** Opens a closed task again. */
export const reopenTask = Effect.fn("reopenTask")((access: TaskAccess, number: number) =>
  changeState(access, number, "TASK_REOPEN", (task) =>
    Effect.map(withCountsOf(task), ({ progress }) => workingState(progress))
  )
)

const changeState = <E, R>(
  access: ProjectAccess,
  number: number,
  type: ActivityType,
  decide: (task: TaskRow) => Effect.Effect<TaskState, E, R>
) =>
  changeTask(
    access,
    number,
    type,
    Effect.fnUntraced(function* (task, tasks) {
      const state = yield* decide(task)
      if (state === task.state) return noKeyChanges
      const isClosed = state === "FINISHED" || state === "CANCELED"
      yield* tasks.update({ ...task, state, closedAt: isClosed ? yield* Clock.currentTimeMillis : null })
      if (state === "FINISHED" || state === "CANCELED") yield* notifyOfEnd(access, task, state)
      return noKeyChanges
    })
  )

/** Adds keys of the branch to an open task, and removes keys from it. */
export const updateTaskKeys = Effect.fn("updateTaskKeys")((access: TaskAccess, number: number, body: TaskKeysBody) =>
  changeTask(
    access,
    number,
    "TASK_KEYS_UPDATE",
    Effect.fnUntraced(function* (task, tasks) {
      yield* failIf(checkTaskOpen(task.state))
      const added = yield* tasks.listCandidates(task, task, body.addKeys ?? [])
      const addedIds = added.map(({ keyId }) => keyId)
      const removedIds = body.removeKeys ?? []
      return yield* changeKeys(
        task,
        [...new Set([...addedIds, ...removedIds])],
        Effect.andThen(tasks.addKeys(access.projectId, task.id, addedIds), tasks.removeKeys(task.id, removedIds))
      )
    })
  )
)

/** Marks a key of an open task as done, or as not done. */
export const updateTaskKey = Effect.fn("updateTaskKey")(function* (
  access: ProjectAccess,
  { taskNumber, keyId }: { readonly taskNumber: number; readonly keyId: number },
  body: TaskKeyBody
) {
  const done = yield* orFail(validateDone(body.done))
  const { progress } = yield* changeTask(
    access,
    taskNumber,
    "TASK_KEY_UPDATE",
    Effect.fnUntraced(function* (task, tasks) {
      if ((yield* tasks.findKeys(task.id, [keyId])).length === 0) return yield* failWith("task_not_found")
      yield* failIf(checkTaskOpen(task.state))
      const at = yield* Clock.currentTimeMillis
      return yield* changeKeys(
        task,
        [keyId],
        tasks.setDone(task.id, [keyId], done ? { by: access.caller.userId, at } : null)
      )
    })
  )
  return { done, taskFinished: progress.doneItems === progress.totalItems }
})

/** Changes keys of a task and its state; returns the activity of the keys. */
const changeKeys = Effect.fnUntraced(function* (
  task: TaskRow,
  keyIds: ReadonlyArray<number>,
  change: Effect.Effect<void>
) {
  const tasks = yield* TaskRepository
  const before = yield* tasks.findKeys(task.id, keyIds)
  yield* change
  yield* tasks.updateOpenStates([task.id])
  const entities = taskKeyEntities(task.id, before, yield* tasks.findKeys(task.id, keyIds))
  const keys = yield* KeyRepository.use((repository) =>
    repository.find(
      task.projectId,
      entities.map(({ entityId }) => entityId)
    )
  )
  return { entities, described: describedKeys(keys) }
})

/** Changes a task under the lock of its project and records it, also for an assignee; returns the task as it is then. */
const changeTask = <E, R>(
  access: ProjectAccess,
  number: number,
  type: ActivityType,
  change: (task: TaskRow, tasks: TaskRepository["Service"]) => Effect.Effect<TaskKeyChanges, E, R>
) =>
  changeProject(
    access,
    Effect.fnUntraced(function* () {
      const tasks = yield* TaskRepository
      yield* findOwnTask(access, "tasks.edit", number)
      const before = yield* readTask(access.projectId, number)
      const keys = yield* change(before.task, tasks)
      const after = yield* readTask(access.projectId, number)
      yield* recordTasks(access, type, [{ before, after }], keys)
      return yield* withCountsOf(after.task)
    })
  )

const readTask = Effect.fnUntraced(function* (projectId: number, number: number) {
  const task = yield* findTask(projectId, number)
  const assignees = yield* TaskRepository.use((tasks) => tasks.listAssignees([task.id]))
  const read: RecordedTask = { task, assignees }
  return read
})
