import type {
  DescribedEntity,
  EntityReference,
  ModifiedEntity,
  Revision,
  VisibleTexts
} from "@dragoman/domain/activity"
import { avatarLinks } from "@dragoman/domain/image"
import {
  type ComputedPermission,
  computePermission,
  effectiveScopes,
  narrowLanguages,
  type Scope
} from "@dragoman/domain/permission"
import {
  ActivityRepository,
  type DescribedEntityRow,
  type ModifiedEntityRow,
  type RevisionRow,
  type WebhookTexts
} from "@dragoman/store"
import { Effect } from "effect"

/** A stored revision with its entities, ready for rendering. `showUsername`: the reader may see e-mail addresses. */
export const revisionOfRow = (
  row: Omit<RevisionRow, "branch"> & Partial<Pick<RevisionRow, "branch">>,
  content: { readonly entities: ReadonlyArray<ModifiedEntity>; readonly described: ReadonlyArray<DescribedEntity> },
  showUsername: boolean
): Revision => ({
  id: row.id,
  createdAt: row.createdAt,
  type: row.type,
  branch: row.branch ?? null,
  author:
    row.authorId === null
      ? null
      : {
          id: row.authorId,
          username: showUsername ? (row.authorUsername ?? "") : "",
          name: row.authorName ?? "",
          deleted: row.authorDeletedAt !== null,
          avatar: avatarLinks(row.authorAvatarHash)
        },
  ...content,
  counts: row.counts,
  params: row.params
})

/** Facts that rendering needs beside the modified entities. */
export interface RelatedEntities {
  readonly describedByRevision: ReadonlyMap<number, ReadonlyArray<DescribedEntity>>
  readonly exists: (entityClass: string, entityId: number) => boolean
}

/** Length of the longest chain of references: comment, translation, key, namespace. */
const relationStepsMax = 4

/** Describes all entities that the modified ones refer to, and says which of all of them still exist. */
export const findRelated = Effect.fn("findRelated")(function* (
  entities: ReadonlyArray<ModifiedEntityRow>
): Effect.fn.Return<RelatedEntities, never, ActivityRepository> {
  const repository = yield* ActivityRepository
  const described = yield* findDescribed(entities)
  const existing = new Set((yield* repository.listExisting([...entities, ...described])).map(keyOf))
  return {
    describedByRevision: Map.groupBy(described, ({ revisionId }) => revisionId),
    exists: (entityClass, entityId) => existing.has(`${entityClass} ${entityId}`)
  }
})

/** Reads the descriptions of all entities that the modified ones refer to, directly or through others. */
export const findDescribed = Effect.fn("findDescribed")(function* (
  entities: ReadonlyArray<ModifiedEntityRow>
): Effect.fn.Return<ReadonlyArray<DescribedEntityRow>, never, ActivityRepository> {
  const repository = yield* ActivityRepository
  const described = new Map<string, DescribedEntityRow>()
  let pointing: ReadonlyArray<ModifiedEntityRow | DescribedEntityRow> = entities
  for (let step = 0; step < relationStepsMax && pointing.length > 0; step++) {
    const wanted = new Map(
      pointing
        .flatMap(({ revisionId, relations }) =>
          Object.values(relations).map((reference) => ({ ...reference, revisionId }))
        )
        .map((reference) => [`${reference.revisionId} ${keyOf(reference)}`, reference])
    )
    const found = yield* repository.listDescribed(
      [...wanted].filter(([key]) => !described.has(key)).map(([, reference]) => reference)
    )
    for (const row of found) described.set(`${row.revisionId} ${keyOf(row)}`, row)
    pointing = found
  }
  return [...described.values()]
})

const keyOf = ({ entityClass, entityId }: EntityReference): string => `${entityClass} ${entityId}`

/** Decides which texts a caller may see, by the scopes of the request and the languages of the user. */
export const visibleTextsOf = (access: {
  readonly effectiveScopes: ReadonlyArray<Scope>
  readonly computedPermission: ComputedPermission
}): VisibleTexts =>
  access.effectiveScopes.includes("translations.view")
    ? (narrowLanguages(access.computedPermission, "view", null) ?? "all")
    : "none"

/** Decides which texts the deliveries of a webhook configuration show: those that its author may see now. ADR 18. */
export const visibleTextsOfWebhook = ({ isShown, author }: WebhookTexts): VisibleTexts => {
  if (!isShown) return "none"
  if (author === null) return "all"
  if (author.disabledAt !== null || author.deletedAt !== null) return "none"
  const computedPermission = computePermission(author)
  return visibleTextsOf({ effectiveScopes: effectiveScopes(computedPermission, null), computedPermission })
}
