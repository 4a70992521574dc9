import { useQueryClient } from "@tanstack/react-query"
import { Trash2 } from "lucide-react"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { ImportLanguageModel, LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, type Text, useText } from "../../base/texts/text.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button, IconButton } from "../../widget/ui/button.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { languageObstacle } from "./import-obstacle.ts"
import { refreshImport } from "./import-queries.ts"
import styles from "./language-step.module.css"
import { pairLanguagesByTag, suggestedPairs } from "./pair-languages.ts"
import { namedLanguage, newLanguageText, suggestedTag } from "./row-language.ts"

const CreateLanguageDialog = lazyDialog(() => import("../language/create-language-dialog.tsx"), "CreateLanguageDialog")
const NamespaceField = lazyPart(() => import("./namespace-field.tsx"), "NamespaceField", <Skeleton height="56px" />)

interface LanguageStepProps {
  readonly project: ProjectModel
  readonly languages: ReadonlyArray<LanguageModel>
  readonly rows: ReadonlyArray<ImportLanguageModel>
}

/** Values of the choice of a language that are no languages. */
const none = "none"
const create = "create"

/** Each language of each file, with the language of the project that it goes into. */
export const LanguageStep = ({ project, languages, rows }: LanguageStepProps) => {
  const t = useText()
  const client = useQueryClient()
  const branch = useBranch()
  const [creatingFor, setCreatingFor] = useState<ImportLanguageModel | null>(null)
  const mayCreate = project.computedPermission.scopes.includes("languages.edit")

  /** Changes the import and reads it again; a failure is a toast, and what is shown stays true. */
  const change = async (request: () => Promise<unknown>) => {
    try {
      await request()
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
    await refreshImport(client, project.id)
  }
  const pair = (row: ImportLanguageModel, value: string) => {
    if (value === create) return setCreatingFor(row)
    const params = { projectId: project.id, importLanguageId: row.id }
    return change(() =>
      value === none
        ? call("import", "unpairLanguage", { params })
        : call("import", "pairLanguage", { params: { ...params, existingLanguageId: Number(value) } })
    )
  }
  const options = [
    { value: none, label: t("import.no-language") },
    ...languages.map(({ id, name, tag }) => ({ value: String(id), label: `${name} (${tag})` })),
    ...(mayCreate ? [{ value: create, label: t("import.create-language") }] : [])
  ]
  const suggested = suggestedPairs(rows)
  const suggestedTags = [...new Set(suggested.map(({ tag }) => tag))]
  const isSuggesting =
    suggested.length > 0 &&
    (mayCreate || suggestedTags.every((tag) => languages.some((language) => language.tag === tag)))
  return (
    <>
      {isSuggesting && (
        <div>
          <Button
            kind="primary"
            onPress={() => change(() => pairLanguagesByTag(client, project.id, branch, { creates: mayCreate }))}
          >
            {t("import.pair-suggested", {
              languages: new Intl.ListFormat(t.language).format(
                suggestedTags.map((tag) => `${languageName(tag, t.language)} (${tag})`)
              )
            })}
          </Button>
        </div>
      )}
      <ul className={styles["rows"]}>
        {rows.map((row) => {
          const obstacle = languageObstacle(row, project, languages)
          const name = rowName(row, t)
          const what = { file: row.importFileName, language: name }
          return (
            <li
              key={row.id}
              className={styles["row"]}
              data-language={row.existingLanguageTag ?? ""}
              data-forbidden={obstacle !== null}
            >
              <div className={styles["file"]}>
                <bdi className={styles["name"]}>{row.importFileName}</bdi>
                <span className={styles["facts"]}>
                  <bdi>{name}</bdi> · {t("import.texts", { count: row.totalCount })}
                  {row.conflictCount > 0 && <> · {t("import.conflict-count", { count: row.conflictCount })}</>}
                </span>
              </div>
              <div className={styles["choice"]}>
                <Select
                  label={t("import.goes-to")}
                  context={t("import.row", what)}
                  value={row.existingLanguageId === null ? none : String(row.existingLanguageId)}
                  options={options}
                  onChange={(value) => pair(row, value)}
                  error={
                    obstacle !== null ? t(obstacle) : row.existingLanguageId === null ? t("import.unpaired") : null
                  }
                  isDisabled={obstacle !== null}
                />
              </div>
              {project.useNamespaces && (
                <div className={styles["choice"]}>
                  <NamespaceField
                    projectId={project.id}
                    fileName={row.importFileName}
                    value={row.namespace ?? ""}
                    isDisabled={obstacle !== null}
                    onChange={(namespace) =>
                      change(() =>
                        call("import", "selectNamespace", {
                          params: { projectId: project.id, fileId: row.importFileId },
                          payload: { namespace }
                        })
                      )
                    }
                  />
                </div>
              )}
              <IconButton
                label={t("import.remove", what)}
                icon={<Trash2 aria-hidden />}
                onPress={() =>
                  change(() =>
                    call("import", "deleteLanguage", { params: { projectId: project.id, languageId: row.id } })
                  )
                }
              />
            </li>
          )
        })}
      </ul>
      {creatingFor !== null && (
        <CreateLanguageDialog
          projectId={project.id}
          initialText={newLanguageText(creatingFor)}
          onCreated={(language) => pair(creatingFor, String(language.id))}
          onClose={() => setCreatingFor(null)}
        />
      )}
    </>
  )
}

/** The tag in the file, else the language of its path. */
const rowName = (row: ImportLanguageModel, t: Text): string => {
  const tag = suggestedTag(row)
  return namedLanguage(row) ?? (tag === null ? t("import.names-no-language") : languageName(tag, t.language))
}
