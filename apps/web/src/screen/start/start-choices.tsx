import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { FolderPlus } from "lucide-react"
import { useState } from "react"
import { languageName, useText } from "../../base/texts/text.ts"
import { ownedOrganizationsQuery } from "../../feature/project/project-queries.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { EmptyState, ErrorState } from "../../widget/ui/states.tsx"
import type { NamedFile } from "../import/dropped-files.ts"
import { FileArea, sizeText } from "../import/file-area.tsx"
import { FileDropZone } from "../import/file-drop-zone.tsx"
import { guessLanguageTag } from "../import/guess-language-tag.ts"
import { handFiles } from "../import/handed-files.ts"
import { uploadLimitQuery } from "../import/import-queries.ts"
import { projectOfFiles } from "./project-of-files.ts"
import styles from "./start-choices.module.css"

const CreateProjectForm = lazyPart(
  () => import("../project/create-project-form.tsx"),
  "CreateProjectForm",
  <Skeleton height="240px" />
)
const CreateProjectDialog = lazyDialog(() => import("../project/create-project-dialog.tsx"), "CreateProjectDialog")

interface StartChoicesProps {
  /** The organization that is chosen first; absent: the first one that the user owns. */
  readonly organizationId?: number
}

/** Two ways to begin: files that are there already, or an empty project. */
export const StartChoices = (organization: StartChoicesProps) => {
  const t = useText()
  const { data: owned, error, refetch } = useQuery(ownedOrganizationsQuery)
  const limit = useQuery(uploadLimitQuery).data ?? null
  const [files, setFiles] = useState<ReadonlyArray<NamedFile>>([])
  const [isStartingEmpty, setStartingEmpty] = useState(false)
  if (error !== null) return <ErrorState error={error} onRetry={() => refetch()} />
  if (owned === undefined) return <Skeleton height="320px" />
  if (owned.length === 0) {
    return (
      <EmptyState icon={<FolderPlus aria-hidden />} title={t("projects.empty")} hint={t("projects.no-organization")} />
    )
  }
  if (files.length > 0) return <ProjectForFiles {...organization} files={files} onCancel={() => setFiles([])} />
  return (
    <FileDropZone
      onFiles={(dropped) => {
        setFiles(dropped)
        announce(t("start.for-files", { count: dropped.length }))
      }}
    >
      <div className={styles["choices"]}>
        <section aria-labelledby="start-files" className={styles["choice"]}>
          <h2 id="start-files">{t("start.from-files")}</h2>
          <FileArea
            title={t("start.drop")}
            hint={t("start.drop-hint", { size: limit === null ? "–" : sizeText(limit, t.language) })}
            isLarge
            onFiles={setFiles}
          />
        </section>
        <section aria-labelledby="start-empty" className={styles["choice"]}>
          <h2 id="start-empty">{t("start.empty")}</h2>
          <p className={styles["hint"]}>{t("start.empty-hint")}</p>
          <div>
            <Button icon={<FolderPlus aria-hidden />} onPress={() => setStartingEmpty(true)}>
              {t("start.empty")}
            </Button>
          </div>
        </section>
      </div>
      {isStartingEmpty && <CreateProjectDialog {...organization} onClose={() => setStartingEmpty(false)} />}
    </FileDropZone>
  )
}

/** Files shown by name; the rest is a number. */
const shownFilesMax = 8

interface ProjectForFilesProps extends StartChoicesProps {
  readonly files: ReadonlyArray<NamedFile>
  readonly onCancel: () => void
}

/** Form with the guessed name and languages of the files' project; creates it and imports the files. */
const ProjectForFiles = ({ files, onCancel, ...organization }: ProjectForFilesProps) => {
  const t = useText()
  const navigate = useNavigate()
  const { name, baseTag, tags } = projectOfFiles(files.map(({ path }) => path))
  return (
    <section aria-labelledby="start-project" className={styles["project"]}>
      <h2 id="start-project">{t("start.for-files", { count: files.length })}</h2>
      <ul className={styles["files"]} aria-label={t("import.files")}>
        {files.slice(0, shownFilesMax).map(({ path }) => {
          const tag = guessLanguageTag(path)
          return (
            <li key={path}>
              <bdi className={styles["path"]}>{path}</bdi>
              <span className={styles["hint"]}>
                {tag === null ? t("start.unknown-language") : languageName(tag, t.language)}
              </span>
            </li>
          )
        })}
        {files.length > shownFilesMax && <li>{t("import.other-files", { count: files.length - shownFilesMax })}</li>}
      </ul>
      <CreateProjectForm
        {...organization}
        initial={{ name: name ?? t("start.project-name"), baseTag, tags }}
        onCreated={async (projectId) => {
          handFiles(projectId, files)
          await navigate({ to: "/projects/$projectId/import", params: { projectId } })
        }}
        onCancel={onCancel}
      />
    </section>
  )
}
