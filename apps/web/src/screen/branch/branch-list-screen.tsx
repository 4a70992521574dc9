import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { GitBranch, Plus } from "lucide-react"
import { useState } from "react"
import type { BranchModel, ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { branchesQuery } from "../../feature/branch/branch-queries.ts"
import { missingScope } from "../../feature/permission/missing-scope.ts"
import { projectQuery } from "../../feature/project/project-queries.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { Progress } from "../../widget/ui/progress.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { Time } from "../../widget/ui/time.tsx"
import { BranchActions } from "./branch-actions.tsx"
import styles from "./branch-list-screen.module.css"

const CreateBranchDialog = lazyDialog(() => import("./create-branch-dialog.tsx"), "CreateBranchDialog")

const route = getRouteApi("/user/projects/$projectId/branches")

/** The branches of a project; without any, the way to switch them on. */
export const BranchListScreen = () => {
  const t = useText()
  const { projectId } = route.useParams()
  const { data: project } = useQuery(projectQuery(projectId))
  if (project === undefined) return null
  if (project.useBranching) return <BranchList project={project} />
  return (
    <Screen title={t("branch.title")}>
      <EmptyState
        icon={<GitBranch aria-hidden />}
        title={t("branch.off")}
        hint={t("branch.off-hint")}
        action={
          <Link to="/projects/$projectId/settings" params={{ projectId }}>
            {t("branch.to-settings")}
          </Link>
        }
      />
    </Screen>
  )
}

const BranchList = ({ project }: { readonly project: ProjectModel }) => {
  const t = useText()
  const [isCreating, setCreating] = useState(false)
  const branches = useQuery(branchesQuery(project.id))
  const needsEdit = missingScope(project, "project.edit", t)
  const create = (
    <Button kind="primary" icon={<Plus aria-hidden />} disabledReason={needsEdit} onPress={() => setCreating(true)}>
      {t("branch.create")}
    </Button>
  )
  const isAlone = branches.data?.length === 1
  return (
    <Screen title={t("branch.title")} actions={branches.data !== undefined && !isAlone && create}>
      <QueryState query={branches} skeleton="180px">
        {(data) => (
          <>
            <Table<BranchModel>
              label={t("branch.title")}
              rows={data}
              rowId={({ id }) => id}
              columns={[
                {
                  id: "name",
                  title: t("projects.name"),
                  cell: (branch) => <BranchName projectId={project.id} branch={branch} />
                },
                {
                  id: "origin",
                  title: t("branch.origin"),
                  cell: ({ originBranchName }) => <bdi>{originBranchName ?? "–"}</bdi>
                },
                {
                  id: "author",
                  title: t("branch.author"),
                  cell: ({ author }) => <bdi>{author === null ? "–" : author.name || author.username}</bdi>
                },
                { id: "created", title: t("branch.created-at"), cell: ({ createdAt }) => <Time at={createdAt} /> },
                { id: "merge", title: t("branch.last-merge"), cell: (branch) => <LastMerge branch={branch} /> },
                ...(needsEdit === null
                  ? [
                      {
                        id: "actions",
                        title: t("account.actions"),
                        cell: (branch: BranchModel) => (
                          <BranchActions project={project} branch={branch} branches={data} />
                        )
                      }
                    ]
                  : [])
              ]}
            />
            {isAlone && (
              <EmptyState
                icon={<GitBranch aria-hidden />}
                title={t("branch.only-default")}
                hint={t("branch.only-default-hint")}
                action={create}
              />
            )}
            {isCreating && (
              <CreateBranchDialog projectId={project.id} branches={data} onClose={() => setCreating(false)} />
            )}
          </>
        )}
      </QueryState>
    </Screen>
  )
}

interface BranchNameProps {
  readonly projectId: number
  readonly branch: BranchModel
}

/** The name, which leads to the translations, with its signs; the progress of a branch that is being created. */
const BranchName = ({ projectId, branch: { name, isDefault, isProtected, state, progress } }: BranchNameProps) => {
  const t = useText()
  if (state === "CREATING") {
    return (
      <div className={styles["name"]}>
        <bdi>{name}</bdi>
        <Progress label={t("branch.copying")} part={progress / 100} />
      </div>
    )
  }
  return (
    <div className={styles["name"]}>
      <Link
        to="/projects/$projectId/translations"
        params={{ projectId }}
        search={{ branch: isDefault ? undefined : name }}
      >
        <bdi>{name}</bdi>
      </Link>
      {(isDefault || isProtected) && (
        <span className={styles["signs"]}>
          {isDefault && <span className={styles["sign"]}>{t("branch.default")}</span>}
          {isProtected && <span className={styles["sign"]}>{t("branch.protected")}</span>}
        </span>
      )}
    </div>
  )
}

const LastMerge = ({ branch: { merge } }: { readonly branch: BranchModel }) => {
  const t = useText()
  if (merge === null) return "–"
  const { targetBranchName: branch, mergedAt } = merge
  if (mergedAt === null) return t("branch.compared-with", { branch })
  return (
    <>
      {t("branch.merged-into", { branch })}, <Time at={mergedAt} />
    </>
  )
}
