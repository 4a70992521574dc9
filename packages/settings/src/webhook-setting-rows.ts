import { both, type Setting, server } from "./setting.ts"
import { addressList, oneOf, portList, wholeNumber } from "./setting-schema.ts"
import { trueOrFalse } from "./tolgee-settings.ts"

/** Long enough for any build service; beyond it a dead endpoint would hold a sender for minutes. */
const webhookTimeoutMillisMax = 300_000
/** Ten years. */
const webhookLogDaysMax = 3_650
/** Each of them adds a delivery to every change. */
const webhookConfigurationsMaxMax = 1_000

/** Deliveries of webhooks, and where they may go. */
export const webhookSettingRows = {
  webhookDispatcher: {
    name: "WEBHOOK_DISPATCHER",
    programs: server,
    meaning: "embedded, or external when the worker runs on its own",
    default: "embedded",
    example: "external",
    schema: oneOf(["embedded", "external"])
  },
  /** Entries as written; the domain reads them. */
  webhookAllow: {
    name: "WEBHOOK_ALLOW",
    programs: both,
    meaning: "private hosts and CIDR ranges that webhooks may reach; * for all",
    default: "",
    defaultMeaning: "none",
    example: "build.internal,10.1.0.0/16",
    schema: addressList,
    tolgee: { TOLGEE_WEBHOOK_ALLOW_LOCAL_ADDRESSES: trueOrFalse("*", null) }
  },
  webhookDeny: {
    name: "WEBHOOK_DENY",
    programs: both,
    meaning: "hosts and CIDR ranges that webhooks may never reach, whatever is allowed",
    default: "",
    defaultMeaning: "none",
    example: "corp.example,10.1.2.0/24",
    schema: addressList
  },
  /** Empty: every port but those of other well-known services. */
  webhookPorts: {
    name: "WEBHOOK_PORTS",
    programs: both,
    meaning: "ports and ranges of ports that webhooks may use; * for all",
    default: "",
    defaultMeaning: "all but those of other services",
    example: "80,443,8000-8999",
    schema: portList
  },
  webhookTimeoutMillis: {
    name: "WEBHOOK_TIMEOUT_MS",
    programs: both,
    meaning: "total time of one delivery attempt, in milliseconds",
    default: "10000",
    example: "10000",
    schema: wholeNumber(1, webhookTimeoutMillisMax, "milliseconds")
  },
  webhookLogDays: {
    name: "WEBHOOK_LOG_DAYS",
    programs: both,
    meaning: "how long finished deliveries are kept, in days",
    default: "30",
    example: "90",
    schema: wholeNumber(1, webhookLogDaysMax, "days")
  },
  /** Limit of one project. */
  webhookConfigurationsMax: {
    name: "WEBHOOK_CONFIGURATIONS_MAX",
    programs: server,
    meaning: "webhook configurations that one project may have",
    default: "50",
    example: "200",
    schema: wholeNumber(1, webhookConfigurationsMaxMax, "configurations")
  }
} as const satisfies Readonly<Record<string, Setting>>
