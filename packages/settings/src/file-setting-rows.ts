import { type Setting, server } from "./setting.ts"
import { folder, megabytes, megabytesWithin, onOrOff, wholeNumber } from "./setting-schema.ts"
import { asWritten, kilobytes, trueOrFalse } from "./tolgee-settings.ts"

/** A year. */
const imageLinkMillisMax = 31_536_000_000

/** The console and the SDK send less. */
const jsonMegabytesMin = 0.1
/** Some hundred milliseconds of parsing. */
const jsonMegabytesMax = 16

/** Files that users send, and links to them. */
export const fileSettingRows = {
  maxUploadBytes: {
    name: "MAX_UPLOAD_MB",
    programs: server,
    meaning: "largest request body and upload, in megabytes",
    default: "50",
    example: "200",
    schema: megabytes,
    tolgee: { TOLGEE_MAX_UPLOAD_FILE_SIZE: kilobytes }
  },
  /** Such bodies are parsed beside all other requests, which wait that long. */
  maxJsonBytes: {
    name: "MAX_JSON_MB",
    programs: server,
    meaning: "largest JSON body of other requests, in megabytes",
    default: "2",
    example: "4",
    schema: megabytesWithin(jsonMegabytesMin, jsonMegabytesMax)
  },
  /** Links to screenshots and uploads need a token, and end. */
  securedImages: {
    name: "SECURED_IMAGES",
    programs: server,
    meaning: "links to screenshots and uploaded images are signed and end: on or off",
    default: "off",
    example: "on",
    schema: onOrOff,
    tolgee: { TOLGEE_AUTHENTICATION_SECURED_IMAGE_RETRIEVAL: trueOrFalse("on", "off") }
  },
  /** Time for which such a link shows its image. */
  imageLinkMillis: {
    name: "IMAGE_LINK_MS",
    programs: server,
    meaning: "how long links to secured images show them, in milliseconds",
    default: "7200000",
    example: "7200000",
    schema: wholeNumber(1_000, imageLinkMillisMax, "milliseconds"),
    tolgee: { TOLGEE_AUTHENTICATION_SECURED_IMAGE_TIMESTAMP_MAX_AGE: asWritten }
  },
  /** null: the codec that the program brings. Its licence lets users replace it (ADR 57). */
  imageCodecDir: {
    name: "IMAGE_CODEC_DIR",
    programs: server,
    meaning: "folder with another build of the image codec: vips-node.mjs and vips.wasm",
    default: null,
    defaultMeaning: "the codec inside",
    example: "/opt/dragoman/image-codec",
    schema: folder
  }
} as const satisfies Readonly<Record<string, Setting>>
