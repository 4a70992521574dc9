import type { ActivityType, DescribedEntity, EntityChange, JsonObject } from "@dragoman/domain/activity"
import { changesProtectedBranches, checkBranchWrites, chooseBranch } from "@dragoman/domain/branch"
import { effectiveProtection, type SuggestionsMode } from "@dragoman/domain/suggestion"
import type { TranslationProtection } from "@dragoman/domain/translation"
import {
  BranchRepository,
  type BranchRow,
  ContentBeingCopied,
  type ContentPlace,
  Database,
  defaultBranch,
  LanguageRepository,
  type LanguageRow,
  type ProjectLockMode,
  ProjectRepository,
  type ProjectRow
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { failIf, failWith, orFail } from "../platform/fail.ts"
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
) => inTransaction(lockProject(projectId), () => recorderOf(projectId, caller.userId), change)

/**
 * Works like `changeProject`, for keys and translations: the change also gets the languages of the project and the branch of the
 * target. Fails for protected branches that the caller may not change.
 */
export const changeContent = <A, E, R>(
  access: ProjectAccess,
  target: ContentTarget,
  change: (project: ContentProject, record: Record) => Effect.Effect<A, E, R>
) => changeContentIn("exclusive", access, target, change)

/**
 * Works like `changeContent` for texts of keys that exist, beside others that do (ADR 143): the change locks these keys by
 * `KeyRepository.lock` before it reads their texts, and reads and writes nothing that changes with the texts of other keys.
 */
export const changeTexts = <A, E, R>(
  access: ProjectAccess,
  target: Exclude<ContentTarget, "project">,
  change: (project: ContentProject, record: Record) => Effect.Effect<A, E, R>
) => changeContentIn("shared", access, target, change)

const changeContentIn = <A, E, R>(
  mode: ProjectLockMode,
  access: ProjectAccess,
  target: ContentTarget,
  change: (project: ContentProject, record: Record) => Effect.Effect<A, E, R>
) =>
  inTransaction(
    Effect.flatMap(lockContentProject(access.projectId, access.caller.userId, mode), (project) =>
      enterBranch(project, target, changesProtectedBranches(access.effectiveScopes))
    ),
    ({ projectId, branchId }) => recorderOf(projectId, access.caller.userId, branchId),
    change
  )

const recorderOf =
  (projectId: number, authorId: number, branchId: number | null = null): Record =>
  (type, entities, details = {}) =>
    recordActivity({ projectId, branchId, authorId, type, entities, ...details })

const inTransaction = <Project, E1, R1, A, E, R>(
  lock: Effect.Effect<Project, E1, R1>,
  recorder: (project: Project) => Record,
  change: (project: Project, record: Record) => Effect.Effect<A, E, R>
) =>
  Effect.flatMap(Database, (database) =>
    database.transaction(Effect.flatMap(lock, (project) => change(project, recorder(project))))
  )

export type LockedProject = Effect.Success<ReturnType<typeof lockProject>>

/**
 * Locks a project until the end of the transaction: no other transaction changes it, or with a shared lock, nothing but texts of
 * other keys. For changes without the access of a caller.
 */
export const lockProject = Effect.fn("lockProject")(function* (projectId: number, mode: ProjectLockMode = "exclusive") {
  const repository = yield* ProjectRepository
  const found = yield* mode === "shared" ? repository.lockShared(projectId) : repository.lock(projectId)
  return Option.isSome(found) ? found.value : yield* failWith("project_not_found")
})

/**
 * Where content is changed. An id wins over the name of a branch: a key is changed on the branch where it lives.
 *
 * - `branch`: the branch of this name; absent, null and blank names mean the default branch
 * - `branchId`: the branch with this id; null: the default branch
 * - `keyIds`, `translationIds`: the branches of these keys or translations; ids that the project does not have are ignored
 * - `annotates`: nothing but comments, suggestions and issues is written, which protected branches take too
 * - `project`: what all branches share; no branch is asked whether it is protected
 */
export type ContentTarget =
  | { readonly branch: string | null | undefined }
  | { readonly branchId: number | null }
  | { readonly keyIds: ReadonlyArray<number>; readonly annotates?: true }
  | { readonly translationIds: ReadonlyArray<number>; readonly annotates?: true }
  | "project"

/**
 * Returns the project with the branch of the target as its place; the first of them, where keys live on several. Fails for branches
 * that do not exist, that are being created or deleted, and for protected ones unless `changesProtected`. Every change of content
 * goes through here, imports and batch jobs too.
 */
export const enterBranch = Effect.fn("enterBranch")(function* (
  project: ContentProject,
  target: ContentTarget,
  changesProtected: boolean
) {
  if (target === "project") return project
  const entered: ContentProject = { ...project, branchId: yield* checkTarget(project, target, changesProtected) }
  return entered
})

/** Checks as `enterBranch` does, without a change; returns the branch of the target, null for the default one. */
export const checkTarget = Effect.fnUntraced(function* (
  project: BranchedProject,
  target: Exclude<ContentTarget, "project">,
  changesProtected: boolean
) {
  const branchIds = yield* branchesOf(project, target)
  const annotates = "annotates" in target && target.annotates === true
  yield* failIf(checkBranchWrites(project, branchIds, changesProtected || annotates))
  return branchIds[0] ?? null
})

/** The branches of a project that are not deleted, and whether it uses them. */
export type BranchedProject = Pick<ContentProject, "projectId" | "useBranching" | "branches">

const branchesOf = Effect.fnUntraced(function* (project: BranchedProject, target: Exclude<ContentTarget, "project">) {
  if ("branch" in target) return [yield* orFail(chooseBranch(project, target.branch))]
  if ("branchId" in target) return [target.branchId]
  // Without another branch all keys are of the default one, and need not be looked up.
  if (project.branches.every(({ isDefault }) => isDefault)) return [null]
  return yield* BranchRepository.use((branches) =>
    "keyIds" in target
      ? branches.listOfKeys(project.projectId, target.keyIds)
      : branches.listOfTranslations(project.projectId, target.translationIds)
  )
})

/** The facts about a project that every change of its keys and translations needs; `lockContentProject` gives the default branch. */
export interface ContentProject extends ContentPlace {
  readonly useBranching: boolean
  /** The branches that are not deleted. */
  readonly branches: ReadonlyArray<BranchRow>
  readonly useNamespaces: boolean
  readonly icuPlaceholders: boolean
  /** Reviewed texts are protected where suggestions are enforced, too. */
  readonly translationProtection: TranslationProtection
  readonly suggestionsMode: SuggestionsMode
  /** Texts that are no ICU messages are not written. */
  readonly rejectsBrokenIcu: boolean
  /** Keys of tasks are marked as done when assignees save their work. */
  readonly marksTaskKeysDone: boolean
  /** The user who makes the change; null: the server itself. */
  readonly authorId: number | null
  /** Languages, the base language first, then by tag. */
  readonly languages: ReadonlyArray<LanguageRow>
}

/**
 * Works like `lockProject`, and returns the facts for changes of keys and translations. While a branch of the project is being copied,
 * the transaction waits without any lock and runs again (ADR 119).
 */
export const lockContentProject = Effect.fn("lockContentProject")(function* (
  projectId: number,
  authorId: number | null = null,
  mode: ProjectLockMode = "exclusive"
) {
  const locked = yield* lockProject(projectId, mode)
  const branches = yield* BranchRepository.use((repository) => repository.listOfProject(projectId))
  const now = yield* Clock.currentTimeMillis
  if (branches.some(({ leasedUntil }) => leasedUntil !== null && leasedUntil > now)) {
    return yield* Effect.die(new ContentBeingCopied(projectId))
  }
  return yield* contentProjectOf(projectId, locked, branches, authorId)
})

/** Reads the same facts without a lock, for previews. */
export const readContentProject = Effect.fnUntraced(function* ({
  projectId,
  caller
}: {
  readonly projectId: number
  readonly caller: { readonly userId: number }
}) {
  const found = yield* ProjectRepository.use((repository) => repository.find(projectId, caller.userId))
  if (Option.isNone(found)) return yield* failWith("project_not_found")
  const branches = yield* BranchRepository.use((repository) => repository.listOfProject(projectId))
  return yield* contentProjectOf(projectId, found.value, branches, caller.userId)
})

const contentProjectOf = Effect.fnUntraced(function* (
  projectId: number,
  row: Pick<
    ProjectRow,
    | "useNamespaces"
    | "icuPlaceholders"
    | "suggestionsMode"
    | "rejectsBrokenIcu"
    | "useBranching"
    | "translationProtection"
    | "marksTaskKeysDone"
  >,
  branches: ReadonlyArray<BranchRow>,
  authorId: number | null
) {
  const { useNamespaces, icuPlaceholders, suggestionsMode, rejectsBrokenIcu, useBranching, marksTaskKeysDone } = row
  const project: ContentProject = {
    ...defaultBranch(projectId),
    useBranching,
    branches,
    useNamespaces,
    icuPlaceholders,
    translationProtection: effectiveProtection(row),
    suggestionsMode,
    rejectsBrokenIcu,
    marksTaskKeysDone,
    authorId,
    languages: yield* LanguageRepository.use((repository) => repository.listOfProject(projectId))
  }
  return project
})
