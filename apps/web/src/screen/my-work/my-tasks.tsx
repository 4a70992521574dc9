import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useText } from "../../base/texts/text.ts"
import { isOverdue, taskName } from "../../feature/task/task-progress.ts"
import { openUserTasksQuery } from "../../feature/task/task-queries.ts"
import styles from "./my-work.module.css"

/** Tasks that the start page shows; the rest is behind a link. */
const shownTasksMax = 5

/** The open tasks of the user over all projects, those that are due first. Nothing without any. */
export const MyTasks = () => {
  const t = useText()
  const { data } = useQuery(openUserTasksQuery(shownTasksMax))
  if (data === undefined || data.total === 0) return null
  const dates = new Intl.DateTimeFormat(t.language, { dateStyle: "medium" })
  const allTasks: string = "/my-tasks"
  return (
    <div className={styles["project"]}>
      <h3 className={styles["name"]}>
        <Link to={allTasks}>{t("task.mine")}</Link>
      </h3>
      <ul className={styles["tasks"]}>
        {data.tasks.map((task) => {
          const { number, project, dueDate, doneItems, totalItems } = task
          const to: string = `/projects/${project.id}/tasks/${number}`
          const isLate = isOverdue(task, Date.now())
          return (
            <li key={`${project.id}-${number}`} className={styles["task"]}>
              <Link to={to}>
                <bdi>{taskName(task, t)}</bdi>
              </Link>
              <span className={styles["organization"]}>
                <bdi>{project.name}</bdi>
                {` · ${t("task.progress", { done: doneItems, total: totalItems })}`}
              </span>
              {dueDate !== null && (
                <span className={isLate ? styles["late"] : styles["organization"]}>
                  {t(isLate ? "task.overdue" : "task.due", { date: dates.format(dueDate) })}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {data.total > data.tasks.length && (
        <Link to={allTasks} className={styles["others"]}>
          {t("my-work.all-tasks", { count: data.total })}
        </Link>
      )}
    </div>
  )
}
