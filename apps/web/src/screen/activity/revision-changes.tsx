import { type TranslationState, translationStates } from "@dragoman/domain/translation"
import { useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ModifiedEntityModel } from "../../base/api/contract.ts"
import { type Text, type TextKey, useText } from "../../base/texts/text.ts"
import {
  existingKeyIdOf,
  isModification,
  isRecord,
  type JsonRecord,
  keyNameOf,
  languageTagOf,
  namespaceNameOf,
  ownText,
  textOf
} from "../../feature/activity/changed-entity.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { exactTime } from "../../widget/ui/time.tsx"
import { WordDiff } from "../../widget/ui/word-diff.tsx"
import { StateMark } from "../translation-list/state-mark.tsx"
import { modifiedEntitiesQuery } from "./activity-queries.ts"
import styles from "./revision-changes.module.css"

interface RevisionChangesProps {
  readonly projectId: number
  readonly revisionId: number
}

/** The entities that a revision changed, with what they were before; a hundred first, more when asked for. */
export const RevisionChanges = ({ projectId, revisionId }: RevisionChangesProps) => {
  const t = useText()
  const entities = useInfiniteQuery(modifiedEntitiesQuery(projectId, revisionId))
  if (entities.isError) return <ErrorState error={entities.error} onRetry={() => entities.refetch()} />
  if (entities.data === undefined) return <Skeleton height="80px" />
  const shown = entities.data.pages.flatMap((page) => page._embedded?.modifiedEntities ?? [])
  const total = entities.data.pages[0]?.page.totalElements ?? 0
  if (total === 0) return <p>{t("activity.no-changes")}</p>
  return (
    <>
      <EntityChanges projectId={projectId} entities={shown} />
      {entities.hasNextPage && (
        <Button isPending={entities.isFetchingNextPage} onPress={() => entities.fetchNextPage()}>
          {t("activity.more", { count: total - shown.length })}
        </Button>
      )}
    </>
  )
}

interface EntityChangesProps {
  readonly projectId: number
  readonly entities: ReadonlyArray<ModifiedEntityModel>
}

/** Entities that came with their revision. */
export const EntityChanges = ({ projectId, entities }: EntityChangesProps) => (
  <ul className={styles["list"]}>
    {entities.map((entity) => (
      <EntityChange key={`${entity.entityClass} ${entity.entityId}`} projectId={projectId} entity={entity} />
    ))}
  </ul>
)

interface EntityChangeProps {
  readonly projectId: number
  readonly entity: ModifiedEntityModel
}

const EntityChange = ({ projectId, entity }: EntityChangeProps) => {
  const t = useText()
  const { names, languageTag } = titleOf(entity)
  const keyId = existingKeyIdOf(entity)
  const changes = Object.entries(entity.modifications ?? {}).flatMap(([property, change]) =>
    isModification(change) && !isFirstFalse(change) ? [{ property, old: change.old, now: change.new }] : []
  )
  return (
    <li className={styles["entity"]}>
      <p className={styles["title"]}>
        <span className={styles["class"]}>{className(entity.entityClass, t)}</span>
        {names.map((name) => (
          <bdi key={name} className={styles["name"]}>
            {name}
          </bdi>
        ))}
        {keyId !== null && (
          <Link
            to="/projects/$projectId/keys/$keyId"
            params={{ projectId, keyId }}
            search={languageTag === "" ? {} : { language: languageTag }}
            aria-label={t("key.open-alone", { key: names.join(" ") })}
            className={styles["open"]}
          >
            {t("key.open")}
          </Link>
        )}
      </p>
      <dl className={styles["properties"]}>
        {changes.map(({ property, old, now }) => (
          <div key={property}>
            <dt>{propertyName(property, t)}</dt>
            <dd>
              <PropertyChange property={property} before={old} after={now} languageTag={languageTag} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

/** Returns whether a new entity just has a mark unset, as all new ones have. */
const isFirstFalse = (change: { readonly old: unknown; readonly new: unknown }): boolean =>
  change.old === null && change.new === false

interface PropertyChangeProps {
  readonly property: string
  readonly before: unknown
  readonly after: unknown
  readonly languageTag: string
}

const PropertyChange = ({ property, before, after, languageTag }: PropertyChangeProps) => {
  const t = useText()
  if (property === "state" && [before, after].every((state) => state === null || isState(state))) {
    return (
      <span className={styles["states"]}>
        {isState(before) && <StateMark state={before} />}
        {isState(before) && isState(after) && <span>{t("activity.arrow")}</span>}
        {isState(after) && <StateMark state={after} />}
      </span>
    )
  }
  const show = (value: unknown) =>
    isMoment(property, value) ? exactTime(Date.parse(value), t.language) : printed(value, t)
  // Only a text is in the language of its entity.
  return (
    <WordDiff before={show(before)} after={show(after)} languageTag={property === "text" ? languageTag : t.language} />
  )
}

const isState = (value: unknown): value is TranslationState =>
  typeof value === "string" && (translationStates as ReadonlyArray<string>).includes(value)

const isMoment = (property: string, value: unknown): value is string =>
  property.endsWith("At") && typeof value === "string" && !Number.isNaN(Date.parse(value))

/** A recorded value for a reader: texts as they are, lists with commas, the rest as JSON. */
const printed = (value: unknown, t: Text): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "string") return value
  if (typeof value === "boolean") return t(value ? "activity.yes" : "activity.no")
  if (typeof value === "number") return String(value)
  if (Array.isArray(value)) return value.map((item) => printed(item, t)).join(", ")
  const named = isRecord(value) ? (textOf(value["name"]) ?? textOf(value["tag"]) ?? dataName(value)) : null
  return named ?? JSON.stringify(value)
}

const dataName = (value: JsonRecord): string | null => (isRecord(value["data"]) ? textOf(value["data"]["name"]) : null)

/** Returns the entity's name, or the key and language that it belongs to. */
const titleOf = (entity: ModifiedEntityModel) => {
  const languageTag = languageTagOf(entity)
  const names = [
    ...["name", "tag", "url"].map((property) => ownText(entity, property)),
    namespaceNameOf(entity),
    keyNameOf(entity),
    languageTag
  ]
  return { names: [...new Set(names.filter((name) => name !== null))], languageTag: languageTag ?? "" }
}

const classNames: Readonly<Record<string, TextKey>> = {
  Project: "activity.class-Project",
  Label: "activity.class-Label",
  Language: "activity.class-Language",
  Key: "activity.class-Key",
  KeyMeta: "activity.class-Key",
  Namespace: "activity.class-Namespace",
  Translation: "activity.class-Translation",
  TranslationComment: "activity.class-TranslationComment",
  TranslationSuggestion: "activity.class-TranslationSuggestion",
  TranslationQaIssue: "activity.class-TranslationQaIssue",
  Branch: "activity.class-Branch",
  ContentDeliveryConfig: "activity.class-ContentDeliveryConfig",
  ContentStorage: "activity.class-ContentStorage",
  Prompt: "activity.class-Prompt",
  Screenshot: "activity.class-Screenshot",
  Task: "activity.class-Task",
  TaskKey: "activity.class-TaskKey",
  TranslationMemoryProject: "activity.class-TranslationMemoryProject",
  WebhookConfig: "activity.class-WebhookConfig"
}

const className = (entityClass: string, t: Text): string => {
  const key = classNames[entityClass]
  return key === undefined ? entityClass : t(key)
}

const propertyNames: Readonly<Record<string, TextKey>> = {
  assignees: "activity.property-assignees",
  author: "activity.property-author",
  auto: "activity.property-auto",
  baseLanguage: "activity.property-baseLanguage",
  defaultNamespace: "activity.property-defaultNamespace",
  deletedAt: "activity.property-deletedAt",
  description: "activity.property-description",
  done: "activity.property-done",
  dueDate: "activity.property-dueDate",
  enabled: "activity.property-enabled",
  flagEmoji: "language.flag",
  isPlural: "activity.property-isPlural",
  isProtected: "activity.property-isProtected",
  labels: "activity.property-labels",
  maxCharLimit: "activity.property-maxCharLimit",
  name: "activity.property-name",
  namespace: "activity.property-namespace",
  originalName: "language.original-name",
  outdated: "activity.property-outdated",
  pluralArgName: "key.plural-argument",
  slug: "server.slug",
  state: "activity.property-state",
  tag: "activity.property-tag",
  tags: "activity.property-tags",
  text: "activity.property-text",
  translation: "activity.property-translation",
  type: "activity.property-type",
  url: "activity.property-url"
}

/** A property without a word of its own keeps its name in the API. */
const propertyName = (property: string, t: Text): string => {
  const key = propertyNames[property]
  return key === undefined ? property : t(key)
}
