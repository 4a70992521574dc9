import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { Pencil, Plus } from "lucide-react"
import { useState } from "react"
import type { LanguageModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { editProject } from "../../feature/project/edit-project.ts"
import { keyPercentages } from "../../feature/project/key-progress.ts"
import { languagesQuery, projectQuery, projectStatsQuery } from "../../feature/project/project-queries.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { ProgressBar } from "../../widget/ui/progress-bar.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { Table } from "../../widget/ui/table.tsx"
import styles from "./language.module.css"
import { PluralForms } from "./plural-forms.tsx"

const CreateLanguageDialog = lazyDialog(() => import("./create-language-dialog.tsx"), "CreateLanguageDialog")
const EditLanguageDialog = lazyDialog(() => import("./edit-language-dialog.tsx"), "EditLanguageDialog")
const RemoveLanguageDialog = lazyDialog(() => import("./remove-language-dialog.tsx"), "RemoveLanguageDialog")
const ConfirmDialog = lazyDialog(() => import("../../widget/form/confirm-dialog.tsx"), "ConfirmDialog")

const route = getRouteApi("/user/projects/$projectId/languages")

type OpenDialog =
  | { readonly kind: "create" }
  | { readonly kind: "edit" | "base" | "remove"; readonly language: LanguageModel }

/** The languages of a project: how far each is translated, its plural forms, and which one is the base. */
export const LanguageListScreen = () => {
  const t = useText()
  const { projectId } = route.useParams()
  const project = useQuery(projectQuery(projectId))
  const languages = useQuery(languagesQuery(projectId))
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const needs = (scope: "languages.edit" | "project.edit") =>
    project.data?.computedPermission.scopes.includes(scope) === true
      ? null
      : t("permission.needs", { scope: t(`scope.${scope}`) })
  const needsLanguages = needs("languages.edit")
  const nameOf = ({ tag }: LanguageModel) => languageName(tag, t.language)
  return (
    <Screen
      title={t("projects.languages")}
      actions={
        <Button
          kind="primary"
          icon={<Plus aria-hidden />}
          onPress={() => setDialog({ kind: "create" })}
          disabledReason={needsLanguages}
        >
          {t("language.add")}
        </Button>
      }
    >
      <QueryState query={languages} skeleton="240px">
        {(data) => (
          <Table<LanguageModel>
            label={t("projects.languages")}
            rows={data}
            rowId={({ id }) => id}
            columns={[
              {
                id: "language",
                title: t("dashboard.language"),
                cell: (language) => (
                  <span className={styles["language"]}>
                    <bdi>
                      {language.flagEmoji} {nameOf(language)}
                    </bdi>
                    <span className={styles["quiet"]}>
                      <bdi>{language.tag}</bdi>
                      {language.base && ` · ${t("projects.base-language")}`}
                    </span>
                  </span>
                )
              },
              {
                id: "forms",
                title: t("language.plural-forms"),
                cell: ({ tag }) => <PluralForms languageTag={tag} />
              },
              {
                id: "progress",
                title: t("dashboard.progress"),
                cell: ({ id }) => <LanguageProgress projectId={projectId} languageId={id} />
              },
              {
                id: "actions",
                title: t("account.actions"),
                cell: (language) => (
                  <div className={styles["actions"]}>
                    <Button
                      icon={<Pencil aria-hidden />}
                      aria-label={t("member.edit-of", { name: nameOf(language) })}
                      onPress={() => setDialog({ kind: "edit", language })}
                      disabledReason={needsLanguages}
                    >
                      {t("action.edit")}
                    </Button>
                    {!language.base && (
                      <Button
                        kind="quiet"
                        aria-label={t("language.make-base-of", { language: nameOf(language) })}
                        onPress={() => setDialog({ kind: "base", language })}
                        disabledReason={needs("project.edit")}
                      >
                        {t("language.make-base")}
                      </Button>
                    )}
                    <Button
                      kind="quiet"
                      aria-label={t("language.remove-of", { language: nameOf(language) })}
                      onPress={() => setDialog({ kind: "remove", language })}
                      disabledReason={needsLanguages ?? (language.base ? t("language.base-stays") : null)}
                    >
                      {t("language.remove")}
                    </Button>
                  </div>
                )
              }
            ]}
          />
        )}
      </QueryState>
      {dialog?.kind === "create" && (
        <CreateLanguageDialog
          projectId={projectId}
          onCreated={(language) =>
            showToast({ kind: "done", text: t("language.added", { language: nameOf(language) }) })
          }
          onClose={close}
        />
      )}
      {dialog?.kind === "edit" && (
        <EditLanguageDialog projectId={projectId} language={dialog.language} onClose={close} />
      )}
      {dialog?.kind === "remove" && (
        <RemoveLanguageDialog projectId={projectId} language={dialog.language} onClose={close} />
      )}
      {dialog?.kind === "base" && project.data !== undefined && (
        <ConfirmDialog
          title={t("language.make-base-of", { language: nameOf(dialog.language) })}
          action={t("language.make-base")}
          onConfirm={async () => {
            await editProject(project.data, { baseLanguageId: dialog.language.id })
            showToast({ kind: "done", text: t("language.is-base", { language: nameOf(dialog.language) }) })
          }}
          onClose={close}
        >
          <p>{t("language.make-base-hint")}</p>
        </ConfirmDialog>
      )}
    </Screen>
  )
}

interface LanguageProgressProps {
  readonly projectId: number
  readonly languageId: number
}

/** Shows the progress of a language, and links to the rest. The languages never wait for it. */
const LanguageProgress = ({ projectId, languageId }: LanguageProgressProps) => {
  const t = useText()
  const stats = useQuery(projectStatsQuery(projectId, useBranch()))
  const own = stats.data?.languageStats.find((language) => language.languageId === languageId)
  if (own === undefined) return stats.isPending ? <Skeleton width="130px" height="32px" /> : null
  const { untranslatedKeyCount, languageTag } = own
  const rest = t("language.untranslated", { count: untranslatedKeyCount })
  return (
    <span className={styles["progress"]}>
      <ProgressBar {...keyPercentages(stats.data?.keyCount ?? 0, own)} />
      {untranslatedKeyCount === 0 ? (
        rest
      ) : (
        <Link
          to="/projects/$projectId/translations"
          params={{ projectId }}
          search={{ state: `${languageTag}:UNTRANSLATED`, languages: languageTag }}
        >
          {rest}
        </Link>
      )}
    </span>
  )
}
