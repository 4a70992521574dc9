import { type Setting, server } from "./setting.ts"
import { publicUrl, textWithin } from "./setting-schema.ts"
import { asWritten, type Translate } from "./tolgee-settings.ts"

/** Tolgee takes addresses without a scheme too. */
const endpoint: Translate = (text) => ({ text: /^https?:\/\//i.test(text) ? text : `https://${text}` })

/** Where files of content deliveries lie that have no storage of their project: without these rows, in the database. */
export const contentStorageSettingRows = {
  /** Without a slash at the end; null: the public address of the server with the built-in storage, else unknown. */
  contentDeliveryUrlPrefix: {
    name: "CONTENT_DELIVERY_PUBLIC_URL_PREFIX",
    programs: server,
    meaning: "address under which apps read published files, of a CDN for example",
    default: null,
    defaultMeaning: "this server",
    example: "https://texts.example.com",
    schema: publicUrl,
    tolgee: { TOLGEE_CONTENT_DELIVERY_PUBLIC_URL_PREFIX: asWritten }
  },
  contentDeliveryS3Bucket: {
    name: "CONTENT_DELIVERY_S3_BUCKET",
    programs: server,
    meaning: "bucket of S3-compatible storage for published files; it must exist",
    default: null,
    defaultMeaning: "none: published files lie in the database",
    example: "texts",
    schema: textWithin(3, 63),
    tolgee: { TOLGEE_CONTENT_DELIVERY_STORAGE_S3_BUCKET_NAME: asWritten }
  },
  /** Without a slash at the end. */
  contentDeliveryS3Endpoint: {
    name: "CONTENT_DELIVERY_S3_ENDPOINT",
    programs: server,
    meaning: "address of that storage",
    default: null,
    example: "https://s3.eu-central-1.amazonaws.com",
    schema: publicUrl,
    tolgee: { TOLGEE_CONTENT_DELIVERY_STORAGE_S3_ENDPOINT: endpoint }
  },
  contentDeliveryS3Region: {
    name: "CONTENT_DELIVERY_S3_REGION",
    programs: server,
    meaning: "region of the bucket; other storage than AWS mostly takes any",
    default: "us-east-1",
    example: "eu-central-1",
    schema: textWithin(1, 100),
    tolgee: { TOLGEE_CONTENT_DELIVERY_STORAGE_S3_SIGNING_REGION: asWritten }
  },
  contentDeliveryS3Path: {
    name: "CONTENT_DELIVERY_S3_PATH",
    programs: server,
    meaning: "folder of published files in the bucket",
    default: null,
    example: "apps",
    schema: textWithin(1, 255),
    tolgee: { TOLGEE_CONTENT_DELIVERY_STORAGE_S3_PATH: asWritten }
  },
  contentDeliveryS3AccessKeyId: {
    name: "CONTENT_DELIVERY_S3_ACCESS_KEY_ID",
    programs: server,
    meaning: "name of the key for the bucket",
    default: null,
    example: "AKIAIOSFODNN7EXAMPLE",
    secret: true,
    schema: textWithin(1, 1_024),
    tolgee: { TOLGEE_CONTENT_DELIVERY_STORAGE_S3_ACCESS_KEY: asWritten }
  },
  contentDeliveryS3SecretAccessKey: {
    name: "CONTENT_DELIVERY_S3_SECRET_ACCESS_KEY",
    programs: server,
    meaning: "the key for the bucket",
    default: null,
    example: "the secret that was shown with the key",
    secret: true,
    schema: textWithin(1, 1_024),
    tolgee: { TOLGEE_CONTENT_DELIVERY_STORAGE_S3_SECRET_KEY: asWritten }
  },
  contentDeliveryAzureConnectionString: {
    name: "CONTENT_DELIVERY_AZURE_CONNECTION_STRING",
    programs: server,
    meaning: "connection string of an account of Azure Storage for published files, with its key",
    default: null,
    defaultMeaning: "none: published files lie in the database",
    example: "DefaultEndpointsProtocol=https;AccountName=texts;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net",
    secret: true,
    schema: textWithin(1, 1_000),
    tolgee: { TOLGEE_CONTENT_DELIVERY_STORAGE_AZURE_CONNECTION_STRING: asWritten }
  },
  contentDeliveryAzureContainer: {
    name: "CONTENT_DELIVERY_AZURE_CONTAINER",
    programs: server,
    meaning: "container of published files; it must exist",
    default: null,
    example: "texts",
    schema: textWithin(1, 63),
    tolgee: { TOLGEE_CONTENT_DELIVERY_STORAGE_AZURE_CONTAINER_NAME: asWritten }
  }
} as const satisfies Readonly<Record<string, Setting>>
