import { queryOptions, useQuery } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import { setActingToken } from "../../base/api/caller.ts"
import type { SuperTokenBody, UserModel } from "../../base/api/contract.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { removeDrafts } from "../draft/remove-drafts.ts"
import { serverConfigurationQuery } from "./server-configuration.ts"

/** The user of the session; null: there is none. That is no error of the request. */
export const userQuery = queryOptions({
  queryKey: ["user"],
  queryFn: async ({ signal }) => {
    const data = await call("serverConfiguration", "getInitialData", {}, { signal, withoutDialogs: true })
    queryClient.setQueryData(serverConfigurationQuery.queryKey, data.serverConfiguration)
    return data.userInfo
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false
})

/** The user of the session; only on screens behind the login. */
export const useUser = (): UserModel => {
  const { data } = useQuery(userQuery)
  if (data === undefined || data === null) throw new Error("This screen is not behind the login.")
  return data
}

/** `otp`: a code of the second factor; null: none yet. */
export const logIn = async (username: string, password: string, otp: string | null): Promise<void> => {
  await call("consoleSession", "logIn", { payload: { username, password, otp } }, { withoutDialogs: true })
}

/** Proves that I am here: with the password, a code or a passkey. */
export const enterProof = async (proof: SuperTokenBody): Promise<void> => {
  await call("consoleSession", "elevate", { payload: proof }, { withoutDialogs: true })
}

/** Messages between the tabs of this browser about the session. */
const channel = new BroadcastChannel("dragoman.session")

/** Ends the session here and in the other tabs. Drafts go with it: the next user of this browser must not find them. */
export const logOut = async (): Promise<void> => {
  // Mine, also while I act as another user.
  setActingToken(null)
  await call("consoleSession", "logOut", {}, { withoutDialogs: true })
  channel.postMessage("logged-out")
  leave()
}

/** Follows the other tabs. */
export const followOtherTabs = (): void => {
  channel.onmessage = leave
}

/** Clears everything of the session: the cache and the drafts. */
export const leave = (): void => {
  queryClient.clear()
  removeDrafts(localStorage)
  window.location.assign("/login")
}
