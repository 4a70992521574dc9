import type { TranslationProtection } from "@dragoman/domain/translation"
import { LanguageRepository, type LanguageRow } from "@dragoman/store"
import { Effect } from "effect"
import { lockProject } from "./lock-project.ts"

/** What every change of keys and translations asks of their project. */
export interface ContentProject {
  readonly projectId: number
  readonly useNamespaces: boolean
  readonly icuPlaceholders: boolean
  readonly translationProtection: TranslationProtection
  /** The base language first, then by tag. */
  readonly languages: ReadonlyArray<LanguageRow>
}

/**
 * The first statement of a transaction that changes keys or translations: until the end of it nobody else changes
 * anything in the project.
 */
export const lockContentProject = Effect.fn("lockContentProject")(function* (projectId: number) {
  const languages = yield* LanguageRepository
  const { useNamespaces, icuPlaceholders, translationProtection } = yield* lockProject(projectId)
  const project: ContentProject = {
    projectId,
    useNamespaces,
    icuPlaceholders,
    translationProtection,
    languages: yield* languages.listOfProject(projectId)
  }
  return project
})
