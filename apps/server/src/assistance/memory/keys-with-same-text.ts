import { narrowLanguages } from "@dragoman/domain/permission"
import { KeyRepository, LanguageRepository, MemoryIndexRepository, TranslationRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { requireView } from "../../content/translation/require-languages.ts"
import { failWith } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"

const keysMax = 50

/**
 * Lists other keys of the default branch with the base text of a key, with their texts in the languages that the caller may view. A key
 * of another branch has none: it would meet the key that it is a copy of.
 */
export const listKeysWithSameText = Effect.fn("listKeysWithSameText")(function* (
  access: ProjectAccess<"translations.view">,
  keyId: number
) {
  const { projectId, organizationId } = access
  const keys = yield* KeyRepository
  const translations = yield* TranslationRepository
  const memory = yield* MemoryIndexRepository
  const [key] = yield* keys.find(projectId, [keyId])
  if (key === undefined) return yield* failWith("key_not_found")
  const languages = yield* (yield* LanguageRepository).listOfProject(projectId)
  const base = languages.find((language) => language.base)
  if (base === undefined || key.branchId !== null) return []
  yield* requireView(access, { languages }, [base.id])
  const [own] = yield* translations.list(projectId, [keyId], [base.id])
  const indexId = yield* memory.findIndex(organizationId, base.tag)
  if (Option.isNone(indexId) || !own?.text) return []
  const sourceId = yield* memory.findSource(indexId.value, own.text)
  if (Option.isNone(sourceId)) return []
  const foundIds = yield* memory.listKeysWithText({
    projectId,
    sourceId: sourceId.value,
    baseLanguageId: base.id,
    isPlural: key.isPlural,
    excludedKeyId: keyId,
    limit: keysMax
  })
  const viewable = narrowLanguages(access.computedPermission, "view", null)
  const shown = languages.filter(({ id }) => id !== base.id && (viewable === null || viewable.includes(id)))
  const tagById = new Map(shown.map(({ id, tag }) => [id, tag]))
  const rows = Map.groupBy(yield* translations.list(projectId, foundIds, [...tagById.keys()]), (row) => row.keyId)
  return (yield* keys.find(projectId, foundIds)).toReversed().map(({ id, name, namespace }) => ({
    keyId: id,
    keyName: name,
    keyNamespace: namespace,
    translations: Object.fromEntries(
      (rows.get(id) ?? []).flatMap(({ languageId, text, state }) => {
        const tag = tagById.get(languageId)
        return text === null || tag === undefined ? [] : [[tag, { text, state }] as const]
      })
    )
  }))
})
