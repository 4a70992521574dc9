import {
  type DescribedEntity,
  type EntityReference,
  type EntityRelations,
  type FindDescribed,
  findDescribedIn,
  type ModifiedEntity
} from "../activity/modified-entity.ts"
import type { ActivityType, EntityCounts, RenderedRevision } from "../activity/revision.ts"
import type { Json, JsonObject } from "../error/domain-error.ts"
import { type Optional, sizeBetween, type Validated, validateFields } from "../validation/validation.ts"

/** The changes that a webhook configuration gets: those that are in each list of the filter. */
export interface EventFilter {
  readonly activityTypes?: ReadonlyArray<ActivityType>
  /** Names; the empty one is the default namespace. */
  readonly namespaces?: ReadonlyArray<string>
  readonly languageTags?: ReadonlyArray<string>
  /** Names. */
  readonly branches?: ReadonlyArray<string>
}

/** Where one entity lies. null: it belongs to no namespace, or no language, so it concerns all of them. */
export interface ChangedPlace {
  readonly namespace: string | null
  readonly languageTag: string | null
}

/** The event filter of a body. */
export type EventFilterInput = { readonly [List in keyof EventFilter]: Optional<Exclude<EventFilter[List], undefined>> }

export interface FilteredEvent {
  readonly type: ActivityType
  /** Name of the branch that changed, see `Revision`; null: every list has it. */
  readonly branch: string | null
  readonly places: ReadonlyArray<ChangedPlace>
}

/** The places of the entities that were given so far, each of them once. */
export interface PlaceCollector {
  /** `described`: the related entities. */
  readonly add: (entities: ReadonlyArray<ModifiedEntity>, described: ReadonlyArray<DescribedEntity>) => void
  readonly places: () => ReadonlyArray<ChangedPlace>
}

/** The namespace of a key that is in none. */
const defaultNamespace = ""

/** Every one of them is looked at for every change. */
const listMax = 100

/** Null lists restrict nothing, as absent ones do; without any list there is no filter. */
export const validateEventFilter = (input: EventFilterInput | null): Validated<EventFilter | null> => {
  const lists = Object.entries(input ?? {}).filter(([, list]) => (list ?? null) !== null)
  return validateFields(
    Object.fromEntries(lists.map(([name, list]) => [`eventFilter.${name}`, sizeBetween(1, listMax, list)])),
    lists.length === 0 ? null : Object.fromEntries(lists)
  )
}

/**
 * Whether a configuration with this filter gets a change: its type matches, and at least one place. A bulk change is one
 * event, delivered as a whole.
 */
export const matchesEventFilter = (
  { activityTypes, namespaces, languageTags, branches }: EventFilter,
  { type, branch, places }: FilteredEvent
): boolean => {
  if (activityTypes !== undefined && !activityTypes.includes(type)) return false
  if (!isIn(branches, branch)) return false
  if (namespaces === undefined && languageTags === undefined) return true
  return places.some(({ namespace, languageTag }) => isIn(namespaces, namespace) && isIn(languageTags, languageTag))
}

const isIn = (list: ReadonlyArray<string> | undefined, value: string | null): boolean =>
  list === undefined || value === null || list.includes(value)

/**
 * Grows with the number of places, not of entities: a change may have a hundred thousand of these. `known`: those that
 * were collected before.
 */
export const collectPlaces = (known: ReadonlyArray<ChangedPlace> = []): PlaceCollector => {
  const places: Array<ChangedPlace> = []
  const tagsByNamespace = new Map<string | null, Set<string | null>>()
  const keep = (namespace: string | null, languageTag: string | null) => {
    const tags = tagsByNamespace.get(namespace)
    if (tags?.has(languageTag)) return
    if (tags === undefined) tagsByNamespace.set(namespace, new Set([languageTag]))
    else tags.add(languageTag)
    places.push({ namespace, languageTag })
  }
  for (const { namespace, languageTag } of known) keep(namespace, languageTag)
  return {
    add: (entities, described) => {
      const find = findDescribedIn(described)
      for (const entity of entities) {
        const placed = withPlace(entity, find)
        const tags = languageTagsOf(placed, find)
        for (const namespace of namespacesOf(placed, find)) {
          for (const languageTag of tags) keep(namespace, languageTag)
        }
      }
    },
    places: () => [...places]
  }
}

/** A comment lies where its translation does. */
const withPlace = (entity: ModifiedEntity, find: FindDescribed): ModifiedEntity => {
  const { translation } = entity.relations
  return translation === undefined ? entity : { ...entity, relations: find(translation)?.relations ?? {} }
}

type Names = ReadonlyArray<string | null>

/** A renamed or moved entity is in its old and in its new place. */
const namespacesOf = (entity: ModifiedEntity, find: FindDescribed): Names => {
  if (entity.entityClass === "Namespace") return ownNames(entity, "name")
  if (entity.entityClass !== "Key") {
    const own = namespaceOfKey(entity.relations["key"], find)
    return entity.otherKeys === undefined ? [own] : [own, ...entity.otherKeys.map((key) => namespaceOfKey(key, find))]
  }
  const { namespace: moved } = entity.modifications
  if (moved === undefined) return [namespaceOfRelations(entity.relations, find)]
  const before = entity.kind === "ADD" ? [] : [nameOfReference(moved.old)]
  return entity.kind === "DEL" ? before : [...before, nameOfReference(moved.new)]
}

const languageTagsOf = (entity: ModifiedEntity, find: FindDescribed): Names =>
  entity.entityClass === "Language"
    ? ownNames(entity, "tag")
    : [textIn(describedData(entity.relations["language"], find), "tag")]

/** The values of the property that names an entity. */
const ownNames = ({ modifications, description }: ModifiedEntity, property: string): Names => {
  const changed = modifications[property]
  const names = changed === undefined ? [textIn(description, property)] : [changed.old, changed.new]
  const texts = names.filter((name) => typeof name === "string")
  return texts.length === 0 ? [null] : texts
}

const namespaceOfKey = (key: EntityReference | undefined, find: FindDescribed): string | null => {
  const described = key && find(key)
  return described === undefined ? null : namespaceOfRelations(described.relations, find)
}

/** `relations`: those of a key. */
const namespaceOfRelations = ({ namespace }: EntityRelations, find: FindDescribed): string | null =>
  namespace === undefined ? defaultNamespace : textIn(describedData(namespace, find), "name")

const describedData = (reference: EntityReference | undefined, find: FindDescribed): JsonObject =>
  (reference && find(reference)?.data) ?? {}

const nameOfReference = (reference: Json): string | null =>
  reference === null ? defaultNamespace : textIn(toObject(toObject(reference)["data"] ?? null), "name")

const toObject = (value: Json): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}

const textIn = (data: JsonObject, property: string): string | null => {
  const value = data[property]
  return typeof value === "string" ? value : null
}

/** A revision as readers see it, or a summary of one that is too large. */
export type WebhookActivity =
  | RenderedRevision
  | (Omit<RenderedRevision, "meta" | "modifiedEntities" | "counts"> & {
      readonly meta: { readonly truncated: true; readonly textsHidden?: true }
      readonly modifiedEntities: null
      readonly counts: EntityCounts
    })

export type WebhookEventBody =
  | {
      readonly webhookConfigId: number
      readonly projectId: number
      readonly eventType: "PROJECT_ACTIVITY"
      readonly activityData: WebhookActivity
    }
  | {
      readonly webhookConfigId: number
      readonly projectId: number
      readonly eventType: "TEST"
      readonly activityData: null
    }

/** Receivers and proxies reject large bodies. The rest of a body is far smaller than the second number. */
const activityMaxBytes = 256 * 1024 - 256

/** An UTF-16 unit takes at most this many bytes in UTF-8. */
const bytesPerUnitMax = 3

/**
 * The activity in a body: the whole revision or, when the body would exceed 256 KiB, the number of entities of each class,
 * with `truncated` in `meta`.
 */
export const webhookActivity = (revision: RenderedRevision): WebhookActivity => {
  if (revision.modifiedEntities === null || isSmall(JSON.stringify(revision))) return revision
  const counts = Object.entries(revision.modifiedEntities).map(([entityClass, { length }]) => [entityClass, length])
  return {
    ...revision,
    modifiedEntities: null,
    meta: { ...revision.meta, truncated: true },
    counts: Object.fromEntries(counts)
  }
}

const isSmall = (text: string): boolean =>
  text.length <= activityMaxBytes / bytesPerUnitMax ||
  (text.length <= activityMaxBytes && new TextEncoder().encode(text).length <= activityMaxBytes)

/** The exact text of a request body; nulls are written. Source: docs/reference/webhooks.md#body. */
export const webhookBody = ({ activityData, ...head }: WebhookEventBody): string => {
  const [before, after] = webhookBodyAround(head)
  return `${before}${JSON.stringify(activityData)}${after}`
}

/** Returns the parts of a body before and after the activity, whose JSON all configurations share that show the same texts. */
export const webhookBodyAround = ({
  webhookConfigId,
  projectId,
  eventType
}: Omit<WebhookEventBody, "activityData">): readonly [before: string, after: string] => [
  `{"webhookConfigId":${webhookConfigId},"projectId":${projectId},"eventType":"${eventType}","activityData":`,
  "}"
]
