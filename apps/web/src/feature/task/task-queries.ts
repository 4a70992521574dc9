import { openTaskStates } from "@dragoman/domain/task"
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { Request, TaskModel, TaskWithProjectModel } from "../../base/api/contract.ts"
import { userTasksKey } from "./own-tasks-query.ts"
import { dueFirst } from "./task-progress.ts"

/** Tasks of one request. */
const tasksPerPage = 30

/** Filters and order of a list; without an order, the newest tasks come first. */
type TaskListQuery = Omit<Request<"userTask", "list">["query"], "page" | "size">

/** The key of all tasks of a project. */
export const tasksKey = (projectId: number) => ["project", projectId, "tasks"] as const

/** Reads tasks again after one of them changed. */
export const refreshTasks = async (client: QueryClient, projectId: number): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: tasksKey(projectId) }),
    client.invalidateQueries({ queryKey: userTasksKey })
  ])
}

export const taskQuery = (projectId: number, taskNumber: number) =>
  queryOptions({
    queryKey: [...tasksKey(projectId), taskNumber],
    queryFn: ({ signal }) => call("task", "get", { params: { projectId, taskNumber } }, { signal })
  })

/** The tasks of a branch of a project, by page. */
export const taskListQuery = (projectId: number, branch: string | undefined, query: TaskListQuery) =>
  infiniteQueryOptions({
    queryKey: [...tasksKey(projectId), "list", branch, query],
    queryFn: ({ signal, pageParam }) => {
      const request = { params: { projectId }, query: { ...query, branch, size: tasksPerPage, page: pageParam } }
      return call("task", "list", request, { signal })
    },
    initialPageParam: 0,
    getNextPageParam: nextPage
  })

/** Tasks of the caller on all branches of all projects, by page. */
export const userTaskListQuery = (query: TaskListQuery) =>
  infiniteQueryOptions({
    queryKey: [...userTasksKey, "list", query],
    queryFn: ({ signal, pageParam }) =>
      call("userTask", "list", { query: { ...query, size: tasksPerPage, page: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextPage
  })

/** The first open tasks of the caller, over projects, those that are due first. `total` counts all of them. */
export const openUserTasksQuery = (size: number) =>
  queryOptions({
    queryKey: [...userTasksKey, "open", size],
    queryFn: async ({ signal }) => {
      const query = { filterState: openTaskStates, sort: dueFirst, size }
      const { _embedded, page } = await call("userTask", "list", { query }, { signal })
      return { tasks: _embedded?.tasks ?? [], total: page.totalElements }
    }
  })

interface TaskPage {
  readonly page: { readonly number: number; readonly totalPages: number }
}

const nextPage = ({ page }: TaskPage): number | undefined =>
  page.number + 1 < page.totalPages ? page.number + 1 : undefined

/** An empty page has no list. */
export const tasksOf = <Task extends TaskModel | TaskWithProjectModel>(page: {
  readonly _embedded?: { readonly tasks: ReadonlyArray<Task> } | undefined
}): ReadonlyArray<Task> => page._embedded?.tasks ?? []
