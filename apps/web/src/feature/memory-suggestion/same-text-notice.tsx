import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { useLatest } from "../../widget/ui/use-latest.ts"
import styles from "../suggestion/suggestion-list.module.css"
import type { SameTextPlace } from "./same-text-dialog.tsx"
import { sameTextQuery } from "./suggestion-queries.ts"

const SameTextDialog = lazyDialog(() => import("./same-text-dialog.tsx"), "SameTextDialog")

interface SameTextNoticeProps extends Omit<SameTextPlace, "others"> {
  readonly baseText: string
}

/** Says that other keys have the same base text, and offers their translations. */
export const SameTextNotice = ({ baseText, onTake, ...place }: SameTextNoticeProps) => {
  const t = useText()
  const { data: others = [] } = useQuery(sameTextQuery(place.project.id, place.keyId, baseText))
  const [isOpen, setOpen] = useState(false)
  const [taken, setTaken] = useState<string | null>(null)
  const take = useLatest(onTake)
  // The field takes the focus: not before the dialog has given it back.
  useEffect(() => {
    if (isOpen || taken === null) return
    setTaken(null)
    take.current(taken)
  }, [isOpen, taken])
  const [first] = others
  if (first === undefined) return null
  return (
    <p className={styles["same"]}>
      <span>{t("memory.same-text", { key: first.keyName, others: others.length - 1 })}</span>
      <Button kind="quiet" onPress={() => setOpen(true)}>
        {t("memory.take-all")}
      </Button>
      {isOpen && <SameTextDialog {...place} onTake={setTaken} others={others} onClose={() => setOpen(false)} />}
    </p>
  )
}
