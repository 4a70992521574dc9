import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { checkTypes, defaultSeverity } from "@dragoman/formats/check"
import {
  checkVersion,
  currentVersion,
  Database,
  EncryptionKeys,
  lockForServer,
  migrate,
  schemaVersion,
  TolgeeMoveRepository
} from "@dragoman/store"
import {
  layerMoveRepositories,
  type MoveHost,
  type MoveOptions,
  moveFromTolgee,
  type SourcePauses,
  SourceRefused,
  summarizeSource
} from "@dragoman/tolgee-move"
import { Cause, Clock, Effect, Exit, Layer, Logger, type Scope } from "effect"
import { digestOf, placeOf } from "../../assistance/quality-check/quality-rules.ts"
import { newImage, screenshotLimits } from "../../content/image/change-images.ts"
import { ImageThread } from "../../content/image/image-thread.ts"
import { isForeignHash } from "../../identity/authentication/password.ts"
import { layerEngineOf, nativeBinding } from "../../platform/database/layer-engine.ts"
import { Settings, type SettingValues } from "../../platform/settings/settings.ts"
import { translationServicesOf } from "../../platform/settings/translation-services.ts"
import { parsePublishedExport } from "../../release/content-delivery/published-export.ts"
import { digestOfKey } from "../../service/access/authenticate.ts"
import { checkNoServers } from "../check-no-servers.ts"
import { CommandFailure, explainStartFailure } from "../command-failure.ts"
import type { TolgeeOptions } from "./tolgee-arguments.ts"

interface Surroundings {
  /** Prints a line for people about what happens now. */
  readonly printLine: (line: string) => void
  readonly pauses?: SourcePauses
}

/** The output of the command: `sentence` for people, `facts` as JSON. */
interface TolgeeReport {
  readonly sentence: string
  readonly facts: object
}

/** Moves the data of a server of Tolgee into the database of the settings, on which no server runs. */
export const runTolgee = async (settings: SettingValues, options: TolgeeOptions, surroundings: Surroundings) => {
  surroundings.printLine(`Server of Tolgee: ${options.url}`)
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
  layerMoveRepositories.pipe(
    Layer.provideMerge(Database.layer),
    Layer.provideMerge(layerEngineOf(database, { applicationName: sessionName }))
  )

const run = Effect.fnUntraced(function* (settings: SettingValues, options: TolgeeOptions, surroundings: Surroundings) {
  const { database } = settings
  if (database.engine === "sqlite") {
    yield* Effect.sync(() => mkdirSync(dirname(database.filename), { recursive: true, mode: 0o700 }))
    yield* lockForServer({ filename: database.filename, nativeBinding: nativeBinding() })
  }
  return yield* Effect.provide(moveInto(options, surroundings), Layer.mergeAll(ImageThread.layer, layerOf(settings)))
})

const moveInto = Effect.fnUntraced(function* (options: MoveOptions, surroundings: Surroundings) {
  yield* checkNoServers
  yield* prepareSchema
  return yield* moveFromTolgee(options, { ...surroundings, host: yield* makeHost })
})

const makeHost: Effect.Effect<MoveHost, never, ImageThread | Settings> = Effect.map(
  Effect.all([ImageThread, Settings]),
  ([thread, settings]) => ({
    encodeScreenshot: (path, values) =>
      Effect.map(thread.encode({ path, limits: screenshotLimits }), (image) =>
        image.kind === "encoded" ? newImage(image, { purpose: "SCREENSHOT", ownerId: null, ...values }) : null
      ),
    isForeignHash,
    services: translationServicesOf(settings, { hasModels: false }),
    digestOfKey,
    severityInNewProject: (type) => {
      const known = checkTypes.find((name) => name === type)
      return known === undefined ? null : defaultSeverity(known)
    },
    identityOfIssue: (issue) => digestOf(placeOf(issue)),
    parsePublishedExport: (parameters) => {
      const parsed = parsePublishedExport(parameters)
      return parsed.ok ? parsed.value : null
    }
  })
)

/** An empty database gets the tables; one of another version is left to the commands for that. */
const prepareSchema = Effect.gen(function* () {
  if ((yield* currentVersion) === 0) {
    yield* migrate({ now: yield* Clock.currentTimeMillis, beforeFirst: () => Effect.void })
    return
  }
  if ((yield* checkVersion(schemaVersion)) >= schemaVersion) return
  return yield* new CommandFailure({
    sentence:
      "The database has an older schema than this program: start the server of the same version first, or run `dragoman migrate up`."
  })
})

/** Opens no database that does not exist: that would make one. */
const summarize = (settings: SettingValues, options: MoveOptions, { pauses }: Surroundings) => {
  const { database } = settings
  const hasDatabase = database.engine === "postgres" || existsSync(database.filename)
  const isKnown = hasDatabase ? Effect.provide(isKnownSource(options.url), layerOf(settings)) : Effect.succeed(false)
  return summarizeSource(options, isKnown, pauses)
}

const isKnownSource = Effect.fnUntraced(function* (url: string) {
  if ((yield* currentVersion) < schemaVersion) return false
  const moves = yield* TolgeeMoveRepository
  return (yield* moves.find(url)) !== null
})
