const storageName = "dragoman.reloaded-at"

/** A reload that did not help is not repeated within this time. */
const reloadPauseMillis = 60_000

/** After an upgrade of the server a tab asks for chunks that exist no more: it reloads once. Drafts are in the storage. */
export const reloadAfterUpgrade = (): void => {
  window.addEventListener("vite:preloadError", (event) => {
    const last = Number(sessionStorage.getItem(storageName) ?? 0)
    if (Date.now() - last < reloadPauseMillis) return
    event.preventDefault()
    sessionStorage.setItem(storageName, String(Date.now()))
    window.location.reload()
  })
}
