import { assert, describe, it } from "vitest"
import type { DatabaseContent, DoctorFacts, RowFacts, SettingFactValues } from "./doctor-facts.ts"
import { examine } from "./examine.ts"
import { checkNames, type FindingId, findingIds, findingKinds, severities } from "./finding.ts"
import { printReport } from "./print-report.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = Date.UTC(2026, 2, 1)
const megabyte = 1e6
const gigabyte = 1e9

const values: SettingFactValues = {
  host: "127.0.0.1",
  publicUrl: "https://translate.example.org",
  trustedProxies: ["127.0.0.1"],
  rateLimits: true,
  registration: "invitation",
  emailVerification: false,
  webhookAllow: [],
  webhookDispatcher: "embedded",
  copyBeforeMigration: true,
  backupHours: 24,
  hasBucket: true,
  hasMail: true,
  encryptionKeyIds: ["k1"],
  guessableSecrets: [],
  connectionsOfServer: 40,
  connectionsOfDispatcher: 13,
  isDatabasePasswordGuessable: false
}

const rows: RowFacts = {
  newest: { table: "activity_revision", at: now - minute },
  encryptionKeyId: "k1",
  administrators: { count: 1, withoutSecondFactor: 0, withoutLogin: [] },
  webhooks: { disabled: [], failing: [], lateSince: null, lateCount: 0 },
  mails: { lateSince: null, lateCount: 0, lastError: null },
  backups: { lastDoneAt: now - day, lastBytes: megabyte, error: null, storeError: null },
  branches: { unfinished: [], keysWithout: 0 },
  images: { withoutContents: 0, objects: [] }
}

const content: DatabaseContent = {
  engineVersion: "18.1",
  isReadOnly: false,
  schema: { version: 24, works: true, isUnfinished: false, isForeign: false },
  integrity: { problems: [], brokenReferences: [], invalidIndexes: [], unchecked: [] },
  sequencesBehind: [],
  space: { sizeBytes: gigabyte, freeBytes: 0, logBytes: 4 * megabyte, deadRows: [], oldestTransactionAt: null },
  connections: { used: 20, max: 100, servers: 1, dispatchers: 1 },
  clockAheadMillis: 300,
  rows,
  memoryIndex: { missing: 0, surplus: 0 },
  lacksSearchExtension: false,
  unreadable: []
}

const healthy: DoctorFacts = {
  now,
  program: { version: "1.0.0", node: 26, testedNode: 26, schemaVersion: 24 },
  settings: { problems: [], warnings: [], values },
  database: { engine: "postgres", address: "postgres://db/dragoman", state: "open", code: null, content },
  replica: { address: "postgres://replica/dragoman", lagBytes: 1_000, code: null },
  disks: [
    {
      folder: "/data",
      holds: "data",
      volume: 1,
      state: "ok",
      freeBytes: 50 * gigabyte,
      totalBytes: 100 * gigabyte,
      isOpenToOthers: false
    }
  ],
  hosts: { publicHost: { name: "translate.example.org", isKnown: true }, unknownWebhookHosts: [] },
  mail: { server: "smtp.example.org:587", failure: null },
  services: [{ service: "DEEPL", setting: "DRAGOMAN_MT_DEEPL_KEY", failure: null }],
  imageBucket: { missing: 0, problem: null },
  requests: { ignoredFrom: null, trustedWith: 10, trustedWithout: 30 }
}

const withValues = (change: Partial<SettingFactValues>): DoctorFacts => ({
  ...healthy,
  settings: { ...healthy.settings, values: { ...values, ...change } }
})
const withContent = (change: Partial<DatabaseContent>, facts = healthy): DoctorFacts => ({
  ...facts,
  database: facts.database === null ? null : { ...facts.database, content: { ...content, ...change } }
})
const withReplica = (change: Partial<NonNullable<DoctorFacts["replica"]>>): DoctorFacts => ({
  ...healthy,
  replica: { address: "postgres://replica/dragoman", lagBytes: 0, code: null, ...change }
})
const withRows = (change: Partial<RowFacts>, facts = healthy) => withContent({ rows: { ...rows, ...change } }, facts)
const withSchema = (change: Partial<DatabaseContent["schema"]>) =>
  withContent({ schema: { ...content.schema, ...change } })
const withIntegrity = (change: Partial<DatabaseContent["integrity"]>) =>
  withContent({ integrity: { ...content.integrity, ...change } })
const withSpace = (change: Partial<DatabaseContent["space"]>) => withContent({ space: { ...content.space, ...change } })
const closed = (change: Partial<NonNullable<DoctorFacts["database"]>>): DoctorFacts => ({
  ...healthy,
  database: { engine: "sqlite", address: "sqlite:/data/x", state: "missing", code: null, content: null, ...change }
})
/** Data and backups on full volumes with these numbers. */
const withFolders = (...volumes: ReadonlyArray<number>): DoctorFacts => ({
  ...healthy,
  disks: healthy.disks.flatMap((disk) =>
    volumes.map(
      (volume, index) => ({ ...disk, volume, holds: index === 0 ? "data" : "backups", freeBytes: 1_000 }) as const
    )
  )
})

const withDisk = (change: Partial<DoctorFacts["disks"][number]>): DoctorFacts => ({
  ...healthy,
  disks: healthy.disks.map((disk) => ({ ...disk, ...change }))
})
const webhook = { id: 7, project: "Shop", projectId: 3 }

const cases: ReadonlyArray<readonly [string, DoctorFacts, ReadonlyArray<FindingId>]> = [
  ["a healthy server", healthy, []],
  ["an older Node", { ...healthy, program: { ...healthy.program, node: 24 } }, ["node-outdated"]],
  ["a newer Node", { ...healthy, program: { ...healthy.program, node: 28 } }, []],
  ["an older PostgreSQL", withContent({ engineVersion: "13.4 (Debian)" }), ["engine-outdated"]],
  [
    "settings that cannot be used",
    { ...healthy, settings: { problems: ["A.", "B."], warnings: [], values: null }, database: null, hosts: null },
    ["setting-invalid", "setting-invalid"]
  ],
  [
    "a setting without effect",
    { ...healthy, settings: { ...healthy.settings, warnings: ["A has no effect."] } },
    ["setting-warning"]
  ],
  ["a password of the documentation", withValues({ guessableSecrets: ["DRAGOMAN_JWT_SECRET"] }), ["secret-guessable"]],
  ["the user as password", withValues({ isDatabasePasswordGuessable: true }), ["database-password-guessable"]],
  ["a proxy and no public URL", withValues({ publicUrl: null }), ["public-url-missing"]],
  ["a server of one machine", withValues({ publicUrl: null, hasMail: false, trustedProxies: [] }), ["mail-missing"]],
  [
    "all networks and no public URL",
    withValues({ publicUrl: null, host: "0.0.0.0", trustedProxies: [] }),
    ["public-url-missing"]
  ],
  ["a public URL of this machine", withValues({ publicUrl: "http://[::1]:8080" }), ["public-url-local"]],
  ["a public URL without TLS", withValues({ publicUrl: "http://x.example.org" }), ["public-url-not-encrypted"]],
  ["no rate limits", withValues({ rateLimits: false }), ["rate-limits-off"]],
  ["open registration", withValues({ registration: "open" }), ["registration-unchecked"]],
  ["open registration of verified addresses", withValues({ registration: "open", emailVerification: true }), []],
  ["webhooks to everything", withValues({ webhookAllow: ["*"] }), ["webhooks-reach-everything"]],
  ["no copies before migrations", withValues({ copyBeforeMigration: false }), ["no-copy-before-migration"]],
  ["no file of the database", closed({}), ["database-missing"]],
  ["a pooler that shares sessions", closed({ engine: "postgres", state: "pooled", code: null }), ["database-pooled"]],
  ["no response", closed({ engine: "postgres", state: "unreachable", code: "ECONNREFUSED" }), ["database-unreachable"]],
  ["a wrong password", closed({ engine: "postgres", state: "rejected", code: "28P01" }), ["database-rejected"]],
  ["a file that is no database", closed({ state: "unreadable", code: "SQLITE_NOTADB" }), ["database-unreadable"]],
  [
    "a table that cannot be read",
    withContent({ unreadable: [{ part: "webhooks", problem: "disk I/O error" }], rows: null }),
    ["database-unreadable"]
  ],
  ["a standby", withContent({ isReadOnly: true }), ["database-read-only"]],
  [
    "hardly a free connection",
    withContent({ connections: { used: 95, max: 100, servers: 1, dispatchers: 0 } }),
    ["connections-few"]
  ],
  ["a replica that is away", withReplica({ lagBytes: null, code: "ECONNREFUSED" }), ["replica-unavailable"]],
  ["a replica that is far behind", withReplica({ lagBytes: 100_000_000 }), ["replica-behind"]],
  [
    "programs whose pools are larger than PostgreSQL",
    withContent({ connections: { used: 20, max: 100, servers: 2, dispatchers: 2 } }),
    ["connections-exceeded"]
  ],
  ["no extension for searches", withContent({ lacksSearchExtension: true }), ["search-extension-missing"]],
  ["an empty database", withSchema({ version: 0, works: false }), ["schema-missing"]],
  ["a database of Tolgee", withSchema({ version: 0, isForeign: true }), ["schema-of-another-program"]],
  ["half a copy", withSchema({ version: 0, isUnfinished: true }), ["schema-unfinished"]],
  ["an older schema", withSchema({ version: 23 }), ["schema-older"]],
  ["a newer schema that works", withSchema({ version: 25 }), ["schema-newer-works"]],
  ["a newer schema", withSchema({ version: 25, works: false }), ["schema-newer"]],
  ["damaged pages", withIntegrity({ problems: ["Page 3 is never used"] }), ["pages-damaged"]],
  [
    "rows without their parent",
    withIntegrity({ brokenReferences: [{ table: "translation", parent: "translation_key", rows: 2 }] }),
    ["references-broken"]
  ],
  ["an index that was not built", withIntegrity({ invalidIndexes: ["key_name"] }), ["indexes-invalid"]],
  ["too little time", withIntegrity({ unchecked: ["image_piece"] }), ["integrity-unchecked"]],
  [
    "a branch whose copying stopped long ago",
    withRows({ branches: { unfinished: [{ name: "next", project: "Shop", since: now - 3 * hour }], keysWithout: 0 } }),
    ["branches-unfinished"]
  ],
  [
    "a branch that the server of now erases soon",
    withRows({ branches: { unfinished: [{ name: "next", project: "Shop", since: now - hour }], keysWithout: 0 } }),
    []
  ],
  [
    "keys of a branch that is gone",
    withRows({ branches: { unfinished: [], keysWithout: 2 } }),
    ["keys-without-branch"]
  ],
  ["images without contents", withRows({ images: { withoutContents: 1, objects: [] } }), ["images-missing"]],
  ["images that a bucket lacks", { ...healthy, imageBucket: { missing: 2, problem: null } }, ["images-missing"]],
  [
    "no bucket of images",
    { ...healthy, imageBucket: { missing: null, problem: "it is not set" } },
    ["images-unreadable"]
  ],
  ["texts that the memory lacks", withContent({ memoryIndex: { missing: 2, surplus: 0 } }), ["memory-index-differs"]],
  ["texts that nothing has", withContent({ memoryIndex: { missing: 0, surplus: 1 } }), ["memory-index-differs"]],
  ["a memory that is not compared", withContent({ memoryIndex: null }), []],
  ["ids that exist", withContent({ sequencesBehind: [{ table: "project", next: 4, newest: 9 }] }), ["sequence-behind"]],
  ["half a gigabyte of free pages", withSpace({ freeBytes: 600 * megabyte }), ["pages-free"]],
  ["many free pages of many more", withSpace({ freeBytes: 300 * megabyte }), []],
  [
    "dead rows",
    withSpace({
      deadRows: [
        { table: "delivery", dead: 300_000, live: 10 },
        { table: "mail", dead: 50, live: 1 }
      ]
    }),
    ["rows-dead"]
  ],
  ["a long log", withSpace({ logBytes: 2 * gigabyte }), ["log-long"]],
  ["a transaction of a day", withSpace({ oldestTransactionAt: now - day }), ["transaction-old"]],
  [
    "secrets in plain",
    withRows({ encryptionKeyId: null }, withValues({ encryptionKeyIds: [], hasBucket: false })),
    ["encryption-key-missing"]
  ],
  [
    "secrets in plain in a bucket",
    withRows({ encryptionKeyId: null }, withValues({ encryptionKeyIds: [] })),
    ["backups-in-plain", "encryption-key-missing"]
  ],
  ["a lost key", withValues({ encryptionKeyIds: ["k2"] }), ["encryption-key-unknown"]],
  ["a rotation half done", withValues({ encryptionKeyIds: ["k2", "k1"] }), ["encryption-rotation-pending"]],
  ["a full disk", withDisk({ freeBytes: megabyte }), ["disk-full"]],
  ["a full disk with data and backups", withFolders(1, 1), ["disk-full"]],
  ["two full disks", withFolders(1, 2), ["disk-full", "disk-full"]],
  ["little space", withDisk({ freeBytes: 4 * gigabyte }), ["disk-low"]],
  [
    "no space for a backup",
    withDisk({ holds: "backups", freeBytes: 900 * megabyte, totalBytes: gigabyte }),
    ["disk-small-for-backup"]
  ],
  ["a folder that is not there", withDisk({ state: "missing" }), ["folder-missing"]],
  ["a folder of another user", withDisk({ state: "notWritable" }), ["folder-not-writable"]],
  ["a folder for everybody", withDisk({ isOpenToOthers: true }), ["folder-open-to-others"]],
  ["rows of tomorrow", withRows({ newest: { table: "audit_entry", at: now + day } }), ["clock-behind"]],
  ["a clock five minutes ahead", withContent({ clockAheadMillis: -5 * minute }), ["clock-differs"]],
  [
    "a public name without an address",
    { ...healthy, hosts: { publicHost: { name: "x", isKnown: false }, unknownWebhookHosts: [] } },
    ["public-host-unknown"]
  ],
  [
    "a webhook to no address",
    { ...healthy, hosts: { publicHost: null, unknownWebhookHosts: ["ci.example.org"] } },
    ["webhook-host-unknown"]
  ],
  [
    "a mail server that rejects",
    { ...healthy, mail: { server: "smtp:587", failure: "It rejects the password." } },
    ["mail-failing"]
  ],
  [
    "mails that wait",
    withRows({ mails: { lateSince: now - hour, lateCount: 2, lastError: "It said no" } }),
    ["mails-late"]
  ],
  [
    "services of machine translation that reject the key or are away",
    {
      ...healthy,
      services: [
        ...healthy.services,
        {
          service: "AZURE",
          setting: "DRAGOMAN_MT_AZURE_KEY",
          failure: { isReached: true, problem: "Azure Translator does not accept the credentials (status 401)." }
        },
        {
          service: "local",
          setting: "DRAGOMAN_LLM_PROVIDERS",
          failure: { isReached: false, problem: "127.0.0.1:11434 refused the connection." }
        }
      ]
    },
    ["translation-service-rejected", "translation-service-unreachable"]
  ],
  ["every client a proxy", withValues({ trustedProxies: ["0.0.0.0/0"] }), ["proxies-all-trusted"]],
  ["https and no proxy", withValues({ trustedProxies: [] }), ["proxy-not-named"]],
  [
    "headers of a stranger",
    { ...healthy, requests: { ignoredFrom: "10.0.0.7", trustedWith: 1, trustedWithout: 0 } },
    ["proxy-headers-ignored"]
  ],
  [
    "a proxy that says nothing",
    { ...healthy, requests: { ignoredFrom: null, trustedWith: 0, trustedWithout: 30 } },
    ["proxy-headers-absent"]
  ],
  [
    "no administrator",
    withRows({ administrators: { count: 0, withoutSecondFactor: 0, withoutLogin: [] } }),
    ["administrator-missing"]
  ],
  [
    "an administrator with a password alone",
    withRows({ administrators: { count: 2, withoutSecondFactor: 1, withoutLogin: [] } }),
    ["administrators-without-second-factor"]
  ],
  [
    "an administrator whom nothing lets in",
    withRows({ administrators: { count: 2, withoutSecondFactor: 0, withoutLogin: ["nela@example.com"] } }),
    ["administrators-without-login"]
  ],
  ["a disabled webhook", withRows({ webhooks: { ...rows.webhooks, disabled: [webhook] } }), ["webhooks-disabled"]],
  [
    "a failing webhook",
    withRows({ webhooks: { ...rows.webhooks, failing: [{ ...webhook, since: now - hour }] } }),
    ["webhooks-failing"]
  ],
  [
    "a webhook that fails for a minute",
    withRows({ webhooks: { ...rows.webhooks, failing: [{ ...webhook, since: now - minute }] } }),
    []
  ],
  [
    "deliveries that wait",
    withRows({ webhooks: { ...rows.webhooks, lateSince: now - hour, lateCount: 3 } }),
    ["deliveries-late"]
  ],
  [
    "deliveries of a minute ago",
    withRows({ webhooks: { ...rows.webhooks, lateSince: now - minute, lateCount: 3 } }),
    []
  ],
  ["no backup", withRows({ backups: { ...rows.backups, lastDoneAt: null } }), ["backup-missing"]],
  ["a backup of last week", withRows({ backups: { ...rows.backups, lastDoneAt: now - 6 * day } }), ["backup-old"]],
  [
    "the same without a schedule",
    withRows({ backups: { ...rows.backups, lastDoneAt: now - 6 * day, error: "old" } }, withValues({ backupHours: 0 })),
    []
  ],
  ["a failed backup", withRows({ backups: { ...rows.backups, error: "No space." } }), ["backup-failed"]],
  ["a backup without a copy", withRows({ backups: { ...rows.backups, storeError: "403." } }), ["backup-copy-failed"]]
]

describe("the doctor", () => {
  it.each(cases)("finds about %s: what it should", (_, facts, ids) => {
    const { findings, counts } = examine(facts)
    assert.deepStrictEqual(
      findings.map(({ id }) => id),
      ids
    )
    assert.strictEqual(counts.error + counts.warning + counts.info, ids.length)
    for (const { id, params, what, whatToDo } of findings) {
      assert.sameMembers(Object.keys(params), [...findingKinds[id].params], id)
      assert.match(what, /^[\p{Lu}\d].*\.$/su, id)
      assert.match(whatToDo, /^\p{Lu}/u, id)
    }
    for (const line of printReport(examine(facts)).split("\n")) assert.isAtMost(line.length, 80)
  })

  it("has a case for everything that it can find", () => {
    const found = new Set(cases.flatMap(([, , ids]) => ids))
    assert.deepStrictEqual(
      findingIds.filter((id) => !found.has(id)),
      []
    )
  })

  it("does every check on a healthy server, and without usable settings only those that need none", () => {
    const done = (facts: DoctorFacts) =>
      examine(facts)
        .checks.filter(({ isDone }) => isDone)
        .map(({ name }) => name)
    assert.deepStrictEqual(done(healthy), [...checkNames])
    const settings = { problems: ["A."], warnings: [], values: null }
    assert.deepStrictEqual(done({ ...healthy, settings, database: null, hosts: null }), ["program", "settings"])
  })

  it("names the worst first", () => {
    const facts = withContent(
      { isReadOnly: true, sequencesBehind: [] },
      withValues({ rateLimits: false, encryptionKeyIds: [] })
    )
    const order = examine(facts).findings.map(({ severity }) => severities.indexOf(severity))
    assert.isAbove(new Set(order).size, 1)
    assert.deepStrictEqual(
      order,
      order.toSorted((one, other) => one - other)
    )
    for (const { id, check, severity } of examine(facts).findings) {
      assert.deepStrictEqual({ check, severity, params: findingKinds[id].params }, findingKinds[id])
    }
  })

  it("says the way back for a schema that the program does not know", () => {
    const [found] = examine(withSchema({ version: 30, works: false })).findings
    assert.include(found?.whatToDo, "dragoman migrate down --to 24")
    assert.include(found?.whatToDo, "dragoman rollback")
  })
})
