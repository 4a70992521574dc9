import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"
import { userRoute } from "../../feature/session/user-route.ts"
import type { TaskListSearch } from "./task-search.ts"

/** `/projects/{id}/tasks`: all filters are in the address. */
const taskListRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/tasks",
  staticData: { title: "task.title" },
  // Unparsed: the screen drops unknown parameters. Their parser is not in the first chunk.
  validateSearch: (raw: Record<string, unknown>): TaskListSearch => raw,
  component: lazyRouteComponent(() => import("./task-list-screen.tsx"), "TaskListScreen")
})

/** `/projects/{id}/tasks/{number}`: one task, of any branch. */
const taskRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/tasks/$taskNumber",
  params: {
    parse: ({ taskNumber }) => ({ taskNumber: Number(taskNumber) }),
    stringify: ({ taskNumber }) => ({ taskNumber: String(taskNumber) })
  },
  staticData: { title: "task.one" },
  component: lazyRouteComponent(() => import("./task-screen.tsx"), "TaskScreen")
})

/** `/my-tasks`: the tasks of the caller in all projects. */
export const userTaskListRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/my-tasks",
  staticData: { title: "task.mine" },
  validateSearch: (raw: Record<string, unknown>): TaskListSearch => raw,
  component: lazyRouteComponent(() => import("./user-task-list-screen.tsx"), "UserTaskListScreen")
})

export const taskRoutes = [taskListRoute, taskRoute] as const
