import type { ImportLanguageModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Select } from "../../widget/ui/select.tsx"

interface ConflictLanguageProps {
  /** Languages of files with conflicts. */
  readonly rows: ReadonlyArray<ImportLanguageModel>
  readonly languageId: number
  readonly onChange: (languageId: number) => void
}

/** Chooses whose conflicts are listed. */
export const ConflictLanguage = ({ rows, languageId, onChange }: ConflictLanguageProps) => {
  const t = useText()
  return (
    <Select
      label={t("import.conflicts-in")}
      value={String(languageId)}
      options={rows.map((row) => ({
        value: String(row.id),
        label: `${row.existingLanguageName ?? row.name} · ${row.importFileName} (${unresolvedConflicts(row)})`
      }))}
      onChange={(id) => onChange(Number(id))}
    />
  )
}

const unresolvedConflicts = ({ conflictCount, resolvedCount }: ImportLanguageModel) => conflictCount - resolvedCount
