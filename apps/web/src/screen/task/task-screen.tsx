import { isOpenTask } from "@dragoman/domain/task"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { CircleCheck, CircleSlash, FileDown, Pencil, RotateCcw } from "lucide-react"
import { useState } from "react"
import { call, readFile } from "../../base/api/call.ts"
import type { ProjectModel, TaskModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { missingScope } from "../../feature/permission/missing-scope.ts"
import { projectQuery } from "../../feature/project/project-queries.ts"
import { useUser } from "../../feature/session/session.ts"
import { DueDate, TaskProgress, TaskStateMark } from "../../feature/task/task-card.tsx"
import { finishObstacle, taskName, taskSearch } from "../../feature/task/task-progress.ts"
import { refreshTasks, taskQuery } from "../../feature/task/task-queries.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { useWrite } from "../../widget/toast/use-write.ts"
import { Button } from "../../widget/ui/button.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { Facts } from "../../widget/ui/facts.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { Section } from "../../widget/ui/section.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { Time } from "../../widget/ui/time.tsx"
import { saveFile } from "../export/save-file.ts"
import styles from "./task.module.css"
import { blockingTasksQuery, type TaskWork, taskKeysQuery, taskWorkQuery } from "./task-detail-queries.ts"

const EditTaskDialog = lazyDialog(() => import("./edit-task-dialog.tsx"), "EditTaskDialog")

const route = getRouteApi("/user/projects/$projectId/tasks/$taskNumber")

/** One task: what it asks for, how far it is, who has done what, and its keys. */
export const TaskScreen = () => {
  const t = useText()
  const { projectId, taskNumber } = route.useParams()
  const { data: project } = useQuery(projectQuery(projectId))
  const task = useQuery(taskQuery(projectId, taskNumber))
  const name = task.data === undefined ? t("task.one") : taskName(task.data, t)
  return (
    <Screen
      title={
        <>
          <bdi>{name}</bdi> #{taskNumber}
        </>
      }
      above={
        <Link to="/projects/$projectId/tasks" params={{ projectId }}>
          {t("task.title")}
        </Link>
      }
      actions={task.data !== undefined && project !== undefined && <TaskActions project={project} task={task.data} />}
    >
      <QueryState query={task} skeleton="320px">
        {(data) => <TaskDetails projectId={projectId} task={data} />}
      </QueryState>
    </Screen>
  )
}

interface TaskActionsProps {
  readonly project: ProjectModel
  readonly task: TaskModel
}

const TaskActions = ({ project, task }: TaskActionsProps) => {
  const t = useText()
  const client = useQueryClient()
  const write = useWrite()
  const me = useUser()
  const [dialog, setDialog] = useState<"edit" | "cancel" | null>(null)
  const params = { projectId: project.id, taskNumber: task.number }
  const isOpen = isOpenTask(task.state)
  const mayEdit = missingScope(project, "tasks.edit", t) === null
  const change = (name: "finish" | "reopen", done: string) =>
    write(async () => {
      await call("task", name, { params })
      await refreshTasks(client, project.id)
    }, done)
  const close = () => setDialog(null)
  return (
    <>
      <Link
        to="/projects/$projectId/translations"
        params={{ projectId: project.id }}
        search={taskSearch(task)}
        className={styles["continue"]}
      >
        {t(isOpen ? "task.continue" : "task.open-keys")}
      </Link>
      {isOpen && (
        <Button
          icon={<CircleCheck aria-hidden />}
          disabledReason={finishObstacle(project, task, me.id, t)}
          onPress={() => void change("finish", t("task.finished"))}
        >
          {t("task.finish")}
        </Button>
      )}
      {isOpen && mayEdit && (
        <Button icon={<Pencil aria-hidden />} onPress={() => setDialog("edit")}>
          {t("task.edit")}
        </Button>
      )}
      {!isOpen && mayEdit && (
        <Button icon={<RotateCcw aria-hidden />} onPress={() => void change("reopen", t("task.reopened"))}>
          {t("task.reopen")}
        </Button>
      )}
      {isOpen && mayEdit && (
        <Button icon={<CircleSlash aria-hidden />} onPress={() => setDialog("cancel")}>
          {t("task.cancel")}
        </Button>
      )}
      {dialog === "edit" && <EditTaskDialog projectId={project.id} task={task} onClose={close} />}
      {dialog === "cancel" && (
        <ConfirmDialog
          title={t("task.cancel")}
          action={t("task.cancel")}
          onConfirm={async () => {
            await call("task", "cancel", { params })
            await refreshTasks(client, project.id)
            showToast({ kind: "done", text: t("task.canceled") })
          }}
          onClose={close}
        >
          <p>{t("task.cancel-hint")}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface TaskProps {
  readonly projectId: number
  readonly task: TaskModel
}

const TaskDetails = ({ projectId, task }: TaskProps) => {
  const t = useText()
  const { number, type, state, language, assignees, author, createdAt, closedAt, branchName } = task
  const format = new Intl.NumberFormat(t.language)
  const work = useQuery(taskWorkQuery(projectId, number))
  return (
    <>
      <div className={styles["progress"]}>
        <TaskProgress task={task} />
      </div>
      <BlockingTasks projectId={projectId} task={task} />
      {task.description !== "" && (
        <p className={styles["description"]}>
          <bdi>{task.description}</bdi>
        </p>
      )}
      <Facts
        facts={[
          [t("task.state"), <TaskStateMark key="state" state={state} />],
          task.dueDate === null ? null : [t("task.due-date"), <DueDate key="due" task={task} />],
          [t("task.type"), t(`task.type-${type}`)],
          [t("task.language"), languageName(language.tag, t.language)],
          branchName === null ? null : [t("task.branch"), <bdi key="branch">{branchName}</bdi>],
          [
            t("task.assignees"),
            assignees.length === 0
              ? t("task.no-assignees")
              : new Intl.ListFormat(t.language, { type: "unit" }).format(
                  assignees.map((user) => user.name || user.username)
                )
          ],
          [
            t("task.size"),
            `${t("task.words", { count: task.baseWordCount })}, ${t("task.characters", { count: task.baseCharacterCount })}`
          ],
          author === null ? null : [t("task.author"), <bdi key="author">{author.name || author.username}</bdi>],
          [t("task.created-at"), <Time key="created" at={createdAt} />],
          closedAt === null ? null : [t("task.closed-at"), <Time key="closed" at={closedAt} />]
        ]}
      />
      <Section title={t("task.report")}>
        <QueryState query={work} skeleton="80px" empty={<p className={styles["quiet"]}>{t("task.report-none")}</p>}>
          {(rows) => (
            <Table<TaskWork>
              label={t("task.report")}
              rows={rows}
              rowId={({ user }) => user.id}
              columns={[
                { id: "user", title: t("task.assignee"), cell: ({ user }) => <bdi>{user.name || user.username}</bdi> },
                {
                  id: "keys",
                  title: t("task.report-keys"),
                  isNumber: true,
                  cell: ({ doneItems }) => format.format(doneItems)
                },
                {
                  id: "words",
                  title: t("task.report-words"),
                  isNumber: true,
                  cell: ({ baseWordCount }) => format.format(baseWordCount)
                },
                {
                  id: "characters",
                  title: t("task.report-characters"),
                  isNumber: true,
                  cell: ({ baseCharacterCount }) => format.format(baseCharacterCount)
                }
              ]}
            />
          )}
        </QueryState>
        <ReportDownload projectId={projectId} task={task} />
      </Section>
      {task.totalItems > 0 && <TaskKeys projectId={projectId} task={task} />}
    </>
  )
}

/** Saves the report as a workbook. */
const ReportDownload = ({ projectId, task }: TaskProps) => {
  const t = useText()
  const [isReading, setReading] = useState(false)
  const download = async () => {
    setReading(true)
    try {
      const params = { projectId, taskNumber: task.number }
      const { name, content } = await readFile("task", "reportAsFile", { params })
      saveFile(name ?? "report.xlsx", content)
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    } finally {
      setReading(false)
    }
  }
  return (
    <div>
      <Button icon={<FileDown aria-hidden />} isPending={isReading} onPress={() => void download()}>
        {t("task.download")}
      </Button>
    </div>
  )
}

/** Tasks that are to be done first; nothing enforces that. */
const BlockingTasks = ({ projectId, task }: TaskProps) => {
  const t = useText()
  const { data: numbers = [] } = useQuery({
    ...blockingTasksQuery(projectId, task.number),
    enabled: isOpenTask(task.state)
  })
  if (numbers.length === 0) return null
  return (
    <p className={styles["links"]}>
      {t("task.blocked")}
      {numbers.map((taskNumber) => (
        <Link key={taskNumber} to="/projects/$projectId/tasks/$taskNumber" params={{ projectId, taskNumber }}>
          #{taskNumber}
        </Link>
      ))}
    </p>
  )
}

/** The first keys of a task, and the way to all of them. */
const TaskKeys = ({ projectId, task }: TaskProps) => {
  const t = useText()
  const keys = useQuery(taskKeysQuery(projectId, task))
  return (
    <Section title={t("task.report-keys")}>
      <QueryState query={keys} skeleton="160px">
        {(rows) => (
          <ul className={styles["keys"]}>
            {rows.map(({ keyId, keyName, tasks }) => (
              <li key={keyId}>
                <bdi dir="ltr" className={styles["key"]}>
                  {keyName}
                </bdi>
                {tasks?.some(({ number, done }) => number === task.number && done) && (
                  <span className={styles["done"]}>
                    <CircleCheck aria-hidden /> {t("task.done")}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <p className={styles["links"]}>
        <Link
          to="/projects/$projectId/translations"
          params={{ projectId }}
          search={{ ...taskSearch(task), done: "all" }}
        >
          {t("task.all-keys", { count: task.totalItems })}
        </Link>
      </p>
    </Section>
  )
}
