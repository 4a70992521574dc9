import { type MessageError, parseMessage } from "@dragoman/formats/icu"
import type { ContentProject } from "../../change/change-project.ts"

/** Finds the mistake for which the project rejects a text; null: it may be written. */
export const findBrokenIcu = (
  { rejectsBrokenIcu, icuPlaceholders }: Pick<ContentProject, "rejectsBrokenIcu" | "icuPlaceholders">,
  text: string | null,
  isPlural: boolean
): MessageError | null => {
  if (!rejectsBrokenIcu || text === null || !(icuPlaceholders || isPlural)) return null
  const parsed = parseMessage(text)
  return parsed.kind === "error" ? parsed : null
}
