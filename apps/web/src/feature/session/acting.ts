import { useSyncExternalStore } from "react"
import { call } from "../../base/api/call.ts"
import { setActingToken } from "../../base/api/caller.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { useText } from "../../base/texts/text.ts"
import { userQuery } from "./session.ts"

/** The user as whom an administrator acts in this tab. */
interface Acting {
  readonly name: string
  /** The server takes the token no more: its hour is over, or the administrator is none any more. */
  readonly hasEnded: boolean
}

let acting: Acting | null = null
const listeners = new Set<() => void>()

const set = (next: Acting): void => {
  acting = next
  for (const listener of listeners) listener()
}

export const currentActing = (): Acting | null => acting

/** null: I am myself. */
export const useActing = (): Acting | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentActing)

/** Acts as the user from now on. `leave` goes to another screen; nothing that was read before stays. */
export const actAs = async (
  { id, name, username }: { readonly id: number; readonly name: string; readonly username: string },
  leave: () => Promise<void>
): Promise<void> => {
  setActingToken(await call("administration", "generateToken", { params: { userId: id } }))
  try {
    await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
  } catch (error) {
    setActingToken(null)
    throw error
  }
  // The bar on top becomes higher: `tokens.css`.
  document.documentElement.dataset["acting"] = ""
  set({ name: name || username, hasEnded: false })
  queryClient.removeQueries({ type: "inactive" })
  await leave()
  queryClient.removeQueries({ type: "inactive" })
}

/** A request got 401: what waits must not be repeated as the administrator. */
export const noteActingEnded = (): void => {
  if (acting !== null) set({ ...acting, hasEnded: true })
}

/** The page is loaded again: nothing of the user stays in memory, and no request that waits goes out as the administrator. */
export const stopActing = (): void => window.location.assign("/server/users")

/** Why an administrator who acts as a user cannot change the account; null: I am myself. */
export const useActingReason = (): string | null => {
  const t = useText()
  const found = useActing()
  return found === null ? null : t("acting.not-yours", { name: found.name })
}
