import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { organizationRoute } from "../organization/organization-route.ts"
import { type GlossarySearch, parseGlossarySearch } from "./glossary-search.ts"

export const glossaryListRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: "/glossaries",
  staticData: { title: "glossary.title" },
  component: lazyRouteComponent(() => import("./glossary-screens.ts"), "GlossaryListScreen")
})

/** The search and the shown languages are in the address. */
export const glossaryRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: "/glossaries/$glossaryId",
  params: {
    parse: ({ glossaryId }) => ({ glossaryId: Number(glossaryId) }),
    stringify: ({ glossaryId }) => ({ glossaryId: String(glossaryId) })
  },
  staticData: { title: "glossary.glossary" },
  validateSearch: (raw: Record<string, unknown>): GlossarySearch => parseGlossarySearch(raw),
  component: lazyRouteComponent(() => import("./glossary-screens.ts"), "GlossaryScreen")
})
