import { UserRoundCog } from "lucide-react"
import { useText } from "../base/texts/text.ts"
import { stopActing, useActing } from "../feature/session/acting.ts"
import { Button } from "../widget/ui/button.tsx"
import styles from "./acting-banner.module.css"

/** Says on every screen as whom an administrator acts, and ends it. */
export const ActingBanner = () => {
  const t = useText()
  const acting = useActing()
  if (acting === null) return null
  const { name, hasEnded } = acting
  return (
    <section aria-label={t("acting.title")} className={styles["banner"]}>
      <UserRoundCog aria-hidden />
      <p role="status" className={styles["text"]}>
        {t(hasEnded ? "acting.ended" : "acting.banner", { name })}
      </p>
      <Button onPress={stopActing}>{t(hasEnded ? "acting.back" : "acting.stop")}</Button>
    </section>
  )
}
