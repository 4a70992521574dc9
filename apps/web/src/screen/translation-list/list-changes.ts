import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { ListedTranslationModel } from "../../base/api/contract.ts"
import {
  type ChangedPlace,
  readCheckedTexts,
  readDataChange,
  readJobProgress
} from "../../feature/project-event/project-event.ts"
import { useProjectEvents } from "../../feature/project-event/use-project-events.ts"
import { issueCountsKey } from "../../feature/quality-check/quality-check-queries.ts"
import { suggestionsOfTextQuery } from "../../feature/suggestion/suggestion-queries.ts"
import { showJobProgress } from "../batch-job/job-queries.ts"
import { patchTranslation } from "./key-pages.ts"
import type { SaveStatus } from "./save-text.ts"
import { readTranslation } from "./set-labels.ts"

interface OwnWrites {
  readonly statusOf: (keyId: number, languageTag: string) => SaveStatus | null
  readonly isOwnText: (keyId: number, languageTag: string, text: string) => boolean
}

/**
 * Shows what others change while the list is open: texts at their place, so that nothing moves under the caret. New and removed
 * keys, and changes too large to name, only mark the list as stale.
 */
export const useListChanges = (
  projectId: number,
  userId: number,
  own: OwnWrites,
  /** Called with the keys that a user or a job has changed. */
  onChange: (keyIds: ReadonlyArray<number>) => void
) => {
  const client = useQueryClient()
  const [changedBy, setChangedBy] = useState<ReadonlyMap<string, string>>(new Map())
  const [isStale, setStale] = useState(false)
  const isLive = useProjectEvents(projectId, {
    "translation-data-modified": (data) => {
      const change = readDataChange(data)
      const isMine = change.actor?.id === userId
      onChange([...change.keyIds, ...change.texts.map(({ keyId }) => keyId)])
      if (change.isCollapsed || (change.keyIds.length > 0 && !isMine)) setStale(true)
      for (const place of change.suggestions) void showSuggestions(client, projectId, place)
      for (const { keyId, languageTag, translation, hasOtherLabels } of change.texts) {
        if (hasOtherLabels) void showLabels(client, projectId, keyId, languageTag)
        // The response to the own write comes later than its event, and an older own text would replace a newer one.
        if (own.statusOf(keyId, languageTag) === "saving") continue
        if (isMine && own.isOwnText(keyId, languageTag, translation.text ?? "")) continue
        patchTranslation(client, projectId, keyId, languageTag, (shown) => ({
          ...shown,
          // Events have no estimates; that of another text is wrong.
          ...(translation.text === undefined ? {} : { qualityScore: null, qualityReason: null }),
          ...(translation as Partial<ListedTranslationModel>)
        }))
        const { actor } = change
        if (actor === null || translation.text === undefined) continue
        setChangedBy((before) => new Map(before).set(`${keyId}:${languageTag}`, actor.name))
      }
    },
    "qa-issues-updated": (data) => {
      const texts = readCheckedTexts(data)
      if (texts === null) setStale(true)
      for (const { keyId, languageTag, qaIssueCount } of texts ?? []) {
        patchTranslation(client, projectId, keyId, languageTag, (shown) => ({ ...shown, qaIssueCount }))
      }
      void client.invalidateQueries({ queryKey: ["project", projectId, "text-issues"] })
      void client.invalidateQueries({ queryKey: issueCountsKey(projectId) })
    },
    "batch-job-progress": (data) => showJobProgress(client, projectId, readJobProgress(data))
  })
  return { changedBy, isStale, isLive, markFresh: () => setStale(false), markStale: () => setStale(true) }
}

/** Shows the labels that a text has now: events have only their names. */
const showLabels = async (client: QueryClient, projectId: number, keyId: number, languageTag: string) => {
  const present = await readTranslation(projectId, keyId, languageTag).catch(() => undefined)
  if (present === undefined) return
  patchTranslation(client, projectId, keyId, languageTag, (shown) => ({ ...shown, labels: present.labels }))
}

/** Shows the suggestions that a text has now: an event has the changed ones alone. */
const showSuggestions = async (
  client: QueryClient,
  projectId: number,
  { keyId, languageId, languageTag }: ChangedPlace
) => {
  void client.invalidateQueries({ queryKey: suggestionsOfTextQuery(projectId, keyId, languageId).queryKey })
  const present = await readTranslation(projectId, keyId, languageTag).catch(() => undefined)
  if (present === undefined) return
  const { suggestions, activeSuggestionCount, totalSuggestionCount } = present
  patchTranslation(client, projectId, keyId, languageTag, (shown) => ({
    ...shown,
    suggestions,
    activeSuggestionCount,
    totalSuggestionCount
  }))
}
