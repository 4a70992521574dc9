/** What is looked at, in the order in which it is shown. */
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
}

/** Everything that can be found. Ids never change their meaning: scripts compare them. Meanings: docs/operations.md. */
export const findingKinds = {
  "node-outdated": { check: "program", severity: "warning" },
  "engine-outdated": { check: "program", severity: "error" },
  "setting-invalid": { check: "settings", severity: "error" },
  "setting-warning": { check: "settings", severity: "warning" },
  "secret-guessable": { check: "settings", severity: "error" },
  "database-password-guessable": { check: "settings", severity: "warning" },
  "public-url-missing": { check: "settings", severity: "warning" },
  "public-url-local": { check: "settings", severity: "warning" },
  "public-url-not-encrypted": { check: "settings", severity: "warning" },
  "rate-limits-off": { check: "settings", severity: "warning" },
  "registration-unchecked": { check: "settings", severity: "warning" },
  "webhooks-reach-everything": { check: "settings", severity: "warning" },
  "no-copy-before-migration": { check: "settings", severity: "info" },
  "database-missing": { check: "database", severity: "error" },
  "database-unreachable": { check: "database", severity: "error" },
  "database-rejected": { check: "database", severity: "error" },
  "database-unreadable": { check: "database", severity: "error" },
  "database-read-only": { check: "database", severity: "error" },
  "connections-few": { check: "database", severity: "warning" },
  "schema-missing": { check: "schema", severity: "error" },
  "schema-of-another-program": { check: "schema", severity: "error" },
  "schema-unfinished": { check: "schema", severity: "error" },
  "schema-older": { check: "schema", severity: "warning" },
  "schema-newer": { check: "schema", severity: "error" },
  "schema-newer-works": { check: "schema", severity: "info" },
  "pages-damaged": { check: "integrity", severity: "error" },
  "references-broken": { check: "integrity", severity: "error" },
  "indexes-invalid": { check: "integrity", severity: "error" },
  "integrity-unchecked": { check: "integrity", severity: "info" },
  "sequence-behind": { check: "sequences", severity: "error" },
  "pages-free": { check: "space", severity: "info" },
  "rows-dead": { check: "space", severity: "warning" },
  "log-long": { check: "space", severity: "warning" },
  "transaction-old": { check: "space", severity: "warning" },
  "encryption-key-missing": { check: "encryption", severity: "info" },
  "encryption-key-unknown": { check: "encryption", severity: "error" },
  "encryption-rotation-pending": { check: "encryption", severity: "info" },
  "backups-in-plain": { check: "encryption", severity: "warning" },
  "disk-full": { check: "disk", severity: "error" },
  "disk-low": { check: "disk", severity: "warning" },
  "disk-small-for-backup": { check: "disk", severity: "warning" },
  "folder-missing": { check: "disk", severity: "error" },
  "folder-not-writable": { check: "disk", severity: "error" },
  "folder-open-to-others": { check: "disk", severity: "warning" },
  "clock-behind": { check: "clock", severity: "error" },
  "clock-differs": { check: "clock", severity: "warning" },
  "public-host-unknown": { check: "names", severity: "warning" },
  "webhook-host-unknown": { check: "names", severity: "warning" },
  "mail-missing": { check: "mail", severity: "info" },
  "mail-failing": { check: "mail", severity: "error" },
  "mails-late": { check: "mail", severity: "warning" },
  "proxies-all-trusted": { check: "proxy", severity: "error" },
  "proxy-not-named": { check: "proxy", severity: "warning" },
  "proxy-headers-ignored": { check: "proxy", severity: "warning" },
  "proxy-headers-absent": { check: "proxy", severity: "warning" },
  "administrator-missing": { check: "accounts", severity: "error" },
  "administrators-without-second-factor": { check: "accounts", severity: "info" },
  "webhooks-disabled": { check: "webhooks", severity: "warning" },
  "webhooks-failing": { check: "webhooks", severity: "warning" },
  "deliveries-late": { check: "webhooks", severity: "warning" },
  "backup-missing": { check: "backups", severity: "warning" },
  "backup-old": { check: "backups", severity: "warning" },
  "backup-failed": { check: "backups", severity: "error" },
  "backup-copy-failed": { check: "backups", severity: "warning" }
} as const satisfies Readonly<Record<string, FindingKind>>

export type FindingId = keyof typeof findingKinds

export const findingIds = Object.keys(findingKinds) as ReadonlyArray<FindingId>

/** Something that the operator should know. Texts are plain English sentences, without secrets. */
export interface Finding extends FindingKind {
  readonly id: FindingId
  /** What was found. */
  readonly what: string
  /** A setting, file, table, host or project that it is about. */
  readonly where: string
  readonly whatToDo: string
}

export const finding = (
  id: FindingId,
  { what, where, whatToDo }: Pick<Finding, "what" | "where" | "whatToDo">
): Finding => ({ id, ...findingKinds[id], what, where, whatToDo })
