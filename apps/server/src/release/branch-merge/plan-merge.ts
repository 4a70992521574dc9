import { effectiveResolution, isSameKey, type KeyVersion, type MergeSide } from "@dragoman/domain/branch"
import type { Translation } from "@dragoman/domain/translation"
import type { ComparedKey, KeyPair } from "./compare-branches.ts"
import { mergedKey } from "./merged-key.ts"

/** A compared key with the side that was chosen; null: none. */
export interface ResolvedKey extends ComparedKey {
  readonly resolution: MergeSide | null
}

/** A key that a merge adds to the target or changes there. */
export interface PlannedKey extends KeyPair {
  readonly source: KeyVersion | null
  /** null: the target does not have the key. */
  readonly target: KeyVersion | null
  readonly merged: KeyVersion
  /** The texts to be written, with their marks; absent: those of `merged`, with the marks that they have on their branch. */
  readonly translations?: ReadonlyArray<{ readonly languageId: number; readonly translation: Translation }>
}

/** The writes of a merge. */
export interface MergePlan {
  /** Keys to be written, in the order of the comparison. */
  readonly written: ReadonlyArray<PlannedKey>
  /** Ids of the keys of the target that go to the trash. */
  readonly deletedIds: ReadonlyArray<number>
  /** Keys on both branches that the merge leaves as they are in the target. */
  readonly kept: ReadonlyArray<KeyPair>
}

/** Plans a merge whose conflicts are resolved. */
export const planMerge = (changes: ReadonlyArray<ResolvedKey>): MergePlan => {
  const written: Array<PlannedKey> = []
  const deletedIds: Array<number> = []
  const kept: Array<KeyPair> = []
  for (const { type, resolution, sourceKeyId, targetKeyId, versions } of changes) {
    const { source, target } = versions
    const merged = mergedKey(versions, effectiveResolution(type, resolution) ?? "TARGET")
    if (merged === null) {
      if (targetKeyId !== null) deletedIds.push(targetKeyId)
    } else if (target !== null && isSameKey(target, merged)) kept.push({ sourceKeyId, targetKeyId })
    else written.push({ sourceKeyId, targetKeyId, source, target, merged })
  }
  return { written, deletedIds, kept }
}
