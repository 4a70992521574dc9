import { surviving } from "@dragoman/background"
import type { NotificationContent } from "@dragoman/domain/notification"
import { computePermission, effectiveScopes } from "@dragoman/domain/permission"
import {
  AccessRepository,
  Database,
  NotificationAudienceRepository,
  type NotificationCauseRow,
  NotificationRepository
} from "@dragoman/store"
import { Clock, Effect } from "effect"
import { notifyUsers } from "../../service/notification/notify-users.ts"
import { sendDigests } from "./send-digests.ts"

/** Poll interval. What other threads and programs have seen happen is shown so much later at most. */
const pollPause = "5 seconds"

/** Causes of one round. */
const causesMax = 100

/**
 * Makes notifications of what other threads and programs have stored in their transactions, such as the dispatcher of
 * webhooks: each cause once, whichever server takes it.
 */
export const notifyOfCauses = Effect.fn("notifyOfCauses")(function* () {
  const repository = yield* NotificationRepository
  const database = yield* Database
  for (const cause of yield* repository.listCauses(causesMax)) yield* database.transaction(notifyOf(cause))
})

const notifyOf = Effect.fnUntraced(function* ({ id, type, params, projectId, userId }: NotificationCauseRow) {
  const repository = yield* NotificationRepository
  const audience = yield* NotificationAudienceRepository
  if (!(yield* repository.takeCause(id))) return
  const project = yield* audience.findProject(projectId)
  // Deleted meanwhile.
  if (project === null) return
  const userIds = userId === null ? yield* listWebhookManagers(projectId) : [userId]
  yield* notifyUsers({ ...({ type, params } as NotificationContent), userIds, project, actor: null })
})

/** The members who may manage the webhooks of a project, so also the owners of its organization. */
const listWebhookManagers = Effect.fnUntraced(function* (projectId: number) {
  const audience = yield* NotificationAudienceRepository
  const access = yield* AccessRepository
  const members = yield* access.listProjectUsers(projectId, yield* audience.listProjectUserIds(projectId))
  return members
    .filter((member) => effectiveScopes(computePermission(member), null).includes("webhooks.manage"))
    .map(({ userId }) => userId)
})

/** Notifications of causes and due mails, while the server runs. */
export const notificationWork = surviving("Making notifications failed", notifyOfCauses()).pipe(
  Effect.andThen(surviving("Mailing collected notifications failed", sendDigests())),
  Effect.andThen(Effect.sleep(pollPause)),
  Effect.forever,
  // Real time, also under a TestClock.
  Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
)
