import { parseIpAddress } from "../network/ip-address.ts"
import type { DoctorFacts, SettingFactValues } from "./doctor-facts.ts"
import { type Finding, type FindingId, finding, type findingKinds } from "./finding.ts"

/** Settings that cannot be used, and those that are risky. */
export const checkSettings = ({ settings }: DoctorFacts): ReadonlyArray<Finding> => [
  ...settings.problems.map((problem) =>
    finding("setting-invalid", {
      params: { problem },
      what: problem,
      where: "settings",
      whatToDo: "Correct the setting: no server starts with it (docs/settings.md)."
    })
  ),
  ...settings.warnings.map((warning) =>
    finding("setting-warning", {
      params: { problem: warning },
      what: warning,
      where: "settings",
      whatToDo: "Change or remove the setting."
    })
  ),
  ...(settings.values === null ? [] : [...checkSecrets(settings.values), ...checkRisks(settings.values)])
]

const checkSecrets = ({ guessableSecrets, isDatabasePasswordGuessable }: SettingFactValues): ReadonlyArray<Finding> => {
  const findings = guessableSecrets.map((name) =>
    finding("secret-guessable", {
      params: { setting: name },
      what: "The secret is one of the documentation, or among the first that are guessed.",
      where: name,
      whatToDo:
        name === "DRAGOMAN_ADMIN_PASSWORD"
          ? "Choose another one, and change it in the account too if the server has started with it."
          : "Choose another one: `openssl rand -base64 48` prints a good one."
    })
  )
  if (!isDatabasePasswordGuessable) return findings
  const guessable = finding("database-password-guessable", {
    what: "The password of the database is its user, its name, or among the first that are guessed.",
    where: "DRAGOMAN_DATABASE_URL",
    whatToDo: "Give the user of the database another password, unless only the server reaches the database."
  })
  return [...findings, guessable]
}

/** A finding that follows from the values of settings alone. */
type Risk = {
  [Id in FindingId]: (typeof findingKinds)[Id]["params"] extends readonly [] ? Id : never
}[FindingId]

const checkRisks = (values: SettingFactValues): ReadonlyArray<Finding> => {
  const { publicUrl, host, hasMail, registration, emailVerification } = values
  const findings: Array<Finding> = []
  const add = (id: Risk, where: string, what: string, whatToDo: string) => {
    findings.push(finding(id, { what, where, whatToDo }))
  }
  if (publicUrl === null && (!isLocalHost(host) || values.trustedProxies.length > 0 || hasMail)) {
    add(
      "public-url-missing",
      "DRAGOMAN_PUBLIC_URL",
      "Others reach the server, and it does not know its own address. Links in mails lead to the machine of the server.",
      "Set it to the address that users type, such as https://translate.example.org."
    )
  }
  const publicHost = publicUrl === null ? null : hostOf(publicUrl)
  if (publicHost !== null && isLocalHost(publicHost) && (hasMail || values.trustedProxies.length > 0)) {
    add(
      "public-url-local",
      "DRAGOMAN_PUBLIC_URL",
      "The public address is one of this machine: links in mails work here only.",
      "Set it to the address that users type."
    )
  }
  if (publicUrl?.startsWith("http://") === true && publicHost !== null && !isLocalHost(publicHost)) {
    add(
      "public-url-not-encrypted",
      "DRAGOMAN_PUBLIC_URL",
      "Users reach the server without TLS: passwords and tokens can be read on the way.",
      "Put a proxy with TLS before the server, and set the address with https://."
    )
  }
  if (!values.rateLimits) {
    add(
      "rate-limits-off",
      "DRAGOMAN_RATE_LIMITS",
      "No limit slows down guessing of passwords.",
      "Set it to on; off is for tests and benchmarks."
    )
  }
  if (registration === "open" && !(emailVerification && hasMail)) {
    add(
      "registration-unchecked",
      "DRAGOMAN_REGISTRATION",
      "Every visitor may sign up, with any e-mail address.",
      "Set DRAGOMAN_EMAIL_VERIFICATION to on (it needs a mail server), or registration to invitation."
    )
  }
  if (values.webhookAllow.includes("*")) {
    add(
      "webhooks-reach-everything",
      "DRAGOMAN_WEBHOOK_ALLOW",
      "Whoever may create a webhook can reach every host of the private network from the server.",
      "Name the hosts that webhooks need instead of *."
    )
  }
  if (!values.copyBeforeMigration) {
    add(
      "no-copy-before-migration",
      "DRAGOMAN_COPY_BEFORE_MIGRATION",
      "The database is not copied before its schema changes, so `dragoman rollback` has nothing to put back.",
      "Make a backup before each upgrade, or set it to on."
    )
  }
  return findings
}

/** The host of an address without brackets; the address was checked when it was read. */
export const hostOf = (url: string): string => {
  const authority = url.replace(/^[a-z]+:\/\//i, "").split(/[/?#]/, 1)[0] ?? ""
  const [, address] = /^\[(.*)\]/.exec(authority) ?? []
  return (address ?? authority.replace(/:\d*$/, "")).toLowerCase()
}

/** Only this machine reaches it. */
const isLocalHost = (host: string): boolean => {
  const address = parseIpAddress(host)
  if (address === null) return host === "localhost" || host.endsWith(".localhost")
  return address.length === 4 ? address[0] === 127 : address.every((byte, index) => byte === (index === 15 ? 1 : 0))
}
