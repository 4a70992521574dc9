/** @module-tag exhaustive */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hostileRequests } from "../../testing/hostile-bodies.ts"
import type { HostileOrder } from "../../testing/hostile-client.ts"
import { type HostileClient, startHostileClient } from "../../testing/hostile-clients.ts"
import { seed } from "../../testing/seed.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"

/**
 * Longest iteration of the event loop, in processor time of its thread: what a busy machine adds is not counted. The longest
 * that was seen took a fifth of it.
 */
const turnMillisMax = 400

const startClient = Effect.acquireRelease(Effect.sync(startHostileClient), (client) => Effect.sync(client.stop))

const ask = <Order extends HostileOrder>(client: HostileClient, order: Order) => Effect.promise(() => client.ask(order))

/** Watches the turns of this thread's event loop, on which the server runs. */
const watchTurns = () => {
  const usedMicros = () => {
    const { user, system } = process.threadCpuUsage()
    return user + system
  }
  let longest = 0
  let last = usedMicros()
  let watching = true
  const next = () => {
    const now = usedMicros()
    longest = Math.max(longest, now - last)
    last = now
    if (watching) setTimeout(next, 1)
  }
  setTimeout(next, 1)
  return () => {
    watching = false
    return longest / 1_000
  }
}

layer(layerTestServer(), { excludeTestServices: true, timeout: "60 seconds" })(
  "a probe from another process during each hostile request",
  (it) => {
    it.effect(
      "gets a response and does not block the event loop for long",
      () =>
        Effect.gen(function* () {
          const { baseUrl } = yield* TestServer
          const owner = yield* seed.user({ username: "owner" })
          const organization = yield* seed.organization({ name: "Hostile", owner })
          const { id: projectId } = yield* seed.project({
            organization: organization.id,
            name: "Hostile",
            languages: ["en", "de"]
          })
          const { accessToken } = yield* seed.accessToken(owner, { super: true })
          const [sender, prober] = [yield* startClient, yield* startClient]
          yield* ask(prober, { kind: "probe", baseUrl })
          const longTurns: Array<string> = []
          for (const [index, { name, method, path }] of hostileRequests.entries()) {
            const title = `${name}: ${method} ${path.slice(0, 80)}`
            const endOfWatch = watchTurns()
            const sent = yield* ask(sender, { kind: "send", index, baseUrl, accessToken, projectId })
            const longest = endOfWatch()
            const probed = yield* ask(prober, { kind: "report" })
            assert.isBelow(sent.status, 500, `${title}: ${sent.text}`)
            assert.strictEqual(probed.failures, 0, title)
            if (longest > turnMillisMax) longTurns.push(`${title}: ${Math.round(longest)} ms`)
          }
          assert.deepStrictEqual(longTurns, [])
        }).pipe(Effect.scoped),
      300_000
    )
  }
)
