import { CircleCheck, CirclePause, CirclePower, CircleX, Hourglass } from "lucide-react"
import type { WebhookConfigurationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { exactTime, relativeTime, useNow } from "../../widget/ui/time.tsx"
import { type ShownWebhookState, stateOfWebhook } from "./webhook-state.ts"
import styles from "./webhook-state-mark.module.css"

const marks = {
  active: { icon: CircleCheck, className: "good" },
  paused: { icon: CirclePause, className: "waiting" },
  waiting: { icon: Hourglass, className: "waiting" },
  failing: { icon: CircleX, className: "bad" },
  autoDisabled: { icon: CirclePower, className: "bad" },
  disabled: { icon: CirclePower, className: "off" }
} as const satisfies Record<ShownWebhookState["kind"], object>

/** Shows the state of a webhook as a shape and words. */
export const WebhookStateMark = ({ webhook }: { readonly webhook: WebhookConfigurationModel }) => {
  const t = useText()
  const now = useNow()
  const state = stateOfWebhook(webhook, now)
  const { icon: Icon, className } = marks[state.kind]
  const text =
    state.kind === "waiting"
      ? t("webhook.state-waiting", { time: exactTime(state.until, t.language) })
      : state.kind === "failing"
        ? t("webhook.state-failing", { time: relativeTime(state.since, now, t.language) })
        : t(`webhook.state-${state.kind}`)
  return (
    <span className={`${styles["mark"]} ${styles[className]}`}>
      <Icon aria-hidden />
      {text}
    </span>
  )
}
