import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { smtpError, smtpTo, startMailServer } from "../testing/mail-server.ts"
import { testSettings } from "../testing/test-server.ts"
import { CommandFailure } from "./command-failure.ts"
import { sendTestMail } from "./send-test-mail.ts"

const settingsTo = (port: number, change: Parameters<typeof smtpTo>[1] = {}) => ({
  ...testSettings("/data"),
  publicUrl: "https://translate.example.org",
  smtp: smtpTo(port, change)
})

const failureOf = (run: () => Promise<unknown>) =>
  Effect.promise(() =>
    run().then(
      () => "nothing failed",
      (error: unknown) => (error instanceof CommandFailure ? error.sentence : String(error))
    )
  )

layer(Layer.empty, { excludeTestServices: true, timeout: "60 seconds" })("dragoman mail test", (it) => {
  it.effect("sends a mail with the address of links, and says who has taken it", () =>
    Effect.gen(function* () {
      const { port, next } = yield* startMailServer()
      const { sentence, facts } = yield* Effect.promise(() => sendTestMail(settingsTo(port), "ann@example.com"))
      assert.include(sentence, `127.0.0.1:${port} has taken a mail to ann@example.com`)
      assert.deepStrictEqual(facts, { recipient: "ann@example.com", server: `127.0.0.1:${port}` })
      const { to, mail } = yield* next
      assert.deepStrictEqual(to, ["ann@example.com"])
      assert.strictEqual(mail.subject, "Test mail from Dragoman")
      assert.include(mail.text ?? "", "https://translate.example.org")
    })
  )

  it.effect("says in a sentence what is wrong", () =>
    Effect.gen(function* () {
      const closed = yield* startMailServer()
      yield* closed.close
      const open = yield* startMailServer()
      const login = { username: "u", password: "hunter2" }
      const rejecting = yield* startMailServer({
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (_, __, callback) => callback(new Error("Wrong"))
      })
      const choosy = yield* startMailServer({ onMailFrom: (_, __, callback) => callback(smtpError(550, "Not you")) })
      const full = yield* startMailServer()
      full.decideRecipients(() => smtpError(550, "No such user"))
      for (const [settings, recipient, sentence] of [
        [testSettings("/data"), "ann@example.com", /^No mail server is set: DRAGOMAN_SMTP_HOST/],
        [settingsTo(open.port), "ann", /^ann is not an e-mail address/],
        [
          settingsTo(closed.port),
          "ann@example.com",
          /refuses connections: check DRAGOMAN_SMTP_HOST and DRAGOMAN_SMTP_PORT/
        ],
        [settingsTo(25, { host: "mail.invalid" }), "ann@example.com", /^The name mail\.invalid is not known/],
        [settingsTo(open.port, { tls: "starttls" }), "ann@example.com", /offers no STARTTLS/],
        [settingsTo(open.port, { tls: "implicit" }), "ann@example.com", /does not speak TLS from the start/],
        [settingsTo(rejecting.port, { login }), "ann@example.com", /rejects the user or the password/],
        [settingsTo(choosy.port), "ann@example.com", /rejects the sender: check DRAGOMAN_SMTP_FROM/],
        [settingsTo(full.port), "ann@example.com", /rejects the recipient \(550\).* It said: 550 No such user/]
      ] as const) {
        const said = yield* failureOf(() => sendTestMail(settings, recipient))
        assert.match(said, sentence)
        assert.notInclude(said, "hunter2")
      }
    })
  )
})
