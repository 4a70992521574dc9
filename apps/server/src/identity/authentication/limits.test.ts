import { PostgresServer } from "@dragoman/store/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { forgetClients } from "./known-clients.ts"

const password = "correct horse"
let users = 0

const newUser = Effect.gen(function* () {
  const username = `limited${++users}@example.com`
  const id = yield* seed.user({ username, password })
  return { username, token: yield* seed.accessToken(id) }
})

/** The statuses of requests, each from its own address behind the proxy. */
const statuses = Effect.fnUntraced(function* (
  count: number,
  addressOf: (attempt: number) => string,
  request: (attempt: number) => { method?: string; path: string; token?: string; body: unknown }
) {
  const { baseUrl } = yield* TestServer
  const responses: Array<number> = []
  for (let attempt = 0; attempt < count; attempt++) {
    const { method = "POST", path, token, body } = request(attempt)
    const headers = {
      "content-type": "application/json",
      "x-forwarded-for": addressOf(attempt),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
    }
    const { status } = yield* Effect.promise(() =>
      fetch(`${baseUrl}${path}`, { method, headers, body: JSON.stringify(body) })
    )
    responses.push(status)
  }
  return responses
})

const logIn = (username: string, guess: string) => ({
  path: "/api/public/generatetoken",
  body: { username, password: guess }
})
const many = (attempt: number) => `198.51.${Math.floor(attempt / 250)}.${attempt % 250}`

const server = { rateLimits: true, trustedProxies: ["127.0.0.1", "::1"], registration: "open" } as const

const layerOnPostgres = Layer.unwrap(
  Effect.gen(function* () {
    const { newDatabaseWithSchema } = yield* PostgresServer
    return layerTestServer({ ...server, database: { engine: "postgres", url: yield* newDatabaseWithSchema } })
  })
).pipe(Layer.provide(PostgresServer.layer))

const engines = [
  ["SQLite", layerTestServer(server)],
  ["PostgreSQL", layerOnPostgres]
] as const

for (const [engine, layerServer] of engines) {
  layerOn(engine, layerServer, { timeout: "60 seconds" })(`guessing passwords, on ${engine}`, (it) => {
    it.effect("is limited across all addresses of an IPv6 network", () =>
      Effect.gen(function* () {
        const tries = yield* statuses(
          8,
          (attempt) => `2001:db8:0:1:${attempt}::${attempt}`,
          (attempt) => logIn(`unknown${attempt}`, "wrong")
        )
        assert.deepStrictEqual(tries, [401, 401, 401, 401, 401, 429, 429, 429])
        const elsewhere = yield* statuses(
          1,
          () => "2001:db8:0:2::1",
          () => logIn("unknown", "wrong")
        )
        assert.deepStrictEqual(elsewhere, [401])
      })
    )

    it.effect("is limited for one user name across a thousand addresses, and right passwords do not count", () =>
      Effect.gen(function* () {
        const { username } = yield* newUser
        const right = yield* statuses(15, many, () => logIn(username, password))
        assert.deepStrictEqual(new Set(right), new Set([200]))
        const wrong = yield* statuses(12, many, (attempt) =>
          logIn(attempt % 2 ? username : username.toUpperCase(), "x")
        )
        assert.deepStrictEqual(wrong, [...Array<number>(10).fill(401), 429, 429])
        // An unknown name is limited in the same way.
        const unknown = yield* statuses(12, many, () => logIn("no such user", "x"))
        assert.deepStrictEqual(unknown, wrong)
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(yield* statuses(1, many, () => logIn(username, password)), [200])
      })
    )

    it.effect("waits longer the longer it goes on: thirty wrong passwords for a name in an hour", () =>
      Effect.gen(function* () {
        const { username } = yield* newUser
        const wrong = () => statuses(12, many, () => logIn(username, "x"))
        const passed = [...Array<number>(10).fill(401), 429, 429]
        for (let minute = 0; minute < 3; minute++) {
          assert.deepStrictEqual(yield* wrong(), passed)
          yield* TestClock.adjust("1 minute")
        }
        // Rejected requests did not count, and a minute does not help now.
        assert.deepStrictEqual(new Set(yield* wrong()), new Set([429]))
        const { baseUrl } = yield* TestServer
        const response = yield* Effect.promise(() =>
          fetch(`${baseUrl}/api/public/generatetoken`, {
            method: "POST",
            headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.200" },
            body: JSON.stringify({ username, password })
          })
        )
        assert.strictEqual(response.headers.get("retry-after"), String(57 * 60))
        yield* TestClock.adjust("57 minutes")
        assert.deepStrictEqual(yield* wrong(), passed)
      })
    )

    it.effect("does not lock out the owner where the owner has logged in before", () =>
      Effect.gen(function* () {
        const { username } = yield* newUser
        const [home, elsewhere] = [() => "203.0.113.77", () => "203.0.114.77"]
        const owner = (address: () => string) => statuses(1, address, () => logIn(username, password))
        assert.deepStrictEqual(yield* owner(home), [200])
        const guesses = yield* statuses(12, many, () => logIn(username, "x"))
        assert.deepStrictEqual(guesses.slice(-2), [429, 429])
        assert.deepStrictEqual(yield* owner(elsewhere), [429])
        assert.deepStrictEqual(yield* owner(home), [200])
        // The same network, which has a limit of its own.
        const nearby = yield* statuses(
          12,
          (attempt) => `203.0.113.${100 + attempt}`,
          () => logIn(username, "x")
        )
        assert.deepStrictEqual(nearby, [...Array<number>(10).fill(401), 429, 429])
        assert.deepStrictEqual(yield* owner(home), [429])
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(yield* owner(elsewhere), [200])
      })
    )

    it.effect("forgets where somebody has logged in after a quarter of a year", () =>
      Effect.gen(function* () {
        const { username } = yield* newUser
        const home = () => "203.0.115.77"
        const owner = () => statuses(1, home, () => logIn(username, password))
        const guess = () => statuses(10, many, () => logIn(username, "x"))
        assert.deepStrictEqual(yield* owner(), [200])
        yield* TestClock.adjust("89 days")
        yield* guess()
        assert.deepStrictEqual(yield* owner(), [200])
        yield* TestClock.adjust("91 days")
        yield* forgetClients()
        yield* guess()
        assert.deepStrictEqual(yield* owner(), [429])
      })
    )

    it.effect("is limited for concurrent attempts", () =>
      Effect.gen(function* () {
        const { username } = yield* newUser
        const attempts = Array.from({ length: 20 }, (_, attempt) =>
          statuses(
            1,
            () => many(attempt + 300),
            () => logIn(username, "x")
          )
        )
        const responses = (yield* Effect.all(attempts, { concurrency: 20 })).flat()
        assert.lengthOf(
          responses.filter((status) => status === 401),
          10
        )
      })
    )

    it.effect.each([
      ["changing it", { method: "PUT", path: "/v2/user/password" }, 403],
      ["a super token", { method: "POST", path: "/v2/user/generate-super-token" }, 401],
      ["another address", { method: "PUT", path: "/v2/user" }, 400]
    ] as const)("is limited with a stolen access token: %s", ([, endpoint, rejected]) =>
      Effect.gen(function* () {
        const { username, token } = yield* newUser
        const guess = (attempt: number) => ({
          ...endpoint,
          token: token.accessToken,
          body: {
            password: "staple battery",
            currentPassword: `wrong${attempt}`,
            name: "Thief",
            email: "thief@example.com"
          }
        })
        const from = (address: string) => statuses(7, () => address, guess)
        const ofOne = yield* from(`203.0.113.${users}`)
        assert.deepStrictEqual(ofOne, [...Array<number>(5).fill(rejected), 429, 429])
        const ofMany = yield* statuses(7, (attempt) => many(attempt + 1_000 * users), guess)
        assert.deepStrictEqual(ofMany, [...Array<number>(5).fill(rejected), 429, 429])
        // The login shares the limit: it makes no difference where a password is tried.
        assert.deepStrictEqual(
          yield* statuses(
            1,
            () => "192.0.2.1",
            () => logIn(username, password)
          ),
          [429]
        )
      })
    )

    it.effect("is limited for one access token more than for the name", () =>
      Effect.gen(function* () {
        const { username, token } = yield* newUser
        const guess = () => ({
          path: "/v2/user/generate-super-token",
          token: token.accessToken,
          body: { password: "wrong" }
        })
        assert.deepStrictEqual(new Set(yield* statuses(10, many, guess)), new Set([401]))
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(yield* statuses(1, many, guess), [429])
        // Another login of the same user is none of it.
        const login = yield* statuses(1, many, () => logIn(username, password))
        assert.deepStrictEqual(login, [200])
        yield* TestClock.adjust("59 minutes")
        assert.deepStrictEqual(yield* statuses(1, many, guess), [401])
      })
    )

    it.effect("does not lock out for days when the wall clock was ahead", () =>
      Effect.gen(function* () {
        const { username } = yield* newUser
        yield* TestClock.adjust("10 days")
        const once = (address: string) =>
          statuses(
            1,
            () => address,
            () => logIn(username, "x")
          )
        for (let attempt = 0; attempt < 6; attempt++) yield* once("192.0.2.77")
        assert.deepStrictEqual(yield* once("192.0.2.77"), [429])
        // Only the wall clock goes back; the monotonic clock goes on.
        yield* TestClock.setTime(0)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* once("192.0.2.77"), [401])
      })
    )
  })

  layer(layerServer, { timeout: "60 seconds" })(`asking which addresses have accounts, on ${engine}`, (it) => {
    const ask = (email: string) => ({ path: "/api/public/validate_email", body: email })

    it.effect("is limited to ten responses an hour for one client", () =>
      Effect.gen(function* () {
        const tries = yield* statuses(
          12,
          () => "192.0.2.5",
          (attempt) => ask(`a${attempt}@example.com`)
        )
        assert.deepStrictEqual(tries, [...Array<number>(10).fill(200), 429, 429])
        yield* TestClock.adjust("59 minutes")
        assert.deepStrictEqual(
          yield* statuses(
            1,
            () => "192.0.2.5",
            () => ask("a@example.com")
          ),
          [429]
        )
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(
          yield* statuses(
            1,
            () => "192.0.2.5",
            () => ask("a@example.com")
          ),
          [200]
        )
      })
    )

    it.effect("has the same limit when signing up with them", () =>
      Effect.gen(function* () {
        const { username } = yield* newUser
        const signUp = (email: string) => ({
          path: "/api/public/sign_up",
          body: { name: "Guesser", email, password: "guess guess" }
        })
        const tries = yield* statuses(
          11,
          () => "192.0.2.6",
          () => signUp(username)
        )
        assert.deepStrictEqual(tries, [...Array<number>(10).fill(400), 429])
        assert.deepStrictEqual(
          yield* statuses(
            1,
            () => "192.0.2.7",
            () => signUp("free@example.com")
          ),
          [200]
        )
      })
    )
  })
}
