import { CircleCheck, KeyRound, SearchX } from "lucide-react"
import type { LanguageModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { EmptyState, ErrorState } from "../../widget/ui/states.tsx"
import { SkeletonRow } from "./key-row.tsx"
import styles from "./translation-grid.module.css"

interface NoRowsProps {
  readonly languages: ReadonlyArray<LanguageModel>
  readonly isFiltered: boolean
  /** false: it is not known yet. */
  readonly isEmpty: boolean
  /** The list shows the keys of a task that are left. */
  readonly isTaskDone: boolean
  /** Why the list could not be read; null: it could, or is being read. */
  readonly error: unknown
  readonly onRetry: () => void
  readonly onClearFilters: () => void
}

/** Takes the place of the rows while there are none: the project is empty, nothing matches, or the first page is on its way. */
export const NoRows = ({ languages, isFiltered, isTaskDone, isEmpty, error, onRetry, onClearFilters }: NoRowsProps) => {
  const t = useText()
  const clear = <Button onPress={onClearFilters}>{t("translations.clear-filters")}</Button>
  // A filter can name a language that the project no longer has.
  if (!isEmpty && error !== null) {
    return <ErrorState error={error} onRetry={onRetry} action={isFiltered ? clear : null} />
  }
  if (!isEmpty) {
    return (
      <div className={styles["loading"]} aria-busy="true">
        {skeletonRows.map((row) => (
          <SkeletonRow key={row} languages={languages} isTable={false} />
        ))}
      </div>
    )
  }
  if (isTaskDone) {
    return <EmptyState icon={<CircleCheck aria-hidden />} title={t("task.all-done")} hint={t("task.all-done-hint")} />
  }
  return isFiltered ? (
    <EmptyState icon={<SearchX aria-hidden />} title={t("translations.no-match")} action={clear} />
  ) : (
    <EmptyState icon={<KeyRound aria-hidden />} title={t("translations.empty")} hint={t("translations.empty-hint")} />
  )
}

/** Rows of the skeleton: more than a screen has. */
const skeletonRows = Array.from({ length: 16 }, (_, row) => row)
