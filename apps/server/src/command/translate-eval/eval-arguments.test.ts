import { assert, describe, it } from "vitest"
import { readEvalArguments } from "./eval-arguments.ts"

const read = (line: string) => readEvalArguments(["translate-eval", ...line.split(" ").filter((word) => word !== "")])

describe("the words of dragoman translate-eval", () => {
  it("say project, services, languages and sample, beside settings", () => {
    const line =
      "7 --service deepl,PROMPT --provider a,b --prompt 3 --languages de,cs,de --sample 20 --seed 5 --json --data-dir /x"
    assert.deepStrictEqual(read(line), {
      action: {
        projectId: 7,
        services: ["PROMPT", "DEEPL"],
        providers: ["a", "b"],
        promptIds: [3],
        languageTags: ["de", "cs"],
        sample: 20,
        seed: 5
      },
      json: true,
      flags: { "data-dir": "/x" }
    })
    assert.deepInclude(read("7 --service AWS --languages de"), { json: false, flags: {} })
    assert.property(read("--help"), "help")
  })

  it.each([
    ["", /^Which project\?/],
    ["seven --service AWS --languages de", /^Which project\?/],
    ["7 --languages de", /^Which service\?/],
    ["7 --service AWS,DEPL --languages de", /^Which service\?/],
    ["7 --service AWS", /^Into which languages\?/],
    ["7 --service AWS --provider a --languages de", /^--provider and --prompt go with --service PROMPT/],
    ["7 --service PROMPT --prompt x --languages de", /^Which prompt\?/],
    ["7 --service AWS --languages de --sample 0", /^--sample is a number/],
    ["7 --service AWS --languages de --seed -1", /--seed/],
    ["7 8 --service AWS --languages de", /^There are more words/],
    ["7 --engine AWS", /--engine/]
  ])("%s: says what is missing", (line, expected) => {
    const found = read(line)
    assert.match("problem" in found ? found.problem : JSON.stringify(found), expected)
  })
})
