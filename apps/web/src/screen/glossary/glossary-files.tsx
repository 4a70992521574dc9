import { useQueryClient } from "@tanstack/react-query"
import { ChevronDown, FileDown, FileUp } from "lucide-react"
import { useState } from "react"
import { readFile } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { refreshGlossaries } from "../../feature/glossary/glossary-queries.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { Menu, MenuItem } from "../../widget/ui/menu.tsx"
import { saveFile } from "../export/save-file.ts"
import { type GlossaryFormat, glossaryFormats } from "./glossary-format.ts"

const ImportDialog = lazyDialog(() => import("./glossary-import-dialog.tsx"), "GlossaryImportDialog")

interface GlossaryFilesProps {
  readonly slug: string
  readonly glossaryId: number
  /** Why files cannot be imported; null: they can. */
  readonly obstacle: string | null
}

/** A glossary as a file, out and in. */
export const GlossaryFiles = ({ slug, glossaryId, obstacle }: GlossaryFilesProps) => {
  const t = useText()
  const client = useQueryClient()
  const [isExporting, setExporting] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const params = { organization: slug, glossaryId }
  const exportFile = async (format: GlossaryFormat) => {
    setExporting(true)
    try {
      const { name, content } = await readFile("glossaryFile", "exportFile", { params, query: { format } })
      saveFile(name ?? `glossary.${format.toLowerCase()}`, content)
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    } finally {
      setExporting(false)
    }
  }
  return (
    <>
      <Menu
        aria-label={t("glossary.export")}
        onAction={(format) => void exportFile(format as GlossaryFormat)}
        trigger={
          <Button icon={<FileDown aria-hidden />} isPending={isExporting}>
            {t("glossary.export")}
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        {glossaryFormats.map((format) => (
          <MenuItem key={format} id={format}>
            {format}
          </MenuItem>
        ))}
      </Menu>
      <Button icon={<FileUp aria-hidden />} disabledReason={obstacle} onPress={() => setImporting(true)}>
        {t("glossary.import")}
      </Button>
      {isImporting && (
        <ImportDialog
          slug={slug}
          glossaryId={glossaryId}
          onDone={(imported) => {
            showToast({ kind: "done", text: t("glossary.imported", { count: imported }) })
            return refreshGlossaries(client)
          }}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  )
}
