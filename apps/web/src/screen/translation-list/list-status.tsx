import { RefreshCw } from "lucide-react"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import styles from "./list-status.module.css"

interface ListStatusProps {
  /** Keys of the list. */
  readonly total: number
  /** Why the active text is as it is; null: nothing to say. */
  readonly remark: string | null
  /** Changes of others arrive. */
  readonly isLive: boolean
  /** The list would have other rows by now. */
  readonly isStale: boolean
  readonly onRefresh: () => void
}

/** Beneath the grid: how many keys, how to go on, and whether the list is as the server has it. */
export const ListStatus = ({ total, remark, isLive, isStale, onRefresh }: ListStatusProps) => {
  const t = useText()
  return (
    <footer className={styles["status"]}>
      <span role="status">{t("translations.count", { count: total })}</span>
      {remark === null ? (
        <span className={styles["hint"]}>{t("translations.hint")}</span>
      ) : (
        <span className={styles["remark"]} title={remark}>
          {remark}
        </span>
      )}
      <span data-live-state={isLive}>{t(isLive ? "translations.live" : "translations.reconnecting")}</span>
      <Button kind={isStale ? "secondary" : "quiet"} icon={<RefreshCw aria-hidden />} onPress={onRefresh}>
        {t(isStale ? "translations.stale" : "translations.refresh")}
      </Button>
    </footer>
  )
}
