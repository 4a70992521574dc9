import "./app/first-texts.ts"
import "./ui/base.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { ApiError } from "./api/api-error.ts"
import { hasMissingChunk, noteMissingChunks } from "./api/upgrade.ts"
import { App } from "./app/app.tsx"
import { loadScreenScripts } from "./app/router.tsx"
import { applyToPage } from "./preference/preference.ts"
import { followOtherTabs } from "./session/session.ts"
import { listenForShortcuts } from "./shortcut/shortcut.ts"

applyToPage()
noteMissingChunks()
followOtherTabs()
listenForShortcuts()
loadScreenScripts()

const root = document.getElementById("root")
if (root === null) throw new Error("The page has no root element.")
createRoot(root, {
  // Failures of requests are shown where they belong; anything else is a bug.
  onCaughtError: (error) => {
    if (!(error instanceof ApiError) && !hasMissingChunk()) reportError(error)
  }
}).render(
  <StrictMode>
    <App />
  </StrictMode>
)
