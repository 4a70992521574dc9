import { expiryNoticeMillis } from "@dragoman/domain/notification"
import { Database, NotificationAudienceRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { notifyUsers } from "../../service/notification/notify-users.ts"

/** Keys of one round; the next hour takes the others. */
const keysMax = 1_000

/** Tells users of their API keys and personal access tokens that end within a week, once for each end. */
export const announceExpiringKeys = Effect.fn("announceExpiringKeys")(function* () {
  const audience = yield* NotificationAudienceRepository
  const now = yield* Clock.currentTimeMillis
  const request = { now, noticeMillis: expiryNoticeMillis, limit: keysMax }
  for (const key of yield* audience.listExpiringApiKeys(request)) yield* announceApiKey(key)
  for (const token of yield* audience.listExpiringTokens(request)) yield* announceToken(token)
})

interface ExpiringKey {
  readonly id: number
  readonly userId: number
  readonly description: string
  readonly expiresAt: number | null
}

const announceApiKey = Effect.fnUntraced(function* ({
  id,
  userId,
  description,
  expiresAt,
  projectId,
  projectName
}: ExpiringKey & { readonly projectId: number; readonly projectName: string }) {
  const audience = yield* NotificationAudienceRepository
  const database = yield* Database
  if (expiresAt === null) return
  yield* database.transaction(
    Effect.gen(function* () {
      if (!(yield* audience.markApiKeyAnnounced(id, expiresAt))) return
      const project = { id: projectId, name: projectName }
      yield* notifyUsers({
        type: "API_KEY_EXPIRES",
        params: { description, expiresAt },
        userIds: [userId],
        project,
        actor: null
      })
    })
  )
})

const announceToken = Effect.fnUntraced(function* ({ id, userId, description, expiresAt }: ExpiringKey) {
  const audience = yield* NotificationAudienceRepository
  const database = yield* Database
  if (expiresAt === null) return
  yield* database.transaction(
    Effect.gen(function* () {
      if (!(yield* audience.markTokenAnnounced(id, expiresAt))) return
      const params = { description, expiresAt }
      yield* notifyUsers({ type: "ACCESS_TOKEN_EXPIRES", params, userIds: [userId], project: null, actor: null })
    })
  )
})
