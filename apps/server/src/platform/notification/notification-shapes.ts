import type { NotificationModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import type { NamedNotification, NotificationContent } from "@dragoman/domain/notification"
import type { NotificationRow } from "@dragoman/store"

/** As its user sees it: of the user who caused it the name only, because not every member may see user names. */
export const notificationToModel = (row: NotificationRow): NotificationModel => ({
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
  originatingUser:
    row.actorId === null
      ? null
      : {
          id: row.actorId,
          username: "",
          name: row.actorName ?? "",
          avatar: avatarLinks(row.actorAvatarHash),
          deleted: row.actorDeletedAt !== null
        },
  linkedTask: null,
  params: row.params as NotificationContent["params"],
  seen: row.seenAt !== null,
  createdAt: row.createdAt
})

/** With the names that its mail needs. Only this program writes parameters, so they fit the type. */
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
