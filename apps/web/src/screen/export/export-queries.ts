import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import { type ExportChoice, toExportQuery } from "./export-choice.ts"

export const exportFormatsQuery = queryOptions({
  queryKey: ["export-formats"],
  queryFn: async ({ signal }) => (await call("export", "listFormats", {}, { signal }))._embedded.exportFormats,
  staleTime: Number.POSITIVE_INFINITY
})

/** Texts that a page of notices names; the rest is a number. */
const noticesShown = 100

/** The texts that the chosen format cannot carry unchanged. */
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
