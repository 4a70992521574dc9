import { isOpenTask } from "@dragoman/domain/task"
import { useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { CircleCheck, X } from "lucide-react"
import { call } from "../../base/api/call.ts"
import type { ProjectModel, TaskModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { useUser } from "../../feature/session/session.ts"
import { DueDate, TaskProgress } from "../../feature/task/task-card.tsx"
import { finishObstacle } from "../../feature/task/task-progress.ts"
import { refreshTasks } from "../../feature/task/task-queries.ts"
import { useWrite } from "../../widget/toast/use-write.ts"
import { Button, IconButton } from "../../widget/ui/button.tsx"
import { Select } from "../../widget/ui/select.tsx"
import type { ListSearch } from "./list-search.ts"
import styles from "./task-banner.module.css"

interface TaskBannerProps {
  readonly project: ProjectModel
  readonly task: TaskModel
  readonly search: ListSearch
  readonly onChange: (changes: Partial<ListSearch>) => void
}

/** The value of the choice of keys for those that are not done. */
const left = "left"

/** Over the list: the task that it shows, how far it is, and the way to finish it. */
export const TaskBanner = ({ project, task, search, onChange }: TaskBannerProps) => {
  const t = useText()
  const client = useQueryClient()
  const write = useWrite()
  const me = useUser()
  const params = { projectId: project.id, taskNumber: task.number }
  const isOpen = isOpenTask(task.state)
  const isDone = isOpen && task.doneItems === task.totalItems
  const finish = () =>
    write(async () => {
      await call("task", "finish", { params })
      await refreshTasks(client, project.id)
    }, t("task.finished"))
  return (
    <section aria-label={t("task.banner", { number: String(task.number) })} className={styles["banner"]}>
      <p className={styles["title"]}>
        <Link to="/projects/$projectId/tasks/$taskNumber" params={params}>
          {t("task.banner", { number: String(task.number) })}
        </Link>
        {task.name !== null && <bdi className={styles["name"]}>{task.name}</bdi>}
        <span>{t(`task.type-${task.type}`)}</span>
        <span>{languageName(task.language.tag, t.language)}</span>
        <DueDate task={task} />
      </p>
      <div className={styles["progress"]}>
        <TaskProgress task={task} />
      </div>
      <div className={styles["keys"]}>
        <Select
          label={t("task.keys-shown")}
          isLabelHidden
          value={search.done ?? left}
          options={[
            { value: left, label: t("task.keys-left") },
            { value: "done", label: t("task.keys-done") },
            { value: "all", label: t("task.keys-all") }
          ]}
          onChange={(done) => onChange({ done: done === left ? undefined : done })}
        />
      </div>
      {isDone && (
        <div className={styles["end"]} role="status">
          <CircleCheck aria-hidden />
          {t("task.all-done")}
          <Button kind="primary" disabledReason={finishObstacle(project, task, me.id, t)} onPress={() => void finish()}>
            {t("task.finish-task")}
          </Button>
        </div>
      )}
      {!isOpen && <p className={styles["title"]}>{t("task.is-closed", { state: t(`task.state-${task.state}`) })}</p>}
      <span className={styles["leave"]}>
        <IconButton
          label={t("task.leave")}
          icon={<X aria-hidden />}
          onPress={() => onChange({ task: undefined, done: undefined })}
        />
      </span>
    </section>
  )
}
