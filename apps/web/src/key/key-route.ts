import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../project/project-route.ts"

/** The search parameters of the single key, as they stand in the address. */
export interface KeySearch {
  /** The open text, by its language: `cs`. */
  readonly language?: string | undefined
  /** The tab of the panel: `comments`; `closed`: the panel is closed; absent: the first tab. */
  readonly panel?: string | undefined
}

/** `/projects/{id}/keys/{keyId}`: one key in all languages. */
export const keyRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/keys/$keyId",
  params: {
    parse: ({ keyId }) => ({ keyId: Number(keyId) }),
    stringify: ({ keyId }) => ({ keyId: String(keyId) })
  },
  staticData: { title: "activity.class-Key" },
  validateSearch: (raw: Record<string, unknown>): KeySearch => ({
    ...(typeof raw["language"] === "string" ? { language: raw["language"] } : {}),
    ...(typeof raw["panel"] === "string" ? { panel: raw["panel"] } : {})
  }),
  component: lazyRouteComponent(() => import("./key-screen.tsx"), "KeyScreen")
})
