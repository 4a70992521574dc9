import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"

export interface JobListSearch {
  /** `mine`: the own jobs only; absent: all that the user may see. */
  readonly whose?: string | undefined
}

/** `/projects/{id}/jobs`: what changes many keys at once, now and in the last 30 days. */
export const jobListRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/jobs",
  staticData: { title: "job.title" },
  validateSearch: (raw: Record<string, unknown>): JobListSearch => (raw["whose"] === "mine" ? { whose: "mine" } : {}),
  component: lazyRouteComponent(() => import("./job-list-screen.tsx"), "JobListScreen")
})
