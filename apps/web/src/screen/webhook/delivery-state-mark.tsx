import type { DeliveryState } from "@dragoman/domain/webhook"
import { CircleCheck, CircleSlash, CircleX, Clock, RotateCw } from "lucide-react"
import { type TextKey, useText } from "../../base/texts/text.ts"
import styles from "./webhook-state-mark.module.css"

const marks = {
  PENDING: { icon: Clock, className: "off" },
  RETRYING: { icon: RotateCw, className: "waiting" },
  DELIVERED: { icon: CircleCheck, className: "good" },
  FAILED: { icon: CircleX, className: "bad" },
  DROPPED: { icon: CircleSlash, className: "off" }
} as const satisfies Record<DeliveryState | "RETRYING", object>

interface DeliveryStateMarkProps {
  readonly state: DeliveryState
  readonly attemptCount: number
}

/** Shows the state of a delivery as a shape and a word, with a coming retry. */
export const DeliveryStateMark = ({ state, attemptCount }: DeliveryStateMarkProps) => {
  const t = useText()
  const isRetrying = state === "PENDING" && attemptCount > 0
  const { icon: Icon, className } = marks[isRetrying ? "RETRYING" : state]
  return (
    <span className={`${styles["mark"]} ${styles[className]}`}>
      <Icon aria-hidden />
      {isRetrying ? t("webhook.delivery-retrying", { count: attemptCount }) : t(deliveryStateText(state))}
    </span>
  )
}

export const deliveryStateText = (state: DeliveryState): TextKey => `webhook.delivery-${state}`
