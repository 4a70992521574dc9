import type { DiskFacts, DoctorFacts } from "./doctor-facts.ts"
import { type Finding, finding } from "./finding.ts"
import { bytesText, durationText, listParams, listText, timeText } from "./words.ts"

const mebibyte = 1024 ** 2
/** Nothing is left for the next import, or for the log of a busy minute. */
const freeBytesNeeded = 64 * mebibyte
/** Enough for the largest import or copy that servers of this size write. */
const freeBytesMin = 1024 * mebibyte
/** Below this share even a large volume fills within days. */
const freeShareMin = 0.05

/** Folders and the space on their volumes. A volume of several folders is full once. */
export const checkDisks = (facts: DoctorFacts): ReadonlyArray<Finding> =>
  facts.disks.flatMap((disk, index) => {
    const isSaid = disk.volume !== null && facts.disks.slice(0, index).some(({ volume }) => volume === disk.volume)
    const findings = checkDisk(disk, facts.database?.content?.space.sizeBytes ?? 0)
    return isSaid ? findings.filter(({ id }) => id !== "disk-full" && id !== "disk-low") : findings
  })

const checkDisk = (
  { folder, holds, state, freeBytes, totalBytes, isOpenToOthers }: DiskFacts,
  databaseBytes: number
): ReadonlyArray<Finding> => {
  const setting = holds === "data" ? "DRAGOMAN_DATA_DIR" : "DRAGOMAN_BACKUP_DIR"
  const where = `${folder} (${setting})`
  if (state === "missing") {
    return [
      finding("folder-missing", {
        params: { setting },
        what: "The folder is not there.",
        where,
        whatToDo: `Check ${setting}, and whether its disk is mounted. A server creates the folder when it may.`
      })
    ]
  }
  const findings: Array<Finding> = []
  if (state === "notWritable") {
    findings.push(
      finding("folder-not-writable", {
        what: "This user may not write into the folder.",
        where,
        whatToDo: "Run the command as the user of the server, or correct the owner and the mode of the folder."
      })
    )
  }
  if (isOpenToOthers) {
    findings.push(
      finding("folder-open-to-others", {
        what: "Other users of this machine may read the database or its backups in the folder.",
        where,
        whatToDo: "Run `chmod 700` on the folder, or `chmod 600` on its files."
      })
    )
  }
  if (freeBytes === null || totalBytes === null) return findings
  const space = `${bytesText(freeBytes)} of ${bytesText(totalBytes)} are free on the volume.`
  if (freeBytes < freeBytesNeeded) {
    findings.push(
      finding("disk-full", {
        params: { freeBytes, totalBytes },
        what: space,
        where,
        whatToDo: "Free space now, or enlarge the volume: writes will fail."
      })
    )
  } else if (holds === "backups" && freeBytes < databaseBytes) {
    findings.push(
      finding("disk-small-for-backup", {
        params: { freeBytes, totalBytes, neededBytes: databaseBytes },
        what: `${space} The next backup needs ${bytesText(databaseBytes)}.`,
        where,
        whatToDo: "Keep fewer backups with DRAGOMAN_BACKUP_KEEP, or enlarge the volume."
      })
    )
  } else if (freeBytes < freeBytesMin || freeBytes < totalBytes * freeShareMin) {
    findings.push(
      finding("disk-low", {
        params: { freeBytes, totalBytes },
        what: space,
        where,
        whatToDo: "Free space, or enlarge the volume."
      })
    )
  }
  return findings
}

/** Servers whose clocks are kept by NTP differ by less. */
const clockDifferenceMillisMax = 2_000
/** Allowance for rows that are being written, and for the time of reading them. */
const rowsAheadMillisMax = 60_000

/** Whether the clock of this machine can be right. */
export const checkClock = ({ now, database }: DoctorFacts): ReadonlyArray<Finding> => {
  const content = database?.content ?? null
  if (content === null) return []
  const findings: Array<Finding> = []
  const newest = content.rows?.newest ?? null
  const whatToDo = "Let NTP set the clocks: `timedatectl` shows whether it does."
  if (newest !== null && newest.at - now > rowsAheadMillisMax) {
    findings.push(
      finding("clock-behind", {
        params: { clockAt: now, newestAt: newest.at, behindMillis: newest.at - now, table: newest.table },
        what: `The clock of this machine (${timeText(now)}) is ${durationText(newest.at - now)} behind the newest row (${timeText(newest.at)}).`,
        where: `table ${newest.table}`,
        whatToDo: `${whatToDo} If a server has run with a clock that was ahead, wait until that time.`
      })
    )
  }
  const { clockAheadMillis: ahead } = content
  if (ahead !== null && Math.abs(ahead) > clockDifferenceMillisMax) {
    findings.push(
      finding("clock-differs", {
        params: { differenceMillis: Math.abs(ahead), direction: ahead > 0 ? "behind" : "ahead" },
        what: `The clock of this machine is ${durationText(Math.abs(ahead))} ${ahead > 0 ? "behind" : "ahead of"} that of the database.`,
        where: "clock",
        whatToDo
      })
    )
  }
  return findings
}

/** Whether names have addresses. */
export const checkHosts = ({ hosts }: DoctorFacts): ReadonlyArray<Finding> => {
  if (hosts === null) return []
  const findings: Array<Finding> = []
  if (hosts.publicHost !== null && !hosts.publicHost.isKnown) {
    findings.push(
      finding("public-host-unknown", {
        params: { host: hosts.publicHost.name },
        what: `This machine finds no address of ${hosts.publicHost.name}.`,
        where: "DRAGOMAN_PUBLIC_URL",
        whatToDo: "Check the name, and its record in the DNS. Users may still find it by another name server."
      })
    )
  }
  if (hosts.unknownWebhookHosts.length > 0) {
    findings.push(
      finding("webhook-host-unknown", {
        params: listParams(hosts.unknownWebhookHosts),
        what: "This machine finds no address of hosts of webhooks.",
        where: listText(hosts.unknownWebhookHosts),
        whatToDo: "Check the name servers of this machine, or have the webhooks corrected or disabled."
      })
    )
  }
  return findings
}
