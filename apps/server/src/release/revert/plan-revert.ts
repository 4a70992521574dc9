import { type KeyModification, type KeyVersion, keyIdsOf } from "@dragoman/domain/branch"
import { permittedLanguages, stateChangeLanguages } from "@dragoman/domain/permission"
import { type RevertContext, type RevertedKey, type RevertibleKey, revertKey } from "@dragoman/domain/revert"
import type { Translation } from "@dragoman/domain/translation"
import {
  ActivityRepository,
  BranchCompareRepository,
  KeyRepository,
  type ModifiedEntityRow,
  TranslationRepository
} from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import { ByPlace } from "../../content/translation/translation-places.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { nameOf } from "../branch-merge/vacate-names.ts"

/** A key with changes that are reverted. */
export interface PlannedRevert {
  readonly keyId: number
  /** null: the default branch. */
  readonly branchId: number | null
  readonly now: KeyVersion
  readonly reverted: RevertedKey
}

/** How revisions are reverted. */
export interface RevertPlan {
  readonly revisionIds: ReadonlyArray<number>
  /** By id. */
  readonly keys: ReadonlyArray<PlannedRevert>
  /** Changed entities that reverts leave alone, by class. */
  readonly notReverted: Readonly<Record<string, number>>
}

/** Plans the revert of revisions; the rules are in the domain (`revertKey`). */
export const planRevert = Effect.fn("planRevert")(function* (
  access: ProjectAccess,
  project: ContentProject,
  revisionIds: ReadonlyArray<number>
) {
  const activity = yield* ActivityRepository
  const comparing = yield* BranchCompareRepository
  const translations = yield* TranslationRepository
  const { projectId } = project
  const entities = yield* activity.listEntities(revisionIds)
  const changesByKey = groupByKey(entities)
  const keyIds = [...changesByKey.keys()].sort((one, other) => one - other)
  const found = new Map((yield* comparing.findVersions(projectId, keyIds)).map((key) => [key.id, key]))
  const texts = ByPlace.of(yield* translations.list(projectId, keyIds, null))
  const context: RevertContext = {
    shared: yield* comparing.findShared(projectId),
    rights: rightsOf(access, project),
    baseLanguageId: project.languages.find(({ base }) => base)?.id
  }
  const planned: Array<PlannedRevert> = []
  for (const keyId of keyIds) {
    const row = found.get(keyId)
    const ofKey = project.languages.flatMap(({ id }): ReadonlyArray<readonly [number, Translation]> => {
      const text = texts.at(keyId, id)
      return text === undefined ? [] : [[id, text]]
    })
    const key: RevertibleKey | null = row === undefined ? null : { ...row, translations: new Map(ofKey) }
    const reverted = revertKey(key, changesByKey.get(keyId) ?? [], context)
    const now = key?.version ?? reverted.version
    planned.push({ keyId, branchId: row?.branchId ?? null, now, reverted })
    if (planned.length % 1_000 === 0) yield* Effect.yieldNow
  }
  const plan: RevertPlan = {
    revisionIds,
    keys: yield* keepNamesFree(project, planned),
    notReverted: countNotReverted(entities)
  }
  return plan
})

/** Groups changes by key, the newest first. */
const groupByKey = (
  entities: ReadonlyArray<ModifiedEntityRow>
): ReadonlyMap<number, ReadonlyArray<KeyModification>> => {
  const byKey = new Map<number, Array<KeyModification>>()
  for (const entity of entities.toReversed()) {
    if (entity.entityClass === "Screenshot") continue
    for (const keyId of keyIdsOf(entity)) {
      const changes = byKey.get(keyId)
      if (changes === undefined) byKey.set(keyId, [entity])
      else changes.push(entity)
    }
  }
  return byKey
}

/** Counts what reverts leave alone. Namespaces come and go with their keys. */
const countNotReverted = (entities: ReadonlyArray<ModifiedEntityRow>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const entity of entities) {
    const { entityClass, kind } = entity
    if (entityClass === "Namespace" ? kind !== "MOD" : entityClass !== "Screenshot" && keyIdsOf(entity).length > 0)
      continue
    counts[entityClass] = (counts[entityClass] ?? 0) + 1
  }
  return counts
}

const rightsOf = (access: ProjectAccess, { translationProtection }: ContentProject): RevertContext["rights"] => {
  const { effectiveScopes: scopes, computedPermission } = access
  return {
    editsKeys: scopes.includes("keys.edit"),
    createsKeys: scopes.includes("keys.create"),
    deletesKeys: scopes.includes("keys.delete"),
    translateLanguageIds: scopes.includes("translations.edit")
      ? permittedLanguages(computedPermission, "translate")
      : [],
    stateLanguageIds: stateChangeLanguages(access),
    protection: translationProtection
  }
}

/**
 * Leaves names alone that another key has: a renamed key keeps its name, and a key stays in the trash. A key that keeps its name
 * may take that of another one, so this repeats until nothing changes.
 */
const keepNamesFree = Effect.fnUntraced(function* (project: ContentProject, planned: ReadonlyArray<PlannedRevert>) {
  const keys = yield* KeyRepository
  const byBranch = Map.groupBy(planned.filter(takesName), ({ branchId }) => branchId)
  const changed = new Map<number, PlannedRevert>()
  for (const [branchId, ofBranch] of byBranch) {
    const names = ofBranch.flatMap(({ now, reverted }) =>
      reverted.action === "RESTORE" ? [now, reverted.version] : [reverted.version]
    )
    const holders = new Map(
      (yield* keys.findByName({ ...project, branchId }, names)).map((key) => [nameOf(key), key.id])
    )
    const leaving = new Set(
      planned
        .filter((one) => one.reverted.action === "TRASH" || (one.reverted.action === "CHANGE" && takesName(one)))
        .map(({ keyId }) => keyId)
    )
    let waiting: ReadonlyArray<PlannedRevert> = ofBranch
    for (;;) {
      const taken = new Set<string>()
      const free: Array<PlannedRevert> = []
      for (const one of waiting) {
        const { now, reverted } = one
        const holder = holders.get(nameOf(reverted.version))
        // A key comes out of the trash with the name that it has there.
        const isHeld =
          reverted.action === "RESTORE" && nameOf(now) !== nameOf(reverted.version) && holders.has(nameOf(now))
        if (isHeld || taken.has(nameOf(reverted.version)) || (holder !== undefined && !leaving.has(holder))) {
          changed.set(one.keyId, keepName(one))
          leaving.delete(one.keyId)
        } else {
          taken.add(nameOf(reverted.version))
          free.push(one)
        }
      }
      if (free.length === waiting.length) break
      waiting = free
    }
  }
  return planned.map((one) => changed.get(one.keyId) ?? one)
})

const takesName = ({ now, reverted: { action, version } }: PlannedRevert): boolean =>
  action === "RESTORE" || (action === "CHANGE" && nameOf(now) !== nameOf(version))

const keepName = (planned: PlannedRevert): PlannedRevert => {
  const { now, reverted } = planned
  const isRestored = reverted.action === "RESTORE"
  const lost = reverted.values.filter(({ field }) =>
    isRestored ? field === "key" : field === "name" || field === "namespace"
  )
  const conflicts = [...reverted.conflicts, ...lost.map((value) => ({ ...value, reason: "NAME_TAKEN" as const }))]
  if (isRestored) {
    return {
      ...planned,
      reverted: { ...reverted, action: "NONE", version: now, values: [], conflicts, translations: new Map() }
    }
  }
  const values = reverted.values.filter((value) => !lost.includes(value))
  const version = { ...reverted.version, name: now.name, namespace: now.namespace }
  const action = values.length > 0 ? "CHANGE" : "NONE"
  return { ...planned, reverted: { ...reverted, action, version, values, conflicts } }
}
