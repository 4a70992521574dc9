import { useEffect } from "react"
import { useText } from "../../base/texts/text.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { Button } from "../../widget/ui/button.tsx"
import { WordDiff } from "../../widget/ui/word-diff.tsx"
import styles from "./translation-editor.module.css"

interface ConflictBannerProps {
  /** The text that the editor began with. */
  readonly before: string
  /** The stored one now. */
  readonly theirs: string
  /** null: not known. */
  readonly changedBy: string | null
  readonly languageTag: string
  readonly onTake: () => void
  readonly onKeep: () => void
  readonly onEditBoth: () => void
}

/** Another user saved the text that is open: what they changed, and what to do with it. */
export const ConflictBanner = ({ before, theirs, changedBy, languageTag, ...banner }: ConflictBannerProps) => {
  const t = useText()
  const sentence = changedBy === null ? t("conflict.changed") : t("conflict.changed-by", { name: changedBy })
  useEffect(() => announce(sentence, "assertive"), [sentence])
  return (
    <section className={styles["conflict"]} aria-label={t("conflict.title")}>
      <p className={styles["conflictTitle"]}>{sentence}</p>
      <WordDiff before={before} after={theirs} languageTag={languageTag} />
      <div className={styles["actions"]}>
        <Button onPress={banner.onTake}>{t("conflict.take")}</Button>
        <Button onPress={banner.onKeep}>{t("conflict.keep")}</Button>
        <Button onPress={banner.onEditBoth}>{t("conflict.both")}</Button>
      </div>
    </section>
  )
}
