import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { call } from "../../base/api/call.ts"
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

/**
 * `/projects/{id}/translations/single?key=NAME&ns=NAMESPACE&branch=BRANCH`, to which the dialog of Tolgee's SDK and its plugins link: leads to the key, or to
 * a search for its name.
 */
export const keyByNameRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/translations/single",
  staticData: { title: "translations.title" },
  validateSearch: ({ key, ns }: Record<string, unknown>): { readonly key: string; readonly ns: string } => ({
    key: String(key ?? ""),
    ns: String(ns ?? "")
  }),
  loaderDeps: ({ search: { key, ns, branch } }) => ({ key, ns, branch }),
  loader: async ({ params, deps: { key, ns, branch } }) => {
    const { projectId } = params
    const query = { branch, filterKeyName: [key], filterNamespace: [ns], size: 1 }
    const found = await call("translationList", "list", { params: { projectId }, query })
    const id = found._embedded.keys[0]?.keyId
    if (id === undefined) {
      throw redirect({
        to: "/projects/$projectId/translations",
        params: { projectId },
        search: { q: key, in: "names", branch },
        replace: true
      })
    }
    throw redirect({
      to: "/projects/$projectId/keys/$keyId",
      params: { projectId, keyId: id },
      search: { branch },
      replace: true
    })
  }
})
