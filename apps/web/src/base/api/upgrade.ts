import { ApiError } from "./api-error.ts"
import { isServerReady, noteUnreachable } from "./reachability.ts"

const storageName = "dragoman.reloaded-at"

/** A reload that did not help is not repeated within this time. */
const reloadPauseMillis = 60_000

/** A reload that the browser gave up for another navigation is begun again after this time. */
const reloadPatienceMillis = 8_000

let isChunkMissing = false

/** Time of this tab's last reload before this page, in epoch milliseconds; 0: never. */
let lastReloadAt = 0

/** Time at which this page asked for its reload, by its own clock; null: not yet. */
let askedAt: number | null = null

/** A part of the console could not be loaded: what fails because of it is no bug. */
export const hasMissingChunk = (): boolean => isChunkMissing

/**
 * After an upgrade of the server a tab asks for chunks that exist no more; `import()` then gives undefined. Nothing happens
 * before such a chunk is needed: links that are only pointed at load theirs too, and a reload would swallow the click.
 */
export const noteMissingChunks = (): void => {
  lastReloadAt = Number(sessionStorage.getItem(storageName) ?? 0)
  window.addEventListener("vite:preloadError", (event) => {
    // The router would reload by itself, whether the server is there or not.
    event.preventDefault()
    isChunkMissing = true
  })
}

/**
 * Reloads if the server takes requests; while it cannot be reached the page stays: the browser would replace it by its own
 * error. A reload that has just not helped is not repeated. Drafts are in the storage.
 */
export const reloadWhenReady = async (): Promise<void> => {
  if (!(await isServerReady())) return noteUnreachable()
  if (Date.now() - lastReloadAt < reloadPauseMillis) return
  const now = performance.now()
  if (askedAt !== null && now - askedAt < reloadPatienceMillis) return
  askedAt = now
  sessionStorage.setItem(storageName, String(Date.now()))
  window.location.reload()
}

/** A chunk that an action needs. One that is gone reloads the page and fails the action. */
export const loadForAction = async <A>(load: () => Promise<A | undefined>): Promise<A> => {
  const part = await load()
  if (part !== undefined) return part
  await reloadWhenReady()
  throw new ApiError({ status: 0, code: "offline" })
}

const serverCheckMillis = 2_000

/**
 * A chunk that the page loads without being asked. While the server is gone its place stays as it is; once the server is back
 * it is loaded again, as for an action.
 */
export const loadUnasked = async <A>(load: () => Promise<A | undefined>): Promise<A> => {
  const part = await load()
  if (part !== undefined) return part
  while (!(await isServerReady())) await new Promise((resolve) => setTimeout(resolve, serverCheckMillis))
  return loadForAction(load)
}
