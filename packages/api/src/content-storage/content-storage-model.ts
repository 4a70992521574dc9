import { Schema } from "effect"
import { field } from "../field.ts"

const text = Schema.optional(Schema.NullOr(Schema.String))

const S3StorageModel = Schema.Struct({
  bucketName: field(Schema.String, "Name of the bucket.", "texts"),
  endpoint: field(Schema.String, "Address of the storage.", "https://s3.eu-central-1.amazonaws.com"),
  signingRegion: field(Schema.String, "Region for which requests are signed.", "eu-central-1"),
  path: field(Schema.String, "Folder of all files in the bucket; empty: none.", "apps")
})

const AzureStorageModel = Schema.Struct({
  containerName: field(Schema.String, "Name of the container.", "texts")
})

/** A storage without its secrets. */
export const ContentStorageModel = Schema.Struct({
  id: field(Schema.Int, "Id of the storage.", 2),
  name: field(Schema.String, "Name of the storage.", "Bucket of the apps"),
  publicUrlPrefix: field(
    Schema.NullOr(Schema.String),
    "Address under which apps read the storage; null: unknown to the server.",
    "https://cdn.example.com"
  ),
  s3ContentStorageConfig: field(Schema.NullOr(S3StorageModel), "Settings of S3-compatible storage; null: it is Azure."),
  azureContentStorageConfig: field(Schema.NullOr(AzureStorageModel), "Settings of Azure Blob; null: it is S3.", null)
})
export type ContentStorageModel = typeof ContentStorageModel.Type

const S3StorageBody = Schema.Struct({
  bucketName: field(text, "Name of the bucket, 3 to 63 characters; required.", "texts"),
  accessKey: field(text, "Name of the key; blank in an update: unchanged.", "AKIAIOSFODNN7EXAMPLE"),
  secretKey: field(text, "The secret key; blank in an update: unchanged.", "secret"),
  endpoint: field(
    text,
    "Address of the storage, up to 255 characters; without a scheme, https. Required.",
    "https://s3.eu-central-1.amazonaws.com"
  ),
  signingRegion: field(text, "Region for which requests are signed, up to 255 characters; required.", "eu-central-1"),
  path: field(text, "Folder of all files in the bucket, up to 255 characters; absent: none.", "apps")
})

const AzureStorageBody = Schema.Struct({
  connectionString: field(
    text,
    "Connection string of the account, with its key; blank in an update: unchanged.",
    "DefaultEndpointsProtocol=https;AccountName=texts;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net"
  ),
  containerName: field(text, "Name of the container, up to 255 characters; required.", "texts")
})

/** All fields are optional here because the domain has its own errors for absent ones. */
export const ContentStorageBody = Schema.Struct({
  name: field(text, "Name of the storage, 1 to 100 characters; required.", "Bucket of the apps"),
  publicUrlPrefix: field(
    text,
    "Address under which apps read the storage, up to 255 characters; absent or null: unknown.",
    "https://cdn.example.com"
  ),
  s3ContentStorageConfig: field(
    Schema.optional(Schema.NullOr(S3StorageBody)),
    "Settings of S3-compatible storage. Exactly one of the two is required.",
    {
      bucketName: "texts",
      accessKey: "AKIAIOSFODNN7EXAMPLE",
      secretKey: "secret",
      endpoint: "https://s3.eu-central-1.amazonaws.com",
      signingRegion: "eu-central-1"
    }
  ),
  azureContentStorageConfig: field(
    Schema.optional(Schema.NullOr(AzureStorageBody)),
    "Settings of Azure Blob. Exactly one of the two is required."
  )
})
export type ContentStorageBody = typeof ContentStorageBody.Type

export const ContentStorageTestModel = Schema.Struct({
  success: field(Schema.Boolean, "Whether a file could be written, listed and removed.", false),
  message: field(
    Schema.NullOr(Schema.String),
    "Code of the error; null: the test succeeded.",
    "content_storage_config_invalid"
  ),
  params: field(
    Schema.NullOr(Schema.Array(Schema.String)),
    "Parameters of the error, with a sentence for people; null: none.",
    ["The bucket texts does not exist: create it, or change the name."]
  )
})
