import { includesLanguage, permittedLanguages } from "@dragoman/domain/permission"
import type { ReplaceableTexts } from "@dragoman/domain/translation"
import { LanguageRepository, type MachineAnswerRow } from "@dragoman/store"
import { Effect } from "effect"
import { openRevision } from "../../change/activity/record-activity.ts"
import { changeContent } from "../../change/change-project.ts"
import { getKey } from "../../content/key/key-queries.ts"
import { requireTranslate } from "../../content/translation/require-languages.ts"
import { ByPlace } from "../../content/translation/translation-places.ts"
import { failWith } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { requireCurrentPermission } from "../../service/access/current-permission.ts"
import { findMachinePlaces, type MachineRule } from "../machine-translation/find-machine-places.ts"
import { TextTranslator } from "../machine-translation/text-translator.ts"
import { toAnswerRow, writeMachineTexts } from "../machine-translation/write-machine-texts.ts"
import { fillFromMemory, findInMemory } from "../memory/fill-from-memory.ts"

/** Sources of texts; the memory comes first. */
export interface AutoTranslateQuery {
  /** Tags of languages whose texts are replaced; absent: empty texts are filled in all languages that the caller may translate. */
  readonly languages?: ReadonlyArray<string> | undefined
  readonly useTranslationMemory?: boolean | undefined
  readonly useMachineTranslation?: boolean | undefined
}

/**
 * Translates a key. Asks machines without transaction and lock, then writes all texts in one; fails with the first text that has no
 * translation after it has written the others.
 */
export const autoTranslateKey = Effect.fn("autoTranslateKey")(function* (
  access: ProjectAccess<"translations.edit">,
  keyId: number,
  { languages: tags, useTranslationMemory = false, useMachineTranslation = false }: AutoTranslateQuery
) {
  const { projectId, caller } = access
  yield* getKey(access, keyId)
  const languages = yield* LanguageRepository.use((repository) => repository.listOfProject(projectId))
  const permitted = permittedLanguages(access.computedPermission, "translate")
  const chosen =
    tags === undefined
      ? languages.filter(({ id }) => includesLanguage(permitted, id))
      : languages.filter(({ tag }) => tags.includes(tag))
  if (tags?.some((tag) => !languages.some((language) => language.tag === tag))) {
    return yield* failWith("language_not_found")
  }
  const targetIds = chosen.filter(({ base }) => !base).map(({ id }) => id)
  if (targetIds.length === 0) return
  yield* requireTranslate(access, { languages }, targetIds)
  const replaceable: ReplaceableTexts = tags === undefined ? "EMPTY" : "UNREVIEWED"
  const ruleOf = (languageIds: ReadonlyArray<number>): MachineRule => ({ languageIds, replaceable: () => replaceable })

  const project = { projectId, languages }
  const inMemory = useTranslationMemory ? (yield* findInMemory(project, [keyId], targetIds)).texts : null
  const machineIds = useMachineTranslation
    ? targetIds.filter((languageId) => inMemory?.at(keyId, languageId) === undefined)
    : []
  const { places } = yield* findMachinePlaces(project, [keyId], ruleOf(machineIds))
  const results = new ByPlace<MachineAnswerRow>()
  if (places.length > 0) {
    yield* TextTranslator.use(({ translate }) =>
      translate({
        projectId,
        places: places.map(({ languageId }) => ({ keyId, languageId })),
        userId: caller.userId,
        prompt: null,
        onAnswer: (result) => Effect.sync(() => results.set(result, toAnswerRow(result)))
      })
    )
  }
  const asked = ruleOf(places.map(({ languageId }) => languageId))
  const failures = yield* changeContent(
    access,
    { keyIds: [keyId] },
    Effect.fnUntraced(function* (locked) {
      yield* requireCurrentPermission(access)
      const revision = yield* openRevision({
        projectId,
        branchId: locked.branchId,
        authorId: caller.userId,
        type: "AUTO_TRANSLATE"
      })
      const memoryIds = useTranslationMemory ? targetIds.filter((id) => !asked.languageIds.includes(id)) : []
      if (memoryIds.length > 0)
        yield* revision.add(yield* fillFromMemory(locked, [keyId], memoryIds, () => replaceable))
      const written = yield* writeMachineTexts(locked, [keyId], asked, results)
      yield* revision.add(written.changes)
      yield* revision.close
      return written.failures
    })
  )
  const [failed] = failures
  if (failed === undefined) return
  const tag = languages.find(({ id }) => id === failed.languageId)?.tag ?? ""
  return yield* failWith(failed.code, failed.detail === null ? [tag] : [tag, failed.detail])
})
