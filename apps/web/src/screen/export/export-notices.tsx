import type { ExportNoticeModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import styles from "./export-notices.module.css"

interface ExportNoticesProps {
  /** The first ones. */
  readonly notices: ReadonlyArray<ExportNoticeModel>
  readonly total: number
}

/** The texts that lose something in the chosen format, before the download. */
export const ExportNotices = ({ notices, total }: ExportNoticesProps) => {
  const t = useText()
  if (total === 0) return <Callout kind="done">{t("export.nothing-lost")}</Callout>
  return (
    <Callout kind="warning">
      <details className={styles["notices"]}>
        <summary>{t("export.lost", { count: total })}</summary>
        <ul>
          {notices.map(({ languageTag, namespace, keyName, reason, message }) => (
            <li key={`${languageTag} ${namespace} ${keyName} ${reason}`}>
              <bdi className={styles["key"]}>{namespace === null ? keyName : `${namespace} · ${keyName}`}</bdi>{" "}
              <bdi className={styles["language"]}>{languageTag}</bdi> <bdi>{message}</bdi>
            </li>
          ))}
          {total > notices.length && <li>{t("import.other-notices", { count: total - notices.length })}</li>}
        </ul>
      </details>
    </Callout>
  )
}
