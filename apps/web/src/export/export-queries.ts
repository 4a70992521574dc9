import { queryOptions } from "@tanstack/react-query"
import { call } from "../api/call.ts"
import { type ExportChoice, toExportQuery } from "./export-choice.ts"

export const exportFormatsQuery = queryOptions({
  queryKey: ["export-formats"],
  queryFn: async ({ signal }) => (await call("export", "listFormats", {}, { signal }))._embedded.exportFormats,
  staleTime: Number.POSITIVE_INFINITY
})

/** Texts that a page of notices names; the rest is a number. */
const noticesShown = 100

/** What the chosen files cannot carry unchanged. */
export const exportNoticesQuery = (projectId: number, choice: ExportChoice) =>
  queryOptions({
    queryKey: ["project", projectId, "export-notices", choice],
    queryFn: ({ signal }) =>
      call(
        "export",
        "listNotices",
        { params: { projectId }, query: { size: noticesShown, ...toExportQuery(choice) } },
        { signal }
      )
  })

/** More names than a menu is good for. */
const offeredNamesMax = 1_000

export const tagNamesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "tag-names"],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId }, query: { size: offeredNamesMax } }
      return (await call("tag", "list", request, { signal }))._embedded.tags.map(({ name }) => name)
    }
  })

/** `""` is the default namespace. */
export const namespaceNamesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "namespace-names"],
    queryFn: async ({ signal }) => {
      const { _embedded } = await call("namespace", "listUsed", { params: { projectId } }, { signal })
      return _embedded.namespaces.map(({ name }) => name ?? "")
    }
  })
