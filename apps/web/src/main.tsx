import "./app/first-texts.ts"
import "./widget/ui/base.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./app/app.tsx"
import { loadScreenScripts } from "./app/router.tsx"
import { ApiError } from "./base/api/api-error.ts"
import { hasMissingChunk, noteMissingChunks } from "./base/api/upgrade.ts"
import { applyToPage } from "./base/preference/preference.ts"
import { followOtherTabs } from "./feature/session/session.ts"
import { listenForShortcuts } from "./widget/shortcut/shortcut.ts"

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
