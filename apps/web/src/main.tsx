import "./app/first-texts.ts"
import "./ui/base.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { ApiError, loadSentences } from "./api/api-error.ts"
import { App } from "./app/app.tsx"
import { loadScreenScripts } from "./app/router.tsx"
import { hasMissingChunk, reloadAfterUpgrade } from "./app/upgrade.ts"
import { applyToPage } from "./preference/preference.ts"
import { followOtherTabs } from "./session/session.ts"
import { listenForShortcuts } from "./shortcut/shortcut.ts"
import { whenIdle } from "./ui/when-idle.ts"

applyToPage()
reloadAfterUpgrade()
followOtherTabs()
listenForShortcuts()
loadScreenScripts()
// Before a failure needs them: then the server may be gone.
whenIdle(() => void loadSentences())

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
