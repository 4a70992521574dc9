import { useQueryClient } from "@tanstack/react-query"
import { Trash2, X } from "lucide-react"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { refreshGlossaries } from "../../feature/glossary/glossary-queries.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button, IconButton } from "../../widget/ui/button.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import styles from "../selection/selection-bar.module.css"
import type { TermListRequest } from "./term-pages.ts"

const ConfirmDialog = lazyDialog(() => import("../../widget/form/confirm-dialog.tsx"), "ConfirmDialog")

interface TermSelectionBarProps {
  readonly place: Pick<TermListRequest, "slug" | "glossaryId">
  readonly termIds: ReadonlySet<number>
  /** Terms of the list. */
  readonly total: number
  readonly obstacle: string | null
  readonly onSelectAll: () => Promise<void>
  readonly onClear: () => void
}

/** Shows the number of selected terms, and deletes them. */
export const TermSelectionBar = ({ place, termIds, total, obstacle, onSelectAll, onClear }: TermSelectionBarProps) => {
  const t = useText()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isSelecting, setSelecting] = useState(false)
  const count = termIds.size
  const selectAll = async () => {
    setSelecting(true)
    try {
      await onSelectAll()
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    } finally {
      setSelecting(false)
    }
  }
  return (
    <section aria-label={t("selection.title")} className={styles["bar"]} data-selection>
      <span className={styles["count"]}>{t("selection.count", { count })}</span>
      {count < total && (
        <Button kind="quiet" isPending={isSelecting} onPress={selectAll}>
          {t("selection.all", { count: total })}
        </Button>
      )}
      <span className={styles["space"]} />
      <Button icon={<Trash2 aria-hidden />} disabledReason={obstacle} onPress={() => setAsking(true)}>
        {t("glossary.delete-terms", { count })}
      </Button>
      <span className={styles["clear"]}>
        <IconButton label={t("selection.clear")} icon={<X aria-hidden />} onPress={onClear} />
      </span>
      {isAsking && (
        <ConfirmDialog
          title={t("glossary.delete-terms", { count })}
          action={t("glossary.delete-terms", { count })}
          onConfirm={async () => {
            const params = { organization: place.slug, glossaryId: place.glossaryId }
            await call("glossaryTerm", "deleteMultiple", { params, payload: { termIds: [...termIds] } })
            onClear()
            await refreshGlossaries(client)
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t("selection.no-undo")}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
