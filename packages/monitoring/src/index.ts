export { updateFigureMetrics } from "./figure-metrics.ts"
export { LinesMayWait } from "./line-batch.ts"
export { CurrentLogThreshold, type LogLevelName, LogThreshold } from "./log-threshold.ts"
export { formatLogLine, layerLogging } from "./logging.ts"
export {
  hasToken,
  ListenFailed,
  listenForMonitors,
  type MonitorAnswers,
  metricsContentType,
  metricsPaths
} from "./monitor-listener.ts"
export { type ThreadHeap, watchProcess } from "./process-metrics.ts"
export { type Health, healthAnswer, Readiness } from "./readiness.ts"
export { CurrentTraces, layerTraces, type Traces, traceWork } from "./tracing/traces.ts"
