import { LlmProviderRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../service/access/access.ts"
import { MachineServices } from "./machine-services.ts"

/** Returns the services that exist for a project, and those that it uses while it has chosen none. */
export const servicesOfProject = Effect.fn("servicesOfProject")(function* ({
  organizationId
}: Pick<ProjectAccess, "organizationId">) {
  const machines = yield* MachineServices
  const hasModels = yield* LlmProviderRepository.use((repository) => repository.isAny(organizationId))
  const services = machines.servicesOf({ hasModels })
  return { services, defaults: machines.defaultsOf(services) }
})
