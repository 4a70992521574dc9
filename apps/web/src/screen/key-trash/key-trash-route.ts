import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"
import type { TrashSearch } from "./trash-search.ts"

/** `/projects/{id}/trash`: all filters are in the address. */
export const keyTrashRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/trash",
  staticData: { title: "trash.title" },
  // Unparsed: the screen drops unknown parameters. Their parser is not in the first chunk.
  validateSearch: (raw: Record<string, unknown>): TrashSearch => raw,
  component: lazyRouteComponent(() => import("./key-trash-screen.tsx"), "KeyTrashScreen")
})
