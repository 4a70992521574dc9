import {
  baseOfErasedKey,
  baseOfKey,
  type KeyAtRevision,
  type KeyModification,
  type KeyVersion,
  keyIdsOf,
  namesToMatch,
  type SharedParts,
  type TargetKey,
  type TextVersion,
  type TouchedKey
} from "@dragoman/domain/branch"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type ContentPlace, isIn, isOf, joinNamedKeys } from "../database/content-place.ts"
import { jsonIds, jsonSought } from "../database/sql-fragments.ts"
import { optional, pick, select } from "../database/table.ts"
import { modifiedEntityTable } from "../table/activity-tables.ts"
import { keyTable, tagTable, translationTable } from "../table/content-tables.ts"
import { namespaceTable } from "../table/project-tables.ts"
import { isComparedSql } from "./compared-revisions.ts"

const modification = select(
  pick(
    modifiedEntityTable.as("e"),
    "revisionId",
    "entityClass",
    "entityId",
    "kind",
    "description",
    "modifications",
    "relations"
  )
)

const k = keyTable.as("k")

const comparedKey = select({
  ...pick(
    k,
    "id",
    "branchId",
    "originKeyId",
    "name",
    "isPlural",
    "pluralArgumentName",
    "maxCharLimit",
    "description",
    "customValues",
    "deletedAt"
  ),
  namespace: optional(namespaceTable.as("n")).name
})

const comparedText = select(pick(translationTable.as("t"), "id", "keyId", "languageId", "text", "state"))

const tagOfKey = select({ keyId: keyTable.as("k").id, name: tagTable.as("g").name })

/** A key with all that a merge compares; those in the trash, too. */
export interface ComparedKeyRow extends KeyAtRevision {
  readonly id: number
  /** null: the default branch. */
  readonly branchId: number | null
  readonly originKeyId: number | null
}

/** A branch that is merged, with the revision from which it and the other branch changed apart. */
export interface ComparedBranch extends ContentPlace {
  readonly baseRevisionId: number
}

/**
 * Reads what a merge compares; the number of statements does not depend on the number of keys. The rules are in the domain
 * (`matchKeys`, `compareKey`).
 */
export class BranchCompareRepository extends Context.Service<
  BranchCompareRepository,
  {
    /** Lists the keys of the branch that have changed since its base, by id. */
    readonly listTouched: (branch: ComparedBranch) => Effect.Effect<ReadonlyArray<TouchedKey>>
    /** Lists the living keys of the target that touched keys of a branch may be matched with, by id. */
    readonly listTargets: (
      target: ContentPlace,
      branchId: number,
      touched: ReadonlyArray<TouchedKey>
    ) => Effect.Effect<ReadonlyArray<TargetKey>>
    /** Finds keys of any branch of the project, in the trash too, by id. */
    readonly findVersions: (
      projectId: number,
      keyIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<ComparedKeyRow>>
    /** Reads what versions of keys refer to. */
    readonly findShared: (projectId: number) => Effect.Effect<SharedParts>
    /** The newest revision of the branch that may have changed what a merge compares, those of running batch jobs included; 0: none. */
    readonly findNewestRevision: (place: ContentPlace) => Effect.Effect<number>
  }
>()("@dragoman/store/branch/BranchCompareRepository") {
  static readonly layer = Layer.effect(
    BranchCompareRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      /**
       * Requests and jobs that name keys by id change keys of several branches in one revision, which has one of these; so it is the
       * keys that decide. A job records its entities under its first revision, which may be older than the base.
       */
      const listModifications = Effect.fnUntraced(function* ({ baseRevisionId, ...place }: ComparedBranch) {
        const { projectId } = place
        const later = sql`
          r.project_id = ${projectId} AND r.id > ${baseRevisionId}
            AND ((${isIn(sql, place, "r")}) OR r.type IN ('KEY_SOFT_DELETE', 'AUTO_TRANSLATE') OR r.type LIKE 'BATCH%')`
        return yield* modification.all(sql`
          SELECT ${modification.columns} FROM activity_modified_entity e
          WHERE e.revision_id IN (
            SELECT COALESCE(r.entities_of, r.id) FROM activity_revision r WHERE ${later}
            UNION
            SELECT p.id FROM activity_revision p WHERE p.project_id = ${projectId} AND p.batch_job_id IN (
              SELECT r.batch_job_id FROM activity_revision r WHERE r.batch_job_id IS NOT NULL AND ${later}))
            AND (
              EXISTS (SELECT 1 FROM activity_revision r WHERE r.id = e.revision_id AND ${isIn(sql, place, "r")})
              OR (e.entity_class IN ('Key', 'KeyMeta')
                AND EXISTS (SELECT 1 FROM translation_key k WHERE k.id = e.entity_id AND ${isIn(sql, place, "k")}))
              OR (e.entity_class = 'Translation' AND EXISTS (
                SELECT 1 FROM translation t JOIN translation_key k ON k.id = t.key_id AND k.project_id = t.project_id
                WHERE t.id = e.entity_id AND ${isIn(sql, place, "k")})))
          ORDER BY e.revision_id DESC`)
      })

      const readShared = Effect.fnUntraced(function* (projectId: number) {
        const namespaces = yield* sql<{ id: number; name: string }>`
          SELECT id, name FROM namespace WHERE project_id = ${projectId}`
        const languages = yield* sql<{ id: number }>`
          SELECT id FROM language WHERE project_id = ${projectId} AND deleted_at IS NULL`
        const labels = yield* sql<{ id: number }>`SELECT id FROM label WHERE project_id = ${projectId}`
        const shared: SharedParts = {
          namespaces: new Map(namespaces.map(({ id, name }) => [id, name])),
          languageIds: new Set(languages.map(({ id }) => id)),
          labelIds: new Set(labels.map(({ id }) => id))
        }
        return shared
      }, Effect.orDie)

      const findVersions = Effect.fnUntraced(function* (projectId: number, keyIds: ReadonlyArray<number>) {
        if (keyIds.length === 0) return []
        const ids = jsonIds(sql, keyIds)
        const keys = yield* comparedKey.all(sql`
          SELECT ${comparedKey.columns} FROM translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id
          WHERE k.id IN ${ids} AND k.project_id = ${projectId} ORDER BY k.id`)
        const tags = yield* tagOfKey.all(sql`
          SELECT ${tagOfKey.columns} FROM translation_key k
          JOIN key_tag kt ON kt.key_id = k.id JOIN tag g ON g.id = kt.tag_id
          WHERE k.id IN ${ids} AND ${isOf(sql, projectId, "k")}`)
        const texts = yield* comparedText.all(sql`
          SELECT ${comparedText.columns} FROM translation t
          JOIN language l ON l.id = t.language_id AND l.deleted_at IS NULL
          WHERE t.key_id IN ${ids} AND ${isOf(sql, projectId, "t")}`)
        const labels = yield* sql<{ translationId: number; labelId: number }>`
          SELECT tl.translation_id, tl.label_id FROM translation t
          JOIN translation_label tl ON tl.translation_id = t.id
          WHERE t.key_id IN ${ids} AND ${isOf(sql, projectId, "t")} ORDER BY tl.label_id`
        const screenshots = yield* sql<{ keyId: number; imageId: number }>`
          SELECT key_id, image_id FROM screenshot_reference WHERE key_id IN ${ids} ORDER BY image_id`
        const tagsByKey = Map.groupBy(tags, ({ keyId }) => keyId)
        const textsByKey = Map.groupBy(texts, ({ keyId }) => keyId)
        const labelsByText = Map.groupBy(labels, ({ translationId }) => translationId)
        const screenshotsByKey = Map.groupBy(screenshots, ({ keyId }) => keyId)
        const toText = ({ id, text, state }: (typeof texts)[number]): TextVersion => ({
          text,
          state,
          labelIds: (labelsByText.get(id) ?? []).map(({ labelId }) => labelId)
        })
        return keys.map(({ id, branchId, originKeyId, deletedAt, ...key }): ComparedKeyRow => {
          const version: KeyVersion = {
            ...key,
            tags: (tagsByKey.get(id) ?? []).map(({ name }) => name).sort(),
            screenshotIds: (screenshotsByKey.get(id) ?? []).map(({ imageId }) => imageId),
            texts: Object.fromEntries((textsByKey.get(id) ?? []).map((text) => [text.languageId, toText(text)]))
          }
          return { id, branchId, originKeyId, version, isDeleted: deletedAt !== null }
        })
      }, Effect.orDie)

      return BranchCompareRepository.of({
        listTouched: Effect.fnUntraced(function* (branch) {
          const byKey = new Map<number, Array<KeyModification>>()
          for (const { revisionId: _, ...one } of yield* listModifications(branch)) {
            for (const keyId of keyIdsOf(one)) {
              const ofKey = byKey.get(keyId)
              if (ofKey === undefined) byKey.set(keyId, [one])
              else ofKey.push(one)
            }
          }
          const shared = yield* readShared(branch.projectId)
          const found = new Map((yield* findVersions(branch.projectId, [...byKey.keys()])).map((key) => [key.id, key]))
          return [...byKey]
            .flatMap(([id, modifications]): ReadonlyArray<TouchedKey> => {
              const key = found.get(id)
              if (key === undefined) {
                return [{ id, originId: null, base: baseOfErasedKey(modifications, shared), current: null }]
              }
              if (key.branchId !== branch.branchId) return []
              const current = key.isDeleted ? null : key.version
              return [{ id, originId: key.originKeyId, base: baseOfKey(key, modifications, shared), current }]
            })
            .sort((one, other) => one.id - other.id)
        }, Effect.orDie),

        listTargets: Effect.fnUntraced(function* (target, branchId, touched) {
          const named = yield* sql<{ id: number }>`
            SELECT k.id FROM ${jsonSought(
              sql,
              { namespace: "text", name: "text" },
              namesToMatch(touched).map(({ namespace, name }) => ({ namespace, name }))
            )} input ${joinNamedKeys(sql, target)}`
          const ids = new Set([...named.map(({ id }) => id), ...touched.flatMap(({ originId }) => originId ?? [])])
          const keys = yield* findVersions(target.projectId, [...ids])
          const copied = yield* sql<{ originKeyId: number }>`
            SELECT origin_key_id FROM translation_key
            WHERE branch_id = ${branchId} AND ${isOf(sql, target.projectId, "translation_key")}
              AND origin_key_id IN ${jsonIds(sql, [...ids])}`
          const copiedIds = new Set(copied.map(({ originKeyId }) => originKeyId))
          return keys
            .filter((key) => key.branchId === target.branchId && !key.isDeleted)
            .map(({ id, version }): TargetKey => ({ id, isCopied: copiedIds.has(id), current: version }))
        }, Effect.orDie),

        findVersions,

        findShared: readShared,

        findNewestRevision: Effect.fnUntraced(function* (place) {
          const [newest] = yield* sql<{ id: number }>`
            SELECT r.id FROM activity_revision r WHERE ${isIn(sql, place, "r")} AND ${sql.literal(isComparedSql)} ORDER BY r.id DESC LIMIT 1`
          return newest?.id ?? 0
        }, Effect.orDie)
      })
    })
  )
}
