import { QueryClient } from "@tanstack/react-query"
import { ApiError } from "./api-error.ts"

const retriesMax = 2

/** Worth another try: the network, or a server that is busy. Errors of 4xx stay what they are. */
const isPassing = (error: unknown): boolean => error instanceof ApiError && (error.isOffline || error.status >= 500)

/** The cache of everything that was read. Data are fresh for a while: events and own writes patch them. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      networkMode: "always",
      retry: (failures, error) => failures < retriesMax && isPassing(error)
    },
    mutations: { networkMode: "always", retry: false }
  }
})
