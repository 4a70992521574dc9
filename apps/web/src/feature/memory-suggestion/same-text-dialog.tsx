import { useQuery, useQueryClient } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { languagesQuery, projectStatsKey } from "../project/project-queries.ts"
import { TranslationText } from "../translation-editor/translation-text.tsx"
import { takenTexts } from "./same-text.ts"
import styles from "./same-text-dialog.module.css"
import { getsSuggestions, type KeyWithSameText, keyTextsQuery } from "./suggestion-queries.ts"

export interface SameTextPlace {
  readonly project: ProjectModel
  readonly keyId: number
  readonly keyName: string
  readonly keyNamespace: string | null
  /** Name of the branch of the key; null: the project uses no branches. */
  readonly branch: string | null
  /** The language whose field is open. */
  readonly language: LanguageModel
  /** Puts the text of the open language into its field. */
  readonly onTake: (text: string) => void
  readonly others: ReadonlyArray<KeyWithSameText>
}

/** Shows the translations of keys with the same base text, and takes those of all languages without a text. */
export const SameTextDialog = ({ onClose, ...place }: SameTextPlace & { readonly onClose: () => void }) => {
  const { project, keyId, keyName, keyNamespace, branch, language, others, onTake } = place
  const t = useText()
  const client = useQueryClient()
  const { data: languages = [] } = useQuery(languagesQuery(project.id))
  const tags = languages.map(({ tag }) => tag)
  const texts = useQuery({ ...keyTextsQuery(project.id, keyId, tags), enabled: tags.length > 0 })
  const writable = languages.filter((one) => getsSuggestions(project, one))
  const taken = texts.data === undefined ? [] : takenTexts(writable, texts.data, others)
  const take = async () => {
    const isOpen = (tag: string) => tag === language.tag
    const written = taken.filter((one) => !isOpen(one.language.tag))
    if (written.length > 0) {
      await call("translation", "set", {
        params: { projectId: project.id },
        payload: {
          key: keyName,
          namespace: keyNamespace,
          branch,
          translations: Object.fromEntries(written.map((one) => [one.language.tag, one.text])),
          // A text that another user has written meanwhile stays.
          expectedTexts: Object.fromEntries(written.map((one) => [one.language.tag, ""]))
        }
      })
      showToast({ kind: "done", text: t("memory.all-taken", { count: written.length }) })
      void client.invalidateQueries({ queryKey: ["project", project.id, "translations"] })
      void client.invalidateQueries({ queryKey: projectStatsKey(project.id) })
    }
    const opened = taken.find((one) => isOpen(one.language.tag))
    if (opened !== undefined) onTake(opened.text)
  }
  return (
    <ConfirmDialog
      title={t("memory.take-all")}
      action={t("memory.take-count", { count: taken.length })}
      kind="primary"
      obstacle={taken.length === 0 ? t("memory.all-have-texts") : null}
      onConfirm={take}
      onClose={onClose}
    >
      <QueryState
        query={texts}
        skeleton="120px"
        isEmpty={taken.length === 0}
        empty={<p>{t("memory.all-have-texts")}</p>}
      >
        {() => (
          <>
            <p>{t("memory.take-hint")}</p>
            <dl className={styles["texts"]}>
              {taken.map((one) => (
                <div key={one.language.tag}>
                  <dt>
                    {languageName(one.language.tag, t.language)}
                    {one.language.tag === language.tag && (
                      <span className={styles["quiet"]}> {t("memory.into-field")}</span>
                    )}
                  </dt>
                  <dd>
                    <TranslationText text={one.text} languageTag={one.language.tag} isIcu={project.icuPlaceholders} />
                    <bdi dir="ltr" className={styles["quiet"]}>
                      {one.keyName}
                    </bdi>
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </QueryState>
    </ConfirmDialog>
  )
}
