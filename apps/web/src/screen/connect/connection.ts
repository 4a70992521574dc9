import { endpointAddress } from "../../base/api/call.ts"
import {
  curlTextsCommand,
  type FileCommandFacts,
  pullFilesCommand,
  pushCommand,
  sdkCode,
  sdkInstallation
} from "../api-key/key-commands.ts"
import type { KeyTemplate } from "../api-key/key-template.ts"

/** Programs that connect to a project, with the template of their key. */
export const connections = {
  push: { template: "push", hasFiles: true },
  pull: { template: "pull", hasFiles: true },
  sdk: { template: "sdk", hasFiles: false },
  curl: { template: "pull", hasFiles: false },
  ci: { template: "push", hasFiles: true }
} as const satisfies Readonly<Record<string, { readonly template: KeyTemplate; readonly hasFiles: boolean }>>

export type Connection = keyof typeof connections

export const connectionNames = Object.keys(connections) as ReadonlyArray<Connection>

interface ConnectionFacts extends FileCommandFacts {
  readonly projectId: number
  /** Tag of the base language. */
  readonly languageTag: string
}

/** The commands or code, each with the name of its button. */
export const commandsOf = (
  connection: Connection,
  facts: ConnectionFacts
): ReadonlyArray<{ readonly name: string; readonly text: string }> => {
  switch (connection) {
    case "push":
      return [{ name: "tolgee push", text: pushCommand(facts) }]
    case "pull":
      return [{ name: "tolgee pull", text: pullFilesCommand(facts) }]
    case "sdk":
      return [
        { name: "npm install", text: sdkInstallation },
        { name: "JavaScript", text: sdkCode(facts, facts.languageTag) }
      ]
    case "curl": {
      const { projectId, languageTag } = facts
      const [, path] = endpointAddress("translationList", "getMap", { params: { projectId, languages: languageTag } })
      return [{ name: "curl", text: curlTextsCommand(facts, path) }]
    }
    // The key is a secret of the CI, never a part of its script.
    case "ci": {
      const inScript = { ...facts, apiKey: null }
      return [
        { name: "tolgee push", text: pushCommand(inScript, "KEEP") },
        { name: "tolgee pull", text: pullFilesCommand(inScript) }
      ]
    }
  }
}
