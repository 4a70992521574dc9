import { isOpenTask } from "@dragoman/domain/task"
import type { ProjectModel, TaskModel } from "../../base/api/contract.ts"
import { languageName, type Text } from "../../base/texts/text.ts"

/** The order of tasks for those who work on them. */
export const dueFirst = [
  { property: "dueDate", direction: "asc" },
  { property: "number", direction: "desc" }
] as const

/** The part of the keys that is done, from 0 to 1; a task without keys is done. */
export const donePart = ({ doneItems, totalItems }: Pick<TaskModel, "doneItems" | "totalItems">): number =>
  totalItems === 0 ? 1 : doneItems / totalItems

/** Returns whether the due date of an open task has passed. */
export const isOverdue = ({ state, dueDate }: Pick<TaskModel, "state" | "dueDate">, now: number): boolean =>
  isOpenTask(state) && dueDate !== null && dueDate < now

/** Returns whether the user may mark keys of an open task as done, and finish it. */
export const mayWorkOnTask = (project: ProjectModel, task: TaskModel, userId: number): boolean =>
  isOpenTask(task.state) &&
  (project.computedPermission.scopes.includes("tasks.edit") || task.assignees.some(({ id }) => id === userId))

/** Why the user cannot finish an open task; null: it can be finished. */
export const finishObstacle = (project: ProjectModel, task: TaskModel, userId: number, t: Text): string | null => {
  if (!mayWorkOnTask(project, task, userId)) return t("permission.needs", { scope: t("scope.tasks.edit") })
  const left = task.totalItems - task.doneItems
  return left > 0 ? t("task.not-finished", { count: left }) : null
}

/** "Release 2.4", or "Translate German" for a task without a name. */
export const taskName = ({ name, type, language }: Pick<TaskModel, "name" | "type" | "language">, t: Text): string =>
  name ?? t(`task.work-${type}`, { language: languageName(language.tag, t.language) })

/** Search parameters of the list that shows a task: its keys with their base texts and the texts of its language. */
export const taskSearch = ({
  number,
  language,
  branchName
}: Pick<TaskModel, "number" | "language" | "branchName">) => ({
  branch: branchName ?? undefined,
  task: String(number),
  languages: language.tag
})

/** Ends of days in the time zone of the browser: a task that is due on a day is overdue on the next one. */
const timeOfDayEnd = "T23:59:59.999"

/** The day of a due date, as a field of dates has it: `2026-08-31`; empty: no due date. */
export const dayOfDueDate = (dueDate: number | null): string => {
  if (dueDate === null) return ""
  const date = new Date(dueDate)
  const padded = (part: number, length: number) => String(part).padStart(length, "0")
  return `${padded(date.getFullYear(), 4)}-${padded(date.getMonth() + 1, 2)}-${padded(date.getDate(), 2)}`
}

/** The due date of a day: its end; null: none. */
export const dueDateOfDay = (day: string): number | null => {
  const time = new Date(`${day}${timeOfDayEnd}`).getTime()
  return Number.isNaN(time) ? null : time
}
