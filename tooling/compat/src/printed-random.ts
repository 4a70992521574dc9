import { randomInt } from "node:crypto"
import { seededRandom } from "@dragoman/formats/testing"

/** Random numbers from 0 up to 1, other ones in each run; prints their seed, with which `TEST_SEED` repeats a run. */
export const printedRandom = (run: string): (() => number) => {
  const seed = Number(process.env["TEST_SEED"] ?? randomInt(2 ** 31))
  process.stderr.write(`The ${run} has the seed ${seed}: TEST_SEED=${seed} repeats it.\n`)
  return seededRandom(seed)
}
