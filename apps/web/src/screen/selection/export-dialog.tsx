import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { readFile } from "../../base/api/call.ts"
import type { LanguageModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"
import { MultiSelect } from "../../widget/ui/multi-select.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { exportFormatsQuery } from "../export/export-queries.ts"
import { saveFile } from "../export/save-file.ts"

interface ExportDialogProps {
  readonly projectId: number
  readonly shown: ReadonlyArray<LanguageModel>
  readonly keyIds: ReadonlySet<number>
  readonly onClose: () => void
}

/** The selected keys as files. */
export const ExportDialog = ({ projectId, shown, keyIds, onClose }: ExportDialogProps) => {
  const t = useText()
  const formats = useQuery(exportFormatsQuery).data ?? []
  const [format, setFormat] = useState("JSON")
  const [languages, setLanguages] = useState<ReadonlyArray<string>>(shown.map(({ tag }) => tag))
  const download = async () => {
    const payload = { format, languages, filterKeyId: [...keyIds] }
    const { name, content } = await readFile("export", "exportByBody", { params: { projectId }, payload })
    saveFile(name ?? "export.zip", content)
  }
  return (
    <ConfirmDialog
      title={t("selection.export")}
      action={t("export.download")}
      kind="primary"
      obstacle={languages.length === 0 ? t("selection.incomplete") : null}
      onConfirm={download}
      onClose={onClose}
    >
      <Select
        label={t("export.format")}
        value={format}
        options={formats.map((other) => ({ value: other.format, label: other.format }))}
        onChange={setFormat}
        autoFocus
      />
      <MultiSelect
        label={t("export.languages")}
        none={t("selection.choose")}
        options={shown.map(({ tag }) => ({ value: tag, label: languageName(tag, t.language) }))}
        values={languages}
        onChange={setLanguages}
      />
      <p>{t("selection.affected", { keys: t("translations.count", { count: keyIds.size }) })}</p>
    </ConfirmDialog>
  )
}
