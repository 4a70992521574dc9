import { type FieldValues, type SettingField, variableOf } from "./setting-table.ts"

/** A bucket of S3-compatible storage. */
export interface BucketSettings {
  /** Without a slash at the end. */
  readonly endpoint: string
  readonly bucket: string
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The purposes of buckets, as beginnings of the fields of their settings. */
const bucketPurposes = ["backup", "activity", "images"] as const

export type BucketPurpose = (typeof bucketPurposes)[number]

type BucketFields = {
  readonly [P in BucketPurpose as `${P}S3${Capitalize<keyof BucketSettings>}`]: unknown
}

/** The values of the settings of all buckets. */
type BucketValues = Pick<FieldValues<"server">, keyof BucketFields & keyof FieldValues<"server">>

/** Returns the bucket for a purpose; null: there is none. */
export const bucketSettings = (values: BucketValues, purpose: BucketPurpose): BucketSettings | null => {
  const endpoint = values[`${purpose}S3Endpoint`]
  const bucket = values[`${purpose}S3Bucket`]
  const accessKeyId = values[`${purpose}S3AccessKeyId`]
  const secretAccessKey = values[`${purpose}S3SecretAccessKey`]
  if (endpoint === null || bucket === null || accessKeyId === null || secretAccessKey === null) return null
  const [prefix, region] = [values[`${purpose}S3Prefix`], values[`${purpose}S3Region`]]
  return { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey }
}

/** Returns the names of the settings of a bucket, as advice to people writes them. */
export const bucketNames = (purpose: BucketPurpose) => ({
  endpoint: variableOf(`${purpose}S3Endpoint`),
  bucket: variableOf(`${purpose}S3Bucket`),
  region: variableOf(`${purpose}S3Region`),
  keys: `${variableOf(`${purpose}S3AccessKeyId`)} and ${variableOf(`${purpose}S3SecretAccessKey`)}`
})

/** Returns a sentence for each setting without which an endpoint is of no use. */
export const bucketProblems = (
  values: Partial<BucketValues & Pick<FieldValues<"server">, "imagesStorage">>
): ReadonlyArray<string> => {
  const isSet = (field: keyof BucketValues & SettingField): boolean => (values[field] ?? null) !== null
  const incomplete = bucketPurposes.flatMap((purpose) => {
    if (!isSet(`${purpose}S3Endpoint`)) return []
    const needed = [`${purpose}S3Bucket`, `${purpose}S3AccessKeyId`, `${purpose}S3SecretAccessKey`] as const
    return needed
      .filter((field) => !isSet(field))
      .map((field) => `${variableOf(`${purpose}S3Endpoint`)} needs ${variableOf(field)}, which is not set.`)
  })
  return values.imagesStorage === "s3" && !isSet("imagesS3Endpoint")
    ? [...incomplete, `${variableOf("imagesStorage")} s3 needs ${variableOf("imagesS3Endpoint")}, which is not set.`]
    : incomplete
}

/** Lists buckets that have no effect. */
export const bucketWarnings = (
  values: BucketValues & Pick<FieldValues<"server">, "backupHours" | "activityRetentionDays">
): ReadonlyArray<string> => [
  ...(values.backupHours === 0 && values.backupS3Endpoint !== null
    ? ["No backup is copied: DRAGOMAN_BACKUP_S3_ENDPOINT is set, and DRAGOMAN_BACKUP_HOURS is not."]
    : []),
  ...(values.activityRetentionDays === 0 && values.activityS3Endpoint !== null
    ? ["No activity is archived: DRAGOMAN_ACTIVITY_S3_ENDPOINT is set, and DRAGOMAN_ACTIVITY_RETENTION_DAYS is not."]
    : [])
]
