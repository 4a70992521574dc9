import { passwordMinUtf16Units } from "@dragoman/domain/user"
import { type Setting, server } from "./setting.ts"
import { onOrOff, textWithin } from "./setting-schema.ts"
import { asWritten, trueOrFalse } from "./tolgee-settings.ts"

export const administratorSettingRows = {
  adminUsername: {
    name: "ADMIN_USERNAME",
    programs: server,
    meaning: "name of the first administrator",
    default: "admin",
    example: "admin",
    schema: textWithin(1, 255),
    tolgee: { TOLGEE_AUTHENTICATION_INITIAL_USERNAME: asWritten }
  },
  /** null: generated on the first start. */
  adminPassword: {
    name: "ADMIN_PASSWORD",
    programs: server,
    meaning: `password of the first administrator; at least ${passwordMinUtf16Units} characters, and not its name`,
    default: null,
    defaultMeaning: "generated, printed once",
    example: "a-long-password",
    secret: true,
    schema: textWithin(passwordMinUtf16Units, 100),
    tolgee: { TOLGEE_AUTHENTICATION_INITIAL_PASSWORD: asWritten }
  }
} as const satisfies Readonly<Record<string, Setting>>

export const demoSettingRows = {
  demoProject: {
    name: "DEMO_PROJECT",
    programs: server,
    meaning: "a small example project on the first start: on or off",
    default: "on",
    example: "off",
    schema: onOrOff,
    tolgee: { TOLGEE_AUTHENTICATION_CREATE_DEMO_FOR_INITIAL_USER: trueOrFalse("on", "off") }
  }
} as const satisfies Readonly<Record<string, Setting>>
