import { type TranslationService, translationServices } from "@dragoman/domain/machine-translation"
import { type CommandArguments, readOptionWords } from "../option-words.ts"

export interface EvalAction {
  readonly projectId: number
  readonly services: ReadonlyArray<TranslationService>
  /** Names of providers of language models; empty: that of the prompt. */
  readonly providers: ReadonlyArray<string>
  /** Prompts of the project; empty: the default one. */
  readonly promptIds: ReadonlyArray<number>
  readonly languageTags: ReadonlyArray<string>
  /** Texts of each language. */
  readonly sample: number
  readonly seed: number
}

const options = {
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  service: { type: "string" },
  provider: { type: "string" },
  prompt: { type: "string" },
  languages: { type: "string" },
  sample: { type: "string", default: "200" },
  seed: { type: "string", default: "1" }
} as const

/** Texts of a language that an evaluation reads at once. */
const sampleMax = 10_000
const seedMax = 2 ** 32 - 1

/** Parses the words of a command line that begins with `translate-eval`. */
export const readEvalArguments = (words: ReadonlyArray<string>): CommandArguments<EvalAction> => {
  const written = readOptionWords("translate-eval", words, options)
  if ("problem" in written) return written
  const { values, positionals, flags } = written
  if (values.help) return { help: evalHelp }
  const [, project, surplus] = positionals
  if (surplus !== undefined) return problem(`There are more words than translate-eval takes: ${surplus}.`)
  const projectId = numberIn(project, Number.MAX_SAFE_INTEGER)
  if (projectId === null) return problem("Which project? Write its id, which is in the address of its pages.")
  const services = listIn(values.service?.toUpperCase())
  const unknown = services.find((name) => !translationServices.some((service) => service === name))
  if (services.length === 0 || unknown !== undefined) {
    return problem(`Which service? Write --service with ${translationServices.join(", ")}, or several with commas.`)
  }
  const languageTags = listIn(values.languages)
  if (languageTags.length === 0) return problem("Into which languages? Write --languages with tags, such as de,cs.")
  const providers = listIn(values.provider)
  const prompts = listIn(values.prompt)
  if ((providers.length > 0 || prompts.length > 0) && !services.includes("PROMPT")) {
    return problem("--provider and --prompt go with --service PROMPT.")
  }
  const promptIds = prompts.flatMap((id) => numberIn(id, Number.MAX_SAFE_INTEGER) ?? [])
  if (promptIds.length < prompts.length) return problem("Which prompt? Write --prompt with ids of prompts.")
  const sample = numberIn(values.sample, sampleMax)
  if (sample === null) return problem(`--sample is a number of texts from 1 to ${sampleMax}.`)
  const seed = numberIn(values.seed, seedMax)
  if (seed === null) return problem(`--seed is a number from 1 to ${seedMax}.`)
  return {
    action: {
      projectId,
      services: translationServices.filter((service) => services.includes(service)),
      providers,
      promptIds,
      languageTags,
      sample,
      seed
    },
    json: values.json,
    flags
  }
}

const problem = (sentence: string) => ({ problem: `${sentence} \`dragoman translate-eval --help\` has all options.` })

const listIn = (list: string | undefined): ReadonlyArray<string> => [
  ...new Set((list ?? "").split(",").flatMap((word) => word.trim() || []))
]

const numberIn = (word: string | undefined, max: number): number | null => {
  const number = /^\d{1,16}$/.test(word ?? "") ? Number(word) : 0
  return number >= 1 && number <= max ? number : null
}

const evalHelp = `dragoman translate-eval PROJECT --service SERVICES --languages TAGS: translates reviewed texts of a project again, and
compares, so that a team can choose a service by figures. It changes no text.

PROJECT is the id of the project. Requests are paid for, and count against the budgets; answers that are kept are not used.
docs/machine-translation.md says what the figures mean.

  --service SERVICES    ${translationServices.join(", ")}; several with commas
  --languages TAGS      languages to translate into, with commas
  --sample NUMBER       reviewed texts of each language (default: 200)
  --seed NUMBER         chooses other texts; the same number chooses the same ones (default: 1)
  --provider NAMES      providers of language models, for PROMPT (default: that of the prompt)
  --prompt IDS          prompts of the project, for PROMPT (default: the prompt of the server)
  --json                prints one line of JSON (default when the output is no terminal)
  --config, --data-dir, --database-url and other settings: as \`dragoman serve\`, also as variables

It works while servers run.
Exit status: 0 done, 1 it failed, or no text was translated, 2 wrong usage.
`
