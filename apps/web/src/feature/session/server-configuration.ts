import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

/** What the server tells everyone about itself. */
export const serverConfigurationQuery = queryOptions({
  queryKey: ["server-configuration"],
  queryFn: ({ signal }) => call("serverConfiguration", "get", {}, { signal, withoutDialogs: true }),
  staleTime: Number.POSITIVE_INFINITY
})
