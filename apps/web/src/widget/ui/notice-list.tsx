import { useText } from "../../base/texts/text.ts"
import styles from "./notice-list.module.css"

interface NoticeListProps {
  readonly notices: ReadonlyArray<{
    readonly fileName: string | null
    readonly keyName: string | null
    readonly line: number | null
    readonly column: number | null
    readonly message: string
  }>
  /** Also those that are not listed. */
  readonly count: number
}

/** How many warnings an import left; opens to their sentences. */
export const NoticeList = ({ notices, count }: NoticeListProps) => {
  const t = useText()
  return (
    <details className={styles["notices"]}>
      <summary>{t("import.notices", { count })}</summary>
      <ul>
        {notices.map((notice) => (
          <li key={JSON.stringify(notice)}>
            <bdi className={styles["place"]}>
              {[notice.fileName, notice.line, notice.column].filter((part) => part !== null).join(":")}
            </bdi>{" "}
            {notice.keyName !== null && <bdi className={styles["key"]}>{notice.keyName}</bdi>}{" "}
            <bdi>{notice.message}</bdi>
          </li>
        ))}
        {count > notices.length && <li>{t("import.other-notices", { count: count - notices.length })}</li>}
      </ul>
    </details>
  )
}
