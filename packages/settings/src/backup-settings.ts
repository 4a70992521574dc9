import { folder, publicUrl, textWithin, wholeNumber } from "./setting-schema.ts"
import type { FieldValues, Setting } from "./setting-table.ts"

/** A year. */
const backupHoursMax = 8_760
const backupsKeptMax = 10_000

const server = ["server"] as const

/** Scheduled backups, and where copies of them go. */
export const backupSettingRows = {
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
    default: ({ dataDir }: { readonly dataDir: string }) => `${dataDir}/backups`,
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

type BackupValues = Pick<FieldValues<"server">, keyof typeof backupSettingRows>

/** Where copies of backups go. */
export interface BucketSettings {
  /** Without a slash at the end. */
  readonly endpoint: string
  readonly bucket: string
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** null: no copies are made. */
export const bucketSettings = (values: BackupValues): BucketSettings | null => {
  const {
    backupS3Endpoint: endpoint,
    backupS3Bucket: bucket,
    backupS3Prefix: prefix,
    backupS3Region: region,
    backupS3AccessKeyId: accessKeyId,
    backupS3SecretAccessKey: secretAccessKey
  } = values
  if (endpoint === null || bucket === null || accessKeyId === null || secretAccessKey === null) return null
  return { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey }
}

/** One sentence for each setting without which an endpoint is of no use. */
export const backupProblems = (values: Partial<BackupValues>): ReadonlyArray<string> => {
  if ((values.backupS3Endpoint ?? null) === null) return []
  const needed = [
    ["BACKUP_S3_BUCKET", values.backupS3Bucket],
    ["BACKUP_S3_ACCESS_KEY_ID", values.backupS3AccessKeyId],
    ["BACKUP_S3_SECRET_ACCESS_KEY", values.backupS3SecretAccessKey]
  ] as const
  return needed.flatMap(([name, value]) =>
    value === null ? [`DRAGOMAN_BACKUP_S3_ENDPOINT needs DRAGOMAN_${name}, which is not set.`] : []
  )
}

/** What has no effect. */
export const backupWarnings = (values: BackupValues): ReadonlyArray<string> =>
  values.backupHours === 0 && values.backupS3Endpoint !== null
    ? ["No backup is copied: DRAGOMAN_BACKUP_S3_ENDPOINT is set, and DRAGOMAN_BACKUP_HOURS is not."]
    : []
