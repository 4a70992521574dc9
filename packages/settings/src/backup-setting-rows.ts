import { bucketRows } from "./bucket-setting-rows.ts"
import { type Setting, server } from "./setting.ts"
import { folder, onOrOff, wholeNumber } from "./setting-schema.ts"

/** A year. */
const backupHoursMax = 8_760
const backupsKeptMax = 10_000

/** Without an endpoint backups stay in the folder alone. */
const bucket = bucketRows({
  name: "BACKUP_S3",
  contents: "copies of scheduled backups",
  without: "none: no copies",
  prefix: "dragoman/",
  bucketExample: "dragoman-backups"
})

/** The copy before migrations, scheduled backups, and where copies of them go. */
export const backupSettingRows = {
  copyBeforeMigration: {
    name: "COPY_BEFORE_MIGRATION",
    programs: server,
    meaning: "copy the database before its schema changes: on or off",
    default: "on",
    example: "off",
    schema: onOrOff
  },
  /** 0: none are made. */
  backupHours: {
    name: "BACKUP_HOURS",
    programs: server,
    meaning: "hours from one scheduled backup to the next; 0 makes none",
    default: "0",
    example: "24",
    schema: wholeNumber(0, backupHoursMax, "hours")
  },
  backupFolder: {
    name: "BACKUP_DIR",
    programs: server,
    meaning: "folder of scheduled backups",
    default: ({ dataDir }) => `${dataDir}/backups`,
    defaultMeaning: "backups in the data directory",
    example: "/backups/dragoman",
    schema: folder
  },
  backupKeep: {
    name: "BACKUP_KEEP",
    programs: server,
    meaning: "scheduled backups that stay in the folder; older ones are removed",
    default: "7",
    example: "14",
    schema: wholeNumber(1, backupsKeptMax, "backups")
  },
  backupS3Endpoint: bucket.endpoint,
  backupS3Bucket: bucket.bucket,
  backupS3Prefix: bucket.prefix,
  backupS3Region: bucket.region,
  backupS3AccessKeyId: bucket.accessKeyId,
  backupS3SecretAccessKey: bucket.secretAccessKey,
  backupS3Keep: {
    name: "BACKUP_S3_KEEP",
    programs: server,
    meaning: "copies that stay in the bucket; older ones are removed",
    default: "30",
    example: "90",
    schema: wholeNumber(1, backupsKeptMax, "backups")
  }
} as const satisfies Readonly<Record<string, Setting>>
