import type { Json, JsonObject } from "../error/domain-error.ts"
import {
  type EntityClass,
  type FindDescribed,
  findDescribedIn,
  isLanguageVisible,
  type Modification,
  type ModificationKind,
  type ModifiedEntity,
  type VisibleTexts
} from "./modified-entity.ts"
import {
  type ActivityType,
  type RenderedRelation,
  type Revision,
  type RevisionAuthor,
  renderEntity
} from "./revision.ts"

/** Topics that subscribers of a project can follow. Source: docs/reference/content.md#realtime-messages. */
export const realtimeTopics = ["translation-data-modified", "batch-job-progress", "qa-issues-updated"] as const

export type RealtimeTopic = (typeof realtimeTopics)[number]

/** Number from which on the message does not name the changed entities. Source: docs/reference/content.md#realtime-messages. */
const collapsedEntities = 500

/** Classes whose changes lists show. A renamed namespace and a removed language touch keys and texts as well. */
const touchingClasses: ReadonlySet<string> = new Set<EntityClass>([
  "Key",
  "KeyMeta",
  "Translation",
  "TranslationSuggestion",
  "Namespace",
  "Language"
])

/** A type, not an interface: it is JSON. */
type ChangedEntity = {
  readonly [describingField: string]: Json
  readonly id: number
  readonly modifications: { readonly [property: string]: Modification }
  readonly changeType: ModificationKind
  readonly relations: { readonly [path: string]: ChangedRelation }
}

/** The reference without `exists`: it is not looked up, and null would be read as a result. */
type ChangedRelation = Omit<RenderedRelation, "exists" | "relations"> & {
  readonly relations: { readonly [path: string]: ChangedRelation }
}

interface ChangedText {
  readonly languageId: number | null
  readonly entity: ChangedEntity
}

/** The changes of keys, texts and suggestions in one revision. */
export interface TranslationDataChange {
  readonly revisionId: number
  readonly type: ActivityType
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Name of the branch that changed, see `Revision`. */
  readonly branch: string | null
  readonly author: RevisionAuthor | null
  /** null: too much to name. */
  readonly changed: {
    readonly keys: ReadonlyArray<ChangedEntity>
    readonly texts: ReadonlyArray<ChangedText>
    readonly suggestions: ReadonlyArray<ChangedText>
  } | null
}

type Actor = {
  readonly type: "USER" | "UNKNOWN"
  readonly data: RevisionAuthor | null
}

/** The body of a message. Source: docs/reference/content.md#realtime-messages. */
export type RealtimeMessage = {
  readonly actor: Actor
  readonly data: Json
  readonly sourceActivity: ActivityType | null
  readonly activityId: number | null
  readonly dataCollapsed: boolean
  /** Epoch milliseconds. */
  readonly timestamp: number
  /** Name of the branch that changed; null: the project uses no branches. Absent: the message is about no revision. */
  readonly branch?: string | null
}

/** null: the revision touched neither keys nor texts nor suggestions. Entities need not be given where their number is too large. */
export const translationDataChange = (revision: Revision): TranslationDataChange | null => {
  const { counts, entities } = revision
  const touched = counts === null ? entities.map(({ entityClass }) => entityClass) : Object.keys(counts)
  if (!touched.some((entityClass) => touchingClasses.has(entityClass))) return null
  const { id, type, createdAt, branch, author } = revision
  const head = { revisionId: id, type, createdAt, branch, author: author && { ...author, username: "" } }
  return { ...head, changed: isCollapsed(revision) ? null : changedIn(revision) }
}

/** Whether the message leaves the changed entities out, so that they need not be read. */
export const isCollapsed = ({ counts, entities }: Pick<Revision, "counts" | "entities">): boolean =>
  (counts === null ? entities.length : Object.values(counts).reduce((sum, count) => sum + count, 0)) >=
  collapsedEntities

const changedIn = ({ entities, described }: Revision): TranslationDataChange["changed"] => {
  const find = findDescribedIn(described)
  const keys = new Map<number, ChangedEntity>()
  for (const entity of entities) {
    if (entity.entityClass === "Key") keys.set(entity.entityId, changedEntity(entity, find))
  }
  for (const entity of entities) {
    if (entity.entityClass === "KeyMeta") addMeta(keys, entity, find)
  }
  const inLanguages = (name: EntityClass) =>
    entities
      .filter(({ entityClass }) => entityClass === name)
      .map((entity) => ({
        languageId: entity.relations["language"]?.entityId ?? null,
        entity: changedEntity(entity, find)
      }))
  return {
    keys: [...keys.values()],
    texts: inLanguages("Translation"),
    suggestions: inLanguages("TranslationSuggestion")
  }
}

/** Tags and description belong to their key. */
const addMeta = (keys: Map<number, ChangedEntity>, meta: ModifiedEntity, find: FindDescribed): void => {
  const { entityId: id, modifications } = meta
  const key = keys.get(id)
  keys.set(
    id,
    key === undefined
      ? { ...find({ entityClass: "Key", entityId: id })?.data, id, modifications, changeType: "MOD", relations: {} }
      : { ...key, modifications: { ...key.modifications, ...modifications } }
  )
}

const changedEntity = (entity: ModifiedEntity, find: FindDescribed): ChangedEntity => {
  const { description, modifications, relations } = renderEntity(entity, find, () => null)
  return {
    ...description,
    id: entity.entityId,
    modifications,
    changeType: entity.kind,
    relations: withoutExistence(relations)
  }
}

const withoutExistence = (
  relations: Readonly<Record<string, RenderedRelation>>
): { readonly [path: string]: ChangedRelation } =>
  Object.fromEntries(
    Object.entries(relations).map(([path, { exists: _, relations: inner, ...relation }]) => [
      path,
      { ...relation, relations: withoutExistence(inner) }
    ])
  )

/** The change as a reader sees it: texts and suggestions in languages that are not visible are left out. */
export const translationDataMessage = (
  { revisionId, type, createdAt, branch, author, changed }: TranslationDataChange,
  visible: VisibleTexts
): RealtimeMessage => {
  const shown = (some: ReadonlyArray<ChangedText>) =>
    some.filter(({ languageId }) => isLanguageVisible(languageId, visible)).map(({ entity }) => entity)
  return {
    actor: actorOf(author),
    data: changed && {
      keys: changed.keys,
      translations: shown(changed.texts),
      // Tolgee's messages do not have the field.
      ...(changed.suggestions.length === 0 ? {} : { suggestions: shown(changed.suggestions) })
    },
    sourceActivity: type,
    activityId: revisionId,
    dataCollapsed: changed === null,
    timestamp: createdAt,
    branch
  }
}

/** Number of texts whose issues a message names at most; of more it says only that there are some. */
export const checkedTextsMax = 400

/** A text whose issues of quality checks have changed. */
export interface CheckedText {
  readonly languageId: number
  /** The text as the message has it. */
  readonly data: JsonObject
}

/** Issues of quality checks as a reader sees them; `texts` null: too many to name. Source: docs/realtime.md#the-websocket. */
export const checkedTextsMessage = (
  texts: ReadonlyArray<CheckedText> | null,
  timestamp: number,
  visible: VisibleTexts
): RealtimeMessage => ({
  actor: actorOf(null),
  data: texts?.filter(({ languageId }) => isLanguageVisible(languageId, visible)).map(({ data }) => data) ?? null,
  sourceActivity: null,
  activityId: null,
  dataCollapsed: texts === null,
  timestamp
})

/** How far a job is; a type, not an interface: it is JSON. */
export type BatchJobProgress = {
  readonly jobId: number
  /** null on the final message. */
  readonly processed: number | null
  readonly total: number | null
  readonly status: string
  readonly errorMessage: string | null
}

export const batchJobProgressMessage = (
  data: BatchJobProgress,
  author: RevisionAuthor | null,
  timestamp: number
): RealtimeMessage => ({
  actor: actorOf(author && { ...author, username: "" }),
  data,
  sourceActivity: null,
  activityId: null,
  dataCollapsed: false,
  timestamp
})

const actorOf = (author: RevisionAuthor | null): Actor => ({
  type: author === null ? "UNKNOWN" : "USER",
  data: author
})
