import { computePermission, effectiveScopes } from "@dragoman/domain/permission"
import { AccessRepository, type ClaimedDeliveryConfiguration, NotificationAudienceRepository } from "@dragoman/store"
import { Effect } from "effect"
import { notifyUsers } from "../../service/notification/notify-users.ts"

/** Notifies those who manage the content deliveries of the project, once for each series of failures. */
export const announceFailure = Effect.fnUntraced(function* ({
  id,
  name,
  projectId,
  failedAttempts
}: ClaimedDeliveryConfiguration) {
  if (failedAttempts > 0) return
  const audience = yield* NotificationAudienceRepository
  const project = yield* audience.findProject(projectId)
  if (project === null) return
  const access = yield* AccessRepository
  const members = yield* access.listProjectUsers(projectId, yield* audience.listProjectUserIds(projectId))
  const userIds = members
    .filter((member) => effectiveScopes(computePermission(member), null).includes("content-delivery.manage"))
    .map(({ userId }) => userId)
  const params = { contentDeliveryId: id, contentDeliveryName: name }
  yield* notifyUsers({ type: "CONTENT_DELIVERY_FAILED", params, userIds, project, actor: null })
})
