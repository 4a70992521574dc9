export type { Damage } from "./engine-server/damage.ts"
export {
  type EngineBehaviour,
  type EngineProtocolName,
  type EngineServer,
  engineProtocols,
  startEngineServer
} from "./engine-servers.ts"
