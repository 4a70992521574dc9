import { runSchedule, type ScheduleCase } from "@dragoman/delivery/testing/schedule-run"
import { runEngineSequences, runPureSequences } from "@dragoman/delivery/testing/state-sequences"
import { Effect } from "effect"
import type { Result } from "./result.ts"

const hour = 3_600_000

const scheduleCases: ReadonlyArray<ScheduleCase> = [0, 0.25, 0.5, 0.75, 0.999_999].flatMap((jitter) => [
  { jitter },
  { jitter, isRestarted: true },
  { jitter, jumpMillis: hour },
  { jitter, jumpMillis: -hour }
])
const plannedAttempts = 10
const deviationMaxMillis = 60_000

const sequences = 20_000
/** Histories that run at the same time in one database, as configurations of one project. */
const sequencesOfWorld = 1_000
const rounds = 16
const seed = 2026

/** Not speeds: when attempts come, and what the states are afterwards. The tests run a small part of both. */
export const webhookScheduleBenchmarks = async (): Promise<ReadonlyArray<Result>> => [await schedule(), await states()]

const schedule = async (): Promise<Result> => {
  const runs = await Effect.runPromise(Effect.forEach(scheduleCases, runSchedule))
  const deviations = runs.flatMap((run) => run.deviations.map(Math.abs))
  const largest = Math.max(...deviations)
  const isWhole = runs.every((run) => run.state === "FAILED" && run.deviations.length === plannedAttempts)
  return {
    name: "Attempts of a failing webhook delivery, over restarts and jumps of the clock by an hour: largest deviation from the schedule",
    measured: `${Number.isNaN(largest) ? "an attempt never came" : `${largest} ms`}${isWhole ? "" : ", other attempts than planned"}`,
    target: `≤ ${deviationMaxMillis} ms`,
    reached: isWhole && largest <= deviationMaxMillis,
    detail: `${deviations.length} attempts of ${runs.length} deliveries over four days each, on a clock that is moved by hand`
  }
}

const states = async (): Promise<Result> => {
  const pure = runPureSequences({ sequences, seed })
  const worlds = Array.from({ length: sequences / sequencesOfWorld }, (_, world) => seed + world)
  const ofEngine = await Effect.runPromise(
    Effect.forEach(worlds, (seedOfWorld) =>
      runEngineSequences({ sequences: sequencesOfWorld, rounds, seed: seedOfWorld })
    )
  )
  const differences = [pure, ...ofEngine].flatMap((run) => run.differences)
  const sum = (of: "attemptCount" | "comparedCount") => ofEngine.reduce((total, run) => total + run[of], 0)
  return {
    name: "Random histories of webhook configurations, through the rules and through store and engine: state other than that of the naive model",
    measured: `${differences.length} of ${2 * sequences}`,
    target: "0",
    reached: differences.length === 0,
    detail: `${sum("comparedCount")} states after ${sum("attemptCount")} attempts through the engine, ${pure.comparedCount} after ${pure.attemptCount} through the rules${differences.slice(0, 3).map((text) => `; ${text}`)}`
  }
}
