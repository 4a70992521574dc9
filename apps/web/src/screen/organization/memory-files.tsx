import { useQueryClient } from "@tanstack/react-query"
import { FileDown, FileUp } from "lucide-react"
import { useState } from "react"
import { FileTrigger } from "react-aria-components"
import { readFile } from "../../base/api/call.ts"
import { upload } from "../../base/api/upload.ts"
import { useText } from "../../base/texts/text.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { saveFile } from "../export/save-file.ts"
import styles from "./memory.module.css"
import { memoriesKey } from "./memory-queries.ts"

interface MemoryFilesProps {
  readonly slug: string
  readonly memoryId: number
  /** Why files cannot be imported; null: they can. */
  readonly obstacle: string | null
}

/** A memory as a TMX file, out and in. */
export const MemoryFiles = ({ slug, memoryId, obstacle }: MemoryFilesProps) => {
  const t = useText()
  const client = useQueryClient()
  const [busy, setBusy] = useState<"import" | "export" | null>(null)
  const [overrides, setOverrides] = useState(false)
  const params = { organization: slug, translationMemoryId: memoryId }
  const run = async (action: "import" | "export", work: () => Promise<void>) => {
    if (busy !== null) return
    setBusy(action)
    try {
      await work()
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    } finally {
      setBusy(null)
    }
  }
  const exportFile = () =>
    run("export", async () => {
      const { name, content } = await readFile("translationMemoryFile", "exportTmx", { params })
      saveFile(name ?? "memory.tmx", content)
    })
  const importFile = (file: File) =>
    run("import", async () => {
      const form = new FormData()
      form.append("file", file)
      const query = { overrideExisting: overrides }
      const { created, updated, skipped } = await upload("translationMemoryFile", "importTmx", { params, query, form })
      showToast({ kind: "done", text: t("memory.imported", { created, updated, skipped }) })
      await client.invalidateQueries({ queryKey: memoriesKey(slug) })
    })
  const importButton = (
    <Button icon={<FileUp aria-hidden />} isPending={busy === "import"} disabledReason={obstacle}>
      {t("memory.import")}
    </Button>
  )
  return (
    <>
      <Button icon={<FileDown aria-hidden />} isPending={busy === "export"} onPress={exportFile}>
        {t("memory.export")}
      </Button>
      {obstacle === null ? (
        <div className={styles["tools"]}>
          <FileTrigger
            acceptedFileTypes={[".tmx", ".xml"]}
            onSelect={(files) => {
              const file = files?.item(0)
              if (file !== null && file !== undefined) void importFile(file)
            }}
          >
            {importButton}
          </FileTrigger>
          <Checkbox isSelected={overrides} onChange={setOverrides}>
            {t("memory.override")}
          </Checkbox>
        </div>
      ) : (
        importButton
      )}
    </>
  )
}
