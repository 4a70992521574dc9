import type { AutoTranslationDryRunBody, AutoTranslationDryRunModel } from "@dragoman/api"
import { toAmount } from "@dragoman/domain/machine-translation"
import { dryRunKeysMax, languageSettings, planAutomaticText, usualRule, validateDryRun } from "@dragoman/domain/memory"
import { checkLanguages } from "@dragoman/domain/permission"
import { type ReplaceableTexts, untranslated } from "@dragoman/domain/translation"
import {
  AutoTranslationRepository,
  KeyRepository,
  type KeyRow,
  type LanguageRow,
  ProjectRepository,
  TranslationRepository
} from "@dragoman/store"
import { Effect, Option } from "effect"
import { findBrokenIcu } from "../../content/translation/broken-icu.ts"
import { requireTranslate } from "../../content/translation/require-languages.ts"
import { ByPlace, type TranslationPlace } from "../../content/translation/translation-places.ts"
import { selectAllKeys } from "../../content/translation-list/translation-list-queries.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { machineSuggestionLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { findLeftOfProject } from "../machine-translation/budgets.ts"
import { estimateTranslation } from "../machine-translation/estimate-translation.ts"
import { findMachinePlaces } from "../machine-translation/find-machine-places.ts"
import { readTranslatedProject } from "../machine-translation/translated-project.ts"
import { findInMemory } from "../memory/fill-from-memory.ts"
import { fillFromSimilar } from "./find-similar-texts.ts"

/** Texts that a response lists; the counts are those of all. */
const listedTextsMax = 1_000

type DryRunAccess = ProjectAccess<"keys.view" | "translations.batch-machine">

/**
 * Reports how the rules of automatic translation would fill the texts of keys if their base texts were written now. Writes nothing,
 * and asks no service.
 */
export const dryRunAutoTranslation = Effect.fn("dryRunAutoTranslation")(function* (
  access: DryRunAccess,
  body: AutoTranslationDryRunBody
) {
  const { projectId } = access
  yield* (yield* RateLimiter).consume(machineSuggestionLimit, access.caller.userId)
  const selection = yield* orFail(validateDryRun(body))
  const project = yield* readTranslatedProject(projectId)
  const targets = yield* chooseLanguages(access, project.languages, selection.languageIds)
  const settings = new Map(
    languageSettings(
      yield* AutoTranslationRepository.use((repository) => repository.list(projectId)),
      project.languages
    ).map((setting) => [setting.languageId, setting])
  )
  const settingOf = (languageId: number) => settings.get(languageId) ?? nothingWanted
  const { keys, hasMore } = yield* chooseKeys(access, targets, selection.keyIds)
  const keyIds = keys.map(({ id }) => id)

  const replaceable = (languageId: number): ReplaceableTexts =>
    settingOf(languageId).followsBase ? "EMPTY" : "MISSING"
  const ofMemory = targets.flatMap(({ id }) => (settingOf(id).usesMemory ? [id] : []))
  const exact = yield* findWritableMatches(projectId, project, keyIds, ofMemory)
  const similarIds = ofMemory.filter((id) => settingOf(id).memoryMinSimilarity < usualRule.memoryMinSimilarity)
  const { places } = yield* findMachinePlaces(project, keyIds, { languageIds: similarIds, replaceable })
  const similar = yield* fillFromSimilar(
    project,
    places.filter((place) => exact.get(place) === undefined),
    (languageId) => settingOf(languageId).memoryMinSimilarity
  )
  const similarities = new ByPlace<number | "DAMAGED">()
  for (const place of similar.damaged) similarities.set(place, "DAMAGED")
  for (const { similarity, ...place } of similar.filled) similarities.set(place, similarity)

  const languageIds = [...(project.base === null ? [] : [project.base.id]), ...targets.map(({ id }) => id)]
  const rows = ByPlace.of(
    yield* TranslationRepository.use((repository) => repository.list(projectId, keyIds, languageIds))
  )
  const planned = keys.flatMap((key) =>
    targets.map((language) => {
      const place = { keyId: key.id, languageId: language.id }
      const plan = planAutomaticText({
        setting: settingOf(language.id),
        baseText: project.base === null ? "" : (rows.at(key.id, project.base.id)?.text ?? ""),
        before: rows.get(place) ?? untranslated,
        hasExactMatch: exact.get(place) !== undefined,
        similar: similarities.get(place) ?? null,
        service: project.settingOf(language).primary?.service ?? null
      })
      return { ...place, key, language, plan }
    })
  )
  const asked = ByPlace.of(planned.filter(({ plan }) => plan.source === "MACHINE"))
  const isAsked = (place: TranslationPlace) => asked.get(place) !== undefined
  const rule = { languageIds: targets.map(({ id }) => id), replaceable }
  const estimates = yield* estimateTranslation(projectId, null, keyIds, rule, isAsked)
  const cost = estimates.reduce((sum, estimate) => sum + estimate.cost, 0)
  const left = yield* findLeftOfProject(access)
  const isPaid = estimates.some(({ texts }) => texts > 0)
  return {
    keys: keys.length,
    hasMoreKeys: hasMore,
    cost: toAmount(cost),
    exceedsBudget: isPaid && left !== null && (left <= 0 || cost > left),
    languages: targets.map((language) => {
      const setting = settingOf(language.id)
      const ofLanguage = planned.filter(({ languageId }) => languageId === language.id)
      const count = (source: string) => ofLanguage.filter(({ plan }) => plan.source === source).length
      const estimate = estimates.find((one) => one.language.id === language.id)
      return {
        languageId: language.id,
        languageTag: language.tag,
        usingTranslationMemory: setting.usesMemory,
        usingMachineTranslation: setting.usesMachine,
        memoryMinSimilarity: setting.memoryMinSimilarity,
        labelId: setting.labelId,
        service: setting.usesMachine ? (estimate?.service ?? null) : null,
        fromMemory: count("MEMORY"),
        byMachine: count("MACHINE"),
        untouched: count("NONE"),
        characters: estimate?.usage.characters ?? 0,
        tokens: estimate === undefined ? 0 : estimate.usage.inputTokens + estimate.usage.outputTokens,
        cost: toAmount(estimate?.cost ?? 0)
      }
    }),
    texts: planned.slice(0, listedTextsMax).map(({ keyId, key, languageId, language, plan }) => ({
      keyId,
      keyName: key.name,
      keyNamespace: key.namespace,
      languageId,
      languageTag: language.tag,
      ...plan
    }))
  } satisfies AutoTranslationDryRunModel
})

const nothingWanted = { usesMemory: false, usesMachine: false, ...usualRule } as const

/** Chooses target languages; without ids those that the caller may translate. */
const chooseLanguages = Effect.fnUntraced(function* (
  access: DryRunAccess,
  languages: ReadonlyArray<LanguageRow>,
  languageIds: ReadonlyArray<number> | null
) {
  if (languageIds === null) {
    return languages.filter(
      ({ id, base }) => !base && checkLanguages(access.computedPermission, "translate", [id]) === null
    )
  }
  const known = new Set(languages.map(({ id }) => id))
  if (languageIds.some((id) => !known.has(id))) return yield* failWith("language_not_found")
  yield* requireTranslate(access, { languages }, languageIds)
  return languages.filter(({ id, base }) => !base && languageIds.includes(id))
})

/** Reads the keys with these ids; without ids the first ones that have an empty text in any of the languages. */
const chooseKeys = Effect.fnUntraced(function* (
  access: DryRunAccess,
  targets: ReadonlyArray<LanguageRow>,
  keyIds: ReadonlyArray<number> | null
) {
  const find = (ids: ReadonlyArray<number>) =>
    KeyRepository.use((repository) => repository.find(access.projectId, ids)).pipe(
      Effect.map((keys): ReadonlyArray<KeyRow> => keys.toSorted((a, b) => a.id - b.id))
    )
  if (keyIds !== null) {
    const keys = yield* find(keyIds)
    return keys.length < keyIds.length ? yield* failWith("key_not_found") : { keys, hasMore: false }
  }
  if (targets.length === 0) return { keys: [], hasMore: false }
  const tags = targets.map(({ tag }) => tag)
  const ids = yield* selectAllKeys(access, { languages: tags, filterUntranslatedInLang: tags })
  return { keys: yield* find([...ids.subarray(0, dryRunKeysMax)]), hasMore: ids.length > dryRunKeysMax }
})

/** Finds exact matches of the memory that the project does not reject. */
const findWritableMatches = Effect.fnUntraced(function* (
  projectId: number,
  { languages }: { readonly languages: ReadonlyArray<LanguageRow> },
  keyIds: ReadonlyArray<number>,
  languageIds: ReadonlyArray<number>
) {
  const { keys, texts } = yield* findInMemory({ projectId, languages }, keyIds, languageIds)
  const project = Option.getOrThrow(yield* ProjectRepository.use((repository) => repository.find(projectId, 0)))
  const writable = new ByPlace<string>()
  for (const { id: keyId, isPlural } of keys) {
    for (const languageId of languageIds) {
      const text = texts.at(keyId, languageId)?.text
      if (text !== undefined && findBrokenIcu(project, text, isPlural) === null)
        writable.set({ keyId, languageId }, text)
    }
  }
  return writable
})
