import { type Setting, server } from "./setting.ts"
import { wholeNumber } from "./setting-schema.ts"

/** A year. */
const maxAgeSecondsMax = 31_536_000

/** 16 GB. */
const cacheBytesMax = 17_179_869_184

/** How the server shows published files to apps. */
export const contentServingSettingRows = {
  contentDeliveryCacheBytes: {
    name: "CONTENT_DELIVERY_CACHE_BYTES",
    programs: server,
    meaning: "memory for published files, in bytes",
    default: "67108864",
    example: "268435456",
    schema: wholeNumber(0, cacheBytesMax, "bytes")
  },
  contentDeliveryMaxAgeSeconds: {
    name: "CONTENT_DELIVERY_MAX_AGE",
    programs: server,
    meaning: "how long apps and proxies use a published file before they ask again, in seconds",
    default: "20",
    example: "300",
    schema: wholeNumber(0, maxAgeSecondsMax, "seconds")
  }
} as const satisfies Readonly<Record<string, Setting>>
