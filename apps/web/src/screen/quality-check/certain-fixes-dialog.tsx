import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { WordDiff } from "../../widget/ui/word-diff.tsx"
import { editObstacle } from "../translation-list/edit-permission.ts"
import { type CertainFix, certainFixes } from "./certain-fixes.ts"
import styles from "./quality-check-screen.module.css"

/** Changes in one preview: more than a person looks through at once hide each other. */
const fixesMax = 100
const keysPerPage = 100

interface CertainFixesDialogProps {
  readonly project: ProjectModel
  readonly languages: ReadonlyArray<LanguageModel>
  readonly onClose: () => void
}

/** Shows what the certain fixes change, and writes those that the user leaves ticked. */
export const CertainFixesDialog = ({ project, languages, onClose }: CertainFixesDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const fixes = useQuery(certainFixesQuery(project, useBranch(), languages))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const found = fixes.data ?? []
  const chosen = found.filter(({ id }) => !left.has(id))
  const form = useSubmit(async () => {
    const failures = await writeFixes(project.id, chosen)
    const fixed = chosen.length - failures.length
    if (fixed > 0) showToast({ kind: "done", text: t("checks.fixed", { count: fixed }) })
    const [first] = failures
    if (first !== undefined) {
      const reason = errorSentence(first.error, t)
      const text = t("checks.not-fixed", { count: failures.length, key: first.fix.keyName, reason })
      showToast({ kind: "failed", text, error: first.error })
    }
    onClose()
    await client.invalidateQueries({ queryKey: ["project", project.id] })
  })
  const choose = (ids: ReadonlyArray<string>, isChosen: boolean) => {
    const next = new Set(left)
    for (const id of ids) {
      if (isChosen) next.delete(id)
      else next.add(id)
    }
    setLeft(next)
  }
  const action = t("checks.fix-apply", { count: chosen.length })
  const reason = chosen.length === 0 ? t("checks.fix-none") : null
  return (
    <FormDialog title={t("checks.fix-title")} action={action} form={form} disabledReason={reason} onClose={onClose}>
      <QueryState query={fixes} skeleton="160px" empty={<p>{t("checks.fix-none")}</p>}>
        {() => (
          <>
            <p>{t("checks.fix-hint")}</p>
            {found.length === fixesMax && <p>{t("checks.fix-more", { count: fixesMax })}</p>}
            <Checkbox
              isSelected={chosen.length === found.length}
              isIndeterminate={chosen.length > 0 && chosen.length < found.length}
              onChange={(isChosen) =>
                choose(
                  found.map(({ id }) => id),
                  isChosen
                )
              }
            >
              {t("checks.select-all")}
            </Checkbox>
            <ul className={styles["fixes"]}>
              {found.map(({ id, keyName, language, before, after }) => (
                <li key={id}>
                  <Checkbox isSelected={!left.has(id)} onChange={(isChosen) => choose([id], isChosen)}>
                    <span className={styles["fix"]}>
                      <span className={styles["place"]}>
                        <bdi dir="ltr">{keyName}</bdi>, {languageName(language.tag, t.language)}
                      </span>
                      <WordDiff before={before} after={after} languageTag={language.tag} />
                    </span>
                  </Checkbox>
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryState>
    </FormDialog>
  )
}

const certainFixesQuery = (
  project: ProjectModel,
  branch: string | undefined,
  languages: ReadonlyArray<LanguageModel>
) =>
  queryOptions({
    queryKey: ["project", project.id, "certain-fixes", branch, languages.map(({ tag }) => tag)],
    queryFn: async ({ signal }): Promise<ReadonlyArray<CertainFix>> => {
      const tags = languages.map(({ tag }) => tag)
      const fixes: Array<CertainFix> = []
      for (let page = 0, pages = 1; page < pages && fixes.length < fixesMax; page++) {
        const query = {
          branch,
          filterHasQaIssuesInLang: tags,
          languages: tags,
          includeQaIssues: true,
          size: keysPerPage,
          page,
          sort: ["keyNamespace", "keyName"]
        }
        const list = await call("translationList", "list", { params: { projectId: project.id }, query }, { signal })
        pages = list.page.totalPages
        fixes.push(
          ...certainFixes(
            list._embedded.keys,
            languages,
            (language, translation) => editObstacle(project, language, translation) === null
          )
        )
      }
      return fixes.slice(0, fixesMax)
    },
    staleTime: 0,
    gcTime: 0
  })

/** Writes one text after the other, each only over the text that was shown; returns those that failed. */
const writeFixes = async (projectId: number, fixes: ReadonlyArray<CertainFix>) => {
  const failures: Array<{ readonly fix: CertainFix; readonly error: unknown }> = []
  for (const fix of fixes) {
    const { keyName, keyNamespace, branch, language, before, after } = fix
    try {
      await call("translation", "set", {
        params: { projectId },
        payload: {
          key: keyName,
          namespace: keyNamespace,
          branch,
          translations: { [language.tag]: after },
          expectedTexts: { [language.tag]: before }
        }
      })
    } catch (error) {
      failures.push({ fix, error })
    }
  }
  return failures
}
