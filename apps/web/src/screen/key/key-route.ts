import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"
import { readKeySearch } from "./key-search.ts"

/** `/projects/{id}/keys/{keyId}`: one key in all languages. */
export const keyRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/keys/$keyId",
  params: {
    parse: ({ keyId }) => ({ keyId: Number(keyId) }),
    stringify: ({ keyId }) => ({ keyId: String(keyId) })
  },
  staticData: { title: "activity.class-Key" },
  validateSearch: readKeySearch,
  component: lazyRouteComponent(() => import("./key-screen.tsx"), "KeyScreen")
})
