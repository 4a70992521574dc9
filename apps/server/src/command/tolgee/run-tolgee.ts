import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { mergeOutcomes } from "@dragoman/domain/tolgee"
import {
  ActivityRepository,
  checkVersion,
  currentVersion,
  Database,
  EncryptionKeys,
  ImageRepository,
  KeyRepository,
  lockForServer,
  migrate,
  NamespaceRepository,
  SlugRepository,
  schemaVersion,
  TagRepository,
  TakenRowRepository,
  TolgeeMoveRepository,
  WebhookConfigurationRepository
} from "@dragoman/store"
import { Cause, Clock, Effect, Exit, Layer, Logger, type Scope } from "effect"
import { ImageThread } from "../../content/image/image-thread.ts"
import { layerEngineOf, nativeBinding } from "../../platform/database/layer-engine.ts"
import { Settings, type SettingValues } from "../../platform/settings/settings.ts"
import { checkNoServers } from "../check-no-servers.ts"
import { CommandFailure, explainStartFailure } from "../command-failure.ts"
import { markChange } from "./mark-change.ts"
import type { Move } from "./move.ts"
import { countOf, noteUnsupported, noteUnsupportedOfOrganizations } from "./note-unsupported.ts"
import { readAllowed } from "./read-pages.ts"
import { UserModel } from "./source-models.ts"
import { connectToSource, type SourcePauses, SourceRefused } from "./source-server.ts"
import { takeCustomValues } from "./take-custom-values.ts"
import { takeDatabase } from "./take-database.ts"
import { takeHistory } from "./take-history.ts"
import { takeOrganizationInvitations, takeProjectInvitations } from "./take-invitations.ts"
import { takeKeys } from "./take-keys.ts"
import { readOrganizations, takeOrganizations } from "./take-organizations.ts"
import { readProjects, takeProject } from "./take-projects.ts"
import { readPeople, takeUsers } from "./take-users.ts"
import { takeWebhooks } from "./take-webhooks.ts"
import type { TolgeeOptions } from "./tolgee-arguments.ts"
import { moveFacts, printMove, printSummary, type SourceSummary } from "./tolgee-report.ts"

interface Surroundings {
  /** Prints a line for people about the present step. */
  readonly progress: (line: string) => void
  readonly pauses?: SourcePauses
}

/** The output of the command: `sentence` for people, `facts` as JSON. */
interface TolgeeReport {
  readonly sentence: string
  readonly facts: object
}

/** Moves the data of a server of Tolgee into the database of the settings, on which no server runs. */
export const runTolgee = async (settings: SettingValues, options: TolgeeOptions, surroundings: Surroundings) => {
  surroundings.progress(`Server of Tolgee: ${options.url}`)
  const work: Effect.Effect<TolgeeReport, unknown, Scope.Scope | Settings> = options.dryRun
    ? summarize(settings, options, surroundings)
    : run(settings, options, surroundings)
  const exit = await Effect.runPromiseExit(
    work.pipe(
      Effect.scoped,
      Effect.provideService(Settings, settings),
      Effect.provideService(EncryptionKeys, settings.encryptionKey),
      Effect.provide(Logger.layer([])),
      Effect.withTracerEnabled(false)
    )
  )
  if (Exit.isSuccess(exit)) return exit.value
  const sentence = explainStartFailure(exit.cause, settings) ?? explainRefusal(exit.cause, options.url)
  if (sentence === null) throw Cause.squash(exit.cause)
  throw new CommandFailure({ sentence })
}

const explainRefusal = (cause: Cause.Cause<unknown>, url: string): string | null => {
  for (const reason of cause.reasons) {
    if (reason._tag !== "Fail" || !(reason.error instanceof SourceRefused)) continue
    const { path, status } = reason.error
    return `${url}${path.split("?")[0]} responded with the status ${status}: is it a server of Tolgee, and may the token's user see the project?`
  }
  return null
}

/** Sessions of the command have a name of their own, so that it can count those of servers. */
const sessionName = "dragoman migrate-from-tolgee"

const layerOf = ({ database }: SettingValues) =>
  Layer.mergeAll(
    ActivityRepository.layer,
    ImageRepository.layer,
    ImageThread.layer,
    KeyRepository.layer,
    NamespaceRepository.layer,
    SlugRepository.layer,
    TagRepository.layer,
    TakenRowRepository.layer,
    TolgeeMoveRepository.layer,
    WebhookConfigurationRepository.layer
  ).pipe(
    Layer.provideMerge(Database.layer),
    Layer.provideMerge(layerEngineOf(database, { applicationName: sessionName }))
  )

const run = Effect.fnUntraced(function* (settings: SettingValues, options: TolgeeOptions, surroundings: Surroundings) {
  const { database } = settings
  if (database.engine === "sqlite") {
    yield* Effect.sync(() => mkdirSync(dirname(database.filename), { recursive: true, mode: 0o700 }))
    yield* lockForServer({ filename: database.filename, nativeBinding: nativeBinding() })
  }
  return yield* Effect.provide(moveInto(options, surroundings), layerOf(settings))
})

const moveInto = Effect.fnUntraced(function* (options: TolgeeOptions, { progress, pauses }: Surroundings) {
  const now = yield* Clock.currentTimeMillis
  const server = connectToSource(options.url, options.token, pauses)
  yield* checkNoServers
  yield* prepareSchema(now)
  const database = yield* Database
  const moves = yield* TolgeeMoveRepository
  const { id: sourceId, isResumed } = yield* database.transaction(moves.begin(options.url, now))
  const move: Move = {
    sourceId,
    server,
    now,
    withHistory: options.withHistory,
    withDatabase: options.databaseUrl !== null,
    progress
  }
  yield* moveAll(move)
  if (options.databaseUrl !== null) yield* takeDatabase(move, options.databaseUrl)
  yield* database.transaction(moves.finish(sourceId, now))
  const steps = yield* moves.listSteps(sourceId)
  const report = { url: options.url, isResumed, outcome: mergeOutcomes(steps.map(({ outcome }) => outcome)) }
  return { sentence: printMove(report), facts: moveFacts(report) }
})

/** Creates the tables in an empty database; a database of another version is left to the commands for that. */
const prepareSchema = Effect.fnUntraced(function* (now: number) {
  if ((yield* currentVersion) === 0) {
    yield* migrate({ now, beforeFirst: () => Effect.void })
    return
  }
  if ((yield* checkVersion(schemaVersion)) >= schemaVersion) return
  return yield* new CommandFailure({
    sentence:
      "The database has an older schema than this program: start the server of the same version first, or run `dragoman migrate up`."
  })
})

/** Begins with the data that only an administrator may read: a large project may outlast that right. */
const moveAll = Effect.fnUntraced(function* (move: Move) {
  const people = yield* readPeople(move)
  yield* takeUsers(move, people)
  yield* takeOrganizations(move, people)
  yield* takeOrganizationInvitations(move, people)
  yield* noteUnsupportedOfOrganizations(move)
  const taken = yield* Effect.forEach(yield* readProjects(move), (project) => takeProject(move, people, project))
  const projects = taken.filter((project) => project !== null)
  for (const project of projects) {
    yield* takeProjectInvitations(move, people, project)
    yield* takeWebhooks(move, project)
    yield* noteUnsupported(move, project)
  }
  for (const project of projects) {
    yield* takeKeys(move, people, project)
    yield* takeCustomValues(move, project)
    if (move.withHistory) yield* takeHistory(move, people, project)
  }
  // It runs after the histories of all projects, whose ids it would take.
  for (const project of projects) yield* markChange(move, project)
})

/** Prints a summary. Opens no database that does not exist: that would create one. */
const summarize = Effect.fnUntraced(function* (
  settings: SettingValues,
  { url, token }: TolgeeOptions,
  { pauses }: Surroundings
) {
  const { database } = settings
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
  const hasDatabase = database.engine === "postgres" || existsSync(database.filename)
  const facts: SourceSummary = {
    url: server.url,
    users: users?.length ?? null,
    organizations: organizations.length,
    projects,
    isKnown: hasDatabase && (yield* Effect.provide(isKnown(server.url), layerOf(settings)))
  }
  return { sentence: printSummary(facts), facts: { dryRun: true, ...facts } }
})

const isKnown = Effect.fnUntraced(function* (url: string) {
  if ((yield* currentVersion) < schemaVersion) return false
  const moves = yield* TolgeeMoveRepository
  return (yield* moves.find(url)) !== null
})
