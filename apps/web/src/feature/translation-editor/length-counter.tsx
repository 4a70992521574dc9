import { visibleLength } from "@dragoman/formats/icu"
import { useText } from "../../base/texts/text.ts"
import { type EditedMessage, printMessage } from "./edited-message.ts"
import styles from "./translation-editor.module.css"

/** Part of the limit from which the count is amber. */
const nearLimit = 0.9

interface LengthCounterProps {
  readonly message: EditedMessage
  /** null: no limit, and nothing to show. */
  readonly maxCharacters: number | null
}

/** "38 / 40", by the server's count. */
export const LengthCounter = ({ message, maxCharacters }: LengthCounterProps) => {
  const t = useText()
  if (maxCharacters === null) return null
  const count = visibleLength(printMessage(message))
  const level = count > maxCharacters ? "over" : count >= maxCharacters * nearLimit ? "near" : "under"
  return (
    <span className={styles["length"]} data-level={level}>
      <span className="visually-hidden">{t("editor.length")} </span>
      <bdi dir="ltr">
        {count} / {maxCharacters}
      </bdi>
    </span>
  )
}
