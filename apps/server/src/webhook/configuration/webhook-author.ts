import { coversTexts } from "@dragoman/domain/activity"
import { AccessRepository, type WebhookConfigurationRow } from "@dragoman/store"
import { Effect } from "effect"
import { visibleTextsOf, visibleTextsOfWebhook } from "../../change/activity/visible-texts.ts"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { failWith } from "../../platform/fail.ts"

/**
 * The user who sets the URL receives its deliveries, so bodies show the texts that this user may view: none if the URL was
 * set with a project API key without `translations.view`.
 */
export const webhookAuthor = ({ caller, effectiveScopes }: ProjectAccess<"webhooks.manage">) => ({
  authorId: caller.userId,
  showsTexts: caller.credential.kind !== "PAK" || effectiveScopes.includes("translations.view")
})

/** Pending deliveries go to the new URL unchanged: the caller who sets it must be allowed to view their texts. */
export const checkTextsOfWebhook = Effect.fnUntraced(function* (
  access: ProjectAccess<"webhooks.manage">,
  { authorId, showsTexts }: Pick<WebhookConfigurationRow, "authorId" | "showsTexts">
) {
  const visible = visibleTextsOf(access)
  if (visible === "all") return
  const repository = yield* AccessRepository
  const users = authorId === null ? [] : yield* repository.listProjectUsers(access.projectId, [authorId])
  const shown = visibleTextsOfWebhook({ isShown: showsTexts, author: users[0] ?? null })
  if (coversTexts(visible, shown)) return
  if (visible === "none") return yield* failWith("operation_not_permitted", ["translations.view"])
  const hidden = typeof shown === "string" ? [] : shown.filter((languageId) => !visible.includes(languageId))
  return yield* failWith("language_not_permitted", [hidden, null])
})
