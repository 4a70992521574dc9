import type { ActivityType, DescribedEntity, EntityChange, JsonObject } from "@dragoman/domain/activity"
import { effectiveProtection, type SuggestionsMode } from "@dragoman/domain/suggestion"
import type { TranslationProtection } from "@dragoman/domain/translation"
import {
  type ContentPlace,
  Database,
  defaultBranch,
  LanguageRepository,
  type LanguageRow,
  ProjectRepository
} from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../platform/fail.ts"
import type { ProjectAccess } from "../service/access/access.ts"
import { type ActivityRecorder, recordActivity } from "./activity/record-activity.ts"

/** Records one activity of the change in the same transaction; nothing when no logged property changed. */
export type Record = (
  type: ActivityType,
  entities: ReadonlyArray<EntityChange>,
  details?: {
    /** The entities that the changes refer to, directly or through others. */
    readonly described?: ReadonlyArray<DescribedEntity>
    /** Parameters, which only batch types have. */
    readonly params?: JsonObject | null
  }
) => Effect.Effect<void, never, ActivityRecorder>

/**
 * Changes a project, its languages or its members in one transaction that begins with the lock of the project: writers
 * of one project come one after the other, so a change first looks, then writes (ADR 6). Fails with 404 when the
 * project was deleted between the check of the access and now. `change` may run again (see `Database.transaction`).
 */
export const changeProject = <A, E, R>(
  { caller, projectId }: ProjectAccess,
  change: (project: LockedProject, record: Record) => Effect.Effect<A, E, R>
) => inTransaction(lockProject(projectId), recorderOf(projectId, caller.userId), change)

/** Works like `changeProject`, for keys and translations: the change also gets the languages of the project. */
export const changeContent = <A, E, R>(
  { caller, projectId }: ProjectAccess,
  change: (project: ContentProject, record: Record) => Effect.Effect<A, E, R>
) => inTransaction(lockContentProject(projectId), recorderOf(projectId, caller.userId), change)

const recorderOf =
  (projectId: number, authorId: number): Record =>
  (type, entities, details = {}) =>
    recordActivity({ projectId, authorId, type, entities, ...details })

const inTransaction = <Project, E1, R1, A, E, R>(
  lock: Effect.Effect<Project, E1, R1>,
  record: Record,
  change: (project: Project, record: Record) => Effect.Effect<A, E, R>
) =>
  Effect.flatMap(Database, (database) =>
    database.transaction(Effect.flatMap(lock, (project) => change(project, record)))
  )

export type LockedProject = Effect.Success<ReturnType<typeof lockProject>>

/**
 * Locks a project until the end of the transaction: no other transaction changes it. For changes without the access of
 * a caller.
 */
export const lockProject = Effect.fn("lockProject")(function* (projectId: number) {
  const repository = yield* ProjectRepository
  const found = yield* repository.lock(projectId)
  return Option.isSome(found) ? found.value : yield* failWith("project_not_found")
})

/** The facts about a project that every change of its keys and translations needs. */
export interface ContentProject extends ContentPlace {
  readonly useNamespaces: boolean
  readonly icuPlaceholders: boolean
  /** Reviewed texts are protected where suggestions are enforced, too. */
  readonly translationProtection: TranslationProtection
  readonly suggestionsMode: SuggestionsMode
  /** Texts that are no ICU messages are not written. */
  readonly rejectsBrokenIcu: boolean
  /** Languages, the base language first, then by tag. */
  readonly languages: ReadonlyArray<LanguageRow>
}

/** Works like `lockProject`, and returns the facts for changes of keys and translations. */
export const lockContentProject = Effect.fn("lockContentProject")(function* (projectId: number) {
  const languages = yield* LanguageRepository
  const locked = yield* lockProject(projectId)
  const { useNamespaces, icuPlaceholders, suggestionsMode, rejectsBrokenIcu } = locked
  const project: ContentProject = {
    ...defaultBranch(projectId),
    useNamespaces,
    icuPlaceholders,
    translationProtection: effectiveProtection(locked),
    suggestionsMode,
    rejectsBrokenIcu,
    languages: yield* languages.listOfProject(projectId)
  }
  return project
})
