import { checkAccounts } from "./check-accounts.ts"
import { checkBackups } from "./check-backups.ts"
import { checkEncryption, checkIntegrity, checkSequences, checkSpace } from "./check-contents.ts"
import { checkDatabase, checkSchema } from "./check-database.ts"
import { checkImages } from "./check-images.ts"
import { checkClock, checkDisks, checkHosts } from "./check-machine.ts"
import { checkMail } from "./check-mail.ts"
import { checkProgram } from "./check-program.ts"
import { checkProxy } from "./check-proxy.ts"
import { checkSettings } from "./check-settings.ts"
import { checkTranslationServices } from "./check-translation-services.ts"
import { checkWebhooks } from "./check-webhooks.ts"
import type { DoctorFacts } from "./doctor-facts.ts"
import { type CheckName, checkNames, type Finding, type Severity, severities } from "./finding.ts"

/** The report that `dragoman doctor --json` prints and the API returns. Fields may be added; these stay. */
export interface DoctorReport {
  /** When it was looked at, in epoch milliseconds. */
  readonly checkedAt: number
  /** The version of the program. */
  readonly version: string
  readonly counts: Readonly<Record<Severity, number>>
  /** All checks; one that is not done needs something that was not there, such as the database. */
  readonly checks: ReadonlyArray<{ readonly name: CheckName; readonly isDone: boolean }>
  /** The worst first, then in the order of the checks. */
  readonly findings: ReadonlyArray<Finding>
}

type Check = (facts: DoctorFacts) => ReadonlyArray<Finding>

const checks: Readonly<Record<CheckName, Check>> = {
  program: checkProgram,
  settings: checkSettings,
  database: checkDatabase,
  schema: checkSchema,
  integrity: (facts) => [...checkIntegrity(facts), ...checkImages(facts)],
  sequences: checkSequences,
  space: checkSpace,
  encryption: checkEncryption,
  disk: checkDisks,
  clock: checkClock,
  names: checkHosts,
  mail: checkMail,
  translation: checkTranslationServices,
  proxy: checkProxy,
  accounts: checkAccounts,
  webhooks: checkWebhooks,
  backups: checkBackups
}

/** Turns facts into findings for the operator. Source: docs/operations.md#doctor. */
export const examine = (facts: DoctorFacts): DoctorReport => {
  const findings = checkNames
    .flatMap((name) => checks[name](facts))
    .toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
  const count = (severity: Severity) => findings.filter((found) => found.severity === severity).length
  return {
    checkedAt: facts.now,
    version: facts.program.version,
    counts: { error: count("error"), warning: count("warning"), info: count("info") },
    checks: checkNames.map((name) => ({ name, isDone: isDone(name, facts) })),
    findings
  }
}

const isDone = (name: CheckName, { settings, database, hosts }: DoctorFacts): boolean => {
  switch (name) {
    case "program":
    case "settings":
      return true
    case "database":
      return database !== null
    case "schema":
    case "integrity":
    case "sequences":
    case "space":
    case "clock":
      return (database?.content ?? null) !== null
    case "accounts":
    case "webhooks":
    case "backups":
      return (database?.content?.rows ?? null) !== null
    case "names":
      return hosts !== null
    default:
      return settings.values !== null
  }
}
