import { type Setting, server } from "./setting.ts"
import { nameList, publicUrl, textWithin, wholeNumber } from "./setting-schema.ts"
import { asWritten } from "./tolgee-settings.ts"

/** Caches in front of the storage of the server, which are purged after publishing. Addresses have no slash at the end. */
export const cachePurgeSettingRows = {
  contentDeliveryCloudflareApiKey: {
    name: "CONTENT_DELIVERY_CLOUDFLARE_API_KEY",
    programs: server,
    meaning: "token of Cloudflare with the right to purge the cache of the zone",
    default: null,
    example: "the token",
    secret: true,
    schema: textWithin(1, 1_024),
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_CLOUDFLARE_API_KEY: asWritten }
  },
  contentDeliveryCloudflareUrlPrefix: {
    name: "CONTENT_DELIVERY_CLOUDFLARE_URL_PREFIX",
    programs: server,
    meaning: "address under which Cloudflare serves published files",
    default: null,
    example: "https://texts.example.com",
    schema: publicUrl,
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_CLOUDFLARE_URL_PREFIX: asWritten }
  },
  contentDeliveryCloudflareZoneId: {
    name: "CONTENT_DELIVERY_CLOUDFLARE_ZONE_ID",
    programs: server,
    meaning: "zone of that address",
    default: null,
    example: "023e105f4ecef8ad9ca31a8372d0c353",
    schema: textWithin(1, 100),
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_CLOUDFLARE_ZONE_ID: asWritten }
  },
  contentDeliveryCloudflareOrigins: {
    name: "CONTENT_DELIVERY_CLOUDFLARE_ORIGINS",
    programs: server,
    meaning: "origins of pages whose files are cached apart, with commas between them",
    default: "",
    defaultMeaning: "none",
    example: "https://app.example.com",
    schema: nameList,
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_CLOUDFLARE_ORIGINS: asWritten }
  },
  contentDeliveryCloudflareFilesPerRequest: {
    name: "CONTENT_DELIVERY_CLOUDFLARE_MAX_FILES_PER_REQUEST",
    programs: server,
    meaning: "files in one request to Cloudflare",
    default: "30",
    example: "100",
    schema: wholeNumber(1, 1_000, "files"),
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_CLOUDFLARE_MAX_FILES_PER_REQUEST: asWritten }
  },
  contentDeliveryAzureFrontDoorClientId: {
    name: "CONTENT_DELIVERY_AZURE_FRONT_DOOR_CLIENT_ID",
    programs: server,
    meaning: "application that purges caches of Azure Front Door",
    default: null,
    example: "5f0f6b1a-6c1e-4a7c-9d0b-2e8f7a6c5d4e",
    schema: textWithin(1, 100),
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_AZURE_FRONT_DOOR_CLIENT_ID: asWritten }
  },
  contentDeliveryAzureFrontDoorClientSecret: {
    name: "CONTENT_DELIVERY_AZURE_FRONT_DOOR_CLIENT_SECRET",
    programs: server,
    meaning: "secret of that application",
    default: null,
    example: "the secret",
    secret: true,
    schema: textWithin(1, 1_024),
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_AZURE_FRONT_DOOR_CLIENT_SECRET: asWritten }
  },
  contentDeliveryAzureFrontDoorTenantId: {
    name: "CONTENT_DELIVERY_AZURE_FRONT_DOOR_TENANT_ID",
    programs: server,
    meaning: "directory of that application",
    default: null,
    example: "0d9f6a3e-1b2c-4d5e-8f70-91a2b3c4d5e6",
    schema: textWithin(1, 100),
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_AZURE_FRONT_DOOR_TENANT_ID: asWritten }
  },
  contentDeliveryAzureFrontDoorSubscriptionId: {
    name: "CONTENT_DELIVERY_AZURE_FRONT_DOOR_SUBSCRIPTION_ID",
    programs: server,
    meaning: "subscription of the profile",
    default: null,
    example: "7c6b5a49-3827-4615-8493-a2b1c0d9e8f7",
    schema: textWithin(1, 100),
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_AZURE_FRONT_DOOR_SUBSCRIPTION_ID: asWritten }
  },
  contentDeliveryAzureFrontDoorResourceGroupName: {
    name: "CONTENT_DELIVERY_AZURE_FRONT_DOOR_RESOURCE_GROUP_NAME",
    programs: server,
    meaning: "resource group of the profile",
    default: null,
    example: "web",
    schema: textWithin(1, 100),
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_AZURE_FRONT_DOOR_RESOURCE_GROUP_NAME: asWritten }
  },
  contentDeliveryAzureFrontDoorProfileName: {
    name: "CONTENT_DELIVERY_AZURE_FRONT_DOOR_PROFILE_NAME",
    programs: server,
    meaning: "profile of Azure Front Door",
    default: null,
    example: "texts",
    schema: textWithin(1, 260),
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_AZURE_FRONT_DOOR_PROFILE_NAME: asWritten }
  },
  contentDeliveryAzureFrontDoorEndpointName: {
    name: "CONTENT_DELIVERY_AZURE_FRONT_DOOR_ENDPOINT_NAME",
    programs: server,
    meaning: "endpoint of the profile that serves published files",
    default: null,
    example: "texts",
    schema: textWithin(1, 100),
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_AZURE_FRONT_DOOR_ENDPOINT_NAME: asWritten }
  },
  contentDeliveryAzureFrontDoorContentRoot: {
    name: "CONTENT_DELIVERY_AZURE_FRONT_DOOR_CONTENT_ROOT",
    programs: server,
    meaning: "folder of published files at that endpoint",
    default: null,
    example: "apps",
    schema: textWithin(1, 255),
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_AZURE_FRONT_DOOR_CONTENT_ROOT: asWritten }
  },
  contentDeliveryCloudfrontAccessKey: {
    name: "CONTENT_DELIVERY_CLOUDFRONT_ACCESS_KEY",
    programs: server,
    meaning: "name of a key of AWS that may create invalidations of CloudFront",
    default: null,
    example: "AKIAIOSFODNN7EXAMPLE",
    secret: true,
    schema: textWithin(1, 1_024),
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_AWS_CLOUDFRONT_ACCESS_KEY: asWritten }
  },
  contentDeliveryCloudfrontSecretKey: {
    name: "CONTENT_DELIVERY_CLOUDFRONT_SECRET_KEY",
    programs: server,
    meaning: "that key",
    default: null,
    example: "the secret that was shown with the key",
    secret: true,
    schema: textWithin(1, 1_024),
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_AWS_CLOUDFRONT_SECRET_KEY: asWritten }
  },
  contentDeliveryCloudfrontDistributionId: {
    name: "CONTENT_DELIVERY_CLOUDFRONT_DISTRIBUTION_ID",
    programs: server,
    meaning: "distribution that serves published files",
    default: null,
    example: "EDFDVBD632BHDS5",
    schema: textWithin(1, 100),
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_AWS_CLOUDFRONT_DISTRIBUTION_ID: asWritten }
  },
  contentDeliveryCloudfrontContentRoot: {
    name: "CONTENT_DELIVERY_CLOUDFRONT_CONTENT_ROOT",
    programs: server,
    meaning: "folder of published files in that distribution",
    default: null,
    example: "apps",
    schema: textWithin(1, 255),
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_AWS_CLOUDFRONT_CONTENT_ROOT: asWritten }
  },
  contentDeliveryBunnyApiKey: {
    name: "CONTENT_DELIVERY_BUNNY_API_KEY",
    programs: server,
    meaning: "key of the account at Bunny",
    default: null,
    example: "the key",
    secret: true,
    schema: textWithin(1, 1_024),
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_BUNNY_API_KEY: asWritten }
  },
  contentDeliveryBunnyUrlPrefix: {
    name: "CONTENT_DELIVERY_BUNNY_URL_PREFIX",
    programs: server,
    meaning: "address under which Bunny serves published files",
    default: null,
    example: "https://texts.b-cdn.net",
    schema: publicUrl,
    tolgee: { TOLGEE_CONTENT_DELIVERY_CACHE_PURGING_BUNNY_URL_PREFIX: asWritten }
  }
} as const satisfies Readonly<Record<string, Setting>>
