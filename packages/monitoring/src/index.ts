export { type ThreadHeap, watchProcess } from "./process-metrics.ts"
export { type Health, healthAnswer, Readiness } from "./readiness.ts"
