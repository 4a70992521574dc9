import { printMention } from "@dragoman/domain/comment"
import { Database } from "@dragoman/store"
import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { sendDigests } from "../../identity/notification/send-digests.ts"
import { queueMail } from "../../service/mail/queue-mail.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { MailServer, serversWithMail, smtpError } from "../../testing/mail-server.ts"
import { seed } from "../../testing/seed.ts"
import { send, type TestCredential } from "../../testing/send.ts"

let fixtures = 0

type Services =
  | Effect.Services<ReturnType<typeof sendDigests>>
  | Effect.Services<ReturnType<typeof queueMail>>
  | Effect.Services<ReturnType<typeof send>>
  | MailServer
  | SqlClient.SqlClient

const waitingTo = Effect.fnUntraced(function* (address: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.orDie(
    sql<{ lastError: string | null }>`SELECT last_error FROM mail WHERE recipient = ${address}`
  )
})

/** All that is waited for is an event of the server, which its tables show. */
const until = <A, E, R>(effect: Effect.Effect<A, E, R>, isReached: (value: A) => boolean) =>
  Effect.repeat(effect, { until: isReached, schedule: Schedule.spaced("20 millis") }).pipe(Effect.timeout("20 seconds"))

/**
 * A project in which an author mentioned a reader twice: the first mail waits for the mail server, the second one for its digest.
 * The reader is a member of the organization, or a guest with a permission in the project, and has a key to it.
 */
const seedFixture = Effect.fnUntraced(function* (isMember: boolean) {
  const name = `names ${++fixtures}`
  const { decideRecipients } = yield* MailServer
  decideRecipients(() => smtpError(451, "Busy"))
  const address = `reader${fixtures}@example.org`
  const admin = yield* seed.user({ username: `${name} admin`, serverRole: "ADMIN" })
  const owner = yield* seed.user({ username: `${name} owner` })
  const author = yield* seed.user({ username: `${name} author`, name: "Author" })
  const reader = yield* seed.user({ username: address, name: "Reader" })
  const members = isMember ? [author, reader] : [author]
  const organization = yield* seed.organization({ name, owner, members })
  const otherOwner = yield* seed.user({ username: `${name} other owner` })
  const other = yield* seed.organization({ name: `${name} other`, owner: otherOwner })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en"] })
  yield* seed.directPermission({ project: project.id, user: author, permission: "MANAGE" })
  if (!isMember) yield* seed.directPermission({ project: project.id, user: reader, permission: "VIEW" })
  const key = yield* seed.key({ project: project.id, name: "title" })
  const translation = yield* seed.translation({ key, language: project.languages["en"] ?? 0, text: "Hello" })
  const asReader = yield* seed.accessToken(reader)
  const apiKey = yield* seed.apiKey({ project: project.id, user: reader, scopes: ["keys.view"] })
  yield* seed.importPlan({ project: project.id, user: reader })
  const asAuthor = yield* seed.accessToken(author)
  const commentPath = `/v2/projects/${project.id}/translations/${translation}/comments`
  for (const number of [1, 2]) {
    const text = `${number} ${printMention({ id: reader, name: "Reader" })}`
    assert.strictEqual((yield* send(asAuthor, "POST", commentPath, { text })).status, 201)
  }
  // The attempt is over, so that it does not meet a mail server that has become available.
  yield* until(waitingTo(address), ([mail]) => mail !== undefined && mail.lastError !== null)
  return {
    address,
    author,
    reader,
    organizationId: organization.id,
    otherId: other.id,
    projectId: project.id,
    commentPath,
    asAdmin: yield* seed.accessToken(admin, { super: true }),
    asReader,
    apiKey
  }
})

type Fixture = Effect.Success<ReturnType<typeof seedFixture>>

const change = Effect.fnUntraced(function* (
  statements: (sql: SqlClient.SqlClient) => ReadonlyArray<Effect.Effect<unknown, unknown>>
) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.orDie(sql.withTransaction(Effect.all(statements(sql), { discard: true })))
})

/** Names that nobody knew before the access was lost. */
const rename = ({ projectId, author }: Fixture) =>
  change((sql) => [
    sql`UPDATE project SET name = 'New project', description = 'New project too', slug = ${`new-project-${projectId}`}
      WHERE id = ${projectId}`,
    sql`UPDATE user_account SET name = 'New author', username = ${`new-author-${author}`} WHERE id = ${author} AND deleted_at IS NULL`
  ])

/** The texts of all mails to the reader, after the mail server has become available and the digest is due. */
const readMails = Effect.fnUntraced(function* ({ address, reader }: Fixture) {
  const { received, next, decideRecipients } = yield* MailServer
  const database = yield* Database
  yield* change((sql) => [sql`UPDATE notification SET mail_due_at = 1 WHERE user_id = ${reader} AND mail_due_at > 0`])
  yield* sendDigests()
  const before = received()
  decideRecipients(() => null)
  yield* change((sql) => [sql`UPDATE mail SET next_attempt_at = 0`])
  yield* database.transaction(
    queueMail("waker@example.org", { subject: "Wakes", paragraphs: [], link: null, reason: "" })
  )
  const all = Effect.all([waitingTo(address), waitingTo("waker@example.org")])
  yield* until(all, (waiting) => waiting.flat().length === 0)
  const mails = yield* Effect.forEach(Array.from({ length: received() - before }), () => next)
  return mails.flatMap(({ to, mail }) => (to.includes(address) ? [mail.text ?? ""] : []))
})

const get = (credential: TestCredential, path: string) =>
  Effect.map(send(credential, "GET", path), ({ body }) => JSON.stringify(body))

/** Where the reader finds names. */
const places: Readonly<Record<string, (fixture: Fixture) => Effect.Effect<string, unknown, Services>>> = {
  notifications: ({ asReader }) => get(asReader, "/v2/notification?allTypes=true"),
  "the list of keys": ({ asReader }) => get(asReader, "/v2/api-keys"),
  "a key": ({ asReader, apiKey }) => get(asReader, `/v2/api-keys/${apiKey.id}`),
  "the key of a request": ({ apiKey }) => get(apiKey, "/v2/api-keys/current"),
  "the permissions of a key": ({ apiKey }) => get(apiKey, "/v2/api-keys/current-permissions"),
  mails: (fixture) => Effect.map(readMails(fixture), (texts) => texts.join())
}

/** Where authors are named as well. */
const placesOfAuthors = ["notifications", "mails"]

interface Way {
  readonly isMember?: true
  readonly lose: (fixture: Fixture) => readonly [method: string, path: string] | null
  /** Whether the reader sees the names that the project and the author have afterwards. */
  readonly sees: { readonly project: boolean; readonly author: boolean }
}

const both = { project: true, author: true }
const neither = { project: false, author: false }
const authorOnly = { project: false, author: true }
const projectOnly = { project: true, author: false }
const inProject = ({ projectId }: Fixture, path: string) => `/v2/projects/${projectId}/${path}`
const user = (id: number) => `/v2/administration/users/${id}`

/** Done by a server administrator. */
const ways: Readonly<Record<string, Way>> = {
  "nothing is lost by a guest": { lose: () => null, sees: both },
  "nothing is lost by a member": { isMember: true, lose: () => null, sees: both },
  "the permission is revoked": {
    lose: (fixture) => ["PUT", inProject(fixture, `users/${fixture.reader}/revoke-access`)],
    sees: neither
  },
  "the permission becomes NONE": {
    lose: (fixture) => ["PUT", inProject(fixture, `users/${fixture.reader}/set-permissions/NONE`)],
    sees: neither
  },
  "the reader is removed from the organization": {
    isMember: true,
    lose: ({ organizationId, reader }) => ["DELETE", `/v2/organizations/${organizationId}/users/${reader}`],
    sees: neither
  },
  "the base permission becomes NONE": {
    isMember: true,
    lose: ({ organizationId }) => ["PUT", `/v2/organizations/${organizationId}/set-base-permissions/NONE`],
    sees: authorOnly
  },
  "the project is transferred": {
    isMember: true,
    lose: (fixture) => ["PUT", inProject(fixture, `transfer-to-organization/${fixture.otherId}`)],
    sees: authorOnly
  },
  "the project is deleted": { lose: ({ projectId }) => ["DELETE", `/v2/projects/${projectId}`], sees: neither },
  "the organization is deleted": {
    isMember: true,
    lose: ({ organizationId }) => ["DELETE", `/v2/organizations/${organizationId}`],
    sees: neither
  },
  "the reader is disabled": { lose: ({ reader }) => ["PUT", `${user(reader)}/disable`], sees: neither },
  "the reader is deleted": { lose: ({ reader }) => ["DELETE", user(reader)], sees: neither },
  "the author is removed from the organization": {
    isMember: true,
    lose: ({ organizationId, author }) => ["DELETE", `/v2/organizations/${organizationId}/users/${author}`],
    sees: projectOnly
  },
  "the author is deleted": { lose: ({ author }) => ["DELETE", user(author)], sees: projectOnly }
}

for (const [engine, layerServer] of serversWithMail) {
  layerOn(engine, layerServer(), { excludeTestServices: true })(`names of today on ${engine}`, (it) => {
    it.effect.each(Object.entries(ways))(
      "are for those who may see them after: %s",
      ([way, { isMember, lose, sees }]) =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture(isMember === true)
          const request = lose(fixture)
          const status = request === null ? 200 : (yield* send(fixture.asAdmin, ...request)).status
          assert.isBelow(status, 300)
          if (way === "the reader is deleted") {
            assert.deepStrictEqual(yield* waitingTo(fixture.address), [])
            const sql = yield* SqlClient.SqlClient
            const plans = sql`SELECT id FROM import_plan WHERE user_id = ${fixture.reader} AND deleted_at IS NULL`
            assert.deepStrictEqual(yield* plans, [])
          }
          yield* rename(fixture)
          for (const [place, read] of Object.entries(places)) {
            const text = yield* read(fixture)
            const found = { project: /new.project/i.test(text), author: text.includes("New author") }
            // A mail about a project that is lost does not come at all.
            const namesAuthor = sees.author && placesOfAuthors.includes(place) && (place !== "mails" || sees.project)
            assert.deepStrictEqual(found, { project: sees.project, author: namesAuthor }, `${place}: ${text}`)
            if (place === "mails" && !sees.project) assert.strictEqual(text, "", "mails")
          }
        })
    )

    it.effect("stay beside content when its author leaves, but the user name does not", () =>
      Effect.gen(function* () {
        const fixture = yield* seedFixture(true)
        const { asAdmin, author, organizationId, projectId, commentPath } = fixture
        const invitation = yield* seed.invitation({ createdBy: author, project: projectId })
        yield* rename(fixture)
        const read = Effect.forEach([commentPath, `/v2/projects/${projectId}/activity`], (path) => get(asAdmin, path))
        const readInvitations = get(asAdmin, `/v2/projects/${projectId}/invitations`)
        const username = `new-author-${author}`
        for (const text of [...(yield* read), yield* readInvitations]) {
          assert.include(text, "New author")
          assert.include(text, username)
        }
        yield* send(asAdmin, "DELETE", `/v2/organizations/${organizationId}/users/${author}`)
        for (const text of [...(yield* read), yield* readInvitations]) {
          assert.include(text, "New author")
          assert.notInclude(text, username)
        }
        assert.include(yield* readInvitations, `"id":${invitation}`)
      })
    )
  })
}
