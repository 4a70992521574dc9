import { LanguageRepository, type LanguageRow } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { viewableLanguages } from "../../project/language/language-queries.ts"

/** How many languages a list shows when the request names none. */
const defaultLanguages = 2

/** The languages of the project that the caller may view, the base language first, then by tag. */
export const listViewableLanguages = Effect.fn("listViewableLanguages")(function* (access: ProjectAccess) {
  const repository = yield* LanguageRepository
  return viewableLanguages(access, yield* repository.listOfProject(access.projectId))
})

/** The languages with these tags, in the order of the tags; ignores unknown tags. */
export const languagesWithTags = (
  viewable: ReadonlyArray<LanguageRow>,
  tags: ReadonlyArray<string>
): ReadonlyArray<LanguageRow> =>
  [...new Set(tags)].flatMap((tag) => viewable.find((language) => language.tag === tag) ?? [])

/**
 * The languages that a list shows: those with these tags or, without a tag, the base language and the one with the lowest
 * id. Source: docs/content.md#reading.
 */
export const selectLanguages = (
  viewable: ReadonlyArray<LanguageRow>,
  tags: ReadonlyArray<string>
): ReadonlyArray<LanguageRow> =>
  tags.some((tag) => tag !== "")
    ? languagesWithTags(viewable, tags)
    : viewable.toSorted((a, b) => Number(b.base) - Number(a.base) || a.id - b.id).slice(0, defaultLanguages)
