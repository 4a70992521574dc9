import type { BranchFacts, DatabaseContent, DatabaseFacts, DoctorFacts } from "./doctor-facts.ts"
import { type Finding, finding } from "./finding.ts"
import { bytesText, countText, durationText, listParams, listText } from "./words.ts"

type Rule = (content: DatabaseContent, database: DatabaseFacts, facts: DoctorFacts) => ReadonlyArray<Finding>

const ofContent =
  (rule: Rule) =>
  (facts: DoctorFacts): ReadonlyArray<Finding> => {
    const content = facts.database?.content ?? null
    return facts.database === null || content === null ? [] : rule(content, facts.database, facts)
  }

/** Whether what is stored is whole. */
export const checkIntegrity = ofContent(({ integrity, memoryIndex, rows }, { address }, { now }) => {
  const { problems, brokenReferences, invalidIndexes, unchecked } = integrity
  const findings: Array<Finding> = []
  if (problems.length > 0) {
    const shown = problems.slice(0, 3).join("; ")
    findings.push(
      finding("pages-damaged", {
        params: { problems: shown },
        what: `The database is damaged: ${shown}.`,
        where: address,
        whatToDo: "Make a copy of the files, look at the disk, and restore a backup (`dragoman restore`)."
      })
    )
  }
  for (const { table, parent, rows } of brokenReferences) {
    findings.push(
      finding("references-broken", {
        params: { rows, table, parent },
        what: `${countText(rows, "row")} refer to rows of ${parent} that are not there.`,
        where: `table ${table}`,
        whatToDo: "Rows were deleted outside the server: restore a backup."
      })
    )
  }
  if (invalidIndexes.length > 0) {
    findings.push(
      finding("indexes-invalid", {
        params: listParams(invalidIndexes),
        what: "PostgreSQL does not use these indexes, because building them failed.",
        where: listText(invalidIndexes),
        whatToDo: "Run `REINDEX INDEX` for each of them."
      })
    )
  }
  if (unchecked.length > 0) {
    findings.push(
      finding("integrity-unchecked", {
        params: listParams(unchecked),
        what: "These tables were not checked, because the time was not enough.",
        where: listText(unchecked),
        whatToDo: "Run `dragoman doctor` on the machine of the server, which takes the time."
      })
    )
  }
  if (memoryIndex !== null && memoryIndex.missing + memoryIndex.surplus > 0) {
    const { missing, surplus } = memoryIndex
    findings.push(
      finding("memory-index-differs", {
        params: { missing, surplus },
        what: `The index of the translation memory differs from the texts: ${missing} missing, ${surplus} too many.`,
        where: address,
        whatToDo:
          'A running server compares them every hour and mends the index. If this stays, look for "Indexing the translation memory failed" in its log.'
      })
    )
  }
  return rows === null ? findings : [...findings, ...checkBranches(rows.branches, now)]
})

/** Servers erase unfinished branches every hour. */
const unfinishedMillisMax = 2 * 3_600_000

const checkBranches = ({ unfinished, keysWithout }: BranchFacts, now: number): ReadonlyArray<Finding> => {
  const findings: Array<Finding> = []
  const stuck = unfinished
    .filter(({ since }) => now - since > unfinishedMillisMax)
    .map(({ name, project }) => `${name} (${project})`)
  if (stuck.length > 0) {
    findings.push(
      finding("branches-unfinished", {
        params: listParams(stuck),
        what: "The creation of these branches stopped half-way. Requests do not show them, and their names are taken.",
        where: listText(stuck),
        whatToDo:
          'A running server erases them every hour; create them again then. If this stays, look for "Erasing deleted content failed" in its log.'
      })
    )
  }
  if (keysWithout > 0) {
    findings.push(
      finding("keys-without-branch", {
        params: { keys: keysWithout },
        what: `${countText(keysWithout, "key")} of branches that do not exist.`,
        where: "table translation_key",
        whatToDo:
          "Rows were deleted outside the server: restore a backup. To give the keys up, stop the server and run: DELETE FROM translation_key WHERE branch_id NOT IN (SELECT id FROM branch);"
      })
    )
  }
  return findings
}

/** Whether new rows get ids that are free. */
export const checkSequences = ofContent(({ sequencesBehind }) =>
  sequencesBehind.map(({ table, next, newest }) =>
    finding("sequence-behind", {
      params: { table, next: String(next), newest: String(newest) },
      what: `The next id is ${next}, and the newest row has ${newest}: new rows are rejected.`,
      where: `table ${table}`,
      whatToDo: `Run: SELECT setval(pg_get_serial_sequence('${table}', 'id'), ${newest});`
    })
  )
)

/** Less is not worth the time of a rewrite. */
const freeBytesMin = 256e6
const freeShareMin = 0.5
const deadRowsMin = 100_000
const deadShareMin = 0.5
/** The log has 4 MB unless something reads one state for long; an export of a large project makes it some hundreds. */
const logBytesMax = 1e9
/** The longest transactions of a server, imports, take minutes. */
const transactionMillisMax = 3_600_000

/** Space that is in use for nothing. */
export const checkSpace = ofContent(({ space }, { address }, { now }) => {
  const { sizeBytes, freeBytes, logBytes, deadRows, oldestTransactionAt } = space
  const findings: Array<Finding> = []
  if (freeBytes !== null && freeBytes > freeBytesMin && freeBytes > sizeBytes * freeShareMin) {
    findings.push(
      finding("pages-free", {
        params: { freeBytes, sizeBytes },
        what: `${bytesText(freeBytes)} of ${bytesText(sizeBytes)} are free pages. New rows use them.`,
        where: address,
        whatToDo: "To give the space back: stop the server, and restore a backup of it into a new file."
      })
    )
  }
  const bloated = deadRows.filter(({ dead, live }) => dead > deadRowsMin && dead > (dead + live) * deadShareMin)
  if (bloated.length > 0) {
    findings.push(
      finding("rows-dead", {
        params: listParams(bloated.map(({ table, dead, live }) => `${table} ${dead}/${dead + live}`)),
        what: `Most rows are dead: ${listText(bloated.map(({ table, dead, live }) => `${table} ${dead} of ${dead + live}`))}.`,
        where: address,
        whatToDo: "See whether autovacuum runs and no old transaction holds it up; then run VACUUM on these tables."
      })
    )
  }
  if (logBytes !== null && logBytes > logBytesMax) {
    findings.push(
      finding("log-long", {
        params: { logBytes },
        what: `The write-ahead log has ${bytesText(logBytes)}.`,
        where: `${address}-wal`,
        whatToDo:
          "Something reads one state for long: a backup, an export, or a program that has the file open. When it ends, the server cuts the log. Never delete the file."
      })
    )
  }
  if (oldestTransactionAt !== null && now - oldestTransactionAt > transactionMillisMax) {
    findings.push(
      finding("transaction-old", {
        params: { openMillis: now - oldestTransactionAt },
        what: `A transaction is open for ${durationText(now - oldestTransactionAt)}. Until it ends, no space of deleted rows is freed.`,
        where: address,
        whatToDo: "Find it in pg_stat_activity, and end it with pg_terminate_backend when it is not needed."
      })
    )
  }
  return findings
})

/** Whether secrets are encrypted, and can be read. */
export const checkEncryption = (facts: DoctorFacts): ReadonlyArray<Finding> => {
  const { values } = facts.settings
  if (values === null) return []
  const where = "DRAGOMAN_ENCRYPTION_KEY"
  const { encryptionKeyIds, hasBucket, backupHours } = values
  const stored = facts.database?.content?.rows?.encryptionKeyId ?? null
  if (stored !== null && !encryptionKeyIds.includes(stored)) {
    return [
      finding("encryption-key-unknown", {
        params: { key: stored },
        what: `The database is encrypted under the key ${stored}, which is not set.`,
        where,
        whatToDo: "Set that key. During a rotation name both, the new one first."
      })
    ]
  }
  if (stored !== null && encryptionKeyIds[0] !== stored) {
    return [
      finding("encryption-rotation-pending", {
        params: { key: stored },
        what: `Secrets are still encrypted under the previous key ${stored}.`,
        where,
        whatToDo: "When all servers and dispatchers have both keys, run `dragoman rotate-encryption-key`."
      })
    ]
  }
  if (encryptionKeyIds.length > 0) return []
  return [
    finding("encryption-key-missing", {
      what: "Secrets of webhooks, logins and second factors are stored in plain.",
      where,
      whatToDo: "Set a key: `openssl rand -base64 32`. Keep it apart from the backups (docs/operations.md)."
    }),
    ...(backupHours > 0 && hasBucket
      ? [
          finding("backups-in-plain", {
            what: "Backups with secrets in plain leave this machine.",
            where,
            whatToDo: "Set a key, so that who reads the bucket does not read the secrets."
          })
        ]
      : [])
  ]
}
