import { mergeOutcomes } from "@dragoman/domain/tolgee"
import {
  ActivityRepository,
  AutoTranslationRepository,
  BranchRepository,
  ContentDeliveryRepository,
  Database,
  GlossaryRepository,
  GlossaryTermRepository,
  ImageRepository,
  KeyRepository,
  LabelRepository,
  MachineTranslationSettingRepository,
  MemoryEntryRepository,
  MemoryRepository,
  MovedRowRepository,
  NamespaceRepository,
  QualityCheckRepository,
  SlugRepository,
  TagRepository,
  TaskRepository,
  TolgeeMoveRepository,
  TranslationNoteRepository,
  WebhookConfigurationRepository
} from "@dragoman/store"
import { Clock, Effect, Layer } from "effect"
import { markChange } from "./mark-change.ts"
import type { Move, MoveHost } from "./move.ts"
import { countOf, noteUnsupported } from "./note-unsupported.ts"
import { readAllowed } from "./read-pages.ts"
import { UserModel } from "./source-models.ts"
import { connectToSource, type SourcePauses } from "./source-server.ts"
import { takeAutoTranslation } from "./take-auto-translation.ts"
import { takeBranches } from "./take-branches.ts"
import { takeContentDeliveries } from "./take-content-deliveries.ts"
import { takeCustomValues } from "./take-custom-values.ts"
import { takeDatabase } from "./take-database.ts"
import { takeGlossaries } from "./take-glossaries.ts"
import { takeHistory } from "./take-history.ts"
import { takeOrganizationInvitations, takeProjectInvitations } from "./take-invitations.ts"
import { takeKeys } from "./take-keys.ts"
import { takeLabels } from "./take-labels.ts"
import { noteModelProviders, takeMachineTranslation } from "./take-machine-translation.ts"
import { takeMemories } from "./take-memories.ts"
import { readOrganizations, takeOrganizations } from "./take-organizations.ts"
import { readProjects, takeProject } from "./take-projects.ts"
import { takePrompts } from "./take-prompts.ts"
import { takeQualitySettings } from "./take-quality-settings.ts"
import { takeTasks } from "./take-tasks.ts"
import { takeTranslationNotes } from "./take-translation-notes.ts"
import { readPeople, takeUsers } from "./take-users.ts"
import { takeWebhooks } from "./take-webhooks.ts"
import { moveFacts, printMove, printSummary, type SourceSummary } from "./tolgee-report.ts"

export interface MoveOptions {
  /** Address of the server of Tolgee, without a slash at its end. */
  readonly url: string
  readonly token: string
  /** Address of its database; null: only its API is read. */
  readonly databaseUrl: string | null
  readonly withHistory: boolean
}

/** The repositories that a move writes with. */
export const layerMoveRepositories = Layer.mergeAll(
  ActivityRepository.layer,
  AutoTranslationRepository.layer,
  BranchRepository.layer,
  ContentDeliveryRepository.layer,
  GlossaryRepository.layer,
  GlossaryTermRepository.layer,
  ImageRepository.layer,
  KeyRepository.layer,
  LabelRepository.layer,
  MachineTranslationSettingRepository.layer,
  MemoryEntryRepository.layer,
  MemoryRepository.layer,
  NamespaceRepository.layer,
  QualityCheckRepository.layer,
  SlugRepository.layer,
  TagRepository.layer,
  TaskRepository.layer,
  MovedRowRepository.layer,
  TolgeeMoveRepository.layer,
  TranslationNoteRepository.layer,
  WebhookConfigurationRepository.layer
)

/**
 * Moves everything that the token may read into this database, which has the tables of this program and no other program on
 * it. A move that was interrupted continues.
 */
export const moveFromTolgee = Effect.fnUntraced(function* (
  options: MoveOptions,
  {
    host,
    printLine,
    pauses
  }: { readonly host: MoveHost; readonly printLine: Move["printLine"]; readonly pauses?: SourcePauses }
) {
  const now = yield* Clock.currentTimeMillis
  const database = yield* Database
  const moves = yield* TolgeeMoveRepository
  const { id: sourceId, isResumed } = yield* database.transaction(moves.begin(options.url, now))
  const move: Move = {
    sourceId,
    server: connectToSource(options.url, options.token, pauses),
    host,
    now,
    withHistory: options.withHistory,
    withDatabase: options.databaseUrl !== null,
    printLine
  }
  yield* moveAll(move)
  if (options.databaseUrl !== null) yield* takeDatabase(move, options.databaseUrl)
  yield* database.transaction(moves.finish(sourceId, now))
  const steps = yield* moves.listSteps(sourceId)
  const report = { url: options.url, isResumed, outcome: mergeOutcomes(steps.map(({ outcome }) => outcome)) }
  return { sentence: printMove(report), facts: moveFacts(report) }
})

/** Takes first the rows that only an administrator may read: the right to them ends before a large project does. */
const moveAll = Effect.fnUntraced(function* (move: Move) {
  const people = yield* readPeople(move)
  yield* takeUsers(move, people)
  yield* takeOrganizations(move, people)
  yield* takeOrganizationInvitations(move, people)
  yield* noteModelProviders(move)
  const taken = yield* Effect.forEach(yield* readProjects(move), (project) => takeProject(move, people, project))
  const projects = taken.filter((project) => project !== null)
  for (const project of projects) {
    yield* takeProjectInvitations(move, people, project)
    yield* takeWebhooks(move, project)
    yield* takeLabels(move, project)
    yield* takePrompts(move, project)
    yield* takeTranslationNotes(move, project)
    yield* takeMachineTranslation(move, project)
    yield* noteUnsupported(move, project)
  }
  yield* takeMemories(move, projects)
  yield* takeGlossaries(move, projects)
  const content = yield* Effect.forEach(projects, (project) =>
    Effect.map(takeBranches(move, people, project), (branches) => ({ project, branches }))
  )
  for (const { project, branches } of content) {
    for (const branch of branches) {
      yield* takeKeys(move, people, project, branch)
      yield* takeCustomValues(move, project, branch)
      yield* takeTasks(move, people, project, branch)
    }
    yield* takeAutoTranslation(move, project)
    yield* takeQualitySettings(move, project, branches)
    yield* takeContentDeliveries(move, project, branches)
    if (move.withHistory) yield* Effect.forEach(branches, (branch) => takeHistory(move, people, project, branch))
  }
  // Behind the histories of all projects, whose ids it would take.
  for (const { branches } of content) yield* Effect.forEach(branches, (branch) => markChange(move, branch))
})

/** Counts what there is to be moved. `isKnown`: whether a move from the server was begun before. */
export const summarizeSource = Effect.fnUntraced(function* <E, R>(
  { url, token }: Pick<MoveOptions, "url" | "token">,
  isKnown: Effect.Effect<boolean, E, R>,
  pauses?: SourcePauses
) {
  const server = connectToSource(url, token, pauses)
  const users = yield* readAllowed(server, "/v2/administration/users", UserModel)
  const organizations = yield* readOrganizations({ server })
  const projects = yield* Effect.forEach(yield* readProjects({ server }), ({ id, name }) =>
    Effect.gen(function* () {
      const keys = yield* countOf({ server }, `/v2/projects/${id}/keys`)
      const revisions = yield* countOf({ server }, `/v2/projects/${id}/activity`)
      return { id, name, keys, revisions }
    })
  )
  const facts: SourceSummary = {
    url: server.url,
    users: users?.length ?? null,
    organizations: organizations.length,
    projects,
    isKnown: yield* isKnown
  }
  return { sentence: printSummary(facts), facts: { dryRun: true, ...facts } }
})
