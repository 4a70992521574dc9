import { bucketRows } from "./bucket-setting-rows.ts"
import { type Setting, server } from "./setting.ts"
import { oneOf } from "./setting-schema.ts"

const bucket = bucketRows({
  name: "IMAGES_S3",
  contents: "images",
  without: "none: no image may be in a bucket",
  prefix: "dragoman-images/",
  bucketExample: "dragoman-images"
})

/** Where screenshots, uploads and avatars lie. */
export const imageSettingRows = {
  imagesStorage: {
    name: "IMAGES_STORAGE",
    programs: server,
    meaning: "where new images are stored: database or s3",
    default: "database",
    example: "s3",
    schema: oneOf(["database", "s3"])
  },
  imagesS3Endpoint: bucket.endpoint,
  imagesS3Bucket: bucket.bucket,
  imagesS3Prefix: bucket.prefix,
  imagesS3Region: bucket.region,
  imagesS3AccessKeyId: bucket.accessKeyId,
  imagesS3SecretAccessKey: bucket.secretAccessKey
} as const satisfies Readonly<Record<string, Setting>>
