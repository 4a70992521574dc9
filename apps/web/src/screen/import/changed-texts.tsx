import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { ModifiedEntityModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import styles from "./changed-texts.module.css"
import { useResultPages } from "./result-pages.ts"
import { TextDifference } from "./text-difference.tsx"
import { VirtualList } from "./virtual-list.tsx"

/** Pixels of a change before it is measured. */
const changeHeight = 84

/** The texts that an activity changed, before and after. */
export const ChangedTexts = ({
  projectId,
  revisionId
}: {
  readonly projectId: number
  readonly revisionId: number
}) => {
  const t = useText()
  const [visible, setVisible] = useState({ first: 0, last: 0 })
  const pages = useResultPages<ModifiedEntityModel>({
    queryKey: ["project", projectId, "activity", revisionId, "texts"],
    readPage: async (page, size, signal) => {
      const read = await call(
        "activity",
        "listModifiedEntities",
        { params: { projectId, revisionId }, query: { page, size, filterEntityClass: ["Translation"] } },
        { signal }
      )
      return { rows: read._embedded.modifiedEntities, total: read.page.totalElements }
    },
    visible
  })
  if (pages.error !== null) return <ErrorState error={pages.error} onRetry={pages.retry} />
  if (pages.total === null) return <Skeleton height="84px" />
  if (pages.total === 0) return <p>{t("import.no-texts-changed")}</p>
  return (
    <>
      <p className={styles["count"]}>{t("import.changed-count", { count: pages.total })}</p>
      <VirtualList label={t("import.changed")} count={pages.total} rowHeight={changeHeight} onVisible={setVisible}>
        {(index) => {
          const entity = pages.rowAt(index)
          return entity === null ? <Skeleton height="64px" /> : <ChangedText entity={entity} />
        }}
      </VirtualList>
    </>
  )
}

const ChangedText = ({ entity }: { readonly entity: ModifiedEntityModel }) => {
  const t = useText()
  const { keyName, languageTag, before, after } = readChange(entity)
  const texts = { before, after, languageTag, isPlural: true }
  return (
    <article className={styles["change"]}>
      <header className={styles["header"]}>
        <bdi className={styles["key"]}>{keyName}</bdi>
        <span className={styles["language"]}>{languageName(languageTag, t.language)}</span>
      </header>
      <div className={styles["texts"]}>
        {before !== "" && <TextDifference {...texts} side="before" />}
        {after !== "" && <TextDifference {...texts} side="after" />}
      </div>
    </article>
  )
}

interface RelatedData {
  readonly data?: { readonly name?: string; readonly tag?: string }
}

/** A text in the description of an activity: every part may be missing. */
const readChange = ({ relations, modifications }: ModifiedEntityModel) => {
  const { key, language } = (relations ?? {}) as { readonly key?: RelatedData; readonly language?: RelatedData }
  const { text } = (modifications ?? {}) as {
    readonly text?: { readonly old?: string | null; readonly new?: string | null }
  }
  return {
    keyName: key?.data?.name ?? "",
    languageTag: language?.data?.tag ?? "und",
    before: text?.old ?? "",
    after: text?.new ?? ""
  }
}
