import { type LimitShare, makeSharedSemaphore } from "@dragoman/machine-translation"
import { ServiceUseChannel } from "@dragoman/store"
import { PostgresServer } from "@dragoman/store/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Scope } from "effect"
import { layerEngineOf } from "../../platform/database/layer-engine.ts"
import { makeServiceShares } from "./service-shares.ts"

const messageMillis = 100

/** One more server on the database, until the scope closes. */
const startServer = (url: string) =>
  Effect.gen(function* () {
    const channel = ServiceUseChannel.layer.pipe(Layer.provide(layerEngineOf({ engine: "postgres", url })))
    const services = yield* Layer.buildWithMemoMap(channel, yield* Layer.makeMemoMap, yield* Effect.scope)
    return yield* Effect.provide(makeServiceShares(messageMillis), services)
  })

/** Waits until so many servers use the limits. */
const untilPrograms = Effect.fnUntraced(function* ({ programs }: LimitShare, expected: number) {
  while ((yield* programs) !== expected) yield* Effect.sleep(messageMillis / 10)
}, Effect.timeout("20 seconds"))

/** Returns the most of many requests that were in flight at the same time. */
const mostInFlight = Effect.fnUntraced(function* (semaphore: ReturnType<typeof makeSharedSemaphore>) {
  let [active, most] = [0, 0]
  const request = Effect.gen(function* () {
    most = Math.max(most, ++active)
    yield* Effect.yieldNow
    active--
  })
  yield* Effect.forEach(Array(40).keys(), () => semaphore.withPermit(request), { concurrency: "unbounded" })
  return most
})

layer(PostgresServer.layer, { timeout: "60 seconds", excludeTestServices: true })(
  "limits of services of machine translation",
  (it) => {
    it.effect("are divided among the servers on one database that use the service", () =>
      Effect.gen(function* () {
        const url = yield* PostgresServer.use(({ newDatabase }) => newDatabase)
        const one = yield* startServer(url)
        const stopped = yield* Scope.make()
        const other = yield* Scope.provide(startServer(url), stopped)
        const semaphore = makeSharedSemaphore(8, one("DEEPL"))
        assert.strictEqual(yield* mostInFlight(semaphore), 8)

        yield* Effect.forkScoped(one("DEEPL").using(Effect.never))
        const used = yield* Effect.forkScoped(other("DEEPL").using(Effect.never))
        yield* untilPrograms(one("DEEPL"), 2)
        yield* untilPrograms(other("DEEPL"), 2)
        assert.strictEqual(yield* one("PROMPT 1").programs, 1)
        assert.strictEqual(yield* mostInFlight(semaphore), 4)

        // The other one is idle.
        yield* Fiber.interrupt(used)
        yield* untilPrograms(one("DEEPL"), 1)
        assert.strictEqual(yield* mostInFlight(semaphore), 8)

        // It uses the service again, and ends without a message.
        yield* Effect.forkScoped(other("DEEPL").using(Effect.never))
        yield* untilPrograms(one("DEEPL"), 2)
        yield* Scope.close(stopped, Exit.void)
        yield* untilPrograms(one("DEEPL"), 1)
      }).pipe(Effect.scoped)
    )
  }
)
