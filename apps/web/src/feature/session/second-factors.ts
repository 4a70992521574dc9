import { queryOptions } from "@tanstack/react-query"
import { ApiError } from "../../base/api/api-error.ts"
import { call } from "../../base/api/call.ts"

/** The second factors of my account. */
export const secondFactorsQuery = queryOptions({
  queryKey: ["second-factors"],
  queryFn: ({ signal }) => call("secondFactor", "get", {}, { signal, withoutDialogs: true }),
  staleTime: 0
})

/** The password was right, or is not what the server wants: it asks for a code. */
export const isCodeNeeded = (error: unknown): boolean => error instanceof ApiError && error.code === "mfa_enabled"

/** A code as the server reads it: apps show their codes in two halves. */
export const codeOf = (typed: string): string => typed.replace(/\s/g, "")
