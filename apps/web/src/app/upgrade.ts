import { isServerReady, noteUnreachable } from "../api/reachability.ts"

const storageName = "dragoman.reloaded-at"

/** A reload that did not help is not repeated within this time. */
const reloadPauseMillis = 60_000

let isChunkMissing = false

/** A part of the console could not be loaded: what fails because of it is no bug. */
export const hasMissingChunk = (): boolean => isChunkMissing

/**
 * After an upgrade of the server a tab asks for chunks that exist no more: it reloads once. Drafts are in the storage. While
 * the server cannot be reached it stays: the browser would replace the page by its own error.
 */
export const reloadAfterUpgrade = (): void => {
  window.addEventListener("vite:preloadError", (event) => {
    // The router would reload by itself, whether the server is there or not.
    event.preventDefault()
    isChunkMissing = true
    void reloadWhenReady()
  })
}

/** Reloads if the server takes requests. A reload that has just not helped is not repeated. */
export const reloadWhenReady = async (): Promise<void> => {
  if (!(await isServerReady())) return noteUnreachable()
  const last = Number(sessionStorage.getItem(storageName) ?? 0)
  if (Date.now() - last < reloadPauseMillis) return
  sessionStorage.setItem(storageName, String(Date.now()))
  window.location.reload()
}
