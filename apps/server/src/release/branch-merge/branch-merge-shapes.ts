import type { BranchMergeChangeModel, BranchMergeKeyModel, BranchMergeModel } from "@dragoman/api"
import { changedTranslations, effectiveResolution, type KeyVersion } from "@dragoman/domain/branch"
import {
  type BranchMergeChangeRow,
  type BranchMergeRow,
  LanguageRepository,
  type LanguageRow,
  TranslationRepository,
  type TranslationRow
} from "@dragoman/store"
import { Effect } from "effect"
import { ByPlace } from "../../content/translation/translation-places.ts"
import { viewableLanguages } from "../../project/language/language-queries.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { mergedKey } from "./merged-key.ts"

/** Converts a comparison or a merge for responses. */
export const branchMergeToModel = (merge: BranchMergeRow): BranchMergeModel => ({
  id: merge.id,
  sourceBranchId: merge.sourceBranchId,
  sourceBranchName: merge.sourceBranchName ?? "",
  targetBranchId: merge.targetBranchId,
  targetBranchName: merge.targetBranchName ?? "",
  outdated: merge.outdated,
  keyAdditionsCount: merge.additions,
  keyDeletionsCount: merge.deletions,
  keyModificationsCount: merge.modifications,
  keyUnresolvedConflictsCount: merge.conflicts,
  keyResolvedConflictsCount: merge.resolvedConflicts,
  uncompletedTasksCount: merge.openTasks,
  mergedAt: merge.mergedAt
})

/** Converts changes for responses, with the texts in the languages that the caller may view. */
export const showChanges = Effect.fn("showChanges")(function* (
  access: ProjectAccess,
  changes: ReadonlyArray<BranchMergeChangeRow>
) {
  const languages = yield* LanguageRepository.use((repository) => repository.listOfProject(access.projectId))
  const viewable = viewableLanguages(access, languages)
  const keyIds = changes.flatMap(({ sourceKeyId, targetKeyId }) =>
    [sourceKeyId, targetKeyId].filter((id) => id !== null)
  )
  const rows = yield* TranslationRepository.use((repository) =>
    repository.list(
      access.projectId,
      keyIds,
      viewable.map(({ id }) => id)
    )
  )
  const context: ShownTexts = { languages: viewable, rows: ByPlace.of(rows) }
  return changes.map((change) => changeToModel(change, context))
})

interface ShownTexts {
  readonly languages: ReadonlyArray<LanguageRow>
  /** The stored texts, which have the ids and marks of those that were compared. */
  readonly rows: ByPlace<TranslationRow>
}

const changeToModel = (
  { id, type, sourceKeyId, targetKeyId, versions, resolution }: BranchMergeChangeRow,
  context: ShownTexts
): BranchMergeChangeModel => {
  const { source, target } = versions
  const side = effectiveResolution(type, resolution)
  const hasMerged = source !== null && target !== null && side !== null
  const changed = changedTranslations(versions)
  return {
    id,
    type,
    sourceKey: toKey(sourceKeyId, source, context),
    targetKey: toKey(targetKeyId, target, context),
    mergedKey: hasMerged ? toKey(targetKeyId, mergedKey(versions, side), context) : null,
    changedTranslations:
      changed &&
      context.languages
        .filter((language) => changed.includes(language.id))
        .map(({ tag }) => tag)
        .sort(),
    resolution,
    effectiveResolution: side
  }
}

const toKey = (
  keyId: number | null,
  version: KeyVersion | null,
  { languages, rows }: ShownTexts
): BranchMergeKeyModel | null => {
  if (keyId === null || version === null) return null
  const translations = languages.flatMap(({ id, tag }) => {
    const shown = version.texts[id]
    if (shown === undefined) return []
    const row = rows.at(keyId, id)
    const { text, state } = shown
    return [[tag, { id: row?.id ?? null, language: tag, text, state, outdated: row?.outdated ?? false }] as const]
  })
  return {
    keyId,
    keyName: version.name,
    keyIsPlural: version.isPlural,
    keyDescription: version.description,
    namespace: version.namespace,
    translations: Object.fromEntries(translations)
  }
}
