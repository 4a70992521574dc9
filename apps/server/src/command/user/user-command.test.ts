import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { assert, describe } from "@effect/vitest"
import { Cause, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { initialPasswordFile } from "../../identity/authentication/password.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { openEventStream } from "../../testing/event-stream.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"
import { CommandFailure } from "../command-failure.ts"
import { readUserArguments, type UserAction } from "./user-arguments.ts"
import { runUserCommand } from "./user-command.ts"

const password = "correct horse"
let names = 0
const newName = (what: string) => `${what}${++names}`

/** Runs `dragoman user …` beside the server of the test, on connections of its own. */
const run = Effect.fnUntraced(function* (...words: ReadonlyArray<string>) {
  const settings = yield* Settings
  const read = readUserArguments(words)
  if (!("action" in read)) return yield* Effect.die(new Error(JSON.stringify(read)))
  const input = Object.assign(new PassThrough(), { isTTY: false })
  return yield* Effect.tryPromise({
    try: () => runUserCommand(settings, read.action, { input, output: { write: () => {} } }),
    catch: (thrown) => thrown
  })
})

const failureOf = (...words: ReadonlyArray<string>) =>
  Effect.map(Effect.flip(run(...words)), (failed) =>
    failed instanceof CommandFailure ? failed.sentence : Cause.pretty(Cause.fail(failed))
  )

const logIn = (username: string, tried = password) =>
  Effect.map(send(null, "POST", "/api/public/generatetoken", { username, password: tried }), ({ status }) => status)

const passwordFile = Effect.fnUntraced(function* (text: string) {
  const { dataDir } = yield* TestServer
  const file = join(dataDir, newName("password"))
  writeFileSync(file, text)
  return file
})

/** Reads the entries of the audit log about a user. */
const auditOf = Effect.fnUntraced(function* (username: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.orDie(sql<{ action: string; userId: number | null; username: string; address: null }>`
    SELECT action, user_id, username, address FROM audit_entry
    WHERE object_kind = 'USER' AND object_name = ${username} ORDER BY id`)
  return rows.map(({ action, userId, username: actor, address }) => [action, userId, actor, address])
})

const byOperator = (action: string) => [action, null, "operator", null]

/** An administrator, so that there is one. */
const seedRoot = Effect.suspend(() => seed.user({ username: newName("root"), serverRole: "ADMIN", password }))

describe.each([
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
])("dragoman user, beside a server on %s", (engine, layerServer) => {
  layerOn(engine, layerServer, { excludeTestServices: true, timeout: "60 seconds" })("accounts", (it) => {
    it.effect("creates an account with a generated password, which is printed", () =>
      Effect.gen(function* () {
        const username = newName("nela")
        const { sentence, facts } = yield* run("create", username, "--name", "Nela Nová", "--role", "admin")
        assert.deepInclude(facts, { username, name: "Nela Nová", globalServerRole: "ADMIN", disabled: false })
        const { password: generated } = facts as { readonly password: string }
        assert.match(generated, /^[A-Za-z2-9]{20}$/)
        assert.include(sentence, generated)
        assert.strictEqual(yield* logIn(username, generated), 200)
        assert.deepStrictEqual(yield* auditOf(username), [byOperator("USER_CREATED")])
      })
    )

    it.effect("creates an account with a password from a file, which is printed nowhere", () =>
      Effect.gen(function* () {
        const username = newName("file")
        const owner = yield* seedRoot
        const { id, slug } = yield* seed.organization({ name: newName("Harbour"), owner })
        const file = yield* passwordFile(`${password}\n`)
        const report = yield* run("create", username, "--password-file", file, "--organization", slug, "--owner")
        assert.notInclude(JSON.stringify(report), password)
        assert.strictEqual(yield* logIn(username), 200)
        const asUser = yield* seed.accessToken((report.facts as { readonly id: number }).id)
        const organization = yield* send(asUser, "GET", `/v2/organizations/${id}`)
        assert.deepInclude(organization.body as object, { currentUserRole: "OWNER" })
      })
    )

    it.effect("creates nothing that breaks a rule, and says which", () =>
      Effect.gen(function* () {
        const taken = newName("taken")
        yield* seed.user({ username: taken })
        const short = yield* passwordFile("short\n")
        const empty = yield* passwordFile("")
        for (const [words, sentence] of [
          [[taken], /^An account with this|user name|already/i],
          [["two words"], /^The user name must be an email address/],
          [[newName("rule"), "--password-file", short], /^The password size must be between 8 and 50\.$/],
          [[newName("rule"), "--password-file", empty], /^The password must not be blank\.$/],
          [[newName("rule"), "--password-file", "/nowhere"], /cannot be read \(ENOENT\)/],
          [[newName("rule"), "--ask-password"], /There is no terminal/],
          [[newName("rule"), "--organization", "nowhere"], /^There is no organization nowhere\.$/]
        ] as const) {
          assert.match(yield* failureOf("create", ...words), sentence)
          assert.deepStrictEqual(yield* auditOf(words[0]), [])
        }
      })
    )

    it.effect("resets a password: sessions and access tokens end, on the server that runs", () =>
      Effect.gen(function* () {
        const username = newName("reset")
        const user = yield* seed.user({ username, password })
        const session = yield* seed.session(user)
        const token = yield* seed.accessToken(user)
        const { facts } = yield* run("reset-password", username.toUpperCase())
        const { password: generated } = facts as { readonly password: string }
        assert.deepStrictEqual(yield* send(session, "GET", "/v2/user"), error(401, "unauthenticated"))
        assert.deepStrictEqual(yield* send(token, "GET", "/v2/user"), error(401, "expired_jwt_token"))
        assert.strictEqual(yield* logIn(username), 401)
        assert.strictEqual(yield* logIn(username, generated), 200)
        assert.deepStrictEqual(yield* auditOf(username), [byOperator("PASSWORD_RESET")])
      })
    )

    it.effect("resets the second factors of a user who lost them: the password is enough again", () =>
      Effect.gen(function* () {
        const username = newName("app")
        const user = yield* seed.user({ username, password })
        const sql = yield* SqlClient.SqlClient
        yield* sql.withTransaction(
          sql`INSERT INTO totp (user_id, totp_key, last_step, created_at) VALUES (${user}, 'meztcnzwgq3donby', 0, 0)`
        )
        yield* seed.passkey({ user })
        const token = yield* seed.accessToken(user)
        assert.strictEqual(yield* logIn(username), 401)
        const { facts, sentence } = yield* run("reset-mfa", username.toUpperCase())
        assert.deepInclude(facts, { username, wasReset: true })
        assert.match(sentence, /logs in with the password alone/)
        assert.deepStrictEqual(yield* send(token, "GET", "/v2/user"), error(401, "expired_jwt_token"))
        assert.strictEqual(yield* logIn(username), 200)
        assert.lengthOf(yield* Effect.orDie(sql`SELECT 1 FROM passkey WHERE user_id = ${user}`), 0)
        const entries = [byOperator("MFA_DISABLED"), byOperator("PASSKEY_REMOVED")]
        assert.deepStrictEqual(yield* auditOf(username), entries)
        assert.deepInclude((yield* run("reset-mfa", username)).facts, { wasReset: false })
        assert.deepStrictEqual(yield* auditOf(username), entries)
        assert.match(yield* failureOf("reset-mfa", "no one"), /^There is no user no one\./)
      })
    )

    it.effect("removes the file with the generated password of the first administrator when that is reset", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { dataDir } = yield* Settings
        const username = newName("first")
        const id = yield* seed.user({ username, password, serverRole: "ADMIN" })
        yield* Effect.orDie(sql.withTransaction(sql`UPDATE user_account SET is_initial = 1 WHERE id = ${id}`))
        writeFileSync(initialPasswordFile(dataDir), "generated\n")
        yield* run("reset-password", username)
        assert.isFalse(existsSync(initialPasswordFile(dataDir)))
      })
    )

    it.effect("disables and enables an account; its open streams end although nothing happens in the project", () =>
      Effect.gen(function* () {
        const username = newName("gone")
        const user = yield* seed.user({ username, password })
        const organization = yield* seed.organization({ name: newName("Quay"), owner: user })
        const project = yield* seed.project({ organization: organization.id, name: newName("Quay") })
        const stream = yield* openEventStream(yield* seed.accessToken(user), project.id)
        yield* stream.next
        assert.match((yield* run("disable", username)).sentence, /is disabled/)
        assert.deepInclude(yield* Effect.timeout(stream.next, "10 seconds"), { event: "end" })
        assert.strictEqual(yield* logIn(username), 401)
        assert.deepInclude((yield* run("list", "--search", username, "--disabled")).facts, {
          users: [
            {
              id: user,
              username,
              name: username,
              globalServerRole: "USER",
              disabled: true,
              createdAt: 0,
              lastActivity: null
            }
          ]
        })
        yield* run("enable", username)
        assert.strictEqual(yield* logIn(username), 200)
        assert.deepStrictEqual(yield* auditOf(username), [byOperator("USER_DISABLED"), byOperator("USER_ENABLED")])
      })
    )

    it.effect("sets roles, and keeps the last administrator", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const username = newName("boss")
        yield* seed.user({ username })
        assert.match((yield* run("set-role", username, "ADMIN")).sentence, /has the role ADMIN on the server/)
        yield* Effect.orDie(
          sql.withTransaction(sql`UPDATE user_account SET server_role = 'USER' WHERE username <> ${username}`)
        )
        for (const words of [
          ["set-role", username, "USER"],
          ["disable", username],
          ["delete", username]
        ]) {
          assert.match(yield* failureOf(...words), /administrator/i)
        }
        yield* seedRoot
        yield* run("set-role", username, "user")
        assert.deepStrictEqual(yield* auditOf(username), [byOperator("SERVER_ROLE_SET"), byOperator("SERVER_ROLE_SET")])
      })
    )

    it.effect("deletes an account, the only owner of organizations only when told so", () =>
      Effect.gen(function* () {
        yield* seedRoot
        const username = newName("owner")
        const user = yield* seed.user({ username, password })
        const { slug } = yield* seed.organization({ name: newName("Alone"), owner: user })
        const sentence = yield* failureOf("delete", username)
        assert.include(sentence, `only owner of ${slug}`)
        assert.include(sentence, "--delete-owned-organizations")
        assert.strictEqual(yield* logIn(username), 200)
        yield* run("delete", username, "--delete-owned-organizations")
        assert.strictEqual(yield* logIn(username), 401)
        assert.deepStrictEqual(yield* auditOf(username), [byOperator("USER_DELETED")])
      })
    )

    it.effect("says that there is no such user", () =>
      Effect.gen(function* () {
        for (const words of [["disable"], ["enable"], ["delete"], ["reset-password"]] as const) {
          assert.match(yield* failureOf(...words, "nobody"), /^There is no user nobody\. `dragoman user list`/)
        }
        assert.strictEqual((yield* run("list", "--search", "nobody-at-all")).sentence, "There is no such user.")
      })
    )

    it.effect("lists accounts as a table", () =>
      Effect.gen(function* () {
        const username = newName("table")
        yield* seed.user({ username, name: "Two\u001B[31m Words", serverRole: "ADMIN" })
        assert.deepStrictEqual((yield* run("list", "--search", username)).sentence.split("\n"), [
          `USER NAME${" ".repeat(Math.max(0, username.length - 9))}  NAME            ROLE   STATE   LAST ACTIVITY`,
          `${username.padEnd(9)}  Two [31m Words  ADMIN  active  none`
        ])
      })
    )

    it.effect("needs the database that the settings name, with the schema of the program", () =>
      Effect.gen(function* () {
        const settings = yield* Settings
        const sql = yield* SqlClient.SqlClient
        const action: UserAction = { action: "disable", username: "x" }
        const terminal = { input: new PassThrough(), output: { write: () => {} } }
        const missing = { ...settings, database: { engine: "sqlite", filename: "/nowhere/x.sqlite" } } as const
        const failed = yield* Effect.flip(
          Effect.tryPromise({ try: () => runUserCommand(missing, action, terminal), catch: (thrown) => thrown })
        )
        assert.match((failed as CommandFailure).sentence, /^There is no database \/nowhere\/x\.sqlite/)
        const change = (by: number) =>
          Effect.orDie(
            sql.withTransaction(sql`UPDATE schema_migration SET version = version + ${by}, oldest_program = NULL WHERE version = (
              SELECT MAX(version) FROM schema_migration)`)
          )
        yield* change(1)
        assert.match(yield* failureOf("list"), /^The database has schema version/)
        yield* change(-1)
      })
    )
  })
})
