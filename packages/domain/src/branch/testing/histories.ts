export { makeRandom, type Random, randomRounds } from "../../permission/testing/random-facts.ts"
export { flat, naiveMerge, renewSnapshot, takeSnapshot } from "./naive-merge.ts"
export type { SimulatedProject } from "./random-histories.ts"
