import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"

export interface ExplanationSearch {
  /** Absent, or none that there is: editing translations. */
  readonly scope?: string | undefined
  /** The tag of a language; absent: none in particular. */
  readonly language?: string | undefined
}

/** `/projects/{id}/members/{userId}/access`: may the user do this, and why. `me` is the user of the session. */
export const explanationRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/members/$userId/access",
  params: {
    parse: ({ userId }): { readonly userId: number | "me" } => ({ userId: userId === "me" ? userId : Number(userId) }),
    stringify: ({ userId }) => ({ userId: String(userId) })
  },
  staticData: { title: "explanation.title" },
  validateSearch: ({ scope, language }: Record<string, unknown>): ExplanationSearch => ({
    scope: typeof scope === "string" ? scope : undefined,
    language: typeof language === "string" ? language : undefined
  }),
  component: lazyRouteComponent(() => import("./explanation-screen.tsx"), "ExplanationScreen")
})
