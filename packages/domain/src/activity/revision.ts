import type { JsonObject } from "../error/domain-error.ts"
import type { AvatarLinks } from "../image/image.ts"
import { publicParams } from "./import-notice.ts"
import {
  type DescribedEntity,
  type EntityClass,
  type EntityReference,
  type EntityRelations,
  type FindDescribed,
  findDescribedIn,
  hideOtherKeys,
  hideTextsOfFiles,
  isEntityVisible,
  loggedClasses,
  type Modification,
  type ModifiedEntity,
  maskUrls,
  type VisibleTexts
} from "./modified-entity.ts"

/** Types of revisions. Source: docs/reference/webhooks.md#activity-types. */
export const activityTypes = [
  "CREATE_PROJECT",
  "EDIT_PROJECT",
  "CREATE_LANGUAGE",
  "EDIT_LANGUAGE",
  "DELETE_LANGUAGE",
  "CREATE_KEY",
  "KEY_NAME_EDIT",
  "KEY_TAGS_EDIT",
  "KEY_CHARACTER_LIMIT_EDIT",
  "COMPLEX_EDIT",
  "KEY_SOFT_DELETE",
  "KEY_RESTORE",
  "KEY_HARD_DELETE",
  "COMPLEX_TAG_OPERATION",
  "NAMESPACE_EDIT",
  "SCREENSHOT_ADD",
  "SCREENSHOT_DELETE",
  "SET_TRANSLATIONS",
  "SET_TRANSLATION_STATE",
  "SET_OUTDATED_FLAG",
  "DISMISS_AUTO_TRANSLATED_STATE",
  "TRANSLATION_COMMENT_ADD",
  "TRANSLATION_COMMENT_EDIT",
  "TRANSLATION_COMMENT_SET_STATE",
  "TRANSLATION_COMMENT_DELETE",
  "CREATE_SUGGESTION",
  "DELETE_SUGGESTION",
  "ACCEPT_SUGGESTION",
  "DECLINE_SUGGESTION",
  "SUGGESTION_SET_ACTIVE",
  "TRANSLATION_LABEL_CREATE",
  "TRANSLATION_LABEL_UPDATE",
  "TRANSLATION_LABEL_DELETE",
  "TRANSLATION_LABEL_ASSIGN",
  "AI_PROMPT_CREATE",
  "AI_PROMPT_UPDATE",
  "AI_PROMPT_DELETE",
  "QA_ISSUE_IGNORE",
  "QA_ISSUE_UNIGNORE",
  "IMPORT",
  "AUTO_TRANSLATE",
  "BATCH_SET_TRANSLATION_STATE",
  "BATCH_CLEAR_TRANSLATIONS",
  "BATCH_COPY_TRANSLATIONS",
  "BATCH_FIND_AND_REPLACE",
  "BATCH_PRE_TRANSLATE_BY_TM",
  "BATCH_MACHINE_TRANSLATE",
  "BATCH_TAG_KEYS",
  "BATCH_UNTAG_KEYS",
  "BATCH_SET_KEYS_NAMESPACE",
  "BATCH_ASSIGN_TRANSLATION_LABEL",
  "BATCH_UNASSIGN_TRANSLATION_LABEL",
  "BATCH_KEY_RESTORE",
  "BATCH_KEY_HARD_DELETE",
  "WEBHOOK_CONFIG_CREATE",
  "WEBHOOK_CONFIG_UPDATE",
  "WEBHOOK_CONFIG_DELETE",
  "CONTENT_DELIVERY_CONFIG_CREATE",
  "CONTENT_DELIVERY_CONFIG_UPDATE",
  "CONTENT_DELIVERY_CONFIG_DELETE",
  "CONTENT_STORAGE_CREATE",
  "CONTENT_STORAGE_UPDATE",
  "CONTENT_STORAGE_DELETE",
  "TRANSLATION_MEMORY_ASSIGN_PROJECT",
  "TRANSLATION_MEMORY_UNASSIGN_PROJECT",
  "TRANSLATION_MEMORY_UPDATE_PROJECT_CONFIG",
  "BRANCH_CREATE",
  "BRANCH_RENAME",
  "BRANCH_DELETE",
  "BRANCH_PROTECTION_CHANGE",
  "BRANCH_MERGE",
  "TASK_CREATE",
  "TASKS_CREATE",
  "TASK_UPDATE",
  "TASK_FINISH",
  "TASK_CLOSE",
  "TASK_REOPEN",
  "TASK_KEYS_UPDATE",
  "TASK_KEY_UPDATE",
  "REVERT"
] as const

export type ActivityType = (typeof activityTypes)[number]

/** Types that lists leave out unless they are asked for: translators mark one key after the other. */
export const unlistedActivityTypes: ReadonlyArray<ActivityType> = ["TASK_KEY_UPDATE"]

/** Types whose revisions show the number of changed entities, not the entities. Source: docs/reference/webhooks.md#counted-types. */
const countedTypes: ReadonlySet<ActivityType> = new Set([
  "KEY_SOFT_DELETE",
  "KEY_HARD_DELETE",
  "COMPLEX_TAG_OPERATION",
  "IMPORT",
  "AUTO_TRANSLATE",
  "BATCH_SET_TRANSLATION_STATE",
  "BATCH_CLEAR_TRANSLATIONS",
  "BATCH_COPY_TRANSLATIONS",
  "BATCH_FIND_AND_REPLACE",
  "BATCH_PRE_TRANSLATE_BY_TM",
  "BATCH_MACHINE_TRANSLATE",
  "BATCH_TAG_KEYS",
  "BATCH_UNTAG_KEYS",
  "BATCH_SET_KEYS_NAMESPACE",
  "BATCH_ASSIGN_TRANSLATION_LABEL",
  "BATCH_UNASSIGN_TRANSLATION_LABEL",
  "BATCH_KEY_RESTORE",
  "BATCH_KEY_HARD_DELETE",
  "BRANCH_CREATE",
  "BRANCH_MERGE",
  "REVERT"
])

/** True = a rendered revision has `counts` in place of its entities. */
export const isCounted = (type: ActivityType): boolean => countedTypes.has(type)

export interface RevisionAuthor {
  readonly id: number
  /** Empty where a reader may not see it. */
  readonly username: string
  readonly name: string
  readonly deleted: boolean
  /** null: no picture. */
  readonly avatar: AvatarLinks | null
}

/** How many entities of each class a revision changed. */
export type EntityCounts = Readonly<Record<string, number>>

export interface Revision {
  readonly id: number
  /** Name of the branch that changed, the default one for changes of the project itself; null: the project uses no branches. */
  readonly branch: string | null
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly type: ActivityType
  /** null: the server itself. */
  readonly author: RevisionAuthor | null
  /** Not needed where only their number is shown. */
  readonly entities: ReadonlyArray<ModifiedEntity>
  readonly described: ReadonlyArray<DescribedEntity>
  /** null: the type shows the entities. */
  readonly counts: EntityCounts | null
  readonly params: JsonObject | null
}

/** A type, not an interface: it is JSON. */
export type RenderedRelation = {
  readonly entityClass: EntityClass
  readonly entityId: number
  readonly data: JsonObject
  readonly relations: { readonly [path: string]: RenderedRelation }
  readonly exists: boolean | null
}

export interface RenderedEntity {
  readonly entityClass: EntityClass
  readonly entityId: number
  readonly description: JsonObject
  readonly modifications: Readonly<Record<string, Modification>>
  readonly relations: Readonly<Record<string, RenderedRelation>>
  readonly exists: boolean | null
}

export interface RenderedRevision {
  readonly revisionId: number
  readonly timestamp: number
  readonly type: ActivityType
  /** Name of the branch that changed, see `Revision`. */
  readonly branch: string | null
  readonly author: RevisionAuthor | null
  readonly modifiedEntities: Readonly<Record<string, ReadonlyArray<RenderedEntity>>> | null
  /** null: nothing was left out. */
  readonly meta: { readonly textsHidden: true } | null
  readonly counts: EntityCounts | null
  readonly params: JsonObject | null
}

/** Whether an entity exists now; called only for classes that report it. null: unknown. */
export type Exists = (entityClass: EntityClass, entityId: number) => boolean | null

/**
 * A revision as readers and webhooks see it: its entities, or for counted types their numbers. Texts that are not
 * visible to the reader are left out, and `meta` says so.
 * Source: docs/reference/webhooks.md.
 */
export const renderRevision = (revision: Revision, exists: Exists, visible: VisibleTexts): RenderedRevision => {
  const { id: revisionId, createdAt: timestamp, type, branch, author } = revision
  const head = { revisionId, timestamp, type, branch, author }
  const params = publicParams(revision.params)
  if (isCounted(revision.type)) return { ...head, modifiedEntities: null, meta: null, counts: revision.counts, params }
  const find = findDescribedIn(revision.described)
  const entities =
    visible === "all" ? revision.entities : revision.entities.filter((entity) => isEntityVisible(entity, find, visible))
  const modifiedEntities = renderEntities(entities, find, exists)
  const isHidden = entities.length < revision.entities.length
  return { ...head, modifiedEntities, meta: isHidden ? { textsHidden: true } : null, counts: null, params }
}

const renderEntities = (
  entities: ReadonlyArray<ModifiedEntity>,
  find: FindDescribed,
  exists: Exists
): RenderedRevision["modifiedEntities"] => {
  if (entities.length === 0) return null
  const byClass: Partial<Record<EntityClass, Array<RenderedEntity>>> = {}
  for (const entity of entities) {
    const ofClass = byClass[entity.entityClass] ?? []
    // Appended to: a copy for each entity takes minutes when there are many.
    ofClass.push(renderEntity(entity, find, exists))
    byClass[entity.entityClass] = ofClass
  }
  return byClass
}

/** One entity of a revision as bodies show it; null existence where its class does not report it. */
export const renderEntity = (
  { entityClass, entityId, description, modifications, relations }: ModifiedEntity,
  find: FindDescribed,
  exists: Exists
): RenderedEntity => ({
  entityClass,
  entityId,
  // Also here: rows of earlier versions hold whole URLs, and custom values with texts.
  ...hideTextsOfFiles(entityClass, maskUrls(entityClass, { description: hideOtherKeys(description), modifications })),
  relations: renderRelations(relations, find, exists),
  exists: existence({ entityClass, entityId }, exists)
})

const renderRelations = (
  relations: EntityRelations,
  find: FindDescribed,
  exists: Exists
): Readonly<Record<string, RenderedRelation>> =>
  Object.fromEntries(
    Object.entries(relations).map(([path, reference]) => {
      const described = find(reference)
      return [
        path,
        {
          entityClass: reference.entityClass,
          entityId: reference.entityId,
          data: described?.data ?? {},
          // Relations point from parts to wholes, so they end.
          relations: renderRelations(described?.relations ?? {}, find, exists),
          exists: existence(reference, exists)
        }
      ]
    })
  )

const existence = ({ entityClass, entityId }: EntityReference, exists: Exists): boolean | null =>
  loggedClasses[entityClass].reportsExistence ? exists(entityClass, entityId) : null
