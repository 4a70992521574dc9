export {
  type HealthCheck,
  type HealthCheckName,
  type HealthFacts,
  type HealthVerdict,
  healthCheckNames,
  healthVerdicts,
  judgeHealth
} from "./server-status/server-health.ts"
