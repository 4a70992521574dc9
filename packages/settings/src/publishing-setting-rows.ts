import { type Setting, server } from "./setting.ts"
import { wholeNumber } from "./setting-schema.ts"

/** A day. */
const publishingSecondsMax = 86_400

/** Pauses of content deliveries that publish after changes. */
export const publishingSettingRows = {
  contentDeliveryDelaySeconds: {
    name: "CONTENT_DELIVERY_DELAY",
    programs: server,
    meaning: "pause between the last change and its publishing by a content delivery, in seconds",
    default: "5",
    example: "30",
    schema: wholeNumber(0, publishingSecondsMax, "seconds")
  },
  contentDeliveryLatestSeconds: {
    name: "CONTENT_DELIVERY_LATEST",
    programs: server,
    meaning: "longest time from a change to its publishing while people go on editing, in seconds",
    default: "120",
    example: "600",
    schema: wholeNumber(0, publishingSecondsMax, "seconds")
  }
} as const satisfies Readonly<Record<string, Setting>>
