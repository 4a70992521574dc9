import type { PublicProjectModel, PublicTranslationsModel } from "@dragoman/api"
import { statePercentages } from "@dragoman/domain/stats"
import { ProjectRepository, TranslationListRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { publicReadLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import { viewableLanguages } from "../../project/language/language-queries.ts"
import { languageToModel } from "../../project/language/language-shapes.ts"
import { listProjectStats } from "../../project/stats/project-list-stats.ts"
import type { PublicProjectAccess } from "../../service/access/access.ts"
import { RequestingClient } from "../../service/access/client-identity.ts"
import { findTranslationPage, type TranslationListQuery } from "../translation-list/translation-list-queries.ts"

/** Keys of the largest page: smaller than for members, because anonymous requests are cheap to send. */
const pageKeysMax = 100

/** The parameters that visitors have: no filter by what they cannot see. */
type PublicListQuery = Pick<TranslationListQuery, "page" | "size" | "cursor" | "languages" | "search">

/** Reads a public project as visitors see it: field by field, so that a new one of projects is not shown by itself. */
export const getPublicProject = Effect.fn("getPublicProject")(function* (
  access: PublicProjectAccess<"translations.view">
) {
  yield* limitReads
  const { projectId } = access
  const projects = yield* ProjectRepository
  const found = yield* projects.find(projectId, access.caller?.userId ?? 0)
  if (Option.isNone(found)) return yield* failWith("project_not_found")
  const { name, description, suggestionsMode } = found.value
  const stats = (yield* listProjectStats([projectId])).get(projectId)
  const { languages = [], keyCount = 0, texts = [] } = stats ?? {}
  const countsByLanguageId = new Map(texts.map((counts) => [counts.languageId, counts]))
  const model: PublicProjectModel = {
    id: projectId,
    name,
    description,
    takesSuggestions: suggestionsMode !== "DISABLED",
    keyCount,
    languages: viewableLanguages(access, languages).map((language) => {
      const { translated = 0, reviewed = 0 } = countsByLanguageId.get(language.id) ?? {}
      const shares = statePercentages({ keyCount, languageCount: 1, translated, reviewed })
      return {
        ...languageToModel(language),
        translatedPercentage: shares.TRANSLATED,
        reviewedPercentage: shares.REVIEWED
      }
    })
  }
  return model
})

/** Lists keys and texts of a public project: nothing that people wrote about them, and nothing that shows who did. */
export const listPublicTranslations = Effect.fn("listPublicTranslations")(function* (
  access: PublicProjectAccess<"translations.view">,
  query: PublicListQuery
) {
  yield* limitReads
  const { page, size, cursor, languages: tags, search } = query
  const repository = yield* TranslationListRepository
  const selected = { page, cursor, languages: tags, search, size: size && Math.min(size, pageKeysMax) }
  const { keyIds, languages, ...place } = yield* findTranslationPage(access, selected)
  const keys = yield* repository.listKeys(access.projectId, keyIds)
  const texts = yield* repository.listTranslations(
    access.projectId,
    keyIds,
    languages.map(({ id }) => id)
  )
  const textsByKey = Map.groupBy(texts, ({ keyId }) => keyId)
  const model: PublicTranslationsModel = {
    _embedded: {
      keys: keys.map((key) => ({
        keyId: key.id,
        keyName: key.name,
        keyNamespace: key.namespace,
        keyDescription: key.description,
        keyIsPlural: key.isPlural,
        translations: Object.fromEntries(
          languages.map(({ id, tag }) => {
            const row = textsByKey.get(key.id)?.find(({ languageId }) => languageId === id)
            return [tag, { text: row?.text ?? null, state: row?.state ?? "UNTRANSLATED" }]
          })
        )
      }))
    },
    page: place.page,
    selectedLanguages: languages.map(languageToModel),
    nextCursor: place.nextCursor
  }
  return model
})

/** By client, not by user: an account takes a minute to make. */
const limitReads = Effect.gen(function* () {
  const limiter = yield* RateLimiter
  const client = yield* RequestingClient
  yield* limiter.consume(publicReadLimit, client?.network ?? "unknown")
})
