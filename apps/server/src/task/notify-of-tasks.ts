import type { NotificationParamsByType } from "@dragoman/domain/notification"
import { taskNoticeMillis } from "@dragoman/domain/notification"
import { Database, TaskRepository, type TaskRow } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { ProjectAccess } from "../service/access/access.ts"
import { notifyUsers } from "../service/notification/notify-users.ts"

/** Number of tasks of one round; the next hour takes the others. */
const tasksMax = 1_000

/** Notifies new assignees of a task, in the transaction of the assignment. */
export const notifyOfAssignment = ({ caller }: ProjectAccess, task: TaskRow, userIds: ReadonlyArray<number>) =>
  userIds.length === 0
    ? Effect.void
    : notifyUsers({
        type: "TASK_ASSIGNED",
        ...eventOf(task),
        userIds,
        actor: { userId: caller.userId, name: caller.name }
      })

/** Notifies the author of a task that was closed, in the transaction of its end. */
export const notifyOfEnd = ({ caller }: ProjectAccess, task: TaskRow, state: "FINISHED" | "CANCELED") =>
  task.authorId === null
    ? Effect.void
    : notifyUsers({
        type: `TASK_${state}`,
        ...eventOf(task),
        userIds: [task.authorId],
        actor: { userId: caller.userId, name: caller.name }
      })

/** Notifies the assignees of open tasks that are due within a day, once for each due date. */
export const announceDueTasks = Effect.fn("announceDueTasks")(function* () {
  const tasks = yield* TaskRepository
  const now = yield* Clock.currentTimeMillis
  const due = yield* tasks.listDue({ now, noticeMillis: taskNoticeMillis, limit: tasksMax })
  yield* Effect.forEach(due, announceDueTask, { discard: true })
})

const announceDueTask = Effect.fnUntraced(function* (task: TaskRow) {
  const tasks = yield* TaskRepository
  const database = yield* Database
  const { dueAt } = task
  if (dueAt === null) return
  yield* database.transaction(
    Effect.gen(function* () {
      if (!(yield* tasks.markDueAnnounced(task.id, dueAt))) return
      const { params, ...event } = eventOf(task)
      const userIds = (yield* tasks.listAssignees([task.id])).map(({ id }) => id)
      yield* notifyUsers({ type: "TASK_DUE", ...event, params: { ...params, dueDate: dueAt }, userIds, actor: null })
    })
  )
})

const eventOf = (task: TaskRow) => ({
  params: {
    taskNumber: task.number,
    taskName: task.name,
    languageTag: task.languageTag
  } satisfies NotificationParamsByType["TASK_ASSIGNED"],
  project: { id: task.projectId, name: task.projectName },
  taskId: task.id
})
