import { useEffect, useState } from "react"
import { ApiError } from "../../base/api/api-error.ts"
import { onInterruptions } from "../../base/api/interruptions.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { loadUnasked } from "../../base/api/upgrade.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { currentActing, noteActingEnded } from "./acting.ts"
import { userQuery } from "./session.ts"

interface Waiting {
  readonly resolve: () => void
  readonly reject: (reason: Error) => void
}

/** Thrown into requests whose dialog the user closed. */
class Declined extends Error {}

// The requests wait for it in any case, so it waits for the server too.
const SessionEndedDialog = lazyPart(() => loadUnasked(() => import("./session-dialogs.tsx")), "SessionEndedDialog")
const PasswordDialog = lazyDialog(() => import("./session-dialogs.tsx"), "PasswordDialog")

/**
 * Dialogs that a request may open: the login after the session ended, and the password. The fields below stay untouched; all
 * requests that wait are repeated.
 */
export const Interruptions = () => {
  const [loginWaiting, setLoginWaiting] = useState<ReadonlyArray<Waiting>>([])
  const [passwordWaiting, setPasswordWaiting] = useState<ReadonlyArray<Waiting>>([])

  useEffect(() => {
    onInterruptions({
      sessionEnded: () => {
        if (currentActing() === null) {
          return new Promise((resolve, reject) => setLoginWaiting((waiting) => [...waiting, { resolve, reject }]))
        }
        noteActingEnded()
        return Promise.reject(new ApiError({ status: 401, code: "expired_jwt_token" }))
      },
      passwordNeeded: () =>
        new Promise((resolve, reject) => setPasswordWaiting((waiting) => [...waiting, { resolve, reject }]))
    })
  }, [])

  const finishLogin = async () => {
    const before = queryClient.getQueryData(userQuery.queryKey)
    const user = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
    // Another user must not finish what this one began.
    if (before?.id !== user?.id) return window.location.assign("/")
    for (const { resolve } of loginWaiting) resolve()
    setLoginWaiting([])
  }
  const endPassword = (end: (waiting: Waiting) => void) => {
    for (const waiting of passwordWaiting) end(waiting)
    setPasswordWaiting([])
  }
  return (
    <>
      {loginWaiting.length > 0 && <SessionEndedDialog onDone={finishLogin} />}
      {passwordWaiting.length > 0 && (
        <PasswordDialog
          onDone={() => endPassword(({ resolve }) => resolve())}
          onCancel={() => endPassword(({ reject }) => reject(new Declined()))}
        />
      )}
    </>
  )
}
