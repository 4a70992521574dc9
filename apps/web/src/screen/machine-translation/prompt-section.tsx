import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import {
  type Prompt,
  promptsKey,
  promptsQuery,
  serviceSettingsQuery
} from "../../feature/machine-translation/service-queries.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Section } from "../../widget/ui/section.tsx"
import styles from "./machine-translation.module.css"

const PromptDialog = lazyDialog(() => import("./prompt-dialog.tsx"), "PromptDialog")
const ConfirmDialog = lazyDialog(() => import("../../widget/form/confirm-dialog.tsx"), "ConfirmDialog")

/** The prompts of a project for language models. */
export const PromptSection = ({ project }: { readonly project: ProjectModel }) => {
  const t = useText()
  const client = useQueryClient()
  const projectId = project.id
  const prompts = useQuery(promptsQuery(projectId))
  const [edited, setEdited] = useState<Prompt | "new" | null>(null)
  const [deleted, setDeleted] = useState<Prompt | null>(null)
  const remove = async ({ id, name }: Prompt) => {
    await call("prompt", "delete", { params: { projectId, promptId: id } })
    showToast({ kind: "done", text: t("prompt.deleted", { name }) })
    // Services that had the prompt have the default one.
    for (const queryKey of [promptsKey(projectId), serviceSettingsQuery(projectId).queryKey]) {
      await client.invalidateQueries({ queryKey })
    }
  }
  return (
    <Section title={t("prompt.title")} hint={t("prompt.hint")}>
      <QueryState query={prompts} skeleton="80px">
        {(data) => (
          <>
            {data.length > 0 && (
              <ul className={styles["rows"]}>
                {data.map((prompt) => (
                  <li key={prompt.id} className={styles["row"]}>
                    <span className={styles["named"]}>
                      <bdi>{prompt.name}</bdi>
                      <span className={styles["hint"]}>
                        {t(prompt.template === null ? "prompt.with-default" : "prompt.with-template")}
                        {" · "}
                        <bdi>{prompt.providerName}</bdi>
                      </span>
                    </span>
                    <span className={styles["actions"]}>
                      <Button
                        kind="quiet"
                        aria-label={t("prompt.edit-of", { name: prompt.name })}
                        onPress={() => setEdited(prompt)}
                      >
                        {t("action.edit")}
                      </Button>
                      <Button
                        kind="quiet"
                        aria-label={t("prompt.delete-of", { name: prompt.name })}
                        onPress={() => setDeleted(prompt)}
                      >
                        {t("server.delete")}
                      </Button>
                    </span>
                  </li>
                ))}
              </ul>
            )}
            <div>
              <Button onPress={() => setEdited("new")}>{t("prompt.create")}</Button>
            </div>
          </>
        )}
      </QueryState>
      {edited !== null && (
        <PromptDialog project={project} prompt={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
      {deleted !== null && (
        <ConfirmDialog
          title={t("prompt.delete-of", { name: deleted.name })}
          action={t("prompt.delete")}
          onConfirm={() => remove(deleted)}
          onClose={() => setDeleted(null)}
        >
          <p>{t("prompt.delete-hint")}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
