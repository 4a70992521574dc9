import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

/** The public configuration of the server. */
export const serverConfigurationQuery = queryOptions({
  queryKey: ["server-configuration"],
  queryFn: ({ signal }) => call("serverConfiguration", "get", {}, { signal, withoutDialogs: true }),
  staleTime: Number.POSITIVE_INFINITY
})
