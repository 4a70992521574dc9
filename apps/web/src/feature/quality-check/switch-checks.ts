import type { QueryClient } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { Text } from "../../base/texts/text.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"

/** Switches the checks of a project on, which checks its texts in the background, or off. */
export const switchChecks = async (
  client: QueryClient,
  t: Text,
  projectId: number,
  enabled: boolean
): Promise<void> => {
  try {
    await call("qualityCheck", "setEnabled", { params: { projectId }, payload: { enabled } })
    await client.invalidateQueries({ queryKey: ["project", projectId] })
  } catch (error) {
    showToast({ kind: "failed", text: errorSentence(error, t), error })
  }
}
