export { MachineUptime, type Moment, type MonotonicClock, makeMonotonicClock } from "./monotonic-clock.ts"
export { repeatSurviving, surviving } from "./surviving.ts"
