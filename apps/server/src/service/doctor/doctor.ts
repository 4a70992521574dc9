import { type DoctorReport, examine } from "@dragoman/domain/doctor"
import type { AddressResolver, EndpointConnector } from "@dragoman/network"
import { checkSessions, DoctorRepository } from "@dragoman/store"
import { Clock, Context, Effect, Exit, Fiber, Layer } from "effect"
import { ForwardedHeaders } from "../../platform/http/forwarded-headers.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { describeContent } from "./database-facts.ts"
import { gatherFacts, webhookHostsMax } from "./gather-facts.ts"
import { readDoctorContent } from "./read-doctor-content.ts"

/** Time limit after which no further table is checked: the thread is one of two for readings of users. */
const integrityMillisMax = 10_000

/** Examines the running server. */
export class Doctor extends Context.Service<
  Doctor,
  {
    /** Runs one examination at a time: concurrent callers get the result of the running one. */
    readonly report: Effect.Effect<DoctorReport>
  }
>()("@dragoman/server/service/doctor/Doctor") {
  static readonly layer = Layer.effect(
    Doctor,
    Effect.gen(function* () {
      const settings = yield* Settings
      const reading = yield* ReadingThread
      const repository = yield* DoctorRepository
      const { seen } = yield* ForwardedHeaders
      const network = yield* Effect.context<AddressResolver | EndpointConnector>()
      const scope = yield* Effect.scope
      // A request does not have the sessions of the server.
      const check = Effect.provideContext(checkSessions, yield* Effect.context<never>())
      const examination = Effect.gen(function* () {
        const until = (yield* Clock.currentTimeMillis) + integrityMillisMax
        const read = reading.read(readDoctorContent, { until }, Number.POSITIVE_INFINITY)
        const content = yield* Effect.exit(Effect.andThen(check, read))
        const database = yield* describeContent(settings.database, content)
        const hosts = yield* Effect.exit(repository.listWebhookHosts(webhookHostsMax))
        return examine(
          yield* gatherFacts({
            settings,
            warnings: [],
            database,
            webhookHosts: Exit.isSuccess(hosts) ? hosts.value : null,
            requests: seen()
          })
        )
      }).pipe(Effect.provideContext(network), Effect.provideService(DoctorRepository, repository))
      let running: Fiber.Fiber<DoctorReport> | null = null
      const report = Effect.gen(function* () {
        running ??= yield* Effect.forkIn(
          Effect.ensuring(
            examination,
            Effect.sync(() => {
              running = null
            })
          ),
          scope
        )
        return yield* Fiber.join(running)
      })
      return Doctor.of({ report })
    })
  )
}
