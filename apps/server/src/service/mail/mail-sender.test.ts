import { receiverCertificates, receiverKey, trustedAuthority } from "@dragoman/network/testing/certificates"
import { Database, MailRepository } from "@dragoman/store"
import { PostgresServer } from "@dragoman/store/testing"
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import {
  MailServer,
  serversWithMail,
  smtpError,
  smtpTo,
  startMailServer,
  startSilentServer
} from "../../testing/mail-server.ts"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { startServer } from "../../testing/start-server.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { queueMail } from "./queue-mail.ts"

const content = (subject: string) => ({
  subject,
  paragraphs: ["Žofie <b>writes</b>."],
  link: { label: "Open", url: "https://translate.example.org/secret-link" },
  reason: "A test."
})

const queue = (recipient: string, subject = "Subject") =>
  Effect.flatMap(Database, (database) => database.transaction(queueMail(recipient, content(subject))))

interface Waiting {
  readonly recipient: string
  readonly attempts: number
  readonly lastError: string | null
  readonly nextAttemptAt: number
}

const waiting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Waiting>`SELECT recipient, attempts, last_error, next_attempt_at FROM mail ORDER BY id`
})

/** Everything of these tests ends with an event of the server, which the table shows. */
const until = <A, E, R>(effect: Effect.Effect<A, E, R>, isReached: (value: A) => boolean) =>
  Effect.repeat(effect, { until: isReached, schedule: Schedule.spaced("20 millis") }).pipe(Effect.timeout("20 seconds"))

const isEmpty = (rows: ReadonlyArray<Waiting>): boolean => rows.length === 0

/** Ends the pause after a failed attempt. */
const makeDue = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  yield* database.transaction(sql`UPDATE mail SET next_attempt_at = 0`)
})

const metrics = Effect.gen(function* () {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async () => (await fetch(`${baseUrl}/metrics`)).text())
})

const live = { excludeTestServices: true, timeout: "60 seconds" } as const

/** Attempts of this process, which other tests count as well. */
const attemptsIn = (text: string, outcome: string): number =>
  Number(new RegExp(`dragoman_mail_attempts_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`).exec(text)?.[1] ?? 0)

for (const [engine, layerServer] of serversWithMail) {
  layerOn(
    engine,
    layerServer(),
    live
  )(`the queue of mails on ${engine}`, (it) => {
    it.effect("sends a mail after the commit, with the same words as text and as HTML", () =>
      Effect.gen(function* () {
        const { next } = yield* MailServer
        yield* queue("ann@example.com", "Příliš žluťoučký")
        const { from, to, mail } = yield* next
        assert.deepStrictEqual([from, to], ["dragoman@example.org", ["ann@example.com"]])
        assert.strictEqual(mail.subject, "Příliš žluťoučký")
        assert.include(mail.text ?? "", "Žofie <b>writes</b>.")
        assert.include(String(mail.html), "Žofie &lt;b&gt;writes&lt;/b&gt;.")
        assert.match(mail.messageId ?? "", /^<dragoman\.\d+\.\d+@example\.org>$/)
        assert.strictEqual(mail.headers.get("auto-submitted"), "auto-generated")
        assert.closeTo(mail.date?.getTime() ?? 0, Date.now(), 60_000)
        yield* until(waiting, isEmpty)
      })
    )

    it.effect("sends nothing of a transaction that was rolled back", () =>
      Effect.gen(function* () {
        const database = yield* Database
        const { next } = yield* MailServer
        const broken = Effect.andThen(queueMail("ann@example.com", content("Never")), Effect.fail("rolled back"))
        yield* Effect.flip(database.transaction(broken))
        yield* queue("ann@example.com", "After")
        assert.strictEqual((yield* next).mail.subject, "After")
      })
    )

    it.effect("tries again what the mail server does not take now, and gives up what it never takes", () =>
      Effect.gen(function* () {
        const { next, decideRecipients } = yield* MailServer
        decideRecipients((address) =>
          address.startsWith("nobody")
            ? smtpError(550, "No such user")
            : smtpError(451, "Busy, see https://translate.example.org/secret-link")
        )
        const before = yield* metrics
        yield* queue("ann@example.com", "Later")
        yield* queue("nobody@example.com", "Never")
        const [row, ...more] = yield* until(waiting, (rows) => rows.length === 1 && rows[0]?.lastError !== null)
        assert.deepStrictEqual(more, [])
        assert.deepInclude(row, { recipient: "ann@example.com", attempts: 1 })
        assert.include(row?.lastError ?? "", "Busy")
        assert.notInclude(row?.lastError ?? "", "secret-link")
        const inMillis = Number(row?.nextAttemptAt) - Date.now()
        assert.isTrue(inMillis > 50_000 && inMillis <= 60_000, `${inMillis}`)
        const text = yield* metrics
        for (const outcome of ["failed", "given_up"]) {
          assert.strictEqual(attemptsIn(text, outcome), attemptsIn(before, outcome) + 1, outcome)
        }
        assert.match(text, /dragoman_mails_waiting 1\n/)
        decideRecipients(() => null)
        yield* makeDue
        yield* queue("eva@example.com", "Now")
        const subjects = [(yield* next).mail.subject, (yield* next).mail.subject]
        assert.deepStrictEqual(subjects.toSorted(), ["Later", "Now"])
        yield* until(waiting, isEmpty)
      })
    )

    it.effect("gives up a mail that it could not send for a day", () =>
      Effect.gen(function* () {
        const { decideRecipients, next } = yield* MailServer
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        decideRecipients(() => smtpError(451, "Busy"))
        yield* queue("ann@example.com", "Old")
        yield* until(waiting, ([row]) => row !== undefined && row.lastError !== null)
        const dayAgo = Date.now() - 24 * 60 * 60_000
        yield* database.transaction(sql`UPDATE mail SET created_at = ${dayAgo}, next_attempt_at = 0`)
        yield* queue("eva@example.com", "Young")
        yield* until(
          waiting,
          ([row, ...more]) => row?.recipient === "eva@example.com" && more.length === 0 && row.lastError !== null
        )
        decideRecipients(() => null)
        yield* makeDue
        yield* queue("jan@example.com", "Wakes it")
        yield* next
        yield* next
        yield* until(waiting, isEmpty)
      })
    )
  })
}

layer(PostgresServer.layer, live)("several servers on PostgreSQL", (it) => {
  it.effect("send each mail once", () =>
    Effect.gen(function* () {
      const { newDatabaseWithSchema } = yield* PostgresServer
      const mailServer = yield* startMailServer()
      const settings = { smtp: smtpTo(mailServer.port) }
      const url = yield* newDatabaseWithSchema
      const one = yield* startServer(url, settings)
      const servers = [one, yield* startServer(url, settings), yield* startServer(url, settings)]
      const count = 60
      // Each server wakes itself by its own mails, so all of them send.
      const queueOn = (index: number) =>
        Effect.provideContext(queue(`a${index}@example.com`), (servers[index % servers.length] ?? one).services)
      yield* Effect.forEach(
        Array.from({ length: count }, (_, index) => index),
        queueOn,
        { concurrency: 6, discard: true }
      )
      const received = yield* Effect.forEach(Array.from({ length: count }), () => mailServer.next)
      yield* Effect.provideContext(until(waiting, isEmpty), one.services)
      assert.strictEqual(new Set(received.flatMap(({ to }) => to)).size, count)
      assert.strictEqual(mailServer.received(), count)
    })
  )

  it.effect("give a mail back that they are sending when they stop", () =>
    Effect.gen(function* () {
      const { newDatabaseWithSchema } = yield* PostgresServer
      const silent = yield* startSilentServer
      const url = yield* newDatabaseWithSchema
      const without = yield* startServer(url)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const sending = yield* startServer(url, { smtp: smtpTo(silent.port) })
          const begun = Effect.andThen(
            queue("ann@example.com"),
            until(waiting, ([row]) => row?.attempts === 1)
          )
          yield* Effect.provideContext(begun, sending.services)
        })
      )
      const [row] = yield* Effect.provideContext(waiting, without.services)
      assert.deepInclude(row, { recipient: "ann@example.com", attempts: 0 })
      assert.isAtMost(Number(row?.nextAttemptAt), Date.now())
    })
  )

  it.effect(
    "take over a mail whose server has died when its lease is over",
    () =>
      Effect.gen(function* () {
        const { newDatabaseWithSchema } = yield* PostgresServer
        const mailServer = yield* startMailServer()
        const url = yield* newDatabaseWithSchema
        const without = yield* startServer(url)
        yield* Effect.gen(function* () {
          const mails = yield* MailRepository
          const database = yield* Database
          const now = yield* Clock.currentTimeMillis
          yield* database.transaction(mails.enqueue("ann@example.com", { subject: "Left", text: "t", html: "h" }, now))
          const claim = { now, leasedUntil: now + 1_500, limit: 10 }
          const [claimed] = yield* database.transaction(mails.claim(claim))
          assert.strictEqual(claimed?.attempts, 1)
          assert.deepStrictEqual(yield* database.transaction(mails.claim(claim)), [])
          const other = yield* startServer(url, { smtp: smtpTo(mailServer.port) })
          assert.strictEqual((yield* mailServer.next).mail.subject, "Left")
          assert.isAtLeast(Date.now(), now + 1_500)
          yield* Effect.provideContext(until(waiting, isEmpty), other.services)
          // The dead one comes back: what it wants to say about the mail is no longer heard.
          if (claimed !== undefined) yield* database.transaction(mails.delete(claimed))
        }).pipe(Effect.provideContext(without.services))
      }),
    { tags: ["exhaustive"] }
  )
})

/** A server that sends to a mail server with these properties. */
const withSmtp = (smtp: ReturnType<typeof smtpTo>) => layerTestServer({ smtp })

const provided = <A, E, R>(effect: Effect.Effect<A, E, R>, smtp: ReturnType<typeof smtpTo>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const services = yield* Layer.build(withSmtp(smtp))
      return yield* Effect.provideContext(effect, services)
    })
  )

const tlsOptions = { cert: receiverCertificates.good, key: receiverKey, disabledCommands: [] }

layer(Layer.empty, live)("the connection to the mail server", (it) => {
  it.effect("is encrypted where that is needed", () =>
    Effect.gen(function* () {
      yield* trustedAuthority
      const byStarttls = yield* startMailServer(tlsOptions)
      const starttls = smtpTo(byStarttls.port, { tls: "starttls" })
      yield* provided(
        Effect.gen(function* () {
          yield* queue("ann@example.com")
          assert.isTrue((yield* byStarttls.next).isEncrypted)
        }),
        starttls
      )
      const fromTheStart = yield* startMailServer({ ...tlsOptions, secure: true })
      yield* provided(
        Effect.gen(function* () {
          yield* queue("ann@example.com")
          assert.isTrue((yield* fromTheStart.next).isEncrypted)
        }),
        smtpTo(fromTheStart.port, { tls: "implicit" })
      )
    })
  )

  it.effect("takes no mail and no password where it cannot be encrypted as it must", () =>
    Effect.gen(function* () {
      yield* trustedAuthority
      let passwords = 0
      const onAuth = (_: object, __: object, callback: (error: null, response: { user: string }) => void) => {
        passwords++
        callback(null, { user: "u" })
      }
      const login = { username: "u", password: "p" }
      const plain = yield* startMailServer({ onAuth, allowInsecureAuth: true })
      const untrusted = yield* startMailServer({ ...tlsOptions, cert: receiverCertificates.selfSigned, onAuth })
      const ofAnother = yield* startMailServer({
        ...tlsOptions,
        cert: receiverCertificates.ofAnother,
        onAuth,
        secure: true
      })
      for (const [{ port, received }, tls, reason] of [
        [plain, "starttls", "STARTTLS"],
        [untrusted, "starttls", "certificate"],
        [ofAnother, "implicit", "certificate"]
      ] as const) {
        yield* provided(
          Effect.gen(function* () {
            yield* queue("ann@example.com")
            const [row] = yield* until(waiting, ([first]) => first !== undefined && first.lastError !== null)
            assert.include(row?.lastError ?? "", reason)
            assert.strictEqual(received(), 0)
          }),
          smtpTo(port, { tls, login })
        )
      }
      assert.strictEqual(passwords, 0)
    })
  )

  it.effect("logs in, and says when the password is wrong", () =>
    Effect.gen(function* () {
      yield* trustedAuthority
      const mailServer = yield* startMailServer({
        ...tlsOptions,
        authOptional: false,
        onAuth: ({ username, password }, _, callback) =>
          password === "right" ? callback(null, { user: username }) : callback(new Error("Wrong password"))
      })
      const smtp = (password: string) =>
        smtpTo(mailServer.port, { tls: "starttls", login: { username: "u", password } })
      yield* provided(
        Effect.gen(function* () {
          yield* queue("ann@example.com")
          assert.strictEqual((yield* mailServer.next).user, "u")
        }),
        smtp("right")
      )
      yield* provided(
        Effect.gen(function* () {
          yield* queue("ann@example.com")
          const [row] = yield* until(waiting, ([first]) => first !== undefined && first.lastError !== null)
          assert.include(row?.lastError ?? "", "DRAGOMAN_SMTP_PASSWORD")
        }),
        smtp("hunter2")
      )
    })
  )

  it.effect("does not fail a request: not when the mail server is down, and not when it never responds", () =>
    Effect.gen(function* () {
      const closed = yield* startMailServer()
      yield* closed.close
      const silent = yield* startSilentServer
      for (const port of [closed.port, silent.port]) {
        yield* provided(
          Effect.gen(function* () {
            const owner = yield* seed.user({ username: "owner" })
            const organization = yield* seed.organization({ name: "Nautilus", owner })
            const asOwner = yield* seed.accessToken(owner, { super: true })
            const path = `/v2/organizations/${organization.id}/invite`
            const started = Date.now()
            const { status, body } = yield* send(asOwner, "PUT", path, { roleType: "MEMBER", email: "ann@example.com" })
            assert.strictEqual(status, 200)
            assert.deepInclude(body as object, { mailQueued: true, invitedUserEmail: "ann@example.com" })
            assert.isBelow(Date.now() - started, 5_000)
            const [row] = yield* until(waiting, ([first]) => first !== undefined && first.attempts === 1)
            assert.strictEqual(row?.recipient, "ann@example.com")
            if (port === silent.port) yield* until(Effect.sync(silent.connections), (count) => count === 1)
          }),
          smtpTo(port)
        )
      }
    })
  )
})
