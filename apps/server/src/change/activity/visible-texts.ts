import type { VisibleTexts } from "@dragoman/domain/activity"
import {
  type ComputedPermission,
  computePermission,
  effectiveScopes,
  narrowLanguages,
  type Scope
} from "@dragoman/domain/permission"
import type { WebhookTexts } from "@dragoman/store"

/** Which texts a caller may see, by the scopes of the request and the languages of the user. */
export const visibleTextsOf = (access: {
  readonly effectiveScopes: ReadonlyArray<Scope>
  readonly computedPermission: ComputedPermission
}): VisibleTexts =>
  access.effectiveScopes.includes("translations.view")
    ? (narrowLanguages(access.computedPermission, "view", null) ?? "all")
    : "none"

/** Which texts the deliveries of a webhook configuration show: those that its author may see now. ADR 18. */
export const visibleTextsOfWebhook = ({ isShown, author }: WebhookTexts): VisibleTexts => {
  if (!isShown) return "none"
  if (author === null) return "all"
  if (author.disabledAt !== null || author.deletedAt !== null) return "none"
  const computedPermission = computePermission(author)
  return visibleTextsOf({ effectiveScopes: effectiveScopes(computedPermission, null), computedPermission })
}
