import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseMessage } from "@dragoman/formats"
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser"
import { printAST } from "@formatjs/icu-messageformat-parser/printer.js"
import type { Result } from "./result.ts"
import { median, medianWithRange, round } from "./statistics.ts"

const rounds = 9
const parsesPerRound = 300_000
const randomMessages = 100_000
const randomPiecesMax = 12
const nestedChoices = 100_000

const repository = fileURLToPath(new URL("../../..", import.meta.url))

/** Kept by formatjs as close to the text as it can. */
const options = { ignoreTag: true, shouldParseSkeletons: false, captureEscapes: true, captureLocation: true } as const

type Parsed = { readonly literals: string; readonly printed: string } | { readonly errorAt: number }

const own = (message: string): Parsed => {
  const parsed = parseMessage(message)
  if (parsed.kind === "error") return { errorAt: parsed.offset }
  const { nodes } = parsed
  return {
    literals: nodes.map((node) => (node.kind === "literal" ? node.value : "\0")).join(""),
    printed: nodes.map(({ start, end }) => message.slice(start, end)).join("")
  }
}

const formatjs = (message: string): Parsed => {
  let elements: Array<MessageFormatElement>
  try {
    elements = parse(message, options)
  } catch (error) {
    return { errorAt: (error as { location?: { start: { offset: number } } }).location?.start.offset ?? Number.NaN }
  }
  const literals = elements.map((element) => (element.type === TYPE.literal ? element.value : "\0")).join("")
  return { literals, printed: printAST(elements) }
}

/** The texts that our golden files are read to. */
const goldenMessages = (): ReadonlyArray<string> => {
  const files = globSync("packages/formats/src/*/golden/*/expected.json", { cwd: repository })
  const texts = files.flatMap((file) => {
    const { translations = [] } = JSON.parse(readFileSync(`${repository}/${file}`, "utf8")) as {
      readonly translations?: ReadonlyArray<{ readonly text?: string | ReadonlyArray<string> }>
    }
    return translations.map(({ text }) => (typeof text === "string" ? text : (text ?? []).join("\n")))
  })
  return [...new Set(texts)]
}

const randomPieces = [
  ["{", "{", "}", "}", "}", "'", "#", "n", "ä", "<b>", "</b>", " ", "-", ", number", ", date, h '", "{n}"],
  ["{n, plural, ", "{n, select, ", "{n, selectordinal,", "offset:1 ", "one {", "=0 {", "other {", "other {}}"]
].flat()

/** The same messages in each run. */
const makeRandomMessages = (): ReadonlyArray<string> => {
  let state = 1
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return Array.from({ length: randomMessages }, () =>
    Array.from({ length: 1 + random(randomPiecesMax) }, () => randomPieces[random(randomPieces.length)]).join("")
  )
}

const compare = (name: string, messages: ReadonlyArray<string>): Result => {
  const examples = new Map<string, { count: number; example: string }>()
  const count = (what: string, message: string): void => {
    const found = examples.get(what)
    if (found === undefined) examples.set(what, { count: 1, example: message })
    else {
      found.count++
      if (message.length < found.example.length) found.example = message
    }
  }
  for (const message of messages) {
    const [left, right] = [own(message), formatjs(message)]
    if ("errorAt" in left && "errorAt" in right) {
      count(left.errorAt === right.errorAt ? "rejected at the same place" : "rejected at different places", message)
    } else if ("errorAt" in left) count("rejected by ours alone", message)
    else if ("errorAt" in right) count("rejected by formatjs alone", message)
    else {
      count(left.literals === right.literals ? "same literals" : "other literals", message)
      if (right.printed !== message) count("not the same again from formatjs' printer", message)
    }
    if (!("errorAt" in left) && left.printed !== message) count("not the same again from ours", message)
  }
  const lost = examples.get("not the same again from ours")?.count ?? 0
  return {
    name: `ICU messages against formatjs: ${name}`,
    measured: [...examples].map(([what, found]) => `${what}: ${found.count}`).join(", "),
    target: "every message comes back as it was",
    reached: lost === 0,
    detail: [...examples].map(([what, { example }]) => `${what}: \`${example.replaceAll("\n", "⏎")}\``).join("; ")
  }
}

const compareSpeed = (messages: ReadonlyArray<string>): Result => {
  const time = (run: (message: string) => unknown): number => {
    const startedAt = performance.now()
    for (let index = 0; index < parsesPerRound; index++) run(messages[index % messages.length] ?? "")
    return performance.now() - startedAt
  }
  const valid = (message: string) => parse(message, options)
  const measured = Array.from({ length: rounds }, () => ({ own: time(parseMessage), formatjs: time(valid) }))
  const ratios = measured.map((one) => one.own / one.formatjs)
  const perMessage = (name: "own" | "formatjs") =>
    round((median(measured.map((one) => one[name])) / parsesPerRound) * 1_000, 2)
  return {
    name: "ICU messages of the golden files parsed",
    measured: `${medianWithRange(ratios)} × formatjs`,
    target: "≤ 1 ×",
    reached: median(ratios) <= 1,
    detail: `${perMessage("own")} µs, formatjs ${perMessage("formatjs")} µs for a message`
  }
}

/** Our parser of ICU messages against the one of formatjs: what they accept, what comes back, speed. ADR 23. */
export const icuBenchmarks = (): ReadonlyArray<Result> => {
  const golden = goldenMessages()
  const accepted = golden.filter((message) => !("errorAt" in formatjs(message)) && !("errorAt" in own(message)))
  const nested = "{n, plural, other {".repeat(nestedChoices)
  const nestedErrors = [own, formatjs].map((run) => {
    const found = run(nested)
    return "errorAt" in found && !Number.isNaN(found.errorAt) ? "an error with its place" : "the end of the stack"
  })
  return [
    compare(`${golden.length} texts of the golden files`, golden),
    compare(`${randomMessages} random messages`, makeRandomMessages()),
    compareSpeed(accepted),
    {
      name: `${nestedChoices} nested plurals`,
      measured: nestedErrors[0] ?? "",
      target: "an error with its place",
      reached: nestedErrors[0] === "an error with its place",
      detail: `formatjs: ${nestedErrors[1]}`
    }
  ]
}
