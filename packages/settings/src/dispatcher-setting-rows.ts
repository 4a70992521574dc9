import { dispatcher, type Setting } from "./setting.ts"
import { listeningHost, wholeNumber } from "./setting-schema.ts"

const portMax = 65_535

/** Settings that only a separate webhook dispatcher reads. */
export const dispatcherSettingRows = {
  dispatcherHost: {
    name: "DISPATCHER_HOST",
    programs: dispatcher,
    meaning: "address on which the dispatcher answers monitors",
    default: "127.0.0.1",
    example: "0.0.0.0",
    schema: listeningHost
  },
  /** 0: any free port; null: the dispatcher does not listen. */
  dispatcherPort: {
    name: "DISPATCHER_PORT",
    programs: dispatcher,
    meaning: "port on which the dispatcher answers monitors; 0 picks a free one",
    default: null,
    example: "8081",
    schema: wholeNumber(0, portMax)
  }
} as const satisfies Readonly<Record<string, Setting>>
