import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Plus, Trash2 } from "lucide-react"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { directionOf, languageName, useText } from "../../base/texts/text.ts"
import { useWrite } from "../../widget/toast/use-write.ts"
import { Button, IconButton } from "../../widget/ui/button.tsx"
import { MultiSelect } from "../../widget/ui/multi-select.tsx"
import { SearchedList, useListSearch } from "../../widget/ui/searched-list.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { Table } from "../../widget/ui/table.tsx"
import styles from "./memory.module.css"
import { MemoryEntryForm } from "./memory-entry-form.tsx"
import { type MemoryCell, type MemoryRow, memoriesKey, memoryRowsQuery } from "./memory-queries.ts"

interface MemoryBrowserProps {
  readonly slug: string
  readonly memoryId: number
  readonly sourceLanguageTag: string
  /** Why entries cannot be changed; null: they can. */
  readonly obstacle: string | null
}

const rowsPerPage = 50

/** The place of an open form: a new source, a language of a source, or a stored entry. */
interface OpenForm {
  readonly rowId: string
  readonly languageTag: string
}

const newRowId = "new"

const rowIdOf = ({ sourceText, projectId, keyName, cells }: MemoryRow): string =>
  JSON.stringify([sourceText, projectId, keyName, cells[0]?.entryId ?? null])

/** The contents of a memory in columns of languages. Stored entries are edited in their place; texts of projects are not. */
export const MemoryBrowser = ({ slug, memoryId, sourceLanguageTag, obstacle }: MemoryBrowserProps) => {
  const t = useText()
  const client = useQueryClient()
  const write = useWrite()
  const list = useListSearch(rowsPerPage)
  const query = useQuery(memoryRowsQuery(slug, memoryId, list))
  const [chosen, setChosen] = useState<ReadonlyArray<string>>([])
  const [open, setOpen] = useState<OpenForm | null>(null)
  const params = { organization: slug, translationMemoryId: memoryId }
  const tags = [
    ...new Set((query.data?.rows ?? []).flatMap(({ cells }) => cells.map((cell) => cell.targetLanguageTag)))
  ]
    .filter((tag) => tag !== sourceLanguageTag)
    .toSorted()
  const columns = tags.filter((tag) => chosen.length === 0 || chosen.includes(tag))
  const refresh = () => client.invalidateQueries({ queryKey: [...memoriesKey(slug), memoryId, "rows"] })
  const close = async () => {
    setOpen(null)
    await refresh()
  }
  const cellOf = (row: MemoryRow, languageTag: string) => {
    const rowId = rowIdOf(row)
    const cell = row.cells.find((one) => one.targetLanguageTag === languageTag)
    if (open?.rowId === rowId && open.languageTag === languageTag) {
      return (
        <MemoryEntryForm
          params={params}
          sourceText={row.sourceText}
          languageTag={languageTag}
          entry={cell ?? null}
          onDone={close}
          onCancel={() => setOpen(null)}
        />
      )
    }
    return (
      <MemoryText
        row={row}
        cell={cell}
        languageTag={languageTag}
        obstacle={obstacle}
        onOpen={() => setOpen({ rowId, languageTag })}
      />
    )
  }
  const remove = (entryId: number) =>
    write(async () => {
      await call("translationMemoryEntry", "deleteGroup", { params: { ...params, translationMemoryEntryId: entryId } })
      await refresh()
    }, t("memory.entry-deleted"))
  return (
    <>
      <div className={styles["tools"]}>
        <Button
          icon={<Plus aria-hidden />}
          disabledReason={obstacle}
          onPress={() => setOpen({ rowId: newRowId, languageTag: "" })}
        >
          {t("memory.add-entry")}
        </Button>
        {tags.length > 1 && (
          <MultiSelect
            label={t("projects.languages")}
            none={t("memory.all-languages")}
            options={tags.map((tag) => ({ value: tag, label: languageName(tag, t.language) }))}
            values={chosen}
            onChange={setChosen}
          />
        )}
      </div>
      {open?.rowId === newRowId && (
        <MemoryEntryForm
          params={params}
          sourceText={null}
          languageTag={columns[0] ?? ""}
          entry={null}
          onDone={close}
          onCancel={() => setOpen(null)}
        />
      )}
      <SearchedList
        label={t("memory.search-contents")}
        noMatch={t("memory.no-match")}
        empty={<EmptyState title={t("memory.no-entries")} />}
        list={list}
        query={query}
      >
        {(rows) => (
          <Table<MemoryRow>
            label={t("memory.contents")}
            rows={rows}
            rowId={rowIdOf}
            columns={[
              {
                id: "source",
                title: languageName(sourceLanguageTag, t.language),
                cell: ({ sourceText }) => (
                  <span lang={sourceLanguageTag} dir={directionOf(sourceLanguageTag)} className={styles["text"]}>
                    {sourceText}
                  </span>
                )
              },
              ...columns.map((tag) => ({
                id: `text ${tag}`,
                title: languageName(tag, t.language),
                cell: (row: MemoryRow) => cellOf(row, tag)
              })),
              {
                id: "origin",
                title: t("memory.origin"),
                cell: ({ editable, keyName, projectName, sourceText, cells }) => {
                  const entryId = cells.find((cell) => cell.entryId !== null)?.entryId ?? null
                  if (!editable || entryId === null) {
                    return (
                      <span className={styles["origin"]}>
                        <span>{t("memory.live", { project: projectName ?? "" })}</span>
                        <bdi dir="ltr">{keyName}</bdi>
                      </span>
                    )
                  }
                  return (
                    <span className={styles["stored"]}>
                      {t("memory.stored")}
                      {obstacle === null && (
                        <IconButton
                          label={t("memory.delete-entry", { source: sourceText })}
                          icon={<Trash2 aria-hidden />}
                          onPress={() => remove(entryId)}
                        />
                      )}
                    </span>
                  )
                }
              }
            ]}
          />
        )}
      </SearchedList>
    </>
  )
}

interface MemoryTextProps {
  readonly row: MemoryRow
  readonly cell: MemoryCell | undefined
  readonly languageTag: string
  readonly obstacle: string | null
  readonly onOpen: () => void
}

/** A text of the memory; a press edits a stored one, or adds the one that is missing. */
const MemoryText = ({ row, cell, languageTag, obstacle, onOpen }: MemoryTextProps) => {
  const t = useText()
  const text = cell?.targetText
  const shown = text !== undefined && (
    <span lang={languageTag} dir={directionOf(languageTag)} className={styles["text"]}>
      {text}
    </span>
  )
  if (!row.editable || obstacle !== null) return shown
  const language = languageName(languageTag, t.language)
  return (
    <span className={styles["cell"]}>
      {shown}
      <Button
        kind="quiet"
        aria-label={t(text === undefined ? "memory.add-in" : "memory.edit-in", { source: row.sourceText, language })}
        onPress={onOpen}
      >
        {t(text === undefined ? "action.add" : "action.edit")}
      </Button>
    </span>
  )
}
