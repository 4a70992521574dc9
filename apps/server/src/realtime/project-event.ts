import {
  type CheckedText,
  checkedTextsMessage,
  isCollapsed,
  type RealtimeMessage,
  type RealtimeTopic,
  type TranslationDataChange,
  translationDataChange,
  translationDataMessage,
  type VisibleTexts
} from "@dragoman/domain/activity"
import { ActivityRepository, QualityCheckRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { findDescribed, revisionOfRow } from "../change/activity/stored-revisions.ts"

/** An event for the subscribers of a project. Each form of it is serialized once, for any number of subscribers. */
export interface ProjectEvent {
  readonly topic: RealtimeTopic
  /** Id of the revision; null: a client cannot resume after it. */
  readonly revisionId: number | null
  /** JSON of the message. */
  readonly body: (visible: VisibleTexts) => string
  /** Serializes a form. `make` is called once for each name and view. */
  readonly form: (name: string, visible: VisibleTexts, make: (body: string) => string) => string
}

const translationDataEvent = (change: TranslationDataChange): ProjectEvent =>
  makeEvent("translation-data-modified", change.revisionId, (visible) => translationDataMessage(change, visible))

export const batchJobProgressEvent = (message: RealtimeMessage): ProjectEvent =>
  makeEvent("batch-job-progress", null, () => message)

const makeEvent = (
  topic: RealtimeTopic,
  revisionId: number | null,
  messageFor: (visible: VisibleTexts) => RealtimeMessage
): ProjectEvent => {
  const made = new Map<string, string>()
  const once = (name: string, visible: VisibleTexts, make: () => string): string => {
    const key = `${name} ${String(visible)}`
    const known = made.get(key)
    if (known !== undefined) return known
    const text = make()
    made.set(key, text)
    return text
  }
  const body = (visible: VisibleTexts) => once("body", visible, () => JSON.stringify(messageFor(visible)))
  return {
    topic,
    revisionId,
    body,
    form: (name, visible, make) => once(`form ${name}`, visible, () => make(body(visible)))
  }
}

/** Number of revisions per page. */
const pageSize = 100

export interface EventPage {
  readonly events: ReadonlyArray<ProjectEvent>
  /** The last revision of the page, with or without an event. */
  readonly lastRevisionId: number
  /** Whether there may be another page. */
  readonly isFull: boolean
}

/**
 * Reads the events of a project after a revision, in a constant number of statements. The activity is the only source
 * of events, so none is missed or published twice. Entities of collapsed changes are not read.
 */
export const readProjectEvents = Effect.fn("readProjectEvents")(function* (projectId: number, revisionId: number) {
  const repository = yield* ActivityRepository
  const rows = yield* repository.listAfter(projectId, revisionId, pageSize)
  const shown = rows.filter(({ counts }) => !isCollapsed({ counts, entities: [] }))
  const entities = shown.length === 0 ? [] : yield* repository.listEntities(shown.map(({ id }) => id))
  const entitiesByRevision = Map.groupBy(entities, (entity) => entity.revisionId)
  const describedByRevision = Map.groupBy(yield* findDescribed(entities), (described) => described.revisionId)
  const page: EventPage = {
    events: rows.flatMap((row) => {
      const content = {
        entities: entitiesByRevision.get(row.id) ?? [],
        described: describedByRevision.get(row.id) ?? []
      }
      const change = translationDataChange(revisionOfRow(row, content, false))
      return change === null ? [] : translationDataEvent(change)
    }),
    lastRevisionId: rows.at(-1)?.id ?? revisionId,
    isFull: rows.length === pageSize
  }
  return page
})

/** Reads the issues of texts as they are now, for an event without a revision; null: too many texts to name. */
export const readCheckedTexts = Effect.fn("readCheckedTexts")(function* (
  projectId: number,
  translationIds: ReadonlyArray<number> | null
) {
  const texts = translationIds && (yield* listCheckedTexts(projectId, translationIds))
  const at = yield* Clock.currentTimeMillis
  return makeEvent("qa-issues-updated", null, (visible) => checkedTextsMessage(texts, at, visible))
})

const listCheckedTexts = Effect.fnUntraced(function* (projectId: number, translationIds: ReadonlyArray<number>) {
  const repository = yield* QualityCheckRepository
  const rows = yield* repository.listCheckedTexts(projectId, translationIds)
  const ids = rows.map(({ id }) => id)
  const countsById = new Map((yield* repository.countOfTranslations(ids)).map((row) => [row.translationId, row]))
  const issuesById = Map.groupBy(yield* repository.listIssues(ids), ({ translationId }) => translationId)
  return rows.map(({ id, keyId, languageId, languageTag }): CheckedText => {
    const { issues = 0, isStale = false } = countsById.get(id) ?? {}
    const qaIssues = (issuesById.get(id) ?? []).map(({ translationId: _, identity: __, ...issue }) => issue)
    return {
      languageId,
      data: { translationId: id, keyId, languageTag, qaIssueCount: issues, qaChecksStale: isStale, qaIssues }
    }
  })
})
