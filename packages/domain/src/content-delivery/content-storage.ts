import { type DomainError, domainError } from "../error/domain-error.ts"
import { parseEndpointUrl } from "../network/endpoint-url.ts"
import {
  type FieldMessages,
  firstMessage,
  invalid,
  notBlank,
  type Optional,
  sizeBetween,
  type Validated,
  valid,
  validateFields
} from "../validation/validation.ts"

/** Kinds of storages that people add to projects. */
export const contentStorageTypes = ["S3", "AZURE"] as const

export type ContentStorageType = (typeof contentStorageTypes)[number]

/** The readable settings of an S3-compatible storage. */
export interface S3StorageSettings {
  readonly bucketName: string
  readonly endpoint: string
  readonly signingRegion: string
  /** Prefix of all objects, without slashes at its ends; empty: none. */
  readonly path: string
}

/** The readable settings of an Azure Blob storage. */
export interface AzureStorageSettings {
  readonly containerName: string
}

export interface S3StorageSecret {
  readonly accessKey: string
  readonly secretKey: string
}

export interface AzureStorageSecret {
  readonly connectionString: string
}

/** Where files lie, with the secrets to write them. */
export type StorageTarget =
  | { readonly type: "S3"; readonly settings: S3StorageSettings; readonly secret: S3StorageSecret }
  | { readonly type: "AZURE"; readonly settings: AzureStorageSettings; readonly secret: AzureStorageSecret }

/** The checked settings of a storage. */
export interface ContentStorageContent {
  readonly name: string
  /** Without slashes at its end; null: unknown. */
  readonly publicUrlPrefix: string | null
  readonly target: StorageTarget
}

type Texts<Name extends string> = { readonly [N in Name]?: Optional<string> }

interface ContentStorageInput {
  readonly name?: Optional<string>
  readonly publicUrlPrefix?: Optional<string>
  readonly s3ContentStorageConfig?: Optional<Texts<keyof S3StorageSettings | keyof S3StorageSecret>>
  readonly azureContentStorageConfig?: Optional<Texts<keyof AzureStorageSettings | keyof AzureStorageSecret>>
}

/** Longest texts in UTF-16 units. Source: docs/content-delivery.md#storages. */
const nameMaxUtf16Units = 100
const settingMaxUtf16Units = 255
const bucketNameMin = 3
const bucketNameMax = 63

/**
 * Checks the settings of a storage. `stored`: its present target, whose secrets stand for blank ones of the same type; null: there is
 * none.
 */
export const validateContentStorage = (
  body: ContentStorageInput,
  stored: StorageTarget | null
): Validated<ContentStorageContent> => {
  const { s3ContentStorageConfig: s3, azureContentStorageConfig: azure } = body
  if (((s3 ?? null) === null) === ((azure ?? null) === null)) {
    return invalid(domainError("content_storage_config_required"))
  }
  const name = (body.name ?? "").trim()
  const publicUrlPrefix = (body.publicUrlPrefix ?? "").trim().replace(/\/+$/, "")
  const messages: FieldMessages = {
    name: firstMessage(notBlank(name), sizeBetween(1, nameMaxUtf16Units, name)),
    publicUrlPrefix: publicUrlPrefix === "" ? null : addressMessage(publicUrlPrefix)
  }
  const target = s3 ? checkS3(s3, stored, messages) : checkAzure(azure ?? {}, stored, messages)
  if (!target.ok) return target
  return valid({ name, publicUrlPrefix: publicUrlPrefix === "" ? null : publicUrlPrefix, target: target.value })
}

const checkS3 = (
  input: Texts<keyof S3StorageSettings | keyof S3StorageSecret>,
  stored: StorageTarget | null,
  others: FieldMessages
): Validated<StorageTarget> => {
  const bucketName = (input.bucketName ?? "").trim()
  const endpoint = (input.endpoint ?? "").trim().replace(/\/+$/, "")
  const signingRegion = (input.signingRegion ?? "").trim()
  const path = (input.path ?? "").trim().replace(/^\/+|\/+$/g, "")
  const address = /^https?:\/\//i.test(endpoint) ? endpoint : `https://${endpoint}`
  const kept = stored?.type === "S3" ? stored.secret : null
  const accessKey = secretOf(input.accessKey, kept?.accessKey)
  const secretKey = secretOf(input.secretKey, kept?.secretKey)
  const at = (field: string) => `s3ContentStorageConfig.${field}`
  return checked(
    {
      ...others,
      [at("bucketName")]: firstMessage(sizeBetween(bucketNameMin, bucketNameMax, bucketName), pathMessage(bucketName)),
      [at("accessKey")]: sizeBetween(0, settingMaxUtf16Units, accessKey),
      [at("secretKey")]: sizeBetween(0, settingMaxUtf16Units, secretKey),
      [at("endpoint")]: firstMessage(notBlank(endpoint), addressMessage(address)),
      [at("signingRegion")]: firstMessage(notBlank(signingRegion), sizeBetween(0, settingMaxUtf16Units, signingRegion)),
      [at("path")]: firstMessage(sizeBetween(0, settingMaxUtf16Units, path), pathMessage(path))
    },
    accessKey === ""
      ? domainError("s3_access_key_required")
      : secretKey === ""
        ? domainError("s3_secret_key_required")
        : null,
    { type: "S3", settings: { bucketName, endpoint: address, signingRegion, path }, secret: { accessKey, secretKey } }
  )
}

const checkAzure = (
  input: Texts<keyof AzureStorageSettings | keyof AzureStorageSecret>,
  stored: StorageTarget | null,
  others: FieldMessages
): Validated<StorageTarget> => {
  const containerName = (input.containerName ?? "").trim()
  const kept = stored?.type === "AZURE" ? stored.secret : null
  const connectionString = secretOf(input.connectionString, kept?.connectionString)
  const at = (field: string) => `azureContentStorageConfig.${field}`
  return checked(
    {
      ...others,
      [at("containerName")]: firstMessage(
        notBlank(containerName),
        sizeBetween(0, settingMaxUtf16Units, containerName),
        pathMessage(containerName)
      ),
      [at("connectionString")]: sizeBetween(0, connectionStringMaxUtf16Units, connectionString)
    },
    connectionString === ""
      ? domainError("azure_connection_string_required")
      : parseAzureConnection(connectionString) === null
        ? domainError("cannot_create_azure_storage_client")
        : null,
    { type: "AZURE", settings: { containerName }, secret: { connectionString } }
  )
}

const checked = (
  messages: FieldMessages,
  error: DomainError | null,
  target: StorageTarget
): Validated<StorageTarget> => {
  const fields = validateFields(messages, target)
  return fields.ok && error !== null ? invalid(error) : fields
}

/** Blank texts keep what is stored. */
const secretOf = (text: Optional<string>, stored: string | undefined): string => (text ?? "").trim() || (stored ?? "")

const addressMessage = (address: string): string | null => {
  const size = sizeBetween(0, settingMaxUtf16Units, address)
  if (size !== null) return size
  const isPlain = parseEndpointUrl(address, settingMaxUtf16Units).ok && !/[@?#]/.test(address)
  return isPlain ? null : "must be an http or https address without user, query and fragment"
}

/** Addresses are cleaned of such folders, so files would land elsewhere. */
const pathMessage = (path: string): string | null =>
  path !== "" && path.split("/").some((part) => part === "" || part === "." || part === "..")
    ? "must not contain empty folders, . and .."
    : null

const connectionStringMaxUtf16Units = 1_000

/** An account of Azure Storage. */
export interface AzureConnection {
  readonly accountName: string
  /** The key in Base64. */
  readonly accountKey: string
  /** Address of the account without a slash at the end. */
  readonly endpoint: string
}

/**
 * Parses a connection string with the key of an account; null: it is none.
 * Source: https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string
 */
export const parseAzureConnection = (text: string): AzureConnection | null => {
  const parts = new Map<string, string>()
  for (const part of text.split(";").filter((part) => part.trim() !== "")) {
    const [, name = "", value = ""] = /^\s*([^=]+)=(.*?)\s*$/.exec(part) ?? []
    parts.set(name, value)
  }
  const accountName = parts.get("AccountName") ?? ""
  const accountKey = parts.get("AccountKey") ?? ""
  const scheme = (parts.get("DefaultEndpointsProtocol") ?? "https").toLowerCase()
  const suffix = parts.get("EndpointSuffix") ?? "core.windows.net"
  const endpoint = (parts.get("BlobEndpoint") ?? `${scheme}://${accountName}.blob.${suffix}`).replace(/\/+$/, "")
  const isComplete = /^[a-z0-9]{3,24}$/.test(accountName) && /^[A-Za-z0-9+/]+={0,2}$/.test(accountKey)
  return isComplete && addressMessage(endpoint) === null ? { accountName, accountKey, endpoint } : null
}

/** Returns what is written of a target to its row. */
export const storedTarget = (target: StorageTarget) => ({
  type: target.type,
  settings: target.settings,
  secret: JSON.stringify(target.secret)
})

/** Makes a target of what a row keeps. */
export const targetOfStored = ({
  type,
  settings,
  secret
}: {
  readonly type: ContentStorageType
  readonly settings: S3StorageSettings | AzureStorageSettings
  readonly secret: string
}): StorageTarget => ({ type, settings, secret: JSON.parse(secret) }) as StorageTarget

/** Returns the address of published files; null: the storage has no known one. */
export const publicUrlOf = (publicUrlPrefix: string | null, slug: string): string | null =>
  publicUrlPrefix === null ? null : `${publicUrlPrefix.replace(/\/+$/, "")}/${slug}`
