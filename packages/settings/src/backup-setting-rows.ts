import { type Setting, server } from "./setting.ts"
import { folder, onOrOff, publicUrl, textWithin, wholeNumber } from "./setting-schema.ts"

/** A year. */
const backupHoursMax = 8_760
const backupsKeptMax = 10_000

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
  /** Without a slash at the end; null: backups stay in the folder alone. */
  backupS3Endpoint: {
    name: "BACKUP_S3_ENDPOINT",
    programs: server,
    meaning: "address of S3-compatible storage, to which each scheduled backup is copied",
    default: null,
    defaultMeaning: "none: no copies",
    example: "https://s3.eu-central-1.amazonaws.com",
    schema: publicUrl
  },
  backupS3Bucket: {
    name: "BACKUP_S3_BUCKET",
    programs: server,
    meaning: "bucket of the copies; it must exist",
    default: null,
    example: "dragoman-backups",
    schema: textWithin(3, 255)
  },
  backupS3Prefix: {
    name: "BACKUP_S3_PREFIX",
    programs: server,
    meaning: "beginning of the names of the copies in the bucket",
    default: "dragoman/",
    example: "production/",
    schema: textWithin(1, 512)
  },
  backupS3Region: {
    name: "BACKUP_S3_REGION",
    programs: server,
    meaning: "region of the bucket; other storage than AWS mostly takes any",
    default: "us-east-1",
    example: "eu-central-1",
    schema: textWithin(1, 100)
  },
  backupS3AccessKeyId: {
    name: "BACKUP_S3_ACCESS_KEY_ID",
    programs: server,
    meaning: "name of the key for the bucket",
    default: null,
    example: "AKIAIOSFODNN7EXAMPLE",
    secret: true,
    schema: textWithin(1, 1_024)
  },
  backupS3SecretAccessKey: {
    name: "BACKUP_S3_SECRET_ACCESS_KEY",
    programs: server,
    meaning: "the key for the bucket",
    default: null,
    example: "the secret that was shown with the key",
    secret: true,
    schema: textWithin(1, 1_024)
  },
  backupS3Keep: {
    name: "BACKUP_S3_KEEP",
    programs: server,
    meaning: "copies that stay in the bucket; older ones are removed",
    default: "30",
    example: "90",
    schema: wholeNumber(1, backupsKeptMax, "backups")
  }
} as const satisfies Readonly<Record<string, Setting>>
