import { useQueryClient } from "@tanstack/react-query"
import { CloudOff } from "lucide-react"
import { useEffect, useState } from "react"
import { ApiError } from "../../base/api/api-error.ts"
import { onReachable } from "../../base/api/reachability.ts"
import { useText } from "../../base/texts/text.ts"
import { draftName, type UnsavedDraft } from "../../feature/draft/draft.ts"
import { useUnsaved } from "../../feature/draft/use-unsaved.ts"
import { useUser } from "../../feature/session/session.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { useLatest } from "../../widget/ui/use-latest.ts"
import { saveUnsaved, type UnsavedProblem, type UnsavedProblems } from "./save-unsaved.ts"
import styles from "./unsaved-bar.module.css"

/** A server that answers with an error is asked again after this time. */
const retryMillis = 15_000

const UnsavedDialog = lazyDialog(() => import("./unsaved-dialog.tsx"), "UnsavedDialog")

/** Another try may help: the network, or a server that is busy. */
const isPassing = (problem: UnsavedProblem): boolean =>
  problem.kind === "failed" &&
  problem.error instanceof ApiError &&
  (problem.error.isOffline || problem.error.status >= 500 || problem.error.status === 429)

/**
 * Says how many texts are not saved. They are saved by themselves: at once after a reload, when the server is back, and from
 * time to time; those that need a decision wait for the user.
 */
export const UnsavedBar = () => {
  const t = useText()
  const client = useQueryClient()
  const unsaved = useUnsaved(useUser().id)
  const [problems, setProblems] = useState<UnsavedProblems>(new Map())
  const [isSaving, setSaving] = useState(false)
  const [isOpen, setOpen] = useState(false)

  /** Returns whether a text needs a decision. */
  const save = async (drafts: ReadonlyArray<UnsavedDraft>): Promise<boolean> => {
    if (isSaving || drafts.length === 0) return false
    setSaving(true)
    let needsDecision = false
    for (const unsavedDraft of drafts) {
      const problem = await saveUnsaved(client, t, unsavedDraft)
      const name = draftName(unsavedDraft.place)
      needsDecision ||= problem !== null && !isPassing(problem)
      setProblems((before) => {
        const others = new Map(before)
        others.delete(name)
        return problem === null ? others : others.set(name, problem)
      })
    }
    setSaving(false)
    return needsDecision
  }
  const problemOf = ({ place }: UnsavedDraft) => problems.get(draftName(place))
  const untried = unsaved.filter((draft) => problemOf(draft) === undefined)
  const passing = unsaved.filter((draft) => {
    const problem = problemOf(draft)
    return problem !== undefined && isPassing(problem)
  })
  const latest = useLatest({ save, untried, passing })

  // biome-ignore lint/correctness/useExhaustiveDependencies: other texts wait, or the round before has ended
  useEffect(() => void latest.current.save(latest.current.untried), [untried.length, isSaving])
  useEffect(() => onReachable(() => void latest.current.save(latest.current.passing)), [])
  useEffect(() => {
    if (passing.length === 0) return
    const timer = setInterval(() => void latest.current.save(latest.current.passing), retryMillis)
    return () => clearInterval(timer)
  }, [passing.length])

  if (unsaved.length === 0) return null
  const decisions = unsaved.length - untried.length - passing.length
  return (
    <section className={styles["bar"]} aria-label={t("unsaved.title")}>
      <CloudOff aria-hidden />
      <p role="status" className={styles["text"]}>
        <span className={styles["count"]}>{t("unsaved.count", { count: unsaved.length })}</span>{" "}
        {decisions > 0 ? t("unsaved.decisions", { count: decisions }) : t("unsaved.kept")}
      </p>
      <Button onPress={() => setOpen(true)}>{t("unsaved.show")}</Button>
      <Button isPending={isSaving} onPress={async () => setOpen(await save(unsaved))}>
        {t("unsaved.save-all")}
      </Button>
      {isOpen && <UnsavedDialog unsaved={unsaved} problems={problems} onClose={() => setOpen(false)} />}
    </section>
  )
}
