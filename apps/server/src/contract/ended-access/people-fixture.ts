import { randomUUID } from "node:crypto"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { runBatchJobPiece } from "../../batch-job/run-batch-job.ts"
import { digestOfCode } from "../../service/access/one-time-code.ts"
import { openEventStream } from "../../testing/event-stream.ts"
import { seed } from "../../testing/seed.ts"
import type { TestCredential } from "../../testing/send.ts"
import { makeAuthenticator } from "../../testing/software-authenticator.ts"
import { sendTo } from "../../testing/start-server.ts"
import { connectStomp, stompCredential } from "../../testing/stomp-client.ts"

/** The servers of a test: what happens on the first one has to be seen on the second, which may be the same. */
export interface Servers {
  readonly first: string
  readonly second: string
}

const password = "correct horse"

/** Codes of the link for a new password, and of the link to the address that waits. */
export const linkCodes = { password: "codeForThePassword", address: "codeForTheAddress" }

/** Browsers make no passkeys for numbers. */
const originOf = (server: string) => server.replace("127.0.0.1", "localhost")

/** Adds a passkey; the authenticator that has it. */
export const addPasskey = Effect.fnUntraced(function* (server: string, token: TestCredential, name: string) {
  const origin = originOf(server)
  const path = "/v2/user/passkeys"
  const authenticator = makeAuthenticator({ origin, relyingParty: "localhost" })
  const options = yield* sendTo(origin, token, "POST", `${path}/creation-options`)
  const { challenge } = options.body as { readonly challenge: string }
  const added = yield* sendTo(origin, token, "POST", path, { name, credential: authenticator.create(challenge) })
  if (added.status !== 200) yield* Effect.die(new Error(JSON.stringify(added)))
  return authenticator
})

/** Whether a passkey still opens the account. */
const logsIn = Effect.fnUntraced(function* (server: string, authenticator: ReturnType<typeof makeAuthenticator>) {
  const origin = originOf(server)
  const path = "/v2/public/passkeys"
  const options = yield* sendTo(origin, null, "POST", `${path}/options`)
  const { challenge } = options.body as { readonly challenge: string }
  const { status } = yield* sendTo(
    origin,
    null,
    "POST",
    `${path}/verify`,
    authenticator.answer(challenge, { from: origin })
  )
  return status === 200
})

/**
 * A person with every kind of access to one project: three sessions of the console, an access token, two tokens, two keys and two
 * passkeys, an address that waits and a link for a new password; an administrator who acts as the person; an invitation and a job
 * of the person. `isAdministrator`: of the server, who acts as another user.
 */
export const seedPerson = Effect.fnUntraced(function* (server: string, isAdministrator: boolean) {
  const name = randomUUID()
  const owner = yield* seed.user({ username: `owner ${name}` })
  const root = yield* seed.user({ username: `root ${name}`, serverRole: "ADMIN" })
  const administrator = yield* seed.user({ username: `admin ${name}`, serverRole: "ADMIN", password })
  const user = yield* seed.user({ username: `user ${name}`, password, serverRole: isAdministrator ? "ADMIN" : "USER" })
  const other = yield* seed.user({ username: `other ${name}` })
  const organization = yield* seed.organization({ name: `O ${name}`, owner, members: [user, other] })
  const project = yield* seed.project({ organization: organization.id, name: `P ${name}` })
  yield* seed.directPermission({ project: project.id, user, permission: "MANAGE" })
  const key = { project: project.id, user, scopes: ["keys.view"] } as const
  const sessions = [
    yield* seed.session(user, { super: true }),
    yield* seed.session(user),
    yield* seed.session(user)
  ] as const
  const keys = [
    yield* seed.key({ project: project.id, name: "a" }),
    yield* seed.key({ project: project.id, name: "b" })
  ]
  const token = yield* seed.accessToken(user, { super: true })
  const passkeys = [yield* addPasskey(server, token, "Phone"), yield* addPasskey(server, token, "Laptop")]
  yield* insertLinks(user, `${name}@example.com`)
  const invitation = yield* seed.invitation({ createdBy: user, project: project.id })
  return {
    name,
    password,
    owner,
    root,
    administrator,
    user,
    organizationId: organization.id,
    projectId: project.id,
    asOwner: yield* seed.accessToken(owner, { super: true }),
    asRoot: yield* seed.accessToken(root, { super: true }),
    asAdministrator: yield* seed.accessToken(administrator, { super: true }),
    sessions,
    token,
    passkeys,
    pats: [yield* seed.personalAccessToken({ user }), yield* seed.personalAccessToken({ user })] as const,
    paks: [yield* seed.apiKey(key), yield* seed.apiKey(key)] as const,
    acting: yield* seed.actingToken({ administrator, user }),
    actingAsOther: isAdministrator ? yield* seed.actingToken({ administrator: user, user: other }) : null,
    invitation,
    job: yield* seed.batchJob({
      project: project.id,
      author: user,
      keys,
      operation: { type: "TAG_KEYS", tags: ["x"] }
    })
  }
})

const insertLinks = Effect.fnUntraced(function* (user: number, newEmail: string) {
  const sql = yield* SqlClient.SqlClient
  const ends = Number.MAX_SAFE_INTEGER
  yield* sql.withTransaction(
    Effect.andThen(
      sql`
        INSERT INTO password_reset (user_id, code_hash, created_at, expires_at)
        VALUES (${user}, ${digestOfCode(linkCodes.password)}, 0, ${ends})`,
      sql`
        INSERT INTO email_verification (user_id, code_hash, new_email, created_at, expires_at)
        VALUES (${user}, ${digestOfCode(linkCodes.address)}, ${newEmail}, 0, ${ends})`
    )
  )
}, Effect.orDie)

export type Person = Effect.Success<ReturnType<typeof seedPerson>>

/** Checks on the second server which accesses still work. */
export const lookAt = ({ second }: Servers, person: Person) => {
  const { user, projectId, sessions, token, pats, paks, acting, actingAsOther } = person
  const works = (credential: TestCredential, path = "/v2/user") =>
    Effect.map(sendTo(second, credential, "GET", path), ({ status }) => status === 200)
  const keysOf = `/v2/projects/${projectId}/keys`
  const all = <A extends ReadonlyArray<TestCredential>>(credentials: A, path?: string) =>
    Effect.forEach(credentials, (credential) => works(credential, path))
  return {
    /** Their cookies may have new values. */
    "console sessions": Effect.gen(function* () {
      const path = `/v2/administration/users/${user}/sessions`
      const { body } = yield* sendTo(second, person.asRoot, "GET", path)
      const left = (body as { _embedded?: { sessions?: ReadonlyArray<{ id: number }> } })._embedded?.sessions ?? []
      return sessions.map((session) => left.some(({ id }) => id === session.id))
    }),
    "access tokens": all([token]),
    "super powers": Effect.map(
      sendTo(second, token, "GET", `/v2/organizations/${person.organizationId}/users`),
      ({ status, body }) => [status !== 401 && (body as { code?: string }).code !== "expired_super_jwt_token"]
    ),
    "personal access tokens": all(pats),
    "project API keys": all(paks, keysOf),
    passkeys: Effect.forEach(person.passkeys, (passkey) => logsIn(second, passkey)),
    /** Opening its link would end it. */
    "address that waits": Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* Effect.orDie(sql`SELECT new_email FROM email_verification WHERE user_id = ${user}`)
      return [rows.length === 1]
    }),
    "links for a new password": Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* Effect.orDie(sql<{ username: string }>`SELECT username FROM user_account WHERE id = ${user}`)
      const path = `/api/public/reset_password_validate/${encodeURIComponent(row?.username ?? "")}/${linkCodes.password}`
      return [(yield* sendTo(second, null, "GET", path)).status === 200]
    }),
    "acting as the user": all([acting]),
    "acting as others": actingAsOther === null ? Effect.succeed([]) : all([actingAsOther]),
    "invitations made": Effect.gen(function* () {
      const code = yield* codeOf(person.invitation)
      const found = code === null ? null : yield* sendTo(second, null, "GET", `/api/public/invitation_info/${code}`)
      return [found?.status === 200]
    })
  }
}

/** null: the invitation is gone. */
const codeOf = Effect.fnUntraced(function* (invitation: number) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* Effect.orDie(sql<{ code: string }>`SELECT code FROM invitation WHERE id = ${invitation}`)
  return row?.code ?? null
})

/** Whether the next keys of the job are still worked on. */
export const continueJob = ({ job: jobId, projectId }: Person) =>
  Effect.map(runBatchJobPiece({ jobId, projectId, owner: "another server" }), (ran) => ran !== null && !ran.isForbidden)

/** An open stream or websocket. */
interface Connection {
  readonly name: string
  readonly credential: TestCredential
  /** Returns when the server has ended it. */
  readonly ended: Effect.Effect<void>
  /** Returns with an event of the project; false: it ended before. */
  readonly received: Effect.Effect<boolean>
}

/** One event stream for each credential, and websockets for those that can open one; all on the second server. */
export const openConnections = Effect.fnUntraced(function* ({ second }: Servers, person: Person) {
  const { projectId, sessions, token, pats, paks, acting } = person
  const credentials = {
    token,
    "first pat": pats[0],
    "second pat": pats[1],
    "first pak": paks[0],
    "second pak": paks[1]
  }
  const streams = {
    ...credentials,
    acting,
    "first session": sessions[0],
    "second session": sessions[1],
    "third session": sessions[2]
  }
  const connections: Array<Connection> = []
  for (const [name, credential] of Object.entries(streams)) {
    const stream = yield* openEventStream(credential, projectId, { baseUrl: second })
    const next = Effect.map(Effect.option(stream.next), Option.getOrNull)
    yield* next
    const until = (isWanted: (event: string | null) => boolean): Effect.Effect<string | null> =>
      Effect.flatMap(next, (block) => {
        const event = block === null ? null : (block["event"] ?? "")
        return isWanted(event) ? Effect.succeed(event) : until(isWanted)
      })
    connections.push({
      name: `stream of ${name}`,
      credential,
      ended: Effect.asVoid(until((event) => event === null || event === "end")),
      received: Effect.map(
        until((event) => event !== ""),
        (event) => event !== null && event !== "end"
      )
    })
  }
  for (const [name, credential] of Object.entries(credentials)) {
    const client = yield* connectStomp(stompCredential(credential), second)
    client.send("SUBSCRIBE", { id: "0", destination: `/projects/${projectId}/translation-data-modified` })
    yield* client.settled
    const until = (wanted: ReadonlyArray<string>): Effect.Effect<string> =>
      Effect.flatMap(client.next, ({ command }) => (wanted.includes(command) ? Effect.succeed(command) : until(wanted)))
    connections.push({
      name: `websocket of ${name}`,
      credential,
      ended: Effect.asVoid(until(["closed"])),
      received: Effect.map(until(["MESSAGE", "closed"]), (command) => command === "MESSAGE")
    })
  }
  return connections
})
