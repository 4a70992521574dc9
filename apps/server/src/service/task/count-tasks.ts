import { TaskRepository, type TaskRow } from "@dragoman/store"
import { Effect } from "effect"
import type { CountedTask } from "./task-shapes.ts"

const noProgress = { totalItems: 0, doneItems: 0, words: 0, characters: 0 }

/** Adds assignees and progress to tasks. */
export const withCounts = Effect.fnUntraced(function* (rows: ReadonlyArray<TaskRow>) {
  const tasks = yield* TaskRepository
  const ids = rows.map(({ id }) => id)
  const assigneesById = Map.groupBy(yield* tasks.listAssignees(ids), ({ taskId }) => taskId)
  const progressById = new Map((yield* tasks.countProgress(ids)).map((row) => [row.taskId, row]))
  return rows.map(
    (task): CountedTask => ({
      task,
      assignees: assigneesById.get(task.id) ?? [],
      progress: progressById.get(task.id) ?? { taskId: task.id, ...noProgress }
    })
  )
})

/** Adds assignees and progress to a task. */
export const withCountsOf = Effect.fnUntraced(function* (task: TaskRow) {
  const [counted] = yield* withCounts([task])
  return counted ?? { task, assignees: [], progress: { taskId: task.id, ...noProgress } }
})
