import { FileUp } from "lucide-react"
import { useState } from "react"
import { FileTrigger } from "react-aria-components"
import { upload } from "../../base/api/upload.ts"
import { useText } from "../../base/texts/text.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import styles from "./glossary.module.css"
import { glossaryFormatOf } from "./glossary-format.ts"

interface GlossaryImportDialogProps {
  readonly slug: string
  readonly glossaryId: number
  /** The number of terms that came in. */
  readonly onDone: (imported: number) => Promise<void>
  readonly onClose: () => void
}

/** The file that goes into a glossary, and whether the terms that are there go first. */
export const GlossaryImportDialog = ({ slug, glossaryId, onDone, onClose }: GlossaryImportDialogProps) => {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const [removes, setRemoves] = useState(false)
  const form = useSubmit(async () => {
    if (file === null) return
    const body = new FormData()
    body.append("file", file)
    const { imported } = await upload("glossaryFile", "importFile", {
      params: { organization: slug, glossaryId },
      query: { format: glossaryFormatOf(file.name), removeExistingTerms: removes },
      form: body
    })
    onClose()
    await onDone(imported)
  })
  return (
    <FormDialog
      title={t("glossary.import")}
      action={t("glossary.import")}
      form={form}
      disabledReason={file === null ? t("glossary.choose-file") : null}
      onClose={onClose}
    >
      <p className={styles["hint"]}>{t("glossary.import-hint")}</p>
      <div className={styles["file"]}>
        <FileTrigger
          acceptedFileTypes={[".csv", ".tbx", ".xml"]}
          onSelect={(files) => {
            const chosen = files?.item(0)
            if (chosen !== null && chosen !== undefined) setFile(chosen)
          }}
        >
          <Button icon={<FileUp aria-hidden />} autoFocus>
            {t("glossary.choose-file")}
          </Button>
        </FileTrigger>
        {file !== null && <bdi>{file.name}</bdi>}
      </div>
      <Checkbox isSelected={removes} onChange={setRemoves}>
        {t("glossary.remove-existing")}
      </Checkbox>
    </FormDialog>
  )
}
