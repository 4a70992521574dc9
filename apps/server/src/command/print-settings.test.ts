import { readSettings, settingFieldsOf, variableOf } from "@dragoman/settings"
import { assert, describe, it } from "vitest"
import { printSettings } from "./print-settings.ts"

const secretText = "correct-horse-battery-staple-0123456789"

const read = (environment: Readonly<Record<string, string>>) => {
  const found = readSettings("server", { flags: {}, environment, isTerminal: false, readFile: () => null })
  return "problems" in found ? assert.fail(found.problems.join()) : found
}

interface Line {
  readonly variable: string
  readonly value: string
  readonly origin: string
}

const linesOf = (environment: Readonly<Record<string, string>>): ReadonlyArray<Line> =>
  printSettings(read(environment), false)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

describe("dragoman config", () => {
  it("prints each setting, and never a secret", () => {
    const lines = linesOf({
      DRAGOMAN_JWT_SECRET: secretText,
      DRAGOMAN_ADMIN_PASSWORD: secretText,
      DRAGOMAN_ENCRYPTION_KEY: "01".repeat(32),
      DRAGOMAN_BACKUP_S3_ACCESS_KEY_ID: secretText,
      DRAGOMAN_SMTP_HOST: "smtp.example.org",
      DRAGOMAN_SMTP_FROM: "dragoman@example.org",
      DRAGOMAN_SMTP_USERNAME: secretText,
      DRAGOMAN_SMTP_PASSWORD: secretText,
      DRAGOMAN_PUBLIC_URL: "https://translate.example.org",
      DRAGOMAN_DATABASE_URL: `postgres://u:${secretText}@db/d?password=${secretText}`
    })
    assert.deepStrictEqual(
      lines.map(({ variable }) => variable),
      settingFieldsOf("server").map(variableOf)
    )
    assert.notInclude(JSON.stringify(lines), secretText)
    const shownFor = (name: string) => lines.find(({ variable }) => variable === name)?.value
    assert.strictEqual(shownFor("DRAGOMAN_DATABASE_URL"), "postgres://u:hidden@db/d?password=hidden")
    assert.strictEqual(shownFor("DRAGOMAN_JWT_SECRET"), "(hidden)")
    assert.strictEqual(shownFor("DRAGOMAN_ENCRYPTION_KEY"), "(hidden)")
  })

  it.each([
    [{}, "DRAGOMAN_MAX_UPLOAD_MB", "50", "default"],
    [{ TOLGEE_MAX_UPLOAD_FILE_SIZE: "512" }, "DRAGOMAN_MAX_UPLOAD_MB", "0.5", "TOLGEE_MAX_UPLOAD_FILE_SIZE"],
    [{}, "DRAGOMAN_RATE_LIMITS", "on", "default"],
    [{}, "DRAGOMAN_LIMIT_WRONG_PASSWORDS", "10/1m,30/1h", "default"],
    [{ DRAGOMAN_LIMIT_LOGINS: "9/1500ms,2/48h" }, "DRAGOMAN_LIMIT_LOGINS", "9/1500ms,2/2d", "DRAGOMAN_LIMIT_LOGINS"],
    [
      { TOLGEE_RATE_LIMITS_USER_REQUEST_WINDOW: "120000" },
      "DRAGOMAN_LIMIT_USER_REQUESTS",
      "400/2m",
      "TOLGEE_RATE_LIMITS_USER_REQUEST_WINDOW"
    ],
    [
      { TOLGEE_RATE_LIMITS_ENDPOINT_LIMITS: "false" },
      "DRAGOMAN_LIMIT_EXPORTS",
      "off",
      "TOLGEE_RATE_LIMITS_ENDPOINT_LIMITS"
    ],
    [{}, "DRAGOMAN_JWT_SECRET", "(generated, kept in the database)", "default"],
    [{}, "DRAGOMAN_ENCRYPTION_KEY", "(none: stored in plain)", "default"],
    [{}, "DRAGOMAN_WEBHOOK_PORTS", "(all but those of other services)", "default"],
    [{ DRAGOMAN_WEBHOOK_PORTS: "443, 80" }, "DRAGOMAN_WEBHOOK_PORTS", "443,80", "DRAGOMAN_WEBHOOK_PORTS"]
  ])("with %j prints %s as %s from %s", (environment, variable, value, origin) => {
    assert.deepInclude(linesOf(environment), { variable, value, origin })
  })

  it("prints a table with the warnings below on a terminal", () => {
    const text = printSettings(read({ TOLGEE_SENTRY_SERVER_DSN: "x" }), true)
    assert.match(text, /^DRAGOMAN_HOST +127\.0\.0\.1 +default\n/)
    assert.match(text, /\nTOLGEE_SENTRY_SERVER_DSN has no effect: Dragoman sends no reports\.\n$/)
  })
})
