import type { WebhookConfigurationModel } from "../../base/api/contract.ts"

/** The state of a webhook for people: the first that holds. */
export type ShownWebhookState =
  | { readonly kind: "autoDisabled" }
  | { readonly kind: "disabled" }
  | { readonly kind: "paused" }
  /** The endpoint asked for a pause. `until`: epoch milliseconds. */
  | { readonly kind: "waiting"; readonly until: number }
  /** `since`: epoch milliseconds. */
  | { readonly kind: "failing"; readonly since: number }
  | { readonly kind: "active" }

export const stateOfWebhook = (
  webhook: Pick<WebhookConfigurationModel, "enabled" | "autoDisabled" | "paused" | "heldUntil" | "firstFailed">,
  now: number
): ShownWebhookState => {
  const { enabled, autoDisabled, paused, heldUntil, firstFailed } = webhook
  if (!enabled) return { kind: autoDisabled ? "autoDisabled" : "disabled" }
  if (paused) return { kind: "paused" }
  if (heldUntil !== null && heldUntil > now) return { kind: "waiting", until: heldUntil }
  if (firstFailed !== null) return { kind: "failing", since: firstFailed }
  return { kind: "active" }
}

/** The host of a webhook, which names it among the others; the text itself where it is no URL. */
export const hostOfUrl = (url: string): string => URL.parse(url)?.host ?? url
