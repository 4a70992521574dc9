import { coversTexts, type VisibleTexts } from "../activity/modified-entity.ts"
import { type DomainError, domainError } from "../error/domain-error.ts"

/**
 * Whether a caller may give a webhook configuration another URL. Its pending deliveries go there unchanged, so the caller
 * must be allowed to view the texts that they show. ADR 18.
 */
export const checkMoveWebhook = (facts: {
  /** Texts that the caller may view. */
  readonly visible: VisibleTexts
  /** Texts that the deliveries show. */
  readonly shown: VisibleTexts
}): DomainError | null => {
  const { visible, shown } = facts
  if (visible === "all" || coversTexts(visible, shown)) return null
  if (visible === "none") return domainError("operation_not_permitted", ["translations.view"])
  const hidden = typeof shown === "string" ? [] : shown.filter((languageId) => !visible.includes(languageId))
  return domainError("language_not_permitted", [hidden, null])
}
