import { type DescriptionOutcome, descriptionLinesMax } from "@dragoman/domain/key"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Download, FileUp } from "lucide-react"
import { useState } from "react"
import { FileTrigger } from "react-aria-components"
import { readFile } from "../../base/api/call.ts"
import type { Response } from "../../base/api/contract.ts"
import { upload } from "../../base/api/upload.ts"
import { useText } from "../../base/texts/text.ts"
import { projectQuery } from "../../feature/project/project-queries.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { ErrorDetails, errorSentence } from "../../widget/ui/error-details.tsx"
import styles from "./export-screen.module.css"
import { saveFile } from "./save-file.ts"

interface KeyContextProps {
  readonly projectId: number
  readonly branch: string | undefined
}

type Results = Response<"keyContext", "importDescriptions">["results"]

/** A file that was tried, with what it would do. */
interface TriedFile {
  readonly file: File
  readonly overrides: boolean
  readonly results: Results
}

/** Lines shown that are left out; the rest is a number. */
const shownLinesMax = 20

/** Keys without a description as lines of JSON, and the way back for lines that got one. */
export const KeyContext = ({ projectId, branch }: KeyContextProps) => {
  const t = useText()
  const client = useQueryClient()
  const project = useQuery(projectQuery(projectId)).data
  const [tried, setTried] = useState<TriedFile | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async (action: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    try {
      await action()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  /** Sends the lines in as many requests as they need. Numbers of lines are those of the file. */
  const send = async (file: File, overrides: boolean, dryRun: boolean): Promise<Results> => {
    const lines = (await file.text()).split("\n")
    const query = { override: overrides, dryRun }
    const results: Array<Results[number]> = []
    for (let start = 0; start < lines.length; start += descriptionLinesMax) {
      const form = new FormData()
      form.append("file", new Blob([lines.slice(start, start + descriptionLinesMax).join("\n")]), file.name)
      const response = await upload("keyContext", "importDescriptions", { params: { projectId }, query, form })
      results.push(...response.results.map((result) => ({ ...result, line: result.line + start })))
    }
    return results
  }
  const attempt = (file: File, overrides: boolean) =>
    run(async () => setTried({ file, overrides, results: await send(file, overrides, true) }))
  const download = () =>
    run(async () => {
      const query = { filterHasNoDescription: true, branch }
      const { content } = await readFile("keyContext", "exportContext", { params: { projectId }, query })
      saveFile("context.jsonl", content)
    })
  const write = ({ file, overrides }: TriedFile) =>
    run(async () => {
      try {
        const results = await send(file, overrides, false)
        setTried(null)
        showToast({ kind: "done", text: t("context.written", { count: countOf(results, "UPDATED") }) })
      } finally {
        // A later request may fail when those before it have written.
        await client.invalidateQueries({ queryKey: ["project", projectId] })
      }
    })
  return (
    <section aria-labelledby="key-context" className={styles["commands"]}>
      <h2 id="key-context">{t("context.title")}</h2>
      <p className={styles["hint"]}>{t("context.hint")}</p>
      {error !== null && (
        <Callout kind="failed" isNews>
          <p>{errorSentence(error, t)}</p>
          <ErrorDetails error={error} />
        </Callout>
      )}
      <div className={styles["actions"]}>
        <Button icon={<Download aria-hidden />} isPending={isBusy} onPress={download}>
          {t("context.download")}
        </Button>
        {project?.computedPermission.scopes.includes("keys.edit") === true && (
          <FileTrigger
            acceptedFileTypes={[".jsonl", ".ndjson", ".json"]}
            onSelect={(files) => {
              const file = files?.item(0)
              if (file !== null && file !== undefined) void attempt(file, false)
            }}
          >
            <Button icon={<FileUp aria-hidden />} isPending={isBusy}>
              {t("context.import")}
            </Button>
          </FileTrigger>
        )}
      </div>
      {tried !== null && (
        <>
          <p role="status">
            {t("context.result", {
              file: tried.file.name,
              updated: countOf(tried.results, "UPDATED"),
              unchanged: countOf(tried.results, "UNCHANGED"),
              skipped: countOf(tried.results, "SKIPPED"),
              failed: countOf(tried.results, "FAILED")
            })}
          </p>
          <LeftOutLines results={tried.results} />
          <Checkbox isSelected={tried.overrides} onChange={(overrides) => attempt(tried.file, overrides)}>
            {t("context.override")}
          </Checkbox>
          <div>
            <Button
              kind="primary"
              isPending={isBusy}
              disabledReason={countOf(tried.results, "UPDATED") === 0 ? t("context.nothing") : null}
              onPress={() => write(tried)}
            >
              {t("context.write")}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

const countOf = (results: Results, outcome: DescriptionOutcome): number =>
  results.filter((result) => result.outcome === outcome).length

const LeftOutLines = ({ results }: { readonly results: Results }) => {
  const t = useText()
  const leftOut = results.filter(({ message }) => message !== null)
  if (leftOut.length === 0) return null
  return (
    <ul>
      {leftOut.slice(0, shownLinesMax).map(({ line, message }) => (
        <li key={line}>{t("context.line", { line, message: message ?? "" })}</li>
      ))}
      {leftOut.length > shownLinesMax && <li>{t("context.more-lines", { count: leftOut.length - shownLinesMax })}</li>}
    </ul>
  )
}
