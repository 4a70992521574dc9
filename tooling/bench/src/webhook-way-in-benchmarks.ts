import { fileURLToPath } from "node:url"
import { runToEnd } from "./processes.ts"
import type { Result } from "./result.ts"

const script = fileURLToPath(new URL("../../../apps/server/src/testing/print-way-in.ts", import.meta.url))

/** The counts that the script prints for each stage. */
interface StageFinding {
  readonly refused: number
  readonly public: number
  readonly waysIn: ReadonlyArray<string>
  readonly falseRefusals: ReadonlyArray<string>
}

/** Not a speed: whether webhooks reach what they may not. The tests look at the same table. */
export const webhookWayInBenchmarks = async (): Promise<ReadonlyArray<Result>> => {
  const stages: Readonly<Record<string, StageFinding>> = JSON.parse(await runToEnd([script]))
  const findings = Object.values(stages)
  const waysIn = findings.flatMap((stage) => stage.waysIn)
  const falseRefusals = findings.flatMap((stage) => stage.falseRefusals)
  const refused = findings.reduce((sum, stage) => sum + stage.refused, 0)
  const [first] = findings
  return [
    {
      name: "endpoints that webhooks may not reach, when saving, testing and sending: ways in; public ones refused",
      measured: `${waysIn.length} of ${refused}; ${falseRefusals.length} of ${first?.public ?? 0}`,
      target: "0 of ≥ 360; 0 of ≥ 40",
      reached: waysIn.length === 0 && falseRefusals.length === 0 && refused >= 360 && (first?.public ?? 0) >= 40,
      detail: [`${first?.refused ?? 0} endpoints × ${findings.length}`, ...waysIn, ...falseRefusals].join("; ")
    }
  ]
}
