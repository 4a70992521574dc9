import { isOpenTask, type TaskState } from "@dragoman/domain/task"
import { Link } from "@tanstack/react-router"
import { CalendarClock, CircleCheck, CircleDashed, CircleDot, CircleSlash } from "lucide-react"
import type { TaskModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { Progress } from "../../widget/ui/progress.tsx"
import { useNow } from "../../widget/ui/time.tsx"
import styles from "./task-card.module.css"
import { donePart, isOverdue, taskName, taskSearch } from "./task-progress.ts"

interface TaskCardProps {
  readonly project: { readonly id: number; readonly name: string }
  readonly task: TaskModel
  /** Names the project, where tasks of several ones are listed. */
  readonly showsProject?: boolean
}

/** A task in a list: its work, its state, who does it until when, and the way to its texts. */
export const TaskCard = ({ project, task, showsProject = false }: TaskCardProps) => {
  const t = useText()
  const { number, type, state, language, assignees, baseWordCount } = task
  const name = taskName(task, t)
  return (
    <article className={styles["card"]} aria-label={`#${number} ${name}`}>
      <div className={styles["head"]}>
        {showsProject && <bdi className={styles["project"]}>{project.name}</bdi>}
        <Link
          to="/projects/$projectId/tasks/$taskNumber"
          params={{ projectId: project.id, taskNumber: number }}
          className={styles["name"]}
        >
          <bdi>{name}</bdi> <span className={styles["number"]}>#{number}</span>
        </Link>
        <span className={styles["facts"]}>
          <span>{t(`task.type-${type}`)}</span>
          <bdi>{languageName(language.tag, t.language)}</bdi>
          <span>{t("task.words", { count: baseWordCount })}</span>
          {assignees.length > 0 && (
            <bdi>{new Intl.ListFormat(t.language, { type: "unit" }).format(assignees.map(displayName))}</bdi>
          )}
        </span>
      </div>
      <div className={styles["state"]}>
        <TaskStateMark state={state} />
        <DueDate task={task} />
      </div>
      <div className={styles["progress"]}>
        <TaskProgress task={task} />
      </div>
      <div className={styles["action"]}>
        {isOpenTask(state) && (
          <Link
            to="/projects/$projectId/translations"
            params={{ projectId: project.id }}
            search={taskSearch(task)}
            className={styles["continue"]}
            aria-label={t("task.continue-with", { task: name })}
          >
            {t("task.continue")}
          </Link>
        )}
      </div>
    </article>
  )
}

const displayName = ({ name, username }: { readonly name: string; readonly username: string }) => name || username

/** "14 of 189 keys done" above a bar. */
export const TaskProgress = ({ task }: { readonly task: Pick<TaskModel, "doneItems" | "totalItems"> }) => {
  const t = useText()
  return <Progress label={t("task.progress", { done: task.doneItems, total: task.totalItems })} part={donePart(task)} />
}

const marks = {
  NEW: { icon: CircleDashed, className: "off" },
  IN_PROGRESS: { icon: CircleDot, className: "running" },
  FINISHED: { icon: CircleCheck, className: "good" },
  CANCELED: { icon: CircleSlash, className: "off" }
} as const satisfies Record<TaskState, object>

/** Shows the state of a task as a shape and a word. */
export const TaskStateMark = ({ state }: { readonly state: TaskState }) => {
  const t = useText()
  const { icon: Icon, className } = marks[state]
  return (
    <span className={`${styles["mark"]} ${styles[className]}`}>
      <Icon aria-hidden />
      {t(`task.state-${state}`)}
    </span>
  )
}

/** The due date of a task; one that has passed is called overdue. */
export const DueDate = ({ task }: { readonly task: Pick<TaskModel, "state" | "dueDate"> }) => {
  const t = useText()
  const now = useNow()
  if (task.dueDate === null) return null
  const date = new Intl.DateTimeFormat(t.language, { dateStyle: "medium" }).format(task.dueDate)
  const isLate = isOverdue(task, now)
  return (
    <span className={`${styles["mark"]} ${isLate ? styles["bad"] : ""}`}>
      <CalendarClock aria-hidden />
      <time dateTime={new Date(task.dueDate).toISOString()}>{t(isLate ? "task.overdue" : "task.due", { date })}</time>
    </span>
  )
}
