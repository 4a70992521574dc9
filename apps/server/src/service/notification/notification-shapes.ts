import type { NotificationModel, TaskModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import type { NamedNotification, NotificationContent } from "@dragoman/domain/notification"
import { formerUserName } from "@dragoman/domain/user"
import { type NotificationRow, TaskRepository } from "@dragoman/store"
import { Effect } from "effect"
import { withCounts } from "../task/count-tasks.ts"
import { taskToModel } from "../task/task-shapes.ts"

/** Converts notifications for their users, with the tasks that they are about. */
export const notificationsToModels = Effect.fn("notificationsToModels")(function* (
  rows: ReadonlyArray<NotificationRow>
) {
  const tasks = yield* TaskRepository
  const found = yield* withCounts(yield* tasks.findAll(rows.flatMap(({ taskId }) => taskId ?? [])))
  const taskById = new Map(found.map((counted) => [counted.task.id, taskToModel(counted, false)]))
  return rows.map((row) => notificationToModel(row, taskById.get(row.taskId ?? 0) ?? null))
})

/**
 * Converts a notification for its user. The user who caused it appears by name only, because not every member may see
 * user names.
 */
const notificationToModel = (row: NotificationRow, linkedTask: TaskModel | null): NotificationModel => ({
  id: row.id,
  type: row.type,
  project:
    row.projectId === null
      ? null
      : {
          id: row.projectId,
          name: row.projectName ?? "",
          description: row.projectDescription,
          slug: row.projectSlug ?? "",
          avatar: avatarLinks(row.projectAvatarHash)
        },
  // The author's row is absent when the account was deleted, and when it shares nothing with the reader any more.
  originatingUser:
    row.originatingUserId === null
      ? null
      : {
          id: row.originatingUserId,
          username: "",
          name: row.actorName ?? formerUserName,
          avatar: avatarLinks(row.actorAvatarHash),
          deleted: row.actorId === null
        },
  linkedTask,
  params: row.params as NotificationContent["params"],
  seen: row.seenAt !== null,
  createdAt: row.createdAt
})

/**
 * Reads a notification with the names that its mail needs. Only this program writes parameters, so they fit the type.
 */
export const toNamedNotification = ({
  type,
  params,
  projectId,
  projectName,
  actorName
}: NotificationRow): NamedNotification => ({
  ...({ type, params } as NotificationContent),
  project: projectId === null ? null : { id: projectId, name: projectName ?? "" },
  actorName
})
