import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { ImportLanguageModel, ImportTranslationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { EmptyState, ErrorState } from "../../widget/ui/states.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { ConflictRow, type Resolution } from "./conflict-row.tsx"
import styles from "./conflict-step.module.css"
import { conflictsKey, importRowsKey, readConflicts, refreshImport } from "./import-queries.ts"
import { type ResultPage, useResultPages } from "./result-pages.ts"
import { VirtualList } from "./virtual-list.tsx"

const ConflictLanguage = lazyPart(
  () => import("./conflict-language.tsx"),
  "ConflictLanguage",
  <Skeleton width="240px" height="var(--control)" />
)

interface ConflictStepProps {
  readonly projectId: number
  /** Those with conflicts. */
  readonly rows: ReadonlyArray<ImportLanguageModel>
}

/** Pixels of a conflict before it is measured. */
const conflictHeight = 128

/** Texts that the project has in another form, side by side: one by one, by language, or all. */
export const ConflictStep = ({ projectId, rows }: ConflictStepProps) => {
  const t = useText()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<number | null>(null)
  const [onlyUnresolved, setOnlyUnresolved] = useState(false)
  const [search, setSearch] = useState("")
  const [visible, setVisible] = useState({ first: 0, last: 0 })
  const [isBusy, setBusy] = useState(false)
  const language = rows.find(({ id }) => id === chosen) ?? rows[0]
  const languageId = language?.id ?? 0
  const filter = { onlyUnresolved, search }
  const queryKey = [...conflictsKey(projectId, languageId), filter]
  const pages = useResultPages<ImportTranslationModel>({
    queryKey,
    readPage: async (page, size, signal) => {
      const read = await readConflicts(projectId, languageId, filter, page, size, signal)
      return { rows: read._embedded.translations, total: read.page.totalElements }
    },
    visible
  })
  if (language === undefined) return null
  const languageTag = language.existingLanguageTag ?? "en"

  const patch = (id: number, changes: Partial<ImportTranslationModel>) =>
    client.setQueriesData<ResultPage<ImportTranslationModel>>({ queryKey }, (page) =>
      page === undefined
        ? page
        : { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, ...changes } : row)) }
    )
  const resolve = async (row: ImportTranslationModel, resolution: Resolution) => {
    const params = { projectId, languageId, translationId: row.id }
    patch(row.id, { resolved: true, override: resolution === "override" })
    try {
      await call("import", resolution === "override" ? "overrideTranslation" : "keepTranslation", { params })
    } catch (error) {
      patch(row.id, { resolved: row.resolved, override: row.override })
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
    await client.invalidateQueries({ queryKey: importRowsKey(projectId) })
  }
  const resolveAll = async (languages: ReadonlyArray<ImportLanguageModel>, resolution: Resolution) => {
    setBusy(true)
    try {
      for (const { id } of languages) {
        const params = { projectId, languageId: id }
        await call("import", resolution === "override" ? "overrideAll" : "keepAll", { params })
      }
      announce(t("import.all-resolved"))
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
    await client.resetQueries({ queryKey: conflictsKey(projectId) })
    await refreshImport(client, projectId)
    setBusy(false)
  }
  return (
    <>
      <div className={styles["bar"]}>
        {rows.length > 1 && <ConflictLanguage rows={rows} languageId={language.id} onChange={setChosen} />}
        <TextField type="search" label={t("import.search-conflicts")} value={search} onChange={setSearch} />
        <Checkbox isSelected={onlyUnresolved} onChange={setOnlyUnresolved}>
          {t("import.only-unresolved")}
        </Checkbox>
      </div>
      <div className={styles["actions"]}>
        <Button isPending={isBusy} onPress={() => resolveAll([language], "keep")}>
          {t(rows.length > 1 ? "import.keep-all-of-language" : "import.keep-all")}
        </Button>
        <Button isPending={isBusy} onPress={() => resolveAll([language], "override")}>
          {t(rows.length > 1 ? "import.take-all-of-language" : "import.take-all")}
        </Button>
        {rows.length > 1 && (
          <>
            <Button isPending={isBusy} onPress={() => resolveAll(rows, "keep")}>
              {t("import.keep-all")}
            </Button>
            <Button isPending={isBusy} onPress={() => resolveAll(rows, "override")}>
              {t("import.take-all")}
            </Button>
          </>
        )}
      </div>
      {pages.error !== null ? (
        <ErrorState error={pages.error} onRetry={pages.retry} />
      ) : pages.total === null ? (
        <Skeleton height="128px" />
      ) : pages.total === 0 ? (
        <EmptyState
          title={t("import.no-such-conflict")}
          action={
            <Button
              onPress={() => {
                setSearch("")
                setOnlyUnresolved(false)
              }}
            >
              {t("translations.clear-filters")}
            </Button>
          }
        />
      ) : (
        <VirtualList
          key={JSON.stringify(queryKey)}
          label={t("import.conflicts")}
          count={pages.total}
          rowHeight={conflictHeight}
          onVisible={setVisible}
        >
          {(index) => {
            const row = pages.rowAt(index)
            if (row === null) return <Skeleton height="100px" />
            return (
              <ConflictRow
                conflict={row}
                languageTag={languageTag}
                onResolve={(resolution) => resolve(row, resolution)}
              />
            )
          }}
        </VirtualList>
      )}
    </>
  )
}
