import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { assert } from "vitest"
import { logIn, type ServerClient } from "../server-client.ts"
import type { RunningServer } from "../testing/running-servers.ts"
import { cliEntry, runCli, startCli } from "./cli-program.ts"

/** A project of its own, an empty folder to work in, and a home folder, for one case of the CLI. */
export interface CliFixture {
  readonly address: string
  readonly projectId: number
  /** Ids of the languages: English is the base language. */
  readonly languages: Readonly<Record<"en" | "cs" | "de", number>>
  readonly folder: string
  /** A project API key of the administrator with every scope. */
  readonly key: string
  /** Runs the CLI, which has to succeed; what it printed. `…` in a word is the folder. */
  readonly done: (words: ReadonlyArray<string>, options?: CliOptions) => Promise<string>
  /** Runs the CLI, which has to fail; what it printed. */
  readonly refused: (words: ReadonlyArray<string>, options?: CliOptions) => Promise<string>
  /** Runs the CLI until the work is over, and ends it then as Ctrl+C does; what it printed. */
  readonly during: (words: ReadonlyArray<string>, work: () => Promise<void>) => Promise<string>
  /** Calls the API as the administrator; `…` in front of the path is the project. */
  readonly call: ServerClient["call"]
  readonly writeFiles: (files: Readonly<Record<string, string | object>>) => void
  /** The texts of all files of a folder, by path. */
  readonly readFiles: (folder: string) => Readonly<Record<string, string>>
  /** Returns `namespace:name` → tag → text, without empty texts; of the default branch unless another one is named. */
  readonly content: (branch?: string) => Promise<Readonly<Record<string, Readonly<Record<string, string>>>>>
  /** Returns `namespace:name` → tags, like `content`. */
  readonly tags: (branch?: string) => Promise<Readonly<Record<string, ReadonlyArray<string>>>>
  readonly give: (keys: ReadonlyArray<SeedKey>) => Promise<void>
  readonly giveKey: (options: SeedCredential & { readonly scopes?: ReadonlyArray<string> }) => Promise<string>
  readonly givePersonalToken: (options?: SeedCredential) => Promise<string>
  /** Another person with a direct permission on the project. */
  readonly givePerson: (permission: object) => Promise<ServerClient>
  readonly useNamespaces: () => Promise<void>
  readonly useBranches: () => Promise<void>
  readonly setSuggestionsMode: (suggestionsMode: string) => Promise<void>
  /** Sets the state of one text. */
  readonly setState: (key: string, tag: string, state: string) => Promise<void>
}

export interface CliOptions {
  /** API key; by default the one of the fixture; null: none. */
  readonly key?: string | null
  /** Id of the project; by default the one of the fixture; null: it has to come from elsewhere. */
  readonly address?: string | null
}

export interface SeedKey {
  readonly name: string
  readonly namespace?: string
  readonly translations?: Readonly<Record<string, string>>
  readonly tags?: ReadonlyArray<string>
}

interface SeedCredential {
  /** Time of the end, in milliseconds; absent: never. */
  readonly expiresAt?: number
  /** Absent: the administrator. */
  readonly owner?: ServerClient
}

/** One thing that the CLI does, on a world of its own. */
export interface CliCase {
  readonly name: string
  readonly run: (fixture: CliFixture) => Promise<void>
}

const password = "correct-horse-battery"

const languages = [
  { name: "English", originalName: "English", tag: "en" },
  { name: "Czech", originalName: "čeština", tag: "cs" },
  { name: "German", originalName: "Deutsch", tag: "de" }
]

interface ListedKey {
  readonly keyName: string
  readonly keyNamespace: string | null
  readonly keyTags: ReadonlyArray<{ readonly name: string }>
  readonly translations: Readonly<Record<string, { readonly id: number; readonly text: string | null }>>
}

let worldsMade = 0

/** Its folders are below the given one. `entry`: the CLI, by default as it is installed. */
export const makeCliFixture = async (
  { address, administrator }: RunningServer,
  below: string,
  entry: string = cliEntry
): Promise<CliFixture> => {
  const fixture = mkdtempSync(join(below, "world "))
  const [folder, home] = [join(fixture, "work"), join(fixture, "home")]
  for (const path of [folder, join(home, ".config")]) mkdirSync(path, { recursive: true })

  const name = `Harbour ${++worldsMade}`
  const project = await administrator.call("POST", "/v2/projects", {
    name,
    organizationId: 1,
    languages,
    icuPlaceholders: true
  })
  const projectId = Number(project["id"])
  const call: CliFixture["call"] = (method, path, body) =>
    administrator.call(method, path.replace("…", `/v2/projects/${projectId}`), body)
  const edit = (changes: object) => call("PUT", "…", { name, icuPlaceholders: true, ...changes })

  const giveKey: CliFixture["giveKey"] = async ({ scopes = ["admin"], owner = administrator, ...options }) =>
    String((await owner.call("POST", "/v2/api-keys", { projectId, scopes, ...options }))["key"])
  const key = await giveKey({})

  const listed = async (branch = ""): Promise<ReadonlyArray<ListedKey>> => {
    const query = `branch=${encodeURIComponent(branch)}&size=1000&${languages.map(({ tag }) => `languages=${tag}`).join("&")}`
    const { _embedded } = await call("GET", `…/translations?${query}`)
    return (_embedded as { readonly keys: ReadonlyArray<ListedKey> }).keys
  }
  const nameOf = ({ keyNamespace, keyName }: ListedKey) =>
    keyNamespace === null ? keyName : `${keyNamespace}:${keyName}`

  const wordsWith = (words: ReadonlyArray<string>, options: CliOptions) => {
    const credential = options.key === undefined ? key : options.key
    const server = options.address === undefined ? address : options.address
    const globalOptions = [
      ...(server === null ? [] : ["--api-url", server]),
      ...(credential === null ? [] : ["--api-key", credential])
    ]
    // Never its default, which is not this machine.
    if (server === null) assert.include(readFileSync(join(folder, ".tolgeerc.json"), "utf8"), address)
    return [...globalOptions, ...words.map((word) => word.replace("…", folder))]
  }
  const run = async (words: ReadonlyArray<string>, options: CliOptions) => {
    const { exitCode, printed } = await runCli(wordsWith(words, options), { entry, folder, home })
    return { exitCode, printed, told: `${words.join(" ")}\n${printed}` }
  }

  const languageIds = (await call("GET", "…/languages"))["_embedded"] as {
    readonly languages: ReadonlyArray<{ readonly id: number; readonly tag: string }>
  }
  const idOf = (tag: string) => languageIds.languages.find((language) => language.tag === tag)?.id ?? 0

  return {
    address,
    projectId,
    languages: { en: idOf("en"), cs: idOf("cs"), de: idOf("de") },
    folder,
    key,
    done: async (words, options = {}) => {
      const { exitCode, printed, told } = await run(words, options)
      assert.strictEqual(exitCode, 0, told)
      return printed
    },
    refused: async (words, options = {}) => {
      const { exitCode, printed, told } = await run(words, options)
      assert.strictEqual(exitCode, 1, told)
      return printed
    },
    during: async (words, work) => {
      const running = startCli(wordsWith(words, {}), { entry, folder, home })
      try {
        await work()
      } catch (error) {
        throw new Error(`${words.join(" ")}\n${running.printed()}`, { cause: error })
      } finally {
        await running.interrupt()
      }
      return running.printed()
    },
    call,
    writeFiles: (files) => {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content))
      }
    },
    readFiles: (path) => readTree(join(folder, path)),
    content: async (branch) =>
      Object.fromEntries((await listed(branch)).map((listedKey) => [nameOf(listedKey), textsOf(listedKey)])),
    tags: async (branch) =>
      Object.fromEntries(
        (await listed(branch)).map((listedKey) => [nameOf(listedKey), listedKey.keyTags.map((tag) => tag.name).sort()])
      ),
    give: async (keys) => {
      if (keys.some(({ namespace }) => namespace !== undefined)) await edit({ useNamespaces: true })
      await call("POST", "…/keys/import", {
        keys: keys.map((key) => ({ translations: {}, ...key }))
      })
    },
    giveKey,
    givePersonalToken: async ({ owner = administrator, ...options } = {}) =>
      String((await owner.call("POST", "/v2/pats", { description: "CLI", ...options }))["token"]),
    givePerson: async (permission) => {
      const { code } = await call("PUT", "…/invite", permission)
      const email = `person-${projectId}@example.com`
      const response = await fetch(`${address}/api/public/sign_up`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: "Person", email, password, invitationCode: code })
      })
      assert.isTrue(response.ok, await response.text())
      return logIn(address, email, password)
    },
    useBranches: async () => void (await edit({ useNamespaces: true, useBranching: true })),
    useNamespaces: async () => void (await edit({ useNamespaces: true })),
    setSuggestionsMode: async (suggestionsMode) => void (await edit({ suggestionsMode })),
    setState: async (keyName, tag, state) => {
      const id = (await listed()).find((listedKey) => nameOf(listedKey) === keyName)?.translations[tag]?.id
      await call("PUT", `…/translations/${id}/set-state/${state}`)
    }
  }
}

const textsOf = ({ translations }: ListedKey): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(translations).flatMap(([tag, { text }]) => (text === null || text === "" ? [] : [[tag, text]]))
  )

const readTree = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .map((path) => join(root, path))
      .filter((path) => statSync(path).isFile())
      .map((path) => [relative(root, path), readFileSync(path, "utf8")] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
  )
