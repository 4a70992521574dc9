import type { BatchJobStatus } from "@dragoman/domain/batch-job"

/** A change of keys or texts, as far as the console reads it (docs/realtime.md). */
export interface DataChange {
  /** null: the server itself. */
  readonly actor: { readonly id: number; readonly name: string } | null
  /** Too much changed to name it: lists have to be read again. */
  readonly isCollapsed: boolean
  readonly texts: ReadonlyArray<TextChange>
  /** Texts whose suggestions came, went or were decided on. */
  readonly suggestions: ReadonlyArray<ChangedPlace>
  /** Keys that came, went or changed otherwise. */
  readonly keyIds: ReadonlyArray<number>
}

/** A key in a language. */
export interface ChangedPlace {
  readonly keyId: number
  readonly languageId: number
  readonly languageTag: string
}

export interface TextChange extends Omit<ChangedPlace, "languageId"> {
  /** Only the fields that changed. */
  readonly translation: { readonly id: number } & Partial<{
    readonly text: string | null
    readonly state: string
    readonly outdated: boolean
    readonly auto: boolean
  }>
  /** The text got labels or lost some. */
  readonly hasOtherLabels: boolean
}

/** A block of a stream of server-sent events. */
export interface StreamBlock {
  /** null: the block has none. */
  readonly id: string | null
  readonly event: string
  readonly data: string
}

/** Collects lines until a block is whole; a comment is no block. */
export const makeBlockReader = (): ((line: string) => StreamBlock | null) => {
  let block: StreamBlock = emptyBlock
  return (line) => {
    if (line === "") {
      const whole = block
      block = emptyBlock
      return whole === emptyBlock ? null : whole
    }
    const colon = line.indexOf(":")
    if (colon === 0) return null
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "")
    if (field === "id") block = { ...block, id: value }
    if (field === "event") block = { ...block, event: value }
    if (field === "data") block = { ...block, data: block.data === "" ? value : `${block.data}\n${value}` }
    return null
  }
}

const emptyBlock: StreamBlock = { id: null, event: "message", data: "" }

/** The change that the data of an event tell. */
export const readDataChange = (data: string): DataChange => {
  const message = JSON.parse(data) as WireMessage
  const { actor } = message
  return {
    actor: actor?.data === undefined || actor.data === null ? null : { id: actor.data.id, name: actor.data.name },
    isCollapsed: message.dataCollapsed,
    keyIds: (message.data?.keys ?? []).map(({ id }) => id),
    suggestions: (message.data?.suggestions ?? []).flatMap(placeOf),
    texts: (message.data?.translations ?? []).flatMap((entity) => {
      const { id, modifications } = entity
      const fields = Object.entries(modifications ?? {}).filter(([field]) => shownFields.has(field))
      const changed = Object.fromEntries(fields.map(([field, change]) => [field, change.new]))
      const hasOtherLabels = modifications?.["labels"] !== undefined
      return placeOf(entity).map(({ keyId, languageTag }) => ({
        keyId,
        languageTag,
        translation: { id, ...changed },
        hasOtherLabels
      }))
    })
  }
}

/** The key and the language of a text; none: the message does not describe them. */
const placeOf = ({ relations }: WireEntity): ReadonlyArray<ChangedPlace> => {
  const { key, language } = relations ?? {}
  const languageTag = language?.data?.["tag"]
  return key === undefined || language === undefined || typeof languageTag !== "string"
    ? []
    : [{ keyId: key.entityId, languageId: language.entityId, languageTag }]
}

/** Progress of a batch job. */
export interface JobProgress {
  readonly jobId: number
  readonly status: BatchJobStatus
  /** Keys that are done; null: the job has ended, and its numbers have to be read. */
  readonly processed: number | null
}

/** The progress that the data of an event tell. */
export const readJobProgress = (data: string): JobProgress => {
  const { jobId, status, processed } = (JSON.parse(data) as { readonly data: JobProgress }).data
  return { jobId, status, processed }
}

/** A text with the number of its open issues. */
export interface CheckedText {
  readonly keyId: number
  readonly languageTag: string
  readonly qaIssueCount: number
}

/** The texts whose issues changed, that the data of an event tell; null: too many to name. */
export const readCheckedTexts = (data: string): ReadonlyArray<CheckedText> | null =>
  (JSON.parse(data) as { readonly data: ReadonlyArray<CheckedText> | null }).data

const shownFields: ReadonlySet<string> = new Set(["text", "state", "outdated", "auto"])

interface WireEntity {
  readonly id: number
  readonly modifications?: Readonly<Record<string, { readonly new: unknown }>> | null
  readonly relations?: Readonly<
    Record<string, { readonly entityId: number; readonly data?: Readonly<Record<string, unknown>> }>
  > | null
}

interface WireMessage {
  readonly actor: { readonly data?: { readonly id: number; readonly name: string } | null } | null
  readonly dataCollapsed: boolean
  readonly data: {
    readonly keys?: ReadonlyArray<{ readonly id: number }>
    readonly translations?: ReadonlyArray<WireEntity>
    readonly suggestions?: ReadonlyArray<WireEntity>
  } | null
}
