import {
  type RealtimeMessage,
  type RealtimeTopic,
  type TranslationDataChange,
  translationDataMessage,
  type VisibleTexts
} from "@dragoman/domain/activity"

/** What the subscribers of a project are told. Each form of it is made once, however many of them get it. */
export interface ProjectEvent {
  readonly topic: RealtimeTopic
  /** null: it belongs to no revision, and cannot be asked for again. */
  readonly revisionId: number | null
  /** The JSON of the message. */
  readonly body: (visible: VisibleTexts) => string
  /** `make`, called once for each name and view. */
  readonly form: (name: string, visible: VisibleTexts, make: (body: string) => string) => string
}

export const translationDataEvent = (change: TranslationDataChange): ProjectEvent =>
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
