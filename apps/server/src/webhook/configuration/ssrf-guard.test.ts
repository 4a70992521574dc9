import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { EndpointNetwork } from "../../testing/endpoint-network.ts"
import type { NameRecords } from "../../testing/name-server.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerGuardedServer, trySaving, trySending, tryTesting } from "../../testing/way-in.ts"

const goodAddress = "93.184.215.14"
const good: NameRecords = { addresses: [goodAddress] }
const bad: NameRecords = { addresses: ["127.0.0.1"] }

/** Addresses of names; the tests change them. */
const movingNames = new Map<string, NameRecords>()

/** `turning.example` resolves to a public address at first, and to a private one every time after that. */
const zone = (name: string, question: number): NameRecords | undefined =>
  name === "turning.example" ? (question === 0 ? good : bad) : movingNames.get(name)

const proxyVariables = ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]

/** Sets the environment variables for a proxy while the scope is open. */
const seedProxy = (url: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = proxyVariables.map((name) => [name, process.env[name]] as const)
      for (const name of proxyVariables) process.env[name] = url
      return before
    }),
    (before) =>
      Effect.sync(() => {
        for (const [name, value] of before) {
          if (value === undefined) delete process.env[name]
          else process.env[name] = value
        }
      })
  )

const seedProject = Effect.fnUntraced(function* (name: string) {
  const owner = yield* seed.user({ username: name })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const credential = yield* seed.accessToken(owner)
  const path = `/v2/projects/${project.id}/webhook-configs`
  const create = Effect.fnUntraced(function* (url: string) {
    const { status, body } = yield* send(credential, "POST", path, { url })
    assert.strictEqual(status, 200)
    return (body as { readonly id: number }).id
  })
  const test = (id: number) =>
    Effect.map(send(credential, "POST", `${path}/${id}/test`), ({ body }) => (body as { success: boolean }).success)
  const update = (id: number, url: string) => send(credential, "PUT", `${path}/${id}`, { url })
  return { create, test, update }
})

layer(layerGuardedServer(zone), { excludeTestServices: true })("an address that webhooks may not reach", (it) => {
  it.effect.each([
    ["is not saved", trySaving],
    ["is not reached by the test call", tryTesting],
    ["is not reached by a delivery, although it is stored", trySending]
  ] as const)("%s; what they may reach is", ([, stage]) =>
    Effect.gen(function* () {
      const { decoy } = yield* EndpointNetwork
      yield* seedProxy(`http://127.0.0.1:${decoy.port}`)
      const { waysIn, falseRefusals, ...counts } = yield* stage
      assert.deepStrictEqual({ waysIn, falseRefusals }, { waysIn: [], falseRefusals: [] })
      assert.isAtLeast(counts.refused, 120)
      assert.isAtLeast(counts.public, 40)
    })
  )

  it.effect(
    "is not reached by a name that changes its address after it was saved, not even on an open connection",
    () =>
      Effect.gen(function* () {
        const { internet, decoy, connected } = yield* EndpointNetwork
        const { create, test, update } = yield* seedProject("Moving")
        movingNames.set("moving.example", good)
        const id = yield* create("http://moving.example/")
        assert.isTrue(yield* test(id))
        const before = { requests: internet.received(), connected: connected.length }
        movingNames.set("moving.example", bad)
        assert.isFalse(yield* test(id))
        assert.deepStrictEqual({ requests: internet.received(), connected: connected.length }, before)
        assert.strictEqual(decoy.connections(), 0)
        assert.deepStrictEqual(
          yield* update(id, "http://moving.example/"),
          error(400, "url_not_valid", ["host_unknown_or_not_allowed", "DRAGOMAN_WEBHOOK_ALLOW"])
        )
        movingNames.set("moving.example", good)
        assert.isTrue(yield* test(id))
      })
  )

  it.effect("is not reached by a name that changes its address between the check and the connection", () =>
    Effect.gen(function* () {
      const { decoy, connected } = yield* EndpointNetwork
      const { create, test } = yield* seedProject("Turning")
      movingNames.set("saved.example", good)
      const id = yield* create("http://saved.example/")
      const before = connected.length
      movingNames.set("saved.example", { alias: "turning.example" })
      assert.isTrue(yield* test(id))
      assert.deepStrictEqual(connected.slice(before), [goodAddress])
      assert.strictEqual(decoy.connections(), 0)
    })
  )

  it.effect("is not reached through a redirect", () =>
    Effect.gen(function* () {
      const { internet, decoy, connected } = yield* EndpointNetwork
      const { create, test } = yield* seedProject("Redirected")
      const id = yield* create("http://public.example/")
      const before = { requests: internet.received(), connected: connected.length }
      for (const status of [301, 302, 303, 307, 308]) {
        internet.answerWith(status, { location: `http://127.0.0.1:${decoy.port}/` })
        assert.isFalse(yield* test(id))
      }
      internet.answerWith(200)
      assert.strictEqual(decoy.connections(), 0)
      assert.strictEqual(internet.received() - before.requests, 5)
      for (const address of connected.slice(before.connected)) assert.strictEqual(address, goodAddress)
    })
  )
})
