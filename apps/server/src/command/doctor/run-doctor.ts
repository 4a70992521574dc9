import { existsSync } from "node:fs"
import { type DoctorReport, examine } from "@dragoman/domain/doctor"
import { AddressResolver, EndpointConnector } from "@dragoman/network"
import type { SettingsRead } from "@dragoman/settings"
import { checkSessions, DoctorRepository, EncryptionKeys } from "@dragoman/store"
import { Effect, Exit, Layer, Logger } from "effect"
import { layerEngineOf } from "../../platform/database/layer-engine.ts"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { describeContent, missingDatabase } from "../../service/doctor/database-facts.ts"
import { factsOfProblems, gatherFacts, webhookHostsMax } from "../../service/doctor/gather-facts.ts"

/** The name of its sessions differs from that of a server's, which `dragoman migrate` counts. */
const sessionName = "dragoman doctor"

/** Examines the server of the settings. A database that is missing or damaged is a finding; nothing is changed. */
export const runDoctor = (
  read: SettingsRead<"server">,
  layerResolver: Layer.Layer<AddressResolver> = AddressResolver.layer
): Promise<DoctorReport> => {
  if ("problems" in read) return Promise.resolve(examine(factsOfProblems(read.problems, Date.now())))
  const { settings, warnings } = read
  return Effect.runPromise(
    readDatabase(settings).pipe(
      Effect.flatMap((found) => gatherFacts({ settings, warnings, ...found, requests: null })),
      Effect.map(examine),
      Effect.provide(Layer.merge(layerResolver, EndpointConnector.layer)),
      Effect.provide(Logger.layer([])),
      Effect.withTracerEnabled(false)
    )
  )
}

const readDatabase = Effect.fnUntraced(function* ({ database, encryptionKey }: SettingValues) {
  if (database.engine === "sqlite" && !existsSync(database.filename)) {
    return { database: missingDatabase(database), webhookHosts: null }
  }
  const exit = yield* Effect.exit(
    Effect.gen(function* () {
      yield* checkSessions
      const { readContent, listWebhookHosts } = yield* DoctorRepository
      const content = yield* readContent({ thoroughness: "thorough", until: Number.POSITIVE_INFINITY })
      const hosts = content.rows === null ? null : yield* Effect.exit(listWebhookHosts(webhookHostsMax))
      return { content, webhookHosts: hosts !== null && Exit.isSuccess(hosts) ? hosts.value : null }
    }).pipe(
      Effect.provide(
        DoctorRepository.layer.pipe(
          Layer.provideMerge(layerEngineOf(database, { isReadOnly: true, applicationName: sessionName }))
        )
      ),
      Effect.provideService(EncryptionKeys, encryptionKey)
    )
  )
  return {
    database: yield* describeContent(
      database,
      Exit.map(exit, ({ content }) => content)
    ),
    webhookHosts: Exit.isSuccess(exit) ? exit.value.webhookHosts : null
  }
})
