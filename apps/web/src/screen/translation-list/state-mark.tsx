import type { TranslationState } from "@dragoman/domain/translation"
import { Ban, Circle, CircleCheck, Contrast } from "lucide-react"
import { type TextKey, useText } from "../../base/texts/text.ts"
import styles from "./state-mark.module.css"

const marks = {
  UNTRANSLATED: { icon: Circle, text: "state.untranslated", className: "untranslated" },
  TRANSLATED: { icon: Contrast, text: "state.translated", className: "translated" },
  REVIEWED: { icon: CircleCheck, text: "state.reviewed", className: "reviewed" },
  DISABLED: { icon: Ban, text: "state.disabled", className: "disabled" }
} as const satisfies Record<TranslationState, object>

export const stateText = (state: TranslationState): TextKey => marks[state].text

/** The state of a translation as a shape alone: states differ by more than their colour. Its place names the state for screen readers. */
export const StateSign = ({ state }: { readonly state: TranslationState }) => {
  const { icon: Icon, className } = marks[state]
  return (
    <span aria-hidden data-state={state} className={`${styles["mark"]} ${styles[className]}`}>
      <Icon />
    </span>
  )
}

/** The state of a translation: a shape and a word, never a colour alone. */
export const StateMark = ({ state }: { readonly state: TranslationState }) => {
  const t = useText()
  const { icon: Icon, text, className } = marks[state]
  return (
    <span className={`${styles["mark"]} ${styles[className]}`}>
      <Icon aria-hidden />
      {t(text)}
    </span>
  )
}
