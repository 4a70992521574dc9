import type { BatchJobStatus, JobOperation } from "@dragoman/domain/batch-job"
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { CircleCheck, CircleSlash, CircleX, Clock, ListChecks, RotateCw } from "lucide-react"
import { useState } from "react"
import type { BatchJobModel } from "../../base/api/contract.ts"
import { sentenceOfCode } from "../../base/api/error-sentences.ts"
import { useText } from "../../base/texts/text.ts"
import { amountText } from "../../feature/machine-translation/amount.ts"
import { projectQuery } from "../../feature/project/project-queries.ts"
import { readJobProgress } from "../../feature/project-event/project-event.ts"
import { useProjectEvents } from "../../feature/project-event/use-project-events.ts"
import { UndoButton } from "../../feature/revert/undo-button.tsx"
import { useUser } from "../../feature/session/session.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { Progress } from "../../widget/ui/progress.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { Time } from "../../widget/ui/time.tsx"
import styles from "./job-list-screen.module.css"
import { cancelJob, isOver, jobListQuery, jobsOf, showJobProgress } from "./job-queries.ts"
import { jobTypeText } from "./job-text.ts"

const FailedTextsDialog = lazyDialog(() => import("./failed-texts-dialog.tsx"), "FailedTextsDialog")

const route = getRouteApi("/user/projects/$projectId/jobs")

/** Poll interval for the cost of jobs that ask machines. */
const costPollMillis = 5_000

/** The batch jobs of a project, the newest first: what they do, how far they are, and what became of them. */
export const JobListScreen = () => {
  const t = useText()
  const client = useQueryClient()
  const { projectId } = route.useParams()
  const { whose } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: project } = useQuery(projectQuery(projectId))
  const scopes = project?.computedPermission.scopes ?? []
  const maySeeAll = scopes.includes("batch-jobs.view")
  const jobs = useInfiniteQuery({
    ...jobListQuery(projectId, maySeeAll && whose !== "mine"),
    enabled: project !== undefined,
    // Events of a job have its progress, and not what it has cost.
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => jobsOf(page).some((job) => job.cost !== null && !isOver(job))) === true
        ? costPollMillis
        : false
  })
  useProjectEvents(projectId, {
    "batch-job-progress": (data) => showJobProgress(client, projectId, readJobProgress(data))
  })
  const shown = jobs.data?.pages.flatMap((page) => jobsOf(page)) ?? []
  const total = jobs.data?.pages[0]?.page.totalElements ?? 0
  return (
    <Screen title={t("job.title")}>
      {maySeeAll && (
        <div className={styles["filter"]}>
          <Select
            label={t("job.whose")}
            value={whose ?? "all"}
            options={[
              { value: "all", label: t("job.of-all") },
              { value: "mine", label: t("job.mine") }
            ]}
            onChange={(value) => navigate({ search: value === "mine" ? { whose: "mine" } : {} })}
          />
        </div>
      )}
      <QueryState
        query={jobs}
        skeleton="240px"
        isEmpty={shown.length === 0}
        empty={<EmptyState icon={<ListChecks aria-hidden />} title={t("job.empty")} hint={t("job.empty-hint")} />}
      >
        {() => (
          <Table<BatchJobModel>
            label={t("job.title")}
            rows={shown}
            rowId={({ id }) => id}
            columns={[
              {
                id: "type",
                title: t("job.what"),
                cell: (job) => t(jobTypeText(job.type as JobOperation["type"]))
              },
              { id: "state", title: t("job.state"), cell: (job) => <JobState job={job} /> },
              {
                id: "keys",
                title: t("job.keys"),
                cell: (job) => (
                  <span className={styles["count"]}>
                    {t("job.progress", { done: job.progress, total: job.totalItems })}
                  </span>
                )
              },
              {
                id: "cost",
                title: t("machine-translation.cost"),
                isNumber: true,
                cell: ({ cost }) => (cost === null ? null : amountText(cost, t.language))
              },
              {
                id: "who",
                title: t("job.who"),
                cell: ({ author }) => <bdi>{author?.name ?? t("job.deleted-user")}</bdi>
              },
              { id: "when", title: t("job.when"), cell: ({ createdAt }) => <Time at={createdAt} /> },
              {
                id: "actions",
                title: t("account.actions"),
                cell: (job) => (
                  <JobActions projectId={projectId} job={job} mayCancelOthers={scopes.includes("batch-jobs.cancel")} />
                )
              }
            ]}
          />
        )}
      </QueryState>
      {jobs.hasNextPage && (
        <div>
          <Button isPending={jobs.isFetchingNextPage} onPress={() => jobs.fetchNextPage()}>
            {t("activity.older", { count: total - shown.length })}
          </Button>
        </div>
      )}
    </Screen>
  )
}

const JobState = ({ job }: { readonly job: BatchJobModel }) => {
  const t = useText()
  const reason = job.errorMessage === null ? null : (sentenceOfCode(job.errorMessage) ?? job.errorMessage)
  return (
    <div className={styles["state"]}>
      <JobStateMark status={job.status} />
      {job.status === "RUNNING" && (
        <Progress label={t("job.status-RUNNING")} part={job.progress / Math.max(1, job.totalItems)} />
      )}
      {reason !== null && <span className={styles["reason"]}>{reason}</span>}
    </div>
  )
}

interface JobActionsProps {
  readonly projectId: number
  readonly job: BatchJobModel
  readonly mayCancelOthers: boolean
}

const JobActions = ({ projectId, job, mayCancelOthers }: JobActionsProps) => {
  const t = useText()
  const client = useQueryClient()
  const me = useUser()
  const mayCancel = mayCancelOthers || job.author?.id === me.id
  const cancel = () =>
    cancelJob(client, projectId, job.id).catch((error: unknown) =>
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    )
  const hasLeft = job.status === "FAILED" || job.status === "CANCELLED"
  const mayHaveFailedTexts =
    (asksMachines(job) || job.type === "FIND_AND_REPLACE") && job.status !== "PENDING" && job.status !== "SUCCESS"
  const failedTextsTitle = t(asksMachines(job) ? "job.failed-texts" : "job.left-texts")
  const [isListing, setListing] = useState(false)
  const list = { to: "/projects/$projectId/translations", params: { projectId } } as const
  return (
    <div className={styles["actions"]}>
      {!isOver(job) && (
        <Button onPress={cancel} disabledReason={mayCancel ? null : t("job.not-cancellable")}>
          {t("action.cancel")}
        </Button>
      )}
      {hasLeft && job.progress < job.totalItems && (
        <Link {...list} search={{ "failed-job": String(job.id) }}>
          {t(job.status === "FAILED" ? "job.show-failed" : "job.show-left")}
        </Link>
      )}
      {mayHaveFailedTexts && (
        <Button kind="quiet" onPress={() => setListing(true)}>
          {failedTextsTitle}
        </Button>
      )}
      {isListing && (
        <FailedTextsDialog
          title={failedTextsTitle}
          projectId={projectId}
          jobId={job.id}
          onClose={() => setListing(false)}
        />
      )}
      {job.activityRevisionId !== null && (
        <UndoButton projectId={projectId} target={{ jobId: job.id }} label={t("revert.open")} />
      )}
      {job.activityRevisionId !== null && (
        <Link to="/projects/$projectId/activity/$revisionId" params={{ projectId, revisionId: job.activityRevisionId }}>
          {t("job.show-changes")}
        </Link>
      )}
    </div>
  )
}

const asksMachines = ({ type }: BatchJobModel): boolean => type === "MACHINE_TRANSLATE" || type === "AUTO_TRANSLATE"

const marks = {
  PENDING: { icon: Clock, className: "off" },
  RUNNING: { icon: RotateCw, className: "running" },
  SUCCESS: { icon: CircleCheck, className: "good" },
  FAILED: { icon: CircleX, className: "bad" },
  CANCELLED: { icon: CircleSlash, className: "off" }
} as const satisfies Record<BatchJobStatus, object>

/** Shows the state of a job as a shape and a word. */
const JobStateMark = ({ status }: { readonly status: BatchJobStatus }) => {
  const t = useText()
  const { icon: Icon, className } = marks[status]
  return (
    <span className={`${styles["mark"]} ${styles[className]}`}>
      <Icon aria-hidden />
      {t(`job.status-${status}`)}
    </span>
  )
}
