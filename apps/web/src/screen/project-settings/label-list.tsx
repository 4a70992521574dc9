import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { LabelModel, ProjectModel, ProjectStatsModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { LabelChip } from "../../feature/label/label-chip.tsx"
import { labelsQuery } from "../../feature/label/label-queries.ts"
import { projectStatsQuery } from "../../feature/project/project-queries.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Section } from "../../widget/ui/section.tsx"
import styles from "./project-settings.module.css"

const LabelDialog = lazyDialog(() => import("./label-dialog.tsx"), "LabelDialog")
const ConfirmDialog = lazyDialog(() => import("../../widget/form/confirm-dialog.tsx"), "ConfirmDialog")

interface LabelListProps {
  readonly project: ProjectModel
  /** Why labels cannot be changed; null: they can. */
  readonly disabledReason: string | null
}

/** The labels of a project, with how many texts have each. */
export const LabelList = ({ project, disabledReason }: LabelListProps) => {
  const t = useText()
  const client = useQueryClient()
  const labels = useQuery(labelsQuery(project.id))
  const { data: stats } = useQuery({ ...projectStatsQuery(project.id, useBranch()), staleTime: 0 })
  const [edited, setEdited] = useState<LabelModel | "new" | null>(null)
  const [deleted, setDeleted] = useState<LabelModel | null>(null)
  const remove = async ({ id, name }: LabelModel) => {
    await call("label", "delete", { params: { projectId: project.id, labelId: id } })
    showToast({ kind: "done", text: t("label.deleted", { label: name }) })
    await client.invalidateQueries({ queryKey: ["project", project.id] })
  }
  return (
    <Section title={t("label.title")} hint={t("label.hint")}>
      <QueryState query={labels} skeleton="120px">
        {(data) => (
          <>
            {data.length > 0 && (
              <ul className={styles["namespaces"]}>
                {data.map((label) => (
                  <li key={label.id} className={styles["memory"]}>
                    <span className={styles["use"]}>
                      <span>
                        <LabelChip label={label} />
                      </span>
                      {label.description !== null && <bdi className={styles["hint"]}>{label.description}</bdi>}
                      <LabelledTexts projectId={project.id} label={label} stats={stats} />
                    </span>
                    <span className={styles["rowActions"]}>
                      <Button
                        kind="quiet"
                        aria-label={t("label.edit-of", { label: label.name })}
                        disabledReason={disabledReason}
                        onPress={() => setEdited(label)}
                      >
                        {t("action.edit")}
                      </Button>
                      <Button
                        kind="quiet"
                        aria-label={t("label.delete-of", { label: label.name })}
                        disabledReason={disabledReason}
                        onPress={() => setDeleted(label)}
                      >
                        {t("server.delete")}
                      </Button>
                    </span>
                  </li>
                ))}
              </ul>
            )}
            <div>
              <Button disabledReason={disabledReason} onPress={() => setEdited("new")}>
                {t("label.create")}
              </Button>
            </div>
            {edited !== null && (
              <LabelDialog
                projectId={project.id}
                label={edited === "new" ? null : edited}
                labelCount={data.length}
                onClose={() => setEdited(null)}
              />
            )}
          </>
        )}
      </QueryState>
      {deleted !== null && (
        <ConfirmDialog
          title={t("label.delete-of", { label: deleted.name })}
          action={t("label.delete")}
          onConfirm={() => remove(deleted)}
          onClose={() => setDeleted(null)}
        >
          <p>{t("label.delete-hint", { count: countOf(deleted, stats) })}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

interface LabelledTextsProps {
  readonly projectId: number
  readonly label: LabelModel
  readonly stats: ProjectStatsModel | undefined
}

/** The number of the texts with a label, which leads to their keys. */
const LabelledTexts = ({ projectId, label, stats }: LabelledTextsProps) => {
  const t = useText()
  const count = countOf(label, stats)
  if (count === 0) return null
  const languages = (stats?.languageStats ?? []).filter(({ labels }) => labels.some(({ id }) => id === label.id))
  return (
    <Link
      to="/projects/$projectId/translations"
      params={{ projectId }}
      search={{ label: languages.map(({ languageTag }) => `${languageTag}:${label.id}`).join(",") }}
      className={styles["count"]}
    >
      {t("label.count", { count })}
      <span className="visually-hidden">: {label.name}</span>
    </Link>
  )
}

const countOf = (label: LabelModel, stats: ProjectStatsModel | undefined): number =>
  (stats?.languageStats ?? [])
    .flatMap(({ labels }) => labels.filter(({ id }) => id === label.id))
    .reduce((sum, { translationCount }) => sum + translationCount, 0)
