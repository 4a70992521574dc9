import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs"
import { statfs } from "node:fs/promises"
import { isIP } from "node:net"
import { dirname, join } from "node:path"
import { isBackupFileName } from "@dragoman/domain/backup"
import { type DiskFacts, type DoctorFacts, type HostFacts, hostOf } from "@dragoman/domain/doctor"
import { AddressResolver } from "@dragoman/network"
import { Effect } from "effect"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { explainMailFailure } from "../mail/explain-mail-failure.ts"
import { checkMailServer } from "../mail/smtp-client.ts"

/** Folders that a server writes to. */
export const readDisks = (settings: SettingValues): Effect.Effect<ReadonlyArray<DiskFacts>> => {
  const { database, dataDir, backupHours, backupFolder } = settings
  const [folder, files] =
    database.engine === "sqlite" ? [dirname(database.filename), [database.filename]] : [dataDir, []]
  return Effect.all([
    readDisk(folder, "data", () => files),
    ...(backupHours > 0 ? [readDisk(backupFolder, "backups", () => backupsIn(backupFolder))] : [])
  ])
}

const backupsIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder)
    .filter(isBackupFileName)
    .map((name) => join(folder, name))

/** Reads facts of a folder. `files`: those with secrets. */
const readDisk = (folder: string, holds: DiskFacts["holds"], files: () => ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const nothing = { folder, holds, volume: null, freeBytes: null, totalBytes: null, isOpenToOthers: false }
    if (!existsSync(folder)) return { ...nothing, state: "missing" as const }
    const volume = yield* Effect.orElseSucceed(
      Effect.tryPromise(() => statfs(folder)),
      () => null
    )
    const facts: DiskFacts = {
      ...nothing,
      volume: statSync(folder, { throwIfNoEntry: false })?.dev ?? null,
      state: mayWrite(folder) ? "ok" : "notWritable",
      freeBytes: volume === null ? null : volume.bavail * volume.bsize,
      totalBytes: volume === null ? null : volume.blocks * volume.bsize,
      isOpenToOthers: isOpenToOthers(folder, files)
    }
    return facts
  })

export const mayWrite = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const enterByOthers = 0o001
const readByOthers = 0o004

/**
 * Whether other users of the machine can read the files. The folders above are not checked: they may keep others out.
 */
const isOpenToOthers = (folder: string, files: () => ReadonlyArray<string>): boolean => {
  try {
    if ((statSync(folder).mode & enterByOthers) === 0) return false
    return files().some((file) => existsSync(file) && (statSync(file).mode & readByOthers) !== 0)
  } catch {
    return false
  }
}

/** Time limit for one name; the name servers of the system get two tries within it. */
const resolveTime = "5 seconds"
const namesAtOnce = 10

/** Finds the names without an address: the public one, and those of webhooks. Only resolves. */
export const readHosts = Effect.fnUntraced(function* (
  { publicUrl }: SettingValues,
  webhookHosts: ReadonlyArray<string>
) {
  const { resolve } = yield* AddressResolver
  const isKnown = (name: string) =>
    resolve(name).pipe(
      Effect.timeout(resolveTime),
      Effect.as(true),
      Effect.orElseSucceed(() => false)
    )
  const publicName = publicUrl === null ? null : nameOf(hostOf(publicUrl))
  const names = [...new Set(webhookHosts.flatMap((host) => nameOf(host) ?? []))]
  const known = yield* Effect.forEach(names, isKnown, { concurrency: namesAtOnce })
  const facts: HostFacts = {
    publicHost: publicName === null ? null : { name: publicName, isKnown: yield* isKnown(publicName) },
    unknownWebhookHosts: names.filter((_, index) => known[index] === false)
  }
  return facts
})

/** Returns the host of a URL; null: it is an address. */
const nameOf = (host: string): string | null => (isIP(host.replace(/^\[|\]$/g, "")) === 0 ? host : null)

/** Logs in to the mail server without sending anything. */
export const readMail = ({ smtp }: SettingValues): Effect.Effect<DoctorFacts["mail"]> => {
  if (smtp === null) return Effect.succeed(null)
  const server = `${smtp.host}:${smtp.port}`
  return checkMailServer(smtp).pipe(
    Effect.as({ server, failure: null }),
    Effect.catch((failure) => Effect.succeed({ server, failure: explainMailFailure(failure, smtp) }))
  )
}
