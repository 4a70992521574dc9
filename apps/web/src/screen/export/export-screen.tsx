import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { Download, File, Folder } from "lucide-react"
import { useState } from "react"
import { endpointAddress, readFile } from "../../base/api/call.ts"
import type { LanguageModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { languagesQuery, usedNamespacesQuery } from "../../feature/project/project-queries.ts"
import { usePaused } from "../../widget/form/paused-value.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { CommandBlock } from "../../widget/ui/command-block.tsx"
import { ErrorDetails, errorSentence } from "../../widget/ui/error-details.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { exampleFiles, treeOf } from "./example-files.ts"
import { curlCommand, type ExportChoice, pullCommand, toExportQuery } from "./export-choice.ts"
import { ExportFields, type ExportFormat } from "./export-fields.tsx"
import { ExportNotices } from "./export-notices.tsx"
import { exportFormatsQuery, exportNoticesQuery } from "./export-queries.ts"
import styles from "./export-screen.module.css"
import { KeyContext } from "./key-context.tsx"
import { saveFile } from "./save-file.ts"

const route = getRouteApi("/user/projects/$projectId/export")

/** Formats whose files have all languages (docs/formats.md): the list of formats does not say so. */
const multilingualFormats: ReadonlySet<string> = new Set(["CSV", "XLSX", "TMX", "APPLE_XCSTRINGS"])

/** Delay before a template is tried, after the last key. */
const templatePauseMillis = 400

/** Files out of the project: what, how, what is lost, and the same for a shell. */
export const ExportScreen = () => {
  const t = useText()
  const { projectId } = route.useParams()
  const languages = useQuery(languagesQuery(projectId))
  const formats = useQuery(exportFormatsQuery)
  const failed = languages.error ?? formats.error
  return (
    <Screen title={t("export.title")}>
      {failed !== null ? (
        <ErrorState error={failed} onRetry={() => Promise.all([languages.refetch(), formats.refetch()])} />
      ) : languages.data === undefined || formats.data === undefined ? (
        <div aria-busy="true">
          <Skeleton height="320px" />
        </div>
      ) : (
        <ExportForm projectId={projectId} languages={languages.data} formats={formats.data} />
      )}
    </Screen>
  )
}

interface ExportFormProps {
  readonly projectId: number
  readonly languages: ReadonlyArray<LanguageModel>
  readonly formats: ReadonlyArray<ExportFormat>
}

const ExportForm = ({ projectId, languages, formats }: ExportFormProps) => {
  const t = useText()
  const [choice, setChoice] = useState<ExportChoice>({
    branch: useBranch(),
    format: formats[0]?.format ?? "JSON",
    languages: [],
    namespaces: [],
    tags: [],
    states: [],
    template: ""
  })
  const change = (changes: Partial<ExportChoice>) => setChoice((before) => ({ ...before, ...changes }))
  const namespaces = useQuery(usedNamespacesQuery(projectId)).data?.map(({ name }) => name ?? "") ?? [""]
  const settled = { ...choice, template: usePaused(choice.template, templatePauseMillis) }
  const notices = useQuery(exportNoticesQuery(projectId, settled))
  const format = formats.find((other) => other.format === choice.format)
  const paths = exampleFiles({
    template: choice.template.trim() || (format?.defaultFileStructureTemplate ?? ""),
    extension: format?.extension ?? "",
    languages: choice.languages.length === 0 ? languages.map(({ tag }) => tag) : choice.languages,
    namespaces: choice.namespaces.length === 0 ? namespaces : choice.namespaces,
    isMultilingual: multilingualFormats.has(choice.format)
  })
  return (
    <div className={styles["columns"]}>
      <div className={styles["choices"]}>
        <ExportFields projectId={projectId} languages={languages} formats={formats} choice={choice} onChange={change} />
      </div>
      <div className={styles["result"]}>
        <FileTree paths={paths} />
        {notices.error !== null ? (
          <Callout kind="failed" isNews>
            <p>{errorSentence(notices.error, t)}</p>
            <ErrorDetails error={notices.error} />
          </Callout>
        ) : notices.data === undefined ? (
          <Skeleton height="64px" />
        ) : (
          <ExportNotices notices={notices.data._embedded.exportNotices} total={notices.data.page.totalElements} />
        )}
        <DownloadButton projectId={projectId} choice={choice} />
      </div>
      <Commands projectId={projectId} choice={choice} />
      <KeyContext projectId={projectId} branch={choice.branch} />
    </div>
  )
}

/** Paths shown; the rest is a number. */
const shownPathsMax = 40

const FileTree = ({ paths }: { readonly paths: ReadonlyArray<string> }) => {
  const t = useText()
  const others = paths.length - shownPathsMax
  return (
    <section aria-labelledby="export-files" className={styles["files"]}>
      <h2 id="export-files">{t("export.files")}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul dir="ltr" className={styles["tree"]} aria-labelledby="export-files" tabIndex={0}>
        {treeOf(paths.slice(0, shownPathsMax)).map(({ path, name, depth, isFolder }) => (
          <li key={`${isFolder} ${path}`} style={{ paddingInlineStart: `${depth * 20}px` }}>
            {isFolder ? <Folder aria-hidden /> : <File aria-hidden />}
            <bdi>{isFolder ? `${name}/` : name}</bdi>
          </li>
        ))}
      </ul>
      {others > 0 && <p>{t("import.other-files", { count: others })}</p>}
    </section>
  )
}

interface ChosenProps {
  readonly projectId: number
  readonly choice: ExportChoice
}

const DownloadButton = ({ projectId, choice }: ChosenProps) => {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const download = async () => {
    setBusy(true)
    setError(null)
    try {
      const { name, content } = await readFile("export", "exportByQuery", {
        params: { projectId },
        query: toExportQuery(choice)
      })
      saveFile(name ?? "export.zip", content)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {error !== null && (
        <Callout kind="failed" isNews>
          <p>{errorSentence(error, t)}</p>
          <ErrorDetails error={error} />
        </Callout>
      )}
      <div>
        <Button kind="primary" icon={<Download aria-hidden />} isPending={isBusy} onPress={download}>
          {t("export.download")}
        </Button>
      </div>
    </>
  )
}

const Commands = ({ projectId, choice }: ChosenProps) => {
  const t = useText()
  const server = window.location.origin
  const [, address] = endpointAddress("export", "exportByQuery", {
    params: { projectId },
    query: toExportQuery(choice)
  })
  const pull = pullCommand(choice, server, projectId)
  return (
    <section aria-labelledby="export-commands" className={styles["commands"]}>
      <h2 id="export-commands">{t("export.commands")}</h2>
      <p className={styles["hint"]}>{t("export.commands-hint")}</p>
      {pull === null ? (
        <p>{t("export.no-cli-format")}</p>
      ) : (
        <CommandBlock text={pull} copyLabel={t("export.copy", { name: "tolgee pull" })} />
      )}
      <CommandBlock text={curlCommand(server, address)} copyLabel={t("export.copy", { name: "curl" })} />
    </section>
  )
}
