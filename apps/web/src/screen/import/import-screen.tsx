import { useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { Lock } from "lucide-react"
import { useEffect, useState } from "react"
import { call } from "../../base/api/call.ts"
import type { ImportLanguageModel, LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { type Text, useText } from "../../base/texts/text.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { languagesQuery, projectQuery } from "../../feature/project/project-queries.ts"
import { UndoButton } from "../../feature/revert/undo-button.tsx"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { EmptyState, ErrorState } from "../../widget/ui/states.tsx"
import { useApplyImport } from "./apply-import.ts"
import { ApplyStep } from "./apply-step.tsx"
import type { NamedFile } from "./dropped-files.ts"
import { FileDropZone } from "./file-drop-zone.tsx"
import { FileStep } from "./file-step.tsx"
import { takeHandedFiles } from "./handed-files.ts"
import { importObstacles, unresolvedCount } from "./import-obstacle.ts"
import { forgetImport, importQuery, uploadLimitQuery } from "./import-queries.ts"
import type { IssueFile } from "./issue-step.tsx"
import { pairLanguagesByTag } from "./pair-languages.ts"
import { Step } from "./step.tsx"
import { useUploadFiles } from "./upload-files.ts"

// Fields, lists and differences are needed only by imports that have any.
const LanguageStep = lazyPart(() => import("./language-step.tsx"), "LanguageStep", <Skeleton height="84px" />)
const IssueStep = lazyPart(() => import("./issue-step.tsx"), "IssueStep", <Skeleton height="118px" />)
const ConflictStep = lazyPart(() => import("./conflict-step.tsx"), "ConflictStep", <Skeleton height="128px" />)
const ImportResult = lazyPart(() => import("./import-result.tsx"), "ImportResult", <Skeleton height="84px" />)
const ConfirmDialog = lazyDialog(() => import("../../widget/form/confirm-dialog.tsx"), "ConfirmDialog")
const ChangedTexts = lazyPart(() => import("./changed-texts.tsx"), "ChangedTexts", <Skeleton height="84px" />)

const route = getRouteApi("/user/projects/$projectId/import")

/** Files into the project: files, languages, issues, conflicts, apply, all on one page. */
export const ImportScreen = () => {
  const t = useText()
  const { projectId } = route.useParams()
  const project = useQuery(projectQuery(projectId))
  const languages = useQuery(languagesQuery(projectId))
  const rows = useQuery(importQuery(projectId, useBranch()))
  const failed = project.error ?? languages.error ?? rows.error
  if (failed !== null) {
    return (
      <Screen title={t("import.title")}>
        <ErrorState
          error={failed}
          onRetry={() => Promise.all([project.refetch(), languages.refetch(), rows.refetch()])}
        />
      </Screen>
    )
  }
  if (project.data === undefined || languages.data === undefined || rows.data === undefined) {
    return (
      <Screen title={t("import.title")}>
        <div aria-busy="true">
          <Skeleton height="220px" />
        </div>
      </Screen>
    )
  }
  if (!project.data.computedPermission.scopes.includes("translations.edit")) {
    return (
      <Screen title={t("import.title")}>
        <EmptyState
          icon={<Lock aria-hidden />}
          title={t("permission.missing", { scopes: "translations.edit" })}
          hint={t("permission.who-grants")}
        />
      </Screen>
    )
  }
  return <ImportSteps project={project.data} languages={languages.data} rows={rows.data} />
}

interface ImportStepsProps {
  readonly project: ProjectModel
  readonly languages: ReadonlyArray<LanguageModel>
  /** null: there is no import. */
  readonly rows: ReadonlyArray<ImportLanguageModel> | null
}

const ImportSteps = ({ project, languages, rows }: ImportStepsProps) => {
  const t = useText()
  const client = useQueryClient()
  const branch = useBranch()
  const upload = useUploadFiles(project.id, branch)
  const limit = useQuery(uploadLimitQuery).data ?? null
  const { state, apply, reset } = useApplyImport(
    project.id,
    branch,
    project.computedPermission.scopes.includes("activity.view")
  )
  const [tooLarge, setTooLarge] = useState<ReadonlyArray<string>>([])
  const [isDiscarding, setDiscarding] = useState(false)

  const addFiles = (files: ReadonlyArray<NamedFile>) => {
    const isTooLarge = ({ file }: NamedFile) => limit !== null && file.size > limit
    setTooLarge(files.filter(isTooLarge).map(({ path }) => path))
    reset()
    return upload.add(files.filter((file) => !isTooLarge(file)))
  }
  // Files of a new project: their languages were chosen with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are taken once, when the import is opened
  useEffect(() => {
    const files = takeHandedFiles(project.id)
    if (files.length === 0) return
    addFiles(files)
      .then((isAdded) => (isAdded ? pairLanguagesByTag(client, project.id, branch, { creates: false }) : undefined))
      .catch((error) => showToast({ kind: "failed", text: errorSentence(error, t), error }))
  }, [project.id])
  const issueFiles = filesWithIssues(rows ?? [])
  const conflicting = (rows ?? []).filter(({ conflictCount }) => conflictCount > 0)
  const conflicts = conflicting.reduce((sum, { conflictCount }) => sum + conflictCount, 0)
  const isEmpty = rows === null || rows.length === 0
  return (
    <FileDropZone onFiles={(files) => void addFiles(files)}>
      <Screen
        title={t("import.title")}
        actions={!isEmpty && <Button onPress={() => setDiscarding(true)}>{t("import.discard")}</Button>}
      >
        {state.kind === "done" && (
          <Callout kind="done" isNews>
            <p>{t("import.done")}</p>
            {state.notices.map(({ keyName, message }) => (
              <p key={`${keyName} ${message}`}>
                {keyName !== null && <bdi>{keyName}: </bdi>}
                {message}
              </p>
            ))}
            {state.noticeCount > state.notices.length && (
              <p>{t("import.other-notices", { count: state.noticeCount - state.notices.length })}</p>
            )}
            <p>
              <Link to="/projects/$projectId/translations" params={{ projectId: project.id }}>
                {t("import.to-translations")}
              </Link>
              {" · "}
              <Link to="/projects/$projectId/connect" params={{ projectId: project.id }}>
                {t("connect.to-connect")}
              </Link>
            </p>
          </Callout>
        )}
        {state.kind === "done" && state.summary !== null && (
          <>
            <h2>{t("import.result")}</h2>
            <ImportResult summary={state.summary} />
          </>
        )}
        {state.kind === "done" && state.revisionId !== null && (
          <>
            <h2>{t("import.changed")}</h2>
            <div>
              <UndoButton projectId={project.id} target={{ revisionId: state.revisionId }} label={t("revert.open")} />
            </div>
            <ChangedTexts projectId={project.id} revisionId={state.revisionId} />
          </>
        )}
        <Step id="import-files" number={1} title={t("import.files")}>
          <FileStep
            upload={upload}
            isEmpty={isEmpty}
            tooLarge={tooLarge}
            limitBytes={limit}
            onFiles={(files) => void addFiles(files)}
          />
        </Step>
        {!isEmpty && (
          <>
            <Step id="import-languages" number={2} title={t("import.languages")}>
              <LanguageStep project={project} languages={languages} rows={rows} />
            </Step>
            <Step id="import-issues" number={3} title={t("import.issues")} status={issueStatus(issueFiles, t)}>
              {issueFiles.length === 0 ? (
                <p>{t(upload.report.failures.length > 0 ? "import.no-issues-in-others" : "import.no-issues")}</p>
              ) : (
                <IssueStep projectId={project.id} files={issueFiles} />
              )}
            </Step>
            <Step
              id="import-conflicts"
              number={4}
              title={t("import.conflicts")}
              status={
                conflicts === 0 ? undefined : t("import.conflicts-left", { left: unresolvedCount(rows), conflicts })
              }
            >
              {conflicts === 0 ? (
                <p>{t("import.no-conflicts")}</p>
              ) : (
                <ConflictStep projectId={project.id} rows={conflicting} />
              )}
            </Step>
            <Step id="import-apply" number={5} title={t("import.apply")}>
              <ApplyStep
                projectId={project.id}
                rows={rows}
                obstacles={importObstacles(rows, project, languages)}
                state={state}
                onApply={async () => {
                  upload.forget()
                  await apply()
                }}
              />
            </Step>
          </>
        )}
        {isDiscarding && (
          <ConfirmDialog
            title={t("import.discard")}
            action={t("import.discard")}
            onConfirm={async () => {
              await call("import", "cancel", { params: { projectId: project.id }, query: { branch } })
              upload.forget()
              forgetImport(client, project.id, branch)
            }}
            onClose={() => setDiscarding(false)}
          >
            <p>{t("import.discard-hint")}</p>
          </ConfirmDialog>
        )}
      </Screen>
    </FileDropZone>
  )
}

/** "3 issues, 2 warnings". */
const issueStatus = (files: ReadonlyArray<IssueFile>, t: Text): string => {
  const issues = files.reduce((sum, { issueCount }) => sum + issueCount, 0)
  const notices = files.reduce((sum, { noticeCount }) => sum + noticeCount, 0)
  const parts = [t("import.issue-count", { count: issues })]
  if (notices > 0) parts.push(t("import.notices", { count: notices }))
  return new Intl.ListFormat(t.language, { type: "unit" }).format(parts)
}

/** Issues and warnings belong to files, which have a row for each of their languages. */
const filesWithIssues = (rows: ReadonlyArray<ImportLanguageModel>): ReadonlyArray<IssueFile> => {
  const files = new Map<number, IssueFile>()
  for (const { importFileId: id, importFileName: name, ...counts } of rows) {
    const { importFileIssueCount: issueCount, importFileNoticeCount: noticeCount } = counts
    if (issueCount + noticeCount > 0) files.set(id, { id, name, issueCount, noticeCount })
  }
  return [...files.values()]
}
