/** The checked areas, in the order in which they are shown. */
export const checkNames = [
  "program",
  "settings",
  "database",
  "schema",
  "integrity",
  "sequences",
  "space",
  "encryption",
  "disk",
  "clock",
  "names",
  "mail",
  "translation",
  "proxy",
  "accounts",
  "webhooks",
  "backups"
] as const
export type CheckName = (typeof checkNames)[number]

/** error: something does not work, or data is in danger. warning: it works, and should be changed. info: good to know. */
export const severities = ["error", "warning", "info"] as const
export type Severity = (typeof severities)[number]

interface FindingKind {
  readonly check: CheckName
  readonly severity: Severity
  /** Names of what was measured. The end of a name says the unit: `Bytes`, `Millis`, `At` for epoch milliseconds. */
  readonly params: ReadonlyArray<string>
}

/** Everything that can be found. Ids never change their meaning: scripts compare them. Meanings: docs/operations.md. */
export const findingKinds = {
  "node-outdated": { check: "program", severity: "warning", params: ["node", "testedNode"] },
  "engine-outdated": { check: "program", severity: "error", params: ["version", "min"] },
  "setting-invalid": { check: "settings", severity: "error", params: ["problem"] },
  "setting-warning": { check: "settings", severity: "warning", params: ["problem"] },
  "secret-guessable": { check: "settings", severity: "error", params: ["setting"] },
  "database-password-guessable": { check: "settings", severity: "warning", params: [] },
  "public-url-missing": { check: "settings", severity: "warning", params: [] },
  "public-url-local": { check: "settings", severity: "warning", params: [] },
  "public-url-not-encrypted": { check: "settings", severity: "warning", params: [] },
  "rate-limits-off": { check: "settings", severity: "warning", params: [] },
  "registration-unchecked": { check: "settings", severity: "warning", params: [] },
  "webhooks-reach-everything": { check: "settings", severity: "warning", params: [] },
  "no-copy-before-migration": { check: "settings", severity: "info", params: [] },
  "database-missing": { check: "database", severity: "error", params: ["engine"] },
  "database-unreachable": { check: "database", severity: "error", params: ["code"] },
  "database-rejected": { check: "database", severity: "error", params: ["engine", "code"] },
  "database-pooled": { check: "database", severity: "error", params: [] },
  "database-unreadable": { check: "database", severity: "error", params: ["extent", "part", "problem"] },
  "database-read-only": { check: "database", severity: "error", params: [] },
  "connections-few": { check: "database", severity: "warning", params: ["used", "max"] },
  "connections-exceeded": {
    check: "database",
    severity: "warning",
    params: ["needed", "max", "servers", "dispatchers"]
  },
  "search-extension-missing": { check: "database", severity: "info", params: [] },
  "replica-unavailable": { check: "database", severity: "warning", params: ["code"] },
  "replica-behind": { check: "database", severity: "warning", params: ["lagBytes"] },
  "schema-missing": { check: "schema", severity: "error", params: [] },
  "schema-of-another-program": { check: "schema", severity: "error", params: [] },
  "schema-unfinished": { check: "schema", severity: "error", params: [] },
  "schema-older": { check: "schema", severity: "warning", params: ["version", "known"] },
  "schema-newer": { check: "schema", severity: "error", params: ["version", "known"] },
  "schema-newer-works": { check: "schema", severity: "info", params: ["version", "known"] },
  "pages-damaged": { check: "integrity", severity: "error", params: ["problems"] },
  "references-broken": { check: "integrity", severity: "error", params: ["rows", "table", "parent"] },
  "indexes-invalid": { check: "integrity", severity: "error", params: ["names", "others"] },
  "integrity-unchecked": { check: "integrity", severity: "info", params: ["names", "others"] },
  "branches-unfinished": { check: "integrity", severity: "warning", params: ["names", "others"] },
  "keys-without-branch": { check: "integrity", severity: "error", params: ["keys"] },
  "images-missing": { check: "integrity", severity: "error", params: ["images"] },
  "images-unreadable": { check: "integrity", severity: "error", params: ["problem"] },
  "memory-index-differs": { check: "integrity", severity: "info", params: ["missing", "surplus"] },
  "sequence-behind": { check: "sequences", severity: "error", params: ["table", "next", "newest"] },
  "pages-free": { check: "space", severity: "info", params: ["freeBytes", "sizeBytes"] },
  "rows-dead": { check: "space", severity: "warning", params: ["names", "others"] },
  "log-long": { check: "space", severity: "warning", params: ["logBytes"] },
  "transaction-old": { check: "space", severity: "warning", params: ["openMillis"] },
  "encryption-key-missing": { check: "encryption", severity: "info", params: [] },
  "encryption-key-unknown": { check: "encryption", severity: "error", params: ["key"] },
  "encryption-rotation-pending": { check: "encryption", severity: "info", params: ["key"] },
  "backups-in-plain": { check: "encryption", severity: "warning", params: [] },
  "disk-full": { check: "disk", severity: "error", params: ["freeBytes", "totalBytes"] },
  "disk-low": { check: "disk", severity: "warning", params: ["freeBytes", "totalBytes"] },
  "disk-small-for-backup": { check: "disk", severity: "warning", params: ["freeBytes", "totalBytes", "neededBytes"] },
  "folder-missing": { check: "disk", severity: "error", params: ["setting"] },
  "folder-not-writable": { check: "disk", severity: "error", params: [] },
  "folder-open-to-others": { check: "disk", severity: "warning", params: [] },
  "clock-behind": { check: "clock", severity: "error", params: ["clockAt", "newestAt", "behindMillis", "table"] },
  "clock-differs": { check: "clock", severity: "warning", params: ["differenceMillis", "direction"] },
  "public-host-unknown": { check: "names", severity: "warning", params: ["host"] },
  "webhook-host-unknown": { check: "names", severity: "warning", params: ["names", "others"] },
  "mail-missing": { check: "mail", severity: "info", params: [] },
  "mail-failing": { check: "mail", severity: "error", params: ["problem"] },
  "mails-late": { check: "mail", severity: "warning", params: ["count", "lateMillis", "lastError", "mail"] },
  "translation-service-rejected": {
    check: "translation",
    severity: "error",
    params: ["service", "problem"]
  },
  "translation-service-unreachable": {
    check: "translation",
    severity: "warning",
    params: ["service", "problem"]
  },
  "proxies-all-trusted": { check: "proxy", severity: "error", params: ["ranges"] },
  "proxy-not-named": { check: "proxy", severity: "warning", params: [] },
  "proxy-headers-ignored": { check: "proxy", severity: "warning", params: ["address"] },
  "proxy-headers-absent": { check: "proxy", severity: "warning", params: ["requests"] },
  "administrator-missing": { check: "accounts", severity: "error", params: [] },
  "administrators-without-login": { check: "accounts", severity: "warning", params: ["names", "others"] },
  "administrators-without-second-factor": { check: "accounts", severity: "info", params: ["without", "count"] },
  "webhooks-disabled": { check: "webhooks", severity: "warning", params: ["count", "names", "others"] },
  "webhooks-failing": { check: "webhooks", severity: "warning", params: ["count", "failingMillis", "names", "others"] },
  "deliveries-late": { check: "webhooks", severity: "warning", params: ["count", "lateMillis", "dispatcher"] },
  "backup-missing": { check: "backups", severity: "warning", params: ["schedule"] },
  "backup-old": { check: "backups", severity: "warning", params: ["ageMillis", "schedule"] },
  "backup-failed": { check: "backups", severity: "error", params: ["problem"] },
  "backup-copy-failed": { check: "backups", severity: "warning", params: ["problem"] }
} as const satisfies Readonly<Record<string, FindingKind>>

export type FindingId = keyof typeof findingKinds

export const findingIds = Object.keys(findingKinds) as ReadonlyArray<FindingId>

/** Measured values, by name. Lists are joined, and `others` counts the items that they leave out. */
export type FindingParams = Readonly<Record<string, string | number>>

/** Something that the operator should know. Texts are plain English sentences, without secrets. */
export interface Finding extends Omit<FindingKind, "params"> {
  readonly id: FindingId
  /** For sentences in other languages. */
  readonly params: FindingParams
  /** The sentence of the finding. */
  readonly what: string
  /** A setting, file, table, host or project that it is about. */
  readonly where: string
  readonly whatToDo: string
}

type ParamOf<Id extends FindingId> = (typeof findingKinds)[Id]["params"][number]

type DetailsOf<Id extends FindingId> = Pick<Finding, "what" | "where" | "whatToDo"> &
  ([ParamOf<Id>] extends [never] ? object : { readonly params: Readonly<Record<ParamOf<Id>, string | number>> })

export const finding = <Id extends FindingId>(id: Id, details: DetailsOf<Id>): Finding => {
  const { check, severity } = findingKinds[id]
  return { id, check, severity, params: {}, ...details }
}
