import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { queryClient } from "../../base/api/query-client.ts"
import { languagesQuery } from "../../feature/project/project-queries.ts"
import { projectRoute } from "../../feature/project/project-route.ts"
import type { ListSearch } from "./list-search.ts"

/** `/projects/{id}/translations`: all filters, the shown languages and the open editor are in the address. */
export const translationListRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/translations",
  staticData: { title: "translations.title" },
  // Unparsed: the screen drops unknown parameters with a notification.
  validateSearch: (raw: Record<string, unknown>): ListSearch => raw,
  // Beside the project: the screen needs both before it can ask for keys.
  loader: ({ params }) => void queryClient.prefetchQuery(languagesQuery(params.projectId)),
  component: lazyRouteComponent(() => import("./translation-list-screen.tsx"), "TranslationListScreen")
})
