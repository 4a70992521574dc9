import { assert, describe, it } from "vitest"
import { parseConfigFile } from "./config-file.ts"
import { readSettings } from "./read-settings.ts"
import { settingFields, settingTable } from "./setting-table.ts"
import { spelling } from "./spelling.ts"

const secretText = "correct-horse-battery-staple-0123456789"

interface Surroundings {
  readonly flags?: Readonly<Record<string, string>>
  readonly environment?: Readonly<Record<string, string>>
}

const sourcesOf = (text: string, { flags = {}, environment = {} }: Surroundings = {}) => ({
  flags,
  environment,
  isTerminal: false,
  readFile: (path: string) =>
    path === "/run/jwt"
      ? `${secretText}
`
      : null,
  config: parseConfigFile("d.yaml", text)
})

const settingsOf = (text: string, surroundings?: Surroundings) => {
  const found = readSettings("server", sourcesOf(text, surroundings))
  if ("problems" in found) return assert.fail(found.problems.join("\n"))
  return found
}

const problemsOf = (text: string, surroundings?: Surroundings) => {
  const found = readSettings("server", sourcesOf(text, surroundings))
  return "problems" in found ? found.problems : []
}

describe("a configuration file", () => {
  it("has settings by their names, in levels or not, and lists", () => {
    const { settings, origins, sources, warnings } = settingsOf(`
# A comment.
port: 0755
console: false
emailAliases: on
jwt-secret-file: /run/jwt
trusted-proxies: [127.0.0.1, 10.0.0.0/8]
smtp:
  host: mail.example.org
  from: "Dragoman <d@example.org>"
  tls:
public:
  url: https://translate.example.org
limit.user-requests: 7/1m
backup: { s3: { prefix: "true" } }
blocked-email-domains:
  - throw-away.example
  - other.example
`)
    const { port, smtp, console, emailAliases, jwtSecret, trustedProxies, limitUserRequests, backupS3Prefix } = settings
    assert.deepInclude(smtp, { host: "mail.example.org", tls: "starttls" })
    assert.deepStrictEqual([port, console, emailAliases, jwtSecret], [755, false, true, secretText])
    assert.deepStrictEqual(trustedProxies, ["127.0.0.1", "10.0.0.0/8"])
    assert.deepStrictEqual(limitUserRequests, [{ requests: 7, windowMillis: 60_000 }])
    assert.strictEqual(backupS3Prefix, "true")
    assert.strictEqual(origins.smtpHost, "smtp.host (d.yaml:9:3)")
    assert.strictEqual(sources.smtpHost, "file")
    assert.strictEqual(origins.smtpTls, "default")
    assert.deepStrictEqual(warnings, [])
  })

  it("has Tolgee's names as its application.yaml, and lists of Spring's", () => {
    const { settings, origins, warnings } = settingsOf(
      `
server:
  port: 8085
  error:
    include-message: always
spring:
  datasource:
    url: jdbc:postgresql://db/tolgee
    username: tolgee
tolgee:
  front-end-url: https://translate.example.org
  authentication:
    enabled: true
    registrations-allowed: true
    oauth2:
      scopes:
        - openid
        - email
  llm:
    enabled: true
    providers:
      - name: one
        api-key: ${secretText}
        model: small
  rateLimits: { enabled: false }
`,
      { environment: { SPRING_DATASOURCE_PASSWORD: "hidden" } }
    )
    const { port, database, publicUrl, registration, rateLimits, oauth2Scopes } = settings
    assert.deepStrictEqual(
      [port, publicUrl, registration, rateLimits],
      [8085, "https://translate.example.org", "open", false]
    )
    assert.deepInclude(database, { url: "postgresql://tolgee:hidden@db/tolgee" })
    assert.deepStrictEqual(oauth2Scopes, ["openid", "email"])
    assert.strictEqual(origins.port, "d.yaml:3:3: server.port")
    assert.strictEqual(origins.llmProviders, "d.yaml:22:9: tolgee.llm.providers.…")
    assert.deepInclude(settings.llmProviders[0], { name: "one", apiKey: secretText, model: "small" })
    assert.deepStrictEqual(
      warnings.map((warning) => warning.slice(0, warning.indexOf(" has no effect"))),
      ["d.yaml:5:5: server.error.include-message"]
    )
    assert.notInclude(warnings.join(), secretText)
  })

  it("counts after flags and variables, and before defaults", () => {
    const file = "port: 1001\nhost: 0.0.0.0\nlog-level: warn\nserver: { address: '::1' }"
    const { settings } = settingsOf(file, {
      flags: { port: "1003" },
      environment: { DRAGOMAN_PORT: "1002", SERVER_ADDRESS: "127.0.0.2" }
    })
    assert.deepInclude(settings, { port: 1003, host: "127.0.0.2", logLevel: "warn" })
    assert.deepInclude(settingsOf(file, { environment: { DRAGOMAN_PORT: "1002" } }).settings, {
      port: 1002,
      host: "0.0.0.0"
    })
  })

  it("can be shared by both programs", () => {
    const text = "dispatcher: { port: 8081 }\nport: 8080\nlog-level: debug"
    const found = readSettings("dispatcher", sourcesOf(text))
    assert.deepInclude("settings" in found ? found.settings : {}, { dispatcherPort: 8081, logLevel: "debug" })
    assert.deepInclude(settingsOf(text).settings, { port: 8080, logLevel: "debug" })
  })

  it.each([
    ["prot: 1", "d.yaml:1:1: prot is not a setting. Do you mean port?"],
    ["smtp:\n  hots: mail", "d.yaml:2:3: smtp.hots is not a setting. Do you mean smtp.host?"],
    ["log-levle: warn", "d.yaml:1:1: log-levle is not a setting. Do you mean log-level?"],
    ["colour: red", "d.yaml:1:1: colour is not a setting. `dragoman --help` lists them all."],
    ["port: http", 'd.yaml:1:1: port "http" must be a whole number from 0 to 65535. Example: port: 8080'],
    [
      "server:\n  port: http",
      'd.yaml:2:3: server.port "http" must be a whole number from 0 to 65535. Example: server.port: 8080'
    ],
    ["jwt-secret: hunter2", "d.yaml:1:1: jwt-secret must have at least 32 characters"],
    ["jwt-secret-file: /none", "d.yaml:1:1: jwt-secret-file: the file /none cannot be read."],
    ["port: 1\nPORT: 2", "d.yaml:2:1: PORT is set already (d.yaml:1:1): keep one of them."],
    ["port: 1\nport: 2", "d.yaml:2:1: the name stands twice on its level: keep one of them."],
    ["smtp:\n\thost: a", "d.yaml:2:1: a tab cannot indent: use spaces."],
    ['jwt-secret: "hunter2', "d.yaml:1:21: a quote, a bracket, a comma or a space after a colon is missing."],
    ["jwt-secret: hunter2 : hunter2", "there are two names in one line"],
    ["port: 1\n---\nport: 2", "d.yaml:2:1: the file has several documents: keep one, without ---."],
    ["- port", "d.yaml:1:1: the file must contain names with values, as port: 8080."],
    ["host: &a b\nsmtp-host: *a", "d.yaml:2:1: smtp-host has an alias: write the value itself."],
    ["jwt-secret: \u0024{HUNTER2}", "d.yaml:1:1: jwt-secret has a placeholder"],
    ["? [a]\n: b", "d.yaml:1:3: a name must be a plain text."]
  ])("%j is wrong: %s", (text, problem) => {
    const problems = problemsOf(text).join("\n")
    assert.include(problems, problem)
    assert.notInclude(problems.toLowerCase(), "hunter2")
  })

  it("may be empty", () => {
    for (const text of ["", "# nothing\n", "---\n", "port:\nhost: ~\nsmtp: {}\n"]) settingsOf(text)
  })

  it("knows no two settings under one spelling", () => {
    const names = settingFields.flatMap((field) => [settingTable[field].name, `${settingTable[field].name}_FILE`])
    assert.strictEqual(new Set(names.map(spelling)).size, names.length)
  })
})
