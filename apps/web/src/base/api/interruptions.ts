import { ApiError } from "./api-error.ts"

/** Handles a request that needs a login, password or code; resolves once it can be repeated, rejects when it cannot. */
export interface Interruptions {
  readonly sessionEnded: () => Promise<void>
  readonly passwordNeeded: () => Promise<void>
}

let interruptions: Interruptions | null = null

/** Set once by the session, whose dialogs they are. */
export const onInterruptions = (handler: Interruptions): void => {
  interruptions = handler
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** true: a 401 is the caller's to handle, as at the first question who is logged in. */
  readonly withoutDialogs?: boolean
}

/** Longest wait that happens without a word: a longer one is an error that names the time. */
const silentWaitMaxMillis = 10_000

/**
 * Makes a request with the session. It is repeated after a new login, after the password was entered again, and once after a
 * short wait for a rate limit. A 401 alone does not end the session: the request may have been on its way with a cookie value
 * that another one has just replaced, so it is first made again at once.
 */
export const withInterruptions = async <A>(request: () => Promise<A>, options: CallOptions = {}): Promise<A> => {
  const asks = options.withoutDialogs === true ? null : interruptions
  let hasWaited = false
  let mayHaveOldValue = true
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === "rate_limited" && !hasWaited && error.retryAfterMillis <= silentWaitMaxMillis) {
        hasWaited = true
        await waitFor(error.retryAfterMillis, options.signal)
      } else if (error.status === 401 && asks !== null) {
        if (mayHaveOldValue) mayHaveOldValue = false
        else await asks.sessionEnded()
      } else if (error.code === "expired_super_jwt_token" && asks !== null) await asks.passwordNeeded()
      else throw error
    }
  }
}

const waitFor = (millis: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, millis)
    signal?.addEventListener("abort", () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
