import { bucketRows } from "./bucket-setting-rows.ts"
import { type Setting, server } from "./setting.ts"
import { wholeNumber } from "./setting-schema.ts"

/** A hundred years. */
const activityRetentionDaysMax = 36_500

const bucket = bucketRows({
  name: "ACTIVITY_S3",
  contents: "activity that is archived before it is dropped",
  without: "none: it is dropped without an archive",
  prefix: "dragoman-activity/",
  bucketExample: "dragoman-activity"
})

/** How long the database has the activity of projects, and where older activity goes. */
export const activitySettingRows = {
  /** 0: for ever. */
  activityRetentionDays: {
    name: "ACTIVITY_RETENTION_DAYS",
    programs: server,
    meaning: "how long the activity of projects is kept, in days; 0 for ever",
    default: "0",
    example: "730",
    schema: wholeNumber(0, activityRetentionDaysMax, "days")
  },
  activityS3Endpoint: bucket.endpoint,
  activityS3Bucket: bucket.bucket,
  activityS3Prefix: bucket.prefix,
  activityS3Region: bucket.region,
  activityS3AccessKeyId: bucket.accessKeyId,
  activityS3SecretAccessKey: bucket.secretAccessKey
} as const satisfies Readonly<Record<string, Setting>>
