import { useInfiniteQuery } from "@tanstack/react-query"
import { Download, ScrollText, SearchX } from "lucide-react"
import { useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { saveFile } from "../export/save-file.ts"
import { AuditEntry } from "./audit-entry.tsx"
import { AuditFilters } from "./audit-filters.tsx"
import styles from "./audit-log.module.css"
import { auditLogQuery, readAuditLog } from "./audit-queries.ts"
import { type AuditSearch, isFilteredLog } from "./audit-search.ts"

interface AuditLogProps {
  /** Slug of the organization; null: the log of the server. */
  readonly slug: string | null
  readonly search: AuditSearch
  readonly onSearch: (search: AuditSearch) => void
}

/** Lists the entries of the audit log, the newest first. */
export const AuditLog = ({ slug, search, onSearch }: AuditLogProps) => {
  const t = useText()
  const log = useInfiniteQuery(auditLogQuery(slug, search))
  const shown = log.data?.pages.flatMap(({ _embedded }) => _embedded.auditEntries) ?? []
  const isFiltered = isFilteredLog(search)
  const clear = () => onSearch({})
  return (
    <>
      <p className={styles["hint"]}>{t(slug === null ? "audit.hint" : "audit.hint-organization")}</p>
      <AuditFilters
        hasAddress={slug === null}
        search={search}
        onChange={(changes) => onSearch({ ...search, ...changes })}
        onClear={clear}
      />
      <QueryState
        query={log}
        skeleton="320px"
        isEmpty={shown.length === 0}
        empty={
          <EmptyState
            icon={isFiltered ? <SearchX aria-hidden /> : <ScrollText aria-hidden />}
            title={t(isFiltered ? "audit.no-match" : "audit.empty")}
            action={isFiltered && <Button onPress={clear}>{t("translations.clear-filters")}</Button>}
          />
        }
      >
        {() => (
          <>
            <ul className={styles["entries"]} aria-label={t("audit.title")}>
              {shown.map((entry) => (
                <AuditEntry
                  key={entry.id}
                  entry={entry}
                  slug={slug}
                  onObject={(object) => onSearch({ ...search, object })}
                />
              ))}
            </ul>
            <div className={styles["below"]}>
              {log.hasNextPage && (
                <Button isPending={log.isFetchingNextPage} onPress={() => log.fetchNextPage()}>
                  {t("audit.older")}
                </Button>
              )}
              <DownloadButton slug={slug} search={search} />
            </div>
          </>
        )}
      </QueryState>
    </>
  )
}

const DownloadButton = ({ slug, search }: Pick<AuditLogProps, "slug" | "search">) => {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const { name, content } = await readAuditLog(slug, search)
      saveFile(name ?? "audit-log.ndjson", content)
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<Download aria-hidden />} isPending={isBusy} onPress={download}>
      {t("audit.download")}
    </Button>
  )
}
