import { assert, describe, it } from "vitest"
import { readSettings } from "./read-settings.ts"

const read = (environment: Readonly<Record<string, string>>) =>
  readSettings("server", { flags: {}, environment, isTerminal: false, readFile: () => null })

const mail = { DRAGOMAN_SMTP_HOST: "mail.example.org", DRAGOMAN_SMTP_FROM: "Dragoman <t@example.org>" }
const url = { DRAGOMAN_PUBLIC_URL: "https://t.example.org" }
const login = { DRAGOMAN_SMTP_USERNAME: "u", DRAGOMAN_SMTP_PASSWORD: "hunter2" }

const smtpOf = (environment: Readonly<Record<string, string>>) => {
  const found = read(environment)
  return "settings" in found ? found.settings.smtp : found
}

describe("settings of mails", () => {
  it("are absent without a mail server", () => {
    assert.isNull(smtpOf({}))
  })

  it("need an encrypted connection unless they say otherwise", () => {
    assert.deepStrictEqual(smtpOf(mail), {
      host: "mail.example.org",
      port: 587,
      login: null,
      from: { name: "Dragoman", address: "t@example.org" },
      tls: "starttls"
    })
  })

  it.each([
    ["the usual port of implicit TLS", { DRAGOMAN_SMTP_TLS: "implicit" }, { port: 465, tls: "implicit" }],
    ["the port that is set", { DRAGOMAN_SMTP_TLS: "implicit", DRAGOMAN_SMTP_PORT: "25" }, { port: 25 }],
    ["a login", login, { login: { username: "u", password: "hunter2" } }],
    ["an address alone", { DRAGOMAN_SMTP_FROM: "t@example.org" }, { from: { name: null, address: "t@example.org" } }],
    [
      "a name with a comma",
      { DRAGOMAN_SMTP_FROM: '"Harbour, Inc." <t@example.org>' },
      { from: { name: "Harbour, Inc.", address: "t@example.org" } }
    ]
  ])("take %s", (_, environment, expected) => {
    assert.deepInclude(smtpOf({ ...mail, ...environment }), expected as object)
  })

  it.each([
    [
      "a mail server without a sender",
      { DRAGOMAN_SMTP_HOST: "mail" },
      /^DRAGOMAN_SMTP_HOST is set and DRAGOMAN_SMTP_FROM is not/
    ],
    [
      "that of Tolgee without a sender",
      { TOLGEE_SMTP_HOST: "mail" },
      /^TOLGEE_SMTP_HOST is set and DRAGOMAN_SMTP_FROM is not/
    ],
    ["a user name without a password", { ...mail, DRAGOMAN_SMTP_USERNAME: "u" }, /DRAGOMAN_SMTP_PASSWORD is not/],
    ["a password without a user name", { ...mail, DRAGOMAN_SMTP_PASSWORD: "hunter2" }, /DRAGOMAN_SMTP_USERNAME is not/],
    [
      "verification without a mail server",
      { DRAGOMAN_EMAIL_VERIFICATION: "on" },
      /^DRAGOMAN_EMAIL_VERIFICATION needs a mail server/
    ],
    [
      "a sender that is none",
      { ...mail, DRAGOMAN_SMTP_FROM: "Dragoman" },
      /^DRAGOMAN_SMTP_FROM "Dragoman" must be an e-mail address/
    ],
    [
      "a sender with two addresses",
      { ...mail, DRAGOMAN_SMTP_FROM: "a@b.c <d@e.f> <g@h.i>" },
      /^DRAGOMAN_SMTP_FROM must be/
    ]
  ])("stop the start for %s", (_, environment, problem) => {
    const found = read(environment)
    const [sentence = "", ...more] = "problems" in found ? found.problems : []
    assert.deepStrictEqual(more, [])
    assert.match(sentence, problem)
    assert.notInclude(sentence, "hunter2")
  })

  it.each([
    ["without a public address", mail, /DRAGOMAN_PUBLIC_URL/],
    ["with a password that may go in plain", { ...mail, ...url, ...login, DRAGOMAN_SMTP_TLS: "optional" }, /in plain/],
    ["without a mail server", { DRAGOMAN_SMTP_FROM: "t@example.org" }, /No mail is sent/]
  ])("give a warning %s", (_, environment, warning) => {
    const found = read(environment)
    const warnings = "warnings" in found ? found.warnings : []
    assert.lengthOf(warnings, 1)
    assert.match(warnings.join(), warning)
  })

  it("give none when all is well", () => {
    const found = read({ ...mail, ...url, ...login })
    assert.deepStrictEqual("warnings" in found ? found.warnings : null, [])
  })
})
