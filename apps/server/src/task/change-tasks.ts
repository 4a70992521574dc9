import type { TaskBody, TaskEditBody, TaskKeyBody, TaskKeysBody, TasksBody } from "@dragoman/api"
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
import { TaskRepository, type TaskRow } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { readPlace } from "../change/branch-place.ts"
import { changeProject } from "../change/change-project.ts"
import { failIf, failWith, orFail } from "../platform/fail.ts"
import type { ProjectAccess } from "../service/access/access.ts"
import { withCountsOf } from "../service/task/count-tasks.ts"
import { notifyOfAssignment, notifyOfEnd } from "./notify-of-tasks.ts"
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
  const [created = { number: 0, skipped: [] }] = yield* createTasks(access, { tasks: [body] }, query)
  return { ...(yield* getTask(access, created.number)), skipped: created.skipped }
})

/** Creates tasks, all or none; returns their numbers, and the keys that they did not take. */
export const createTasks = Effect.fn("createTasks")(function* (
  access: TaskAccess,
  body: TasksBody,
  query: KeyFilterQuery
) {
  const { projectId, caller } = access
  const bodies = yield* orFail(validateTaskList(body.tasks))
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
    Effect.fnUntraced(function* (task, tasks) {
      yield* failIf(checkTaskOpen(task.state))
      yield* requireAssignees(access.projectId, assignees)
      const earlier = new Set((yield* tasks.listAssignees([task.id])).map(({ id }) => id))
      yield* tasks.update({ ...task, name, description, dueAt: dueDate })
      yield* tasks.setAssignees(task.id, assignees)
      const added = assignees.filter((id) => !earlier.has(id))
      yield* notifyOfAssignment(access, { ...task, name }, added)
    })
  )
})

/** Finishes a task whose keys are all done. Assignees without the scope finish open tasks only. */
export const finishTask = Effect.fn("finishTask")((access: ProjectAccess, number: number) =>
  changeState(
    access,
    number,
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
  changeState(access, number, () => Effect.succeed("CANCELED" as const))
)

/** Opens a closed task again. */
export const reopenTask = Effect.fn("reopenTask")((access: TaskAccess, number: number) =>
  changeState(access, number, (task) => Effect.map(withCountsOf(task), ({ progress }) => workingState(progress)))
)

const changeState = <E, R>(
  access: ProjectAccess,
  number: number,
  decide: (task: TaskRow) => Effect.Effect<TaskState, E, R>
) =>
  changeTask(
    access,
    number,
    Effect.fnUntraced(function* (task, tasks) {
      const state = yield* decide(task)
      if (state === task.state) return
      const isClosed = state === "FINISHED" || state === "CANCELED"
      yield* tasks.update({ ...task, state, closedAt: isClosed ? yield* Clock.currentTimeMillis : null })
      if (state === "FINISHED" || state === "CANCELED") yield* notifyOfEnd(access, task, state)
    })
  )

/** Adds keys of the branch to an open task, and removes keys from it. */
export const updateTaskKeys = Effect.fn("updateTaskKeys")((access: TaskAccess, number: number, body: TaskKeysBody) =>
  changeTask(
    access,
    number,
    Effect.fnUntraced(function* (task, tasks) {
      yield* failIf(checkTaskOpen(task.state))
      const added = yield* tasks.listCandidates(task, task, body.addKeys ?? [])
      yield* tasks.addKeys(
        access.projectId,
        task.id,
        added.map(({ keyId }) => keyId)
      )
      yield* tasks.removeKeys(task.id, body.removeKeys ?? [])
      yield* tasks.updateOpenStates([task.id])
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
    Effect.fnUntraced(function* (task, tasks) {
      if (!(yield* tasks.hasKey(task.id, keyId))) return yield* failWith("task_not_found")
      yield* failIf(checkTaskOpen(task.state))
      const at = yield* Clock.currentTimeMillis
      yield* tasks.setDone(task.id, [keyId], done ? { by: access.caller.userId, at } : null)
      yield* tasks.updateOpenStates([task.id])
    })
  )
  return { done, taskFinished: progress.doneItems === progress.totalItems }
})

/** Changes a task under the lock of its project, also for an assignee; returns the task as it is then. */
const changeTask = <E, R>(
  access: ProjectAccess,
  number: number,
  change: (task: TaskRow, tasks: TaskRepository["Service"]) => Effect.Effect<void, E, R>
) =>
  changeProject(
    access,
    Effect.fnUntraced(function* () {
      const tasks = yield* TaskRepository
      const find = findOwnTask(access, "tasks.edit", number)
      yield* change(yield* find, tasks)
      return yield* withCountsOf(yield* find)
    })
  )
