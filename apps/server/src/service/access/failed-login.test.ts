import { readFileSync } from "node:fs"
import { join } from "node:path"
import { layerLogging } from "@dragoman/monitoring"
import { Database } from "@dragoman/store"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { seed } from "../../testing/seed.ts"
import { connectStomp } from "../../testing/stomp-client.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { printable } from "./failed-login.ts"

// The filter of the documentation, read as fail2ban reads it: the time, the group of its pattern, is cut out of a line, then the rest is matched.

const filterFile = join(import.meta.dirname, "../../../../../docs/operations/fail2ban/dragoman.conf")

/** The values of the filter by name, one per line, with the names in them replaced. */
const readFilter = (): Readonly<Record<string, ReadonlyArray<string>>> => {
  const values: Record<string, Array<string>> = {}
  let name = ""
  for (const line of readFileSync(filterFile, "utf8").split("\n")) {
    if (line.startsWith("#") || line.startsWith("[") || line.trim() === "") continue
    const [, key, first] = /^(\w+) =(.*)$/.exec(line) ?? []
    if (key !== undefined) name = key
    values[name] = [...(values[name] ?? []), (first ?? line).trim()]
  }
  const replaced = (text: string): string =>
    text.replace(/%\((\w+)\)s/g, (_, key: string) => values[key]?.[0] ?? "").replaceAll("%%", "%")
  return Object.fromEntries(Object.entries(values).map(([key, lines]) => [key, lines.map(replaced)]))
}

/** Pattern that fail2ban takes for an address. */
const address = String.raw`(?<host>(?:\d{1,3}\.){3}\d{1,3}|[0-9a-fA-F:]*:[0-9a-fA-F:.]*)`

const dateParts: Readonly<Record<string, string>> = {
  "%Y": String.raw`\d{4}`,
  "%m": String.raw`\d\d`,
  "%d": String.raw`\d\d`,
  "%H": String.raw`\d\d`,
  "%M": String.raw`\d\d`,
  "%S": String.raw`\d\d`,
  "%f": String.raw`\d+`,
  "%z": "(?:Z|UTC)"
}

const filter = readFilter()
const dates = (filter["datepattern"] ?? []).map(
  (text) => new RegExp(text.replace(/%[A-Za-z]/g, (part) => dateParts[part] ?? part))
)
const failures = (filter["failregex"] ?? []).map((text) => new RegExp(text.replace("<ADDR>", address), "u"))

/** The address that fail2ban counts for a line; null: it leaves the line alone. */
const countedIn = (line: string): string | null => {
  const date = dates.find((one) => one.test(line))
  const rest = date === undefined ? line : line.replace(date, (found, time: string) => found.replace(time, ""))
  for (const failure of failures) {
    const host = failure.exec(rest)?.groups?.["host"]
    if (host !== undefined) return host
  }
  return null
}

const forged =
  'x" address=6.6.6.6 reason=wrong_password\n{"time":"2026-01-01T00:00:00.000Z","level":"warn","message":"Login failed","address":"6.6.6.6","reason":"wrong_password"}'

for (const logFormat of ["json", "pretty"] as const) {
  const lines: Array<string> = []
  const layerLogs = layerLogging({ logLevel: "warn", logFormat }, (text) => lines.push(...text.trimEnd().split("\n")))
  const layerServer = layerTestServer({ trustedProxies: ["127.0.0.1", "::1"] }).pipe(Layer.provideMerge(layerLogs))

  layer(layerServer, { timeout: "60 seconds" })(`failed logins in the log, in ${logFormat}`, (it) => {
    const ask = Effect.fnUntraced(function* (
      client: string,
      path: string,
      headers: Readonly<Record<string, string>>,
      body?: object
    ) {
      const { baseUrl } = yield* TestServer
      lines.length = 0
      const { status } = yield* Effect.promise(() =>
        fetch(`${baseUrl}${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: { ...headers, "x-forwarded-for": client, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      )
      return { status, lines: lines.filter((line) => line.includes("Login failed")) }
    })
    const logIn = (client: string, username: string, password: string) =>
      ask(client, "/api/public/generatetoken", {}, { username, password })

    it.effect("are one line each, with address, reason and name, which fail2ban counts", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { transaction } = yield* Database
        const jana = yield* seed.user({ username: "jana@example.com", password: "correct horse" })
        yield* seed.user({ username: "gone", password: "correct horse" })
        yield* transaction(sql`UPDATE user_account SET disabled_at = 1 WHERE username = 'gone'`)
        const vlasta = yield* seed.user({ username: "vlasta", password: "correct horse" })
        yield* transaction(
          sql`INSERT INTO totp (user_id, totp_key, last_step, created_at) VALUES (${vlasta}, 'meztcnzwgq3donby', 0, 0)`
        )
        const { accessToken } = yield* seed.accessToken(jana)
        const bearer = { authorization: `Bearer ${accessToken}` }
        const rows = [
          [
            yield* logIn("198.51.100.7", "jana@example.com", "wrong"),
            401,
            "wrong_password",
            "198.51.100.7",
            "jana@example.com"
          ],
          [yield* logIn("2001:db8::7", "petra", "wrong"), 401, "unknown_user", "2001:db8::7", "petra"],
          [yield* logIn("198.51.100.8", "gone", "correct horse"), 401, "user_disabled", "198.51.100.8", "gone"],
          [
            yield* ask("198.51.100.9", "/v2/user/generate-super-token", bearer, { password: "wrong" }),
            401,
            "wrong_password",
            "198.51.100.9",
            "jana@example.com"
          ],
          [
            yield* ask(
              "198.51.100.13",
              "/api/public/generatetoken",
              {},
              { username: "vlasta", password: "correct horse", otp: "000000" }
            ),
            401,
            "wrong_second_factor",
            "198.51.100.13",
            "vlasta"
          ],
          [
            yield* ask("198.51.100.10", "/v2/user", { "x-api-key": "tgpat_wrong" }),
            401,
            "invalid_pat",
            "198.51.100.10",
            null
          ],
          [
            yield* ask("198.51.100.12", "/v2/projects", { "x-api-key": "tgpak_wrong" }),
            401,
            "invalid_project_api_key",
            "198.51.100.12",
            null
          ],
          [
            yield* ask("198.51.100.11", "/v2/user", { authorization: "Bearer wrong" }),
            401,
            "invalid_jwt_token",
            "198.51.100.11",
            null
          ]
        ] as const
        for (const [response, status, reason, client, username] of rows) {
          assert.strictEqual(response.status, status, reason)
          assert.lengthOf(response.lines, 1, reason)
          const [line = ""] = response.lines
          const counted = reason === "invalid_jwt_token" ? null : client
          assert.strictEqual(countedIn(line), counted)
          // From the journal.
          assert.strictEqual(countedIn(`host dragoman[77]: ${line}`), counted)
          if (logFormat === "json") {
            const { time: _, requestId: __, ...fields } = JSON.parse(line)
            const expected = { level: "warn", message: "Login failed", address: client, reason }
            assert.deepStrictEqual(fields, username === null ? expected : { ...expected, username })
          } else {
            const tail = `address=${client} reason=${reason}${username === null ? "" : ` username=${username}`}`
            assert.match(line, /^\d\d:\d\d:\d\d WARN {2}Login failed requestId=\S+ /)
            assert.isTrue(line.endsWith(tail), line)
          }
          assert.notInclude(line, accessToken)
        }
      })
    )

    it.effect("are none when the login succeeds, and fail2ban leaves alone who has a key that was valid once", () =>
      Effect.gen(function* () {
        yield* seed.user({ username: "olga", password: "correct horse" })
        assert.deepStrictEqual(yield* logIn("198.51.100.7", "olga", "correct horse"), { status: 200, lines: [] })
        const user = yield* seed.user({ username: "expired" })
        const { apiKey } = yield* seed.personalAccessToken({ user, expiresAt: -1 })
        const used = yield* ask("198.51.100.7", "/v2/user", { "x-api-key": apiKey })
        assert.strictEqual(used.status, 401)
        assert.lengthOf(used.lines, 1)
        assert.include(used.lines.join(), "pat_expired")
        assert.isNull(countedIn(used.lines.join()))
      })
    )

    it.effect.each([
      forged,
      "\u001b[2Ja\r\nb\u2028c\u202ed\u0085e\u007f",
      '", "address":"6.6.6.6","reason":"wrong_password',
      "address=6.6.6.6 reason=wrong_password",
      "\ud800",
      "WARN  Login failed address=6.6.6.6 reason=wrong_password",
      "x".repeat(100_000)
    ])("cannot be forged by a name: %j", (username) =>
      Effect.gen(function* () {
        const failed = yield* logIn("198.51.100.7", username, "wrong")
        // A half of a pair cannot be stored, and is no name.
        if (failed.status === 400) return assert.deepStrictEqual(failed.lines, [])
        assert.strictEqual(failed.status, 401)
        assert.lengthOf(lines, 1)
        const [line = ""] = lines
        assert.strictEqual(countedIn(line), "198.51.100.7")
        assert.isBelow(line.length, 500)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
        assert.notMatch(line, /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/)
      })
    )

    it.effect("are those of websockets too", () =>
      Effect.gen(function* () {
        lines.length = 0
        const client = yield* connectStomp({ "x-api-key": "tgpat_wrong" })
        client.send("SUBSCRIBE", { id: "s", destination: "/projects/1/translation-data-modified" })
        assert.strictEqual((yield* client.next).command, "ERROR")
        assert.strictEqual(countedIn(lines.join()), "127.0.0.1")
      })
    )
  })
}

describe("a name in the log", () => {
  it.each([
    ["jana@example.com", "jana@example.com"],
    ["Jana Nová 漢字 😀", "Jana Nová 漢字 😀"],
    ["a\nb", "a?b"],
    ["\ud83d", "?"],
    ["x".repeat(100), "x".repeat(100)],
    ["x".repeat(101), `${"x".repeat(99)}…`],
    ["😀".repeat(100), "😀".repeat(100)],
    ["😀".repeat(1_000), `${"😀".repeat(99)}…`]
  ])("%j is shown as %j", (username, shown) => {
    assert.strictEqual(printable(username), shown)
  })
})
