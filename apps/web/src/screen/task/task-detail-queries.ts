import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { Response, TaskModel } from "../../base/api/contract.ts"
import { tasksKey } from "../../feature/task/task-queries.ts"

/** Keys that the screen of a task lists; the list of translations has all of them. */
const listedKeysMax = 20

/** The work of one user on a task. */
export type TaskWork = Response<"task", "reportByUser">[number]

export const taskWorkQuery = (projectId: number, taskNumber: number) =>
  queryOptions({
    queryKey: [...tasksKey(projectId), taskNumber, "work"],
    queryFn: ({ signal }) => call("task", "reportByUser", { params: { projectId, taskNumber } }, { signal })
  })

/** The numbers of the tasks that are to be done before this one. */
export const blockingTasksQuery = (projectId: number, taskNumber: number) =>
  queryOptions({
    queryKey: [...tasksKey(projectId), taskNumber, "blocking"],
    queryFn: ({ signal }) => call("task", "listBlocking", { params: { projectId, taskNumber } }, { signal })
  })

/** The first keys of a task, by name. */
export const taskKeysQuery = (projectId: number, task: TaskModel) =>
  queryOptions({
    queryKey: [...tasksKey(projectId), task.number, "keys"],
    queryFn: async ({ signal }) => {
      const query = {
        filterTaskNumber: [task.number],
        languages: [task.language.tag],
        branch: task.branchName ?? undefined,
        sort: ["keyNamespace", "keyName"],
        size: listedKeysMax
      }
      return (await call("translationList", "list", { params: { projectId }, query }, { signal }))._embedded.keys
    }
  })
