import {
  type ActivityType,
  type DescribedEntity,
  type EntityClass,
  type EntityRelations,
  type JsonObject,
  loggedClasses,
  type Modification
} from "@dragoman/domain/activity"
import { ActivityRepository, MovedRowRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { type Move, runStep } from "./move.ts"
import { checkPage, itemsOf, readAll } from "./read-pages.ts"
import { EntityModel, pageOf, RevisionModel, type SourceEntity, type SourceRevision } from "./source-models.ts"
import { listOf, type TakenBranch } from "./take-branches.ts"
import type { TakenProject } from "./take-projects.ts"
import { translationIds } from "./take-translations.ts"
import { ensureUsers, type People } from "./take-users.ts"

/** Number of revisions on a page: one transaction. */
const pageSize = 200

/** Number of concurrent requests for entities that a page leaves out. */
const requestsAtOnce = 4

const RevisionPage = pageOf(RevisionModel)

/** Takes the history of a branch, the oldest changes first, so that their ids keep their order. */
export const takeHistory = (move: Move, people: People, project: TakenProject, branch: TakenBranch) =>
  runStep(
    move,
    `${branch.steps} history`,
    Effect.fnUntraced(function* (step) {
      const path = listOf(project, branch, "activity")
      for (let page = Number(step.cursor ?? 0); ; page++) {
        yield* checkPage(move.server, path, page)
        const read = yield* move.server.get(`${path}size=${pageSize}&page=${page}&sort=id,asc`, RevisionPage)
        const moves = yield* TolgeeMoveRepository
        const listed = itemsOf(read)
        const taken = yield* moves.listTaken(
          move.sourceId,
          "revision",
          listed.map(({ revisionId }) => revisionId)
        )
        const fresh = listed.filter(({ revisionId }) => !taken.has(revisionId))
        const complete = yield* Effect.forEach(fresh, (revision) => withAllEntities(move, project, revision), {
          concurrency: requestsAtOnce
        })
        yield* step.commit(
          String(page + 1),
          Effect.fnUntraced(function* (report) {
            yield* ensureUsers(
              move,
              people,
              fresh.flatMap(({ author }) => author ?? []),
              report
            )
            const leftOut = yield* writeRevisions(move, people, project, branch, complete)
            if (leftOut > 0) report.find("history", project.name, String(leftOut))
            report.count("revision", "added", fresh.length)
            report.count("revision", "unchanged", taken.size)
          })
        )
        if (listed.length === 0 || page + 1 >= (read.page?.totalPages ?? 0)) return
      }
    })
  )

interface CompleteRevision extends SourceRevision {
  readonly entities: ReadonlyArray<SourceEntity>
}

/** Lists show the entities of small changes only. */
const withAllEntities = Effect.fnUntraced(function* (move: Move, project: TakenProject, revision: SourceRevision) {
  const shown = Object.values(revision.modifiedEntities ?? {}).flat()
  const number = Object.values(revision.counts ?? {}).reduce((sum, count) => sum + count, 0)
  if (revision.modifiedEntities != null && shown.length >= number) {
    return { ...revision, entities: shown } satisfies CompleteRevision
  }
  const entities = yield* readAll(
    move.server,
    `/v2/projects/${project.sourceId}/activity/revisions/${revision.revisionId}/modified-entities`,
    EntityModel
  )
  return { ...revision, entities } satisfies CompleteRevision
})

const isKnownClass = (name: string): name is EntityClass => Object.hasOwn(loggedClasses, name)

/** Writes revisions; returns how many entities are left out. */
const writeRevisions = Effect.fnUntraced(function* (
  move: Move,
  people: People,
  project: TakenProject,
  { place }: TakenBranch,
  revisions: ReadonlyArray<CompleteRevision>
) {
  if (revisions.length === 0) return 0
  const rows = yield* MovedRowRepository
  const moves = yield* TolgeeMoveRepository
  const activity = yield* ActivityRepository
  const wanted = revisions.map(({ revisionId }) => revisionId)
  const newest = Option.match(yield* activity.findNewest(project.id), { onNone: () => 0, onSome: ({ id }) => id })
  const [occupied] = yield* rows.existing("revision", wanted)
  // All ids are kept or none, because they order the revisions; and readers see by the newest one that something is
  // new.
  const canKeep = occupied === undefined && Math.min(...wanted) > newest
  const ids = canKeep
    ? wanted
    : yield* rows.chooseIds(
        "revision",
        wanted.map(() => occupied ?? newest)
      )
  const toOurs = yield* mapEntities(move, project, revisions)
  let leftOut = 0
  const stored = revisions.map((revision, index) => {
    const revisionId = ids[index] ?? 0
    const described = new Map<string, DescribedEntity>()
    const modified = revision.entities.flatMap((entity) => {
      const id = toOurs(entity.entityClass, entity.entityId)
      if (id === null || !isKnownClass(entity.entityClass)) {
        leftOut++
        return []
      }
      const modifications = (entity.modifications ?? {}) as unknown as Readonly<Record<string, Modification>>
      return [
        {
          revisionId,
          entityClass: entity.entityClass,
          entityId: id,
          kind: kindOf(modifications),
          description: (entity.description ?? {}) as JsonObject,
          modifications,
          relations: relationsOf(entity.relations ?? {}, toOurs, described)
        }
      ]
    })
    const distinct = new Map(modified.map((entity) => [`${entity.entityClass} ${entity.entityId}`, entity]))
    return { revision, revisionId, modified: [...distinct.values()], described: [...described.values()] }
  })
  yield* rows.insert(
    "revision",
    stored.map(({ revision, revisionId }) => ({
      id: revisionId,
      ...place,
      authorId: revision.author == null ? null : (people.get(revision.author.id) ?? null),
      type: revision.type as ActivityType,
      createdAt: revision.timestamp,
      counts: revision.counts ?? null,
      params: (revision.params ?? null) as JsonObject | null
    }))
  )
  yield* rows.put(
    "modified",
    stored.flatMap(({ modified }) => modified)
  )
  yield* rows.put(
    "described",
    stored.flatMap(({ revisionId, described }) => described.map((entity) => ({ revisionId, ...entity })))
  )
  yield* moves.take(
    move.sourceId,
    "revision",
    stored.map(({ revision, revisionId }) => ({ takenId: revision.revisionId, ourId: revisionId, digest: null }))
  )
  return leftOut
})

/** Returns the kind of a change. Added: all old values are null; deleted: all new ones are. */
const kindOf = (modifications: Readonly<Record<string, Modification>>): "ADD" | "MOD" | "DEL" => {
  const values = Object.values(modifications)
  if (values.length === 0) return "MOD"
  if (values.every((value) => value.old === null)) return "ADD"
  return values.every((value) => value.new === null) ? "DEL" : "MOD"
}

type ToOurs = (entityClass: string, id: number) => number | null

/** The kinds under which the ids of classes are recorded. */
const kindOfClass: Readonly<Partial<Record<EntityClass, string>>> = {
  Key: "key",
  Language: "language",
  Namespace: "namespace",
  TranslationComment: "comment",
  TranslationSuggestion: "suggestion",
  Label: "label",
  Branch: "branch",
  Screenshot: "screenshot"
}

/**
 * Finds the ids here of everything that revisions name. A deleted entity, which was not taken, keeps its id unless
 * another one has it here: then it is left out (null).
 */
const mapEntities = Effect.fnUntraced(function* (
  move: Move,
  project: TakenProject,
  revisions: ReadonlyArray<CompleteRevision>
) {
  const moves = yield* TolgeeMoveRepository
  const rows = yield* MovedRowRepository
  const named = revisions.flatMap(({ entities }) => entities.flatMap((entity) => referencesIn(entity)))
  const idsOf = (name: string) => [
    ...new Set(named.filter(({ entityClass }) => entityClass === name).map(({ entityId }) => entityId))
  ]
  const known = new Map<string, number | null>()
  for (const entityClass of new Set(named.map((reference) => reference.entityClass))) {
    const ids = idsOf(entityClass)
    const kind = isKnownClass(entityClass) ? kindOfClass[entityClass] : undefined
    const taken = kind === undefined ? new Map() : yield* moves.listTaken(move.sourceId, kind, ids)
    const numbered = numberedClass(entityClass)
    const present =
      numbered === null
        ? new Set<number>()
        : yield* rows.existing(
            numbered,
            ids.filter((id) => !taken.has(id))
          )
    for (const id of ids) known.set(`${entityClass} ${id}`, taken.get(id)?.ourId ?? (present.has(id) ? null : id))
  }
  const translations = idsOf("Translation")
  const toTranslation = yield* translationIds(move, translations)
  return (entityClass: string, id: number) => {
    if (!isKnownClass(entityClass)) return null
    if (entityClass === "Project") return project.id
    if (entityClass === "Translation") return toTranslation(id)
    return known.get(`${entityClass} ${id}`) ?? null
  }
})

const numberedClass = (entityClass: string) => {
  switch (entityClass) {
    case "Key":
      return "key"
    case "Language":
      return "language"
    case "Namespace":
      return "namespace"
    case "TranslationComment":
      return "comment"
    case "TranslationSuggestion":
      return "suggestion"
    case "Label":
      return "label"
    case "Branch":
      return "branch"
    default:
      return null
  }
}

interface Reference {
  readonly entityClass: string
  readonly entityId: number
}

/** A relation as responses have it. */
interface SourceRelation extends Reference {
  readonly data?: JsonObject | null
  readonly relations?: Readonly<Record<string, unknown>> | null
}

const isRelation = (value: unknown): value is SourceRelation =>
  typeof value === "object" && value !== null && "entityClass" in value && "entityId" in value

const referencesIn = (entity: Reference & { readonly relations?: unknown }): ReadonlyArray<Reference> => [
  entity,
  ...Object.values((entity.relations ?? {}) as object)
    .filter(isRelation)
    .flatMap((relation) => referencesIn(relation))
]

/** Converts the relations for storage, with the entities that they refer to. */
const relationsOf = (
  relations: Readonly<Record<string, unknown>>,
  toOurs: ToOurs,
  described: Map<string, DescribedEntity>
): EntityRelations =>
  Object.fromEntries(
    Object.entries(relations).flatMap(([path, relation]) => {
      if (!isRelation(relation) || !isKnownClass(relation.entityClass)) return []
      const entityId = toOurs(relation.entityClass, relation.entityId)
      if (entityId === null) return []
      const reference = { entityClass: relation.entityClass, entityId }
      described.set(`${reference.entityClass} ${entityId}`, {
        ...reference,
        data: relation.data ?? {},
        relations: relationsOf(relation.relations ?? {}, toOurs, described)
      })
      return [[path, reference]]
    })
  )
