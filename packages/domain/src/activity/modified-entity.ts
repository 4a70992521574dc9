import type { Json, JsonObject } from "../error/domain-error.ts"
import { maskEndpointUrl } from "../network/endpoint-url.ts"

/** How the activity records the entities of one class. */
export interface LoggedClass {
  /** Properties whose changes are recorded, in the order in which they are shown. */
  readonly logged: ReadonlyArray<string>
  /** Properties that identify the entity for a reader; shown when they did not change. */
  readonly describing: ReadonlyArray<string>
  /** True = revisions show whether the entity still exists. */
  readonly reportsExistence: boolean
  /** Properties that hold URLs of webhooks: readers see them masked. */
  readonly urls?: ReadonlyArray<string>
}

/** Source: docs/reference/webhooks.md#modified-entities. */
export const loggedClasses = {
  Project: {
    logged: [
      "name",
      "description",
      "slug",
      "baseLanguage",
      "defaultNamespace",
      "useNamespaces",
      "suggestionsMode",
      "translationProtection"
    ],
    describing: [],
    reportsExistence: false
  },
  Language: {
    logged: ["tag", "name", "originalName", "flagEmoji"],
    describing: ["tag", "name", "flagEmoji"],
    reportsExistence: true
  },
  Key: {
    logged: ["name", "namespace", "isPlural", "pluralArgName", "maxCharLimit", "deletedAt"],
    describing: ["name"],
    reportsExistence: true
  },
  KeyMeta: { logged: ["tags", "description", "custom"], describing: [], reportsExistence: false },
  Namespace: { logged: ["name"], describing: ["name"], reportsExistence: true },
  Translation: {
    logged: ["text", "state", "auto", "mtProvider", "promptId", "outdated", "labels", "formatData"],
    describing: ["text"],
    reportsExistence: false
  },
  Label: { logged: ["name", "color", "description"], describing: ["name"], reportsExistence: true },
  Prompt: {
    logged: ["name", "providerName", "template", "basicPromptOptions"],
    describing: ["name"],
    reportsExistence: true
  },
  TranslationComment: { logged: ["text", "state"], describing: ["text"], reportsExistence: false },
  TranslationSuggestion: {
    logged: ["translation", "isPlural", "state"],
    describing: ["translation"],
    reportsExistence: false
  },
  /** An issue of a quality check: its state is what people change. */
  TranslationQaIssue: { logged: ["state"], describing: ["type", "message"], reportsExistence: false },
  /** That there is one is all that is recorded. */
  Screenshot: { logged: [], describing: [], reportsExistence: false },
  /** The assignment of a shared memory to the project, with the id of the memory. */
  TranslationMemoryProject: {
    logged: ["readAccess", "writeAccess", "priority", "penalty"],
    describing: ["name"],
    reportsExistence: false
  },
  Task: {
    logged: ["name", "description", "type", "state", "dueDate", "assignees"],
    describing: ["number", "name"],
    reportsExistence: true
  },
  /** A key of a task, with the id of the key. */
  TaskKey: { logged: ["done", "author"], describing: [], reportsExistence: false },
  Branch: { logged: ["name", "isProtected"], describing: ["name"], reportsExistence: true },
  ContentDeliveryConfig: {
    logged: ["name", "slug", "storage", "branch", "autoPublish", "pruneBeforePublish", "zip", "parameters"],
    describing: ["name"],
    reportsExistence: false
  },
  /** The settings without secrets. */
  ContentStorage: { logged: ["name", "publicUrlPrefix", "settings"], describing: ["name"], reportsExistence: false },
  WebhookConfig: { logged: ["url", "enabled"], describing: ["url"], reportsExistence: false, urls: ["url"] }
} as const satisfies Record<string, LoggedClass>

export type EntityClass = keyof typeof loggedClasses

/** Points to an entity. */
export interface EntityReference {
  readonly entityClass: EntityClass
  readonly entityId: number
}

/** The entities that an entity belongs to, by path (`key`, `language`). */
export type EntityRelations = Readonly<Record<string, EntityReference>>

/** One entity before and after a change; null: it did not exist before, or does not exist after. */
export interface EntityChange extends EntityReference {
  readonly before: JsonObject | null
  readonly after: JsonObject | null
  /** Related entities are described beside the changes of the revision. */
  readonly relations?: EntityRelations
  /** Keys that it belongs to beside the one in `relations`. */
  readonly otherKeys?: ReadonlyArray<EntityReference>
}

/** The describing properties of a related entity at the time of the revision; stored once per revision. */
export interface DescribedEntity extends EntityReference {
  readonly data: JsonObject
  readonly relations: EntityRelations
}

export type ModificationKind = "ADD" | "MOD" | "DEL"

export type Modification = { readonly old: Json; readonly new: Json }

/** The recorded change of one entity. */
export interface ModifiedEntity extends EntityReference {
  readonly kind: ModificationKind
  /** Describing properties that did not change. */
  readonly description: JsonObject
  /** Changed properties only. */
  readonly modifications: Readonly<Record<string, Modification>>
  readonly relations: EntityRelations
  /** For the filters of webhooks when the change is made; the description stores their ids. */
  readonly otherKeys?: ReadonlyArray<EntityReference>
}

/** The property of a description that keeps the ids of `otherKeys`: merges of branches need them, and no reader is shown it. */
export const otherKeyIds = "otherKeyIds"

/** The description as readers see it. */
export const hideOtherKeys = (description: JsonObject): JsonObject => {
  if (!Object.hasOwn(description, otherKeyIds)) return description
  const { [otherKeyIds]: _, ...shown } = description
  return shown
}

/**
 * The recorded change of an entity; null when no recorded property changed. URLs of webhooks are masked after the
 * comparison, so a change of the hidden part is recorded with two equal values.
 * Source: docs/reference/webhooks.md#modified-entities.
 */
export const describeChange = (change: EntityChange): ModifiedEntity | null => {
  const { entityClass, entityId, before, after } = change
  const { logged, describing } = loggedClasses[entityClass]
  const modifications: Record<string, Modification> = {}
  let isChanged = logged.length === 0 && (before === null) !== (after === null)
  for (const property of logged) {
    const old = before?.[property] ?? null
    const now = after?.[property] ?? null
    if (isEqual(old, now)) continue
    modifications[property] = { old, new: now }
    isChanged = true
  }
  if (!isChanged) return null
  const shown = after ?? before ?? {}
  const description: Record<string, Json> = {}
  for (const property of describing) {
    if (!Object.hasOwn(modifications, property)) description[property] = shown[property] ?? null
  }
  if (change.otherKeys !== undefined && change.otherKeys.length > 0) {
    description[otherKeyIds] = change.otherKeys.map((key) => key.entityId)
  }
  return maskUrls<ModifiedEntity>(entityClass, {
    entityClass,
    entityId,
    kind: before === null ? "ADD" : after === null ? "DEL" : "MOD",
    description,
    modifications,
    relations: change.relations ?? {},
    ...(change.otherKeys && { otherKeys: change.otherKeys })
  })
}

/** The recorded changes of those entities of which a recorded property changed. */
export const describeChanges = (changes: ReadonlyArray<EntityChange>): ReadonlyArray<ModifiedEntity> => {
  const described: Array<ModifiedEntity> = []
  for (const change of changes) {
    const modified = describeChange(change)
    if (modified !== null) described.push(modified)
  }
  return described
}

/** The describing properties after the change, or before the removal, in the shape of a related entity. */
export const describeModified = ({
  entityClass,
  entityId,
  kind,
  description,
  modifications,
  relations
}: ModifiedEntity): DescribedEntity => {
  const data: Record<string, Json> = {}
  for (const property of loggedClasses[entityClass].describing) {
    const modification = modifications[property]
    const changed = kind === "DEL" ? modification?.old : modification?.new
    data[property] = changed ?? description[property] ?? null
  }
  return { entityClass, entityId, data, relations }
}

/** Those that the changed entities do not describe already: a revision that creates a key need not name it twice. */
export const describedBeside = (
  described: ReadonlyArray<DescribedEntity>,
  modified: ReadonlyArray<ModifiedEntity>
): ReadonlyArray<DescribedEntity> => {
  const findModified = findIn(modified)
  return described.filter((entity) => {
    const same = findModified(entity)
    if (same === undefined) return true
    const { data, relations } = describeModified(same)
    return !isEqual(data, entity.data) || JSON.stringify(relations) !== JSON.stringify(entity.relations)
  })
}

/** Finds the description of a related entity in a revision. */
export type FindDescribed = (reference: EntityReference) => DescribedEntity | undefined

/** A lookup over a list of described entities. */
export const findDescribedIn = (described: ReadonlyArray<DescribedEntity>): FindDescribed => findIn(described)

/** Indexes entities by class and then by id: a bulk change looks up a hundred thousand of them, and a text for each costs time. */
const findIn = <Entity extends EntityReference>(entities: ReadonlyArray<Entity>) => {
  const byIdOfClass = new Map<EntityClass, Map<number, Entity>>()
  for (const entity of entities) {
    const byId = byIdOfClass.get(entity.entityClass)
    if (byId === undefined) byIdOfClass.set(entity.entityClass, new Map([[entity.entityId, entity]]))
    else byId.set(entity.entityId, entity)
  }
  return ({ entityClass, entityId }: EntityReference) => byIdOfClass.get(entityClass)?.get(entityId)
}

/** Properties are scalars, lists of names or small references to entities, so their texts decide. */
const isEqual = (left: Json, right: Json): boolean =>
  left === right ||
  (typeof left === "object" && typeof right === "object" && JSON.stringify(left) === JSON.stringify(right))

/** The recorded properties with URLs masked, because more people may read the activity than the URLs. */
export const maskUrls = <Entity extends MaskedParts>(entityClass: EntityClass, entity: Entity): Entity => {
  const { urls = [] }: LoggedClass = loggedClasses[entityClass]
  if (urls.length === 0) return entity
  return {
    ...entity,
    description: mapValues(entity.description, urls, masked),
    modifications: mapValues(entity.modifications, urls, ({ old, new: now }) => ({
      old: masked(old),
      new: masked(now)
    }))
  }
}

interface MaskedParts {
  readonly description: JsonObject
  readonly modifications: Readonly<Record<string, Modification>>
}

/**
 * Without what files say about texts: earlier versions recorded it as custom values of the key, which readers of any language
 * see (ADR 82).
 */
export const hideTextsOfFiles = <Entity extends Pick<MaskedParts, "modifications">>(
  entityClass: EntityClass,
  entity: Entity
): Entity => {
  const { custom } = entity.modifications
  if (entityClass !== "KeyMeta" || custom === undefined) return entity
  return {
    ...entity,
    modifications: {
      ...entity.modifications,
      custom: { old: visibleValues(custom.old), new: visibleValues(custom.new) }
    }
  }
}

const visibleValues = (values: Json): Json =>
  values === null || typeof values !== "object" || Array.isArray(values)
    ? values
    : Object.fromEntries(Object.entries(values).filter(([name]) => !textOfFileName.test(name)))

const textOfFileName =
  /^_(?:(?:poTranslatorComment|qtTranslatorComment|qtUnfinished|fluentPattern|laravelChoice):|(?:xliffOriginalData|webExtensionPlaceholders)$)/

const masked = (value: Json): Json => (typeof value === "string" ? maskEndpointUrl(value) : value)

const mapValues = <Value>(
  values: Readonly<Record<string, Value>>,
  names: ReadonlyArray<string>,
  change: (value: Value) => Value
): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, names.includes(name) ? change(value) : value])
  )

/** Languages in which a reader may see texts: all of them, none, or those with these ids. */
export type VisibleTexts = "all" | "none" | ReadonlyArray<number>

/** null: of no known language, so for readers of all languages only. */
export const isLanguageVisible = (languageId: number | null, visible: VisibleTexts): boolean =>
  visible === "all" || (visible !== "none" && languageId !== null && visible.includes(languageId))

/** Whether every text that the second reader may see is one that the first may see. */
export const coversTexts = (visible: VisibleTexts, other: VisibleTexts): boolean => {
  if (visible === "all" || other === "none") return true
  if (visible === "none" || other === "all") return false
  return other.every((languageId) => visible.includes(languageId))
}

/**
 * Whether a reader may see a changed entity. Translations, their comments and issues, and suggestions are texts of a language, all
 * else is not.
 */
export const isEntityVisible = (entity: ModifiedEntity, find: FindDescribed, visible: VisibleTexts): boolean => {
  switch (entity.entityClass) {
    case "Translation":
    case "TranslationSuggestion":
      return isLanguageVisible(entity.relations["language"]?.entityId ?? null, visible)
    case "TranslationComment":
    case "TranslationQaIssue": {
      const { translation } = entity.relations
      const language = translation && find(translation)?.relations["language"]
      return isLanguageVisible(language?.entityId ?? null, visible)
    }
    default:
      return true
  }
}
