import type { ActivityModel, ModifiedEntityModel } from "../../base/api/contract.ts"
import { changeOf, keyIdOf, languageTagOf, textOf } from "./changed-entity.ts"

/** Revisions that one sentence describes: edits of the same kind that one person made in a short time. */
export interface ActivityGroup {
  /** At least one, the newest first. */
  readonly revisions: readonly [ActivityModel, ...Array<ActivityModel>]
  /** The sentence: the type of the activity, or a name for what its changes have in common. */
  readonly kind: string
}

/** The time between the first and the last of the joined edits. */
const joinedMillisMax = 15 * 60 * 1_000

/**
 * Joins edits of one person within 15 minutes, also when others edit between them. Takes revisions with the newest first, and
 * returns groups in the order of their newest revision. `baseTag`: the language that others are translated from; null: unknown.
 */
export const joinRevisions = (
  revisions: ReadonlyArray<ActivityModel>,
  baseTag: string | null
): ReadonlyArray<ActivityGroup> => {
  const groups: Array<{ readonly revisions: [ActivityModel, ...Array<ActivityModel>]; readonly kind: string }> = []
  const open = new Map<string, (typeof groups)[number]>()
  for (const revision of revisions) {
    const kind = kindOf(revision, baseTag)
    // Changes in bulk have numbers only.
    const isJoined = countedClassOf(revision) !== null && revision.counts === null
    const likeness = isJoined ? likenessOf(revision, kind) : null
    const group = likeness === null ? undefined : open.get(likeness)
    if (group !== undefined && group.revisions[0].timestamp - revision.timestamp <= joinedMillisMax) {
      group.revisions.push(revision)
      continue
    }
    const started = { revisions: [revision] as [ActivityModel], kind }
    groups.push(started)
    if (likeness !== null) open.set(likeness, started)
  }
  return groups
}

/** Classes of the entities that a sentence counts, by the type of the activity; absent: its sentence names one thing. */
const countedClasses: Readonly<Partial<Record<string, string>>> = {
  CREATE_KEY: "Key",
  KEY_NAME_EDIT: "Key",
  KEY_TAGS_EDIT: "Key",
  KEY_CHARACTER_LIMIT_EDIT: "Key",
  COMPLEX_EDIT: "Key",
  KEY_SOFT_DELETE: "Key",
  KEY_RESTORE: "Key",
  KEY_HARD_DELETE: "Key",
  COMPLEX_TAG_OPERATION: "Key",
  SCREENSHOT_ADD: "Screenshot",
  SCREENSHOT_DELETE: "Screenshot",
  SET_TRANSLATIONS: "Translation",
  SET_TRANSLATION_STATE: "Translation",
  SET_OUTDATED_FLAG: "Translation",
  DISMISS_AUTO_TRANSLATED_STATE: "Translation",
  TRANSLATION_COMMENT_ADD: "TranslationComment",
  TRANSLATION_COMMENT_EDIT: "TranslationComment",
  TRANSLATION_COMMENT_SET_STATE: "TranslationComment",
  TRANSLATION_COMMENT_DELETE: "TranslationComment",
  CREATE_SUGGESTION: "TranslationSuggestion",
  DELETE_SUGGESTION: "TranslationSuggestion",
  ACCEPT_SUGGESTION: "TranslationSuggestion",
  DECLINE_SUGGESTION: "TranslationSuggestion",
  SUGGESTION_SET_ACTIVE: "TranslationSuggestion",
  TRANSLATION_LABEL_ASSIGN: "Translation",
  QA_ISSUE_IGNORE: "TranslationQaIssue",
  QA_ISSUE_UNIGNORE: "TranslationQaIssue",
  TASKS_CREATE: "Task",
  IMPORT: "Translation",
  AUTO_TRANSLATE: "Translation",
  BATCH_SET_TRANSLATION_STATE: "Translation",
  BATCH_CLEAR_TRANSLATIONS: "Translation",
  BATCH_COPY_TRANSLATIONS: "Translation",
  BATCH_FIND_AND_REPLACE: "Translation",
  BATCH_PRE_TRANSLATE_BY_TM: "Translation",
  BATCH_MACHINE_TRANSLATE: "Translation",
  BATCH_TAG_KEYS: "Key",
  BATCH_UNTAG_KEYS: "Key",
  BATCH_SET_KEYS_NAMESPACE: "Key",
  BATCH_ASSIGN_TRANSLATION_LABEL: "Translation",
  BATCH_UNASSIGN_TRANSLATION_LABEL: "Translation",
  BATCH_KEY_RESTORE: "Key",
  BATCH_KEY_HARD_DELETE: "Key"
}

/** The class that the sentence of a revision counts; null: it names one thing. */
export const countedClassOf = ({ type }: ActivityModel): string | null => countedClasses[type] ?? null

/** Facts that joined revisions share, as one text. */
const likenessOf = (revision: ActivityModel, kind: string): string =>
  JSON.stringify([kind, revision.author?.id ?? null, revision.branch, languageTagsOf(subjectsOf(revision))])

/** All entities of revisions; those of changes in bulk are not known. */
export const entitiesOf = (revisions: ReadonlyArray<ActivityModel>): ReadonlyArray<ModifiedEntityModel> =>
  revisions.flatMap(({ modifiedEntities }) => Object.values(modifiedEntities ?? {}).flat())

/** The entities that the sentence of a revision is about. Writing a text also marks the other texts of its key as outdated. */
export const subjectsOf = (revision: ActivityModel): ReadonlyArray<ModifiedEntityModel> => {
  const entityClass = countedClassOf(revision)
  const entities = entitiesOf([revision])
  if (entityClass === "Key") return entities.filter((entity) => keyIdOf(entity) !== null)
  const ofClass = entities.filter((entity) => entity.entityClass === entityClass)
  const written = ofClass.filter((entity) => changeOf(entity, "text") !== null)
  return entityClass === "Translation" && written.length > 0 ? written : ofClass
}

/** Tags of the languages of texts, in alphabetical order. Keys have none. */
export const languageTagsOf = (entities: ReadonlyArray<ModifiedEntityModel>): ReadonlyArray<string> =>
  entities.some(({ entityClass }) => entityClass === "Key")
    ? []
    : [...new Set(entities.map(languageTagOf))].filter((tag) => tag !== null).sort()

/** Texts that were empty before are translated, texts that are empty now were cleared. */
const kindOf = (revision: ActivityModel, baseTag: string | null): string => {
  const { type } = revision
  const entities = subjectsOf(revision)
  if (entities.length === 0) return type
  if (type === "SET_TRANSLATION_STATE") {
    return entities.every((entity) => changeOf(entity, "state")?.new === "REVIEWED") ? "REVIEWED" : type
  }
  if (type !== "SET_TRANSLATIONS") return type
  const texts = entities.map((entity) => changeOf(entity, "text"))
  if (texts.every((text) => text !== null && textOf(text.new) === null)) return "CLEARED"
  const wasEmpty = texts.every((text) => text !== null && textOf(text.old) === null)
  return wasEmpty && !languageTagsOf(entities).includes(baseTag ?? "") ? "TRANSLATED" : type
}

/** A text before and after the revisions of a group. */
export interface SingleText {
  readonly languageTag: string
  readonly before: string
  readonly after: string
}

/** The one text that a group changed; null: none, or several. */
export const singleTextOf = ({ revisions }: ActivityGroup): SingleText | null => {
  const texts = entitiesOf(revisions).filter((entity) => changeOf(entity, "text") !== null)
  const [newest] = texts
  const oldest = texts.at(-1)
  if (newest?.entityClass !== "Translation" || oldest === undefined) return null
  if (texts.some(({ entityClass, entityId }) => entityClass !== "Translation" || entityId !== newest.entityId))
    return null
  return {
    languageTag: languageTagOf(newest) ?? "und",
    before: textOf(changeOf(oldest, "text")?.old) ?? "",
    after: textOf(changeOf(newest, "text")?.new) ?? ""
  }
}
