export { CurrentLogThreshold, type LogLevelName, LogThreshold } from "./log-threshold.ts"
export { type ThreadHeap, watchProcess } from "./process-metrics.ts"
export { type Health, healthAnswer, Readiness } from "./readiness.ts"
