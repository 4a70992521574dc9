import type { backupSettingRows } from "./backup-setting-rows.ts"
import type { FieldValues } from "./setting-table.ts"

type BackupValues = Pick<FieldValues<"server">, keyof typeof backupSettingRows>

/** The bucket for copies of backups. */
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

/** Lists settings that have no effect. */
export const backupWarnings = (values: BackupValues): ReadonlyArray<string> =>
  values.backupHours === 0 && values.backupS3Endpoint !== null
    ? ["No backup is copied: DRAGOMAN_BACKUP_S3_ENDPOINT is set, and DRAGOMAN_BACKUP_HOURS is not."]
    : []
