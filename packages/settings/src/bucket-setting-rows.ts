import { type Setting, server } from "./setting.ts"
import { publicUrl, textWithin } from "./setting-schema.ts"

/** A bucket of S3-compatible storage for one purpose. */
interface BucketPurpose<Name extends string> {
  /** Beginning of the names of its settings. */
  readonly name: Name
  /** Name of the contents of the bucket, in the plural. */
  readonly contents: string
  /** The meaning of an absent endpoint. */
  readonly without: string
  readonly prefix: string
  readonly bucketExample: string
}

/** Returns the settings that lead to a bucket; an endpoint without a slash at the end, null: there is no bucket. */
export const bucketRows = <Name extends string>(purpose: BucketPurpose<Name>) => {
  const { name, contents, without, prefix, bucketExample } = purpose
  return {
    endpoint: {
      name: `${name}_ENDPOINT`,
      programs: server,
      meaning: `address of S3-compatible storage for ${contents}`,
      default: null,
      defaultMeaning: without,
      example: "https://s3.eu-central-1.amazonaws.com",
      schema: publicUrl
    },
    bucket: {
      name: `${name}_BUCKET`,
      programs: server,
      meaning: `bucket of ${contents}; it must exist`,
      default: null,
      example: bucketExample,
      schema: textWithin(3, 255)
    },
    prefix: {
      name: `${name}_PREFIX`,
      programs: server,
      meaning: `beginning of the names of ${contents} in the bucket`,
      default: prefix,
      example: "production/",
      schema: textWithin(1, 512)
    },
    region: {
      name: `${name}_REGION`,
      programs: server,
      meaning: "region of the bucket; other storage than AWS mostly takes any",
      default: "us-east-1",
      example: "eu-central-1",
      schema: textWithin(1, 100)
    },
    accessKeyId: {
      name: `${name}_ACCESS_KEY_ID`,
      programs: server,
      meaning: "name of the key for the bucket",
      default: null,
      example: "AKIAIOSFODNN7EXAMPLE",
      secret: true as const,
      schema: textWithin(1, 1_024)
    },
    secretAccessKey: {
      name: `${name}_SECRET_ACCESS_KEY`,
      programs: server,
      meaning: "the key for the bucket",
      default: null,
      example: "the secret that was shown with the key",
      secret: true as const,
      schema: textWithin(1, 1_024)
    }
  } satisfies Readonly<Record<string, Setting>>
}
