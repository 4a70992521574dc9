import { isSameTranslation, type Translation, untranslated } from "@dragoman/domain/translation"
import { type BatchJobOwner, ProjectRepository } from "@dragoman/store"
import { Context, Effect } from "effect"
import { projectKeyIdOf } from "../service/access/access.ts"
import type { ContentProject } from "./change-project.ts"

/** A text before and after a change; null = no text. */
export interface ChangedText {
  readonly keyId: number
  readonly languageId: number
  readonly translationId: number
  readonly before: string | null
  readonly after: string | null
}

/** A translation before and after a change; before null: it had no row. */
export interface ChangedTranslation {
  readonly keyId: number
  readonly languageId: number
  readonly translationId: number
  readonly before: Translation | null
  readonly after: Translation
}

/** A request that writes texts. */
export interface TextWriter extends BatchJobOwner {
  readonly isImport: boolean
}

/** Returns the writer of the texts of a request. */
export const textWriter = (
  { caller }: { readonly caller: { readonly userId: number } & Parameters<typeof projectKeyIdOf>[0] },
  isImport: boolean
): TextWriter => ({
  authorId: caller.userId,
  apiKeyId: projectKeyIdOf(caller),
  isImport
})

/** A part of a change of content, after it was written. */
export interface ContentChange {
  /** null or absent: the server wrote the texts by itself, and nothing more follows from them. */
  readonly writer?: TextWriter | null
  /** Translations that were written; those that stayed the same are left out before followers run. */
  readonly translations?: ReadonlyArray<ChangedTranslation>
  /** Keys whose limit of characters or plural forms changed. */
  readonly keyIds?: ReadonlyArray<number>
  /** Languages whose tag changed, or that became the base language. */
  readonly languageIds?: ReadonlyArray<number>
}

/** A change as followers get it. */
export interface FollowedChange extends Required<ContentChange> {
  /** The texts of the translations that changed. */
  readonly texts: ReadonlyArray<ChangedText>
}

/**
 * Keeps data that depends on content up to date, in the transaction that changes the content. It is called for many keys at a
 * time, does nothing but SQL, and the number of its statements does not depend on the number of rows.
 */
export type ContentFollower = (project: ContentProject, change: FollowedChange) => Effect.Effect<void>

/** The followers in their order. Each thread that writes content has them (composition/content-followers.ts). */
export class ContentFollowers extends Context.Service<
  ContentFollowers,
  {
    /** They read and write rows of the changed keys alone, which the transaction has locked. */
    readonly ofKeys: ReadonlyArray<ContentFollower>
    /** They read and write rows that changes of other keys share; the order of revisions is locked before. */
    readonly ofProject: ReadonlyArray<ContentFollower>
  }
>()("@dragoman/server/change/ContentFollowers") {}

/** Runs the followers; belongs behind the writes of the change. */
export const followContent = Effect.fn("followContent")(function* (
  project: ContentProject,
  { writer = null, translations = [], keyIds = [], languageIds = [] }: ContentChange
) {
  const changed = translations.filter(({ before, after }) => !isSameTranslation(before ?? untranslated, after))
  if (changed.length === 0 && keyIds.length === 0 && languageIds.length === 0) return
  const texts = changed.flatMap(({ before, after, ...place }) =>
    (before?.text ?? null) === after.text ? [] : [{ ...place, before: before?.text ?? null, after: after.text }]
  )
  const followed = { writer, translations: changed, texts, keyIds, languageIds }
  const { ofKeys, ofProject } = yield* ContentFollowers
  for (const follow of ofKeys) yield* follow(project, followed)
  yield* ProjectRepository.use((projects) => projects.lockRevisions(project.projectId))
  for (const follow of ofProject) yield* follow(project, followed)
})
