import type { Translation } from "../translation/translation.ts"
import { isOpenTask, type TaskState, type TaskType, taskTypes } from "./task.ts"

interface OrderedTask {
  readonly number: number
  readonly type: TaskType
}

/**
 * Whether the other task, of the same language and with a key in common, is to be done first: texts are reviewed after they are
 * translated, and of two tasks of one type the newer one is done first.
 */
export const isBlockedBy = (task: OrderedTask, other: OrderedTask & { readonly state: TaskState }): boolean =>
  isOpenTask(other.state) &&
  (other.type === task.type ? other.number > task.number : task.type === "REVIEW" && other.type === "TRANSLATE")

/** The facts about a translation that say whether work on it is done. */
type WorkedText = Pick<Translation, "state" | "outdated" | "auto">

/**
 * Whether a text needs no more work in a task of the type. An outdated text needs it again; the text of a machine counts as
 * translated after a review only. A disabled key has nothing to do in the language.
 */
export const isTaskWorkDone = (type: TaskType, { state, outdated, auto }: WorkedText): boolean => {
  if (state === "DISABLED") return true
  if (outdated) return false
  return state === "REVIEWED" || (type === "TRANSLATE" && state === "TRANSLATED" && !auto)
}

/** Types of tasks whose work on a text a change has done, and those whose work it has undone. */
export interface ChangedTaskWork {
  readonly done: ReadonlyArray<TaskType>
  readonly undone: ReadonlyArray<TaskType>
}

/** Says which work a written translation has done or undone. A text that was saved again counts as done again. */
export const changedTaskWork = (before: WorkedText, after: WorkedText): ChangedTaskWork => ({
  done: taskTypes.filter((type) => isTaskWorkDone(type, after)),
  undone: taskTypes.filter((type) => isTaskWorkDone(type, before) && !isTaskWorkDone(type, after))
})
